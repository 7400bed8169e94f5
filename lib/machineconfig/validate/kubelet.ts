/**
 * Rules of the kubelet, and of the labels, annotations and taints of its node.
 *
 * @module
 */
import { didYouMean } from "../../output/nearest.ts";
import { DOMAIN } from "../../distribution.ts";
import { quoted } from "../problem.ts";
import { checkSubnetFilters } from "./addresses.ts";
import type { Report } from "./report.ts";
import type { Spot } from "./spot.ts";

/** Fields of the kubelet's configuration that nodes set themselves. */
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

/** `machine.kubelet`. */
export function checkKubelet(machine: Spot, report: Report): void {
  const kubelet = machine.at("kubelet");
  checkSubnetFilters(kubelet.to("nodeIP", "validSubnets"), report);
  for (const [name, spot] of kubelet.at("extraConfig").entries) {
    if (PROTECTED.includes(name)) {
      report.unwanted(spot, "nodes set this field of the kubelet themselves", "remove it");
    }
  }
}

/** `machine.nodeLabels`, `.nodeAnnotations`, `.nodeTaints`. */
export function checkNodeMetadata(machine: Spot, report: Report): void {
  for (const [name, spot] of machine.at("nodeLabels").entries) {
    checkName(name, spot, report);
    checkLabelValue(spot.text, spot, report);
  }
  checkAnnotations(machine.at("nodeAnnotations"), report);
  for (const [name, spot] of machine.at("nodeTaints").entries) {
    if (checkName(name, spot, report)) checkTaint(spot, report);
  }
}

/** What the API server allows, in bytes. */
const ANNOTATIONS_LIMIT = 256 * 1024;
const RESERVED = ["labels", "annotations", "taints"].map((what) => `${DOMAIN}/owned-${what}`);

function checkAnnotations(annotations: Spot, report: Report): void {
  let size = 0;
  for (const [name, spot] of annotations.entries) {
    checkName(name, spot, report);
    if (RESERVED.includes(name)) {
      report.unwanted(spot, "nodes set this annotation themselves", "remove it");
    }
    size += new TextEncoder().encode(name + spot.text).length;
  }
  if (size > ANNOTATIONS_LIMIT) {
    report.error(
      annotations,
      `the annotations have ${size} bytes, and ${ANNOTATIONS_LIMIT} are allowed`,
    );
  }
}

const EFFECTS = ["NoSchedule", "PreferNoSchedule", "NoExecute"];

function checkTaint(spot: Spot, report: Report): void {
  const { text } = spot;
  const colon = text.indexOf(":");
  const effect = text.slice(colon + 1);
  if (!EFFECTS.includes(effect)) {
    report.error(
      spot,
      `${quoted(effect)} is no effect of a taint`,
      didYouMean(effect, EFFECTS) ?? `write value:effect with one of ${EFFECTS.join(", ")}`,
    );
  } else if (colon >= 0) checkLabelValue(text.slice(0, colon), spot, report);
}

/** The longest name or value. */
const LONGEST = 63;
const NAME = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const PREFIX = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/** A qualified name of Kubernetes, perhaps with a domain and a slash before it. */
function checkName(text: string, spot: Spot, report: Report): boolean {
  const parts = text.split("/");
  const name = parts.at(-1)!;
  const prefix = parts.length === 2 ? parts[0]! : undefined;
  let problem: string | undefined;
  if (parts.length > 2) problem = "it has more than one slash";
  else if (prefix === "") problem = "nothing stands before the slash";
  else if (prefix !== undefined && (prefix.length > 253 || !PREFIX.test(prefix))) {
    problem = `${quoted(prefix)} is no domain`;
  } else if (name === "") problem = "it is empty";
  else if (name.length > LONGEST) problem = `it is longer than ${LONGEST} characters`;
  else if (!NAME.test(name)) problem = "it may have letters, digits and inside also . _ - only";
  if (problem === undefined) return true;
  report.unwanted(
    spot,
    `${quoted(text)} is no name: ${problem}`,
    "write one like example.com/role",
  );
  return false;
}

function checkLabelValue(text: string, spot: Spot, report: Report): void {
  if (text.length > LONGEST) {
    report.error(spot, `the value is longer than ${LONGEST} characters`, "shorten it");
  } else if (text !== "" && !NAME.test(text)) {
    report.error(
      spot,
      `${quoted(text)} is no value of a label`,
      "use letters, digits and inside also . _ - only",
    );
  }
}
