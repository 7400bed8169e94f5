/**
 * Validates a configuration by the rules of nodes.
 *
 * @module
 */
import type { Loaded } from "../load.ts";
import type { Problem } from "../problem.ts";
import { MAIN } from "../schema/documents.ts";
import { isLater } from "../schema/releases.ts";
import { checkCluster, checkCni } from "./cluster.ts";
import { checkConfiguration } from "./configuration.ts";
import { checkConflicts } from "./conflicts.ts";
import { checkDiscovery, checkMesh } from "./discovery.ts";
import { DOCUMENT_RULES } from "./documents.ts";
import { checkDisks, checkEncryption, checkInstall } from "./install.ts";
import { checkInterfaces } from "./interfaces.ts";
import { checkKubelet, checkNodeMetadata } from "./kubelet.ts";
import { NEWER_RULES } from "./newer_documents.ts";
import { checkRequired } from "./required.ts";
import {
  checkAuthorities,
  checkFeatures,
  checkLogging,
  checkPersist,
  checkType,
  isControlPlane,
} from "./machine.ts";
import { checkRuntimeSpec } from "./runtime_spec.ts";
import { checkKubernetesImages, KUBERNETES_RULES } from "./kubernetes.ts";
import { Report, type ReportOptions } from "./report.ts";
import { Cursor } from "./cursor.ts";

/** Options of `validate`. */
export type ValidateOptions = ReportOptions;

/**
 * Returns everything that nodes reject or warn about, sorted by offset. Does not check that the
 * install disk exists. Does not repeat `loaded.problems`.
 */
export function validate(
  loaded: Pick<Loaded, "documents">,
  options: ValidateOptions,
): Problem[] {
  const mainDocument = loaded.documents.find(({ type }) => type === MAIN);
  const main = mainDocument && Cursor.root(mainDocument);
  const problems = loaded.documents.flatMap((document, index) => {
    const root = Cursor.root(document);
    const report = new Report(options, root);
    const { kind, object, since } = document.type;
    if (document.type === MAIN) checkMain(root, report);
    else DOCUMENT_RULES[kind]?.(root, report);
    // Kinds of older releases check their required fields themselves.
    if (isLater(since, "v1.8")) {
      checkRequired(object, root, report);
      NEWER_RULES[kind]?.(root, report);
      KUBERNETES_RULES[kind]?.(root, report);
    }
    if (report.knows({ since: "v1.14" })) {
      checkConfiguration(document, root, { documents: loaded.documents, main }, report);
    }
    const earlier = loaded.documents.slice(0, index);
    if (document.type !== MAIN) checkConflicts(document, root, { main, earlier }, report);
    return report.problems;
  });
  return problems.sort((a, b) => a.offset - b.offset);
}

function checkMain(root: Cursor, report: Report): void {
  const machine = root.at("machine");
  if (!machine.isPresent) {
    report.error(machine, '"machine" is required', 'add a "machine" section with "type"');
    return;
  }
  const type = checkType(machine, report);
  checkCluster(root, type, report);
  checkDiscovery(root, report);
  checkInstall(machine, report);
  checkAuthorities(root, type, report);
  if (isControlPlane(type)) checkCni(root, report);
  checkInterfaces(machine, type, report);
  checkMesh(root, report);
  checkDisks(machine, report);
  checkKubelet(machine, report);
  checkEncryption(machine, report);
  checkLogging(machine, report);
  checkNodeMetadata(machine, report);
  checkFeatures(machine, type, report);
  checkPersist(root, report);
  checkKubernetesImages(root, report);
  checkDeprecated(machine, report);
  checkRuntimeSpec(machine.at("baseRuntimeSpecOverrides"), report);
}

/** Fields that nodes from v1.14 on warn about, and their replacements. */
const DEPRECATED = {
  files: "EtcFileConfig and other documents",
  baseRuntimeSpecOverrides: "CRIBaseRuntimeSpecConfig",
} as const;

function checkDeprecated(machine: Cursor, report: Report): void {
  if (!report.knows({ since: "v1.14" })) return;
  for (const [name, instead] of Object.entries(DEPRECATED)) {
    const cursor = machine.at(name);
    if (cursor.items.length === 0 && cursor.entries.length === 0) continue;
    report.warning(cursor, `"${name}" is deprecated`, `use ${instead}`);
  }
}
