/**
 * Rules of the kubelet and of node labels, annotations and taints.
 *
 * @module
 */
import { didYouMean } from "../../output/nearest.ts";
import { DOMAIN } from "../../distribution.ts";
import { quoted } from "../problem.ts";
import { checkSubnetFilters } from "./addresses.ts";
import type { Report } from "./report.ts";
import type { Cursor } from "./cursor.ts";

/** Node-managed fields of KubeletConfiguration. */
const PROTECTED = [
  "apiVersion",
  "authentication",
  "authorization",
  "cgroupRoot",
  "kind",
  "kubeletCgroups",
  "port",
  "protectKernelDefaults",
  "resolvConf",
  "rotateCertificates",
  "systemCgroups",
  "staticPodPath",
  "seccompDefault",
];

/** Checks `machine.kubelet`. */
export function checkKubelet(machine: Cursor, report: Report): void {
  const kubelet = machine.at("kubelet");
  checkSubnetFilters(kubelet.atPath("nodeIP", "validSubnets"), report);
  checkKubeletSettings(kubelet.at("extraConfig"), report);
}

/** Checks settings of the kubelet: nodes manage some of them. */
export function checkKubeletSettings(settings: Cursor, report: Report): void {
  for (const [name, cursor] of settings.entries) {
    if (PROTECTED.includes(name)) {
      report.errorAtKey(cursor, `"${name}" is managed by the node`, "remove it");
    }
  }
}

/** Checks `machine.nodeLabels`, `nodeAnnotations` and `nodeTaints`. */
export function checkNodeMetadata(machine: Cursor, report: Report): void {
  checkLabels(machine.at("nodeLabels"), report);
  checkAnnotations(machine.at("nodeAnnotations"), report);
  checkTaints(machine.at("nodeTaints"), report);
}

/** Checks the document `KubeNodeConfig`. */
export function checkKubernetesNode(document: Cursor, report: Report): void {
  checkSubnetFilters(document.atPath("nodeIP", "validSubnets"), report);
  checkLabels(document.at("labels"), report);
  checkAnnotations(document.at("annotations"), report);
  checkTaints(document.at("taints"), report);
}

function checkLabels(labels: Cursor, report: Report): void {
  for (const [name, cursor] of labels.entries) {
    checkName(name, cursor, report);
    checkLabelValue(cursor.text, cursor, report);
  }
}

function checkTaints(taints: Cursor, report: Report): void {
  for (const [name, cursor] of taints.entries) {
    if (checkName(name, cursor, report)) checkTaint(cursor, report);
  }
}

/** Size limit of the API server in bytes. */
const MAX_ANNOTATIONS_SIZE = 256 * 1024;
const RESERVED = ["labels", "annotations", "taints"].map((what) => `${DOMAIN}/owned-${what}`);

function checkAnnotations(annotations: Cursor, report: Report): void {
  let size = 0;
  for (const [name, cursor] of annotations.entries) {
    checkName(name, cursor, report);
    if (RESERVED.includes(name)) {
      report.errorAtKey(cursor, `annotation ${quoted(name)} is managed by the node`, "remove it");
    }
    size += new TextEncoder().encode(name + cursor.text).length;
  }
  if (size > MAX_ANNOTATIONS_SIZE) {
    report.error(
      annotations,
      `annotations of ${size} bytes exceed the limit of ${MAX_ANNOTATIONS_SIZE}`,
    );
  }
}

const EFFECTS = ["NoSchedule", "PreferNoSchedule", "NoExecute"];

function checkTaint(cursor: Cursor, report: Report): void {
  const { text } = cursor;
  const colon = text.indexOf(":");
  const effect = text.slice(colon + 1);
  if (!EFFECTS.includes(effect)) {
    report.error(
      cursor,
      `invalid taint effect ${quoted(effect)}`,
      didYouMean(effect, EFFECTS) ?? `use value:effect with ${EFFECTS.join(", ")}`,
    );
  } else if (colon >= 0) checkLabelValue(text.slice(0, colon), cursor, report);
}

/** Maximum length of names and values. */
const MAX_LENGTH = 63;
const NAME = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const PREFIX = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/** Maximum length of a subdomain of RFC 1123. */
const MAX_DOMAIN_LENGTH = 253;

/** Checks the name of a Kubernetes object. */
export function checkObjectName(cursor: Cursor, report: Report): void {
  const { text } = cursor;
  if (!cursor.isNonEmpty || (text.length <= MAX_DOMAIN_LENGTH && PREFIX.test(text))) return;
  const hint = "use lower-case letters and digits, and . - between them";
  report.error(cursor, `invalid name ${quoted(text)}`, hint);
}

/** Checks a qualified Kubernetes name: a name with an optional domain prefix and slash. */
export function checkName(text: string, cursor: Cursor, report: Report): boolean {
  const parts = text.split("/");
  const name = parts.at(-1)!;
  const prefix = parts.length === 2 ? parts[0]! : undefined;
  let problem: string | undefined;
  if (parts.length > 2) problem = "more than one slash";
  else if (prefix === "") problem = "empty prefix";
  else if (prefix !== undefined && (prefix.length > MAX_DOMAIN_LENGTH || !PREFIX.test(prefix))) {
    problem = `invalid domain ${quoted(prefix)}`;
  } else if (name === "") problem = "empty name";
  else if (name.length > MAX_LENGTH) problem = `longer than ${MAX_LENGTH} characters`;
  else if (!NAME.test(name)) {
    problem = "only letters and digits are allowed, and . _ - between them";
  }
  if (problem === undefined) return true;
  report.errorAtKey(
    cursor,
    `invalid name ${quoted(text)}: ${problem}`,
    "use a name such as example.com/role",
  );
  return false;
}

function checkLabelValue(text: string, cursor: Cursor, report: Report): void {
  if (text.length > MAX_LENGTH) {
    report.error(cursor, `value longer than ${MAX_LENGTH} characters`, "shorten it");
  } else if (text !== "" && !NAME.test(text)) {
    report.error(
      cursor,
      `invalid label value ${quoted(text)}`,
      "use letters and digits, and . _ - between them",
    );
  }
}
