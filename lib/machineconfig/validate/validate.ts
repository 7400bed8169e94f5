/**
 * Validates a configuration by the rules of nodes.
 *
 * @module
 */
import type { Loaded } from "../load.ts";
import type { Problem } from "../problem.ts";
import { MAIN } from "../schema/documents.ts";
import type { ConfigRelease } from "../schema/types.ts";
import { checkCluster, checkCni } from "./cluster.ts";
import { checkDiscovery, checkMesh } from "./discovery.ts";
import { DOCUMENT_RULES } from "./documents.ts";
import { checkDisks, checkEncryption, checkInstall } from "./install.ts";
import { checkInterfaces } from "./interfaces.ts";
import { checkKubelet, checkNodeMetadata } from "./kubelet.ts";
import {
  checkAuthorities,
  checkFeatures,
  checkLogging,
  checkPersist,
  checkType,
  isControlPlane,
} from "./machine.ts";
import { type Mode, Report } from "./report.ts";
import { Cursor } from "./cursor.ts";

/** Options of `validate`. */
export interface ValidateOptions {
  readonly mode: Mode;
  /** Selects the rules: the first interface release has fewer than the newest. */
  readonly release: ConfigRelease;
}

/**
 * Returns everything that nodes reject or warn about, sorted by offset. Does not check that the
 * install disk exists. Does not repeat `loaded.problems`.
 */
export function validate(
  loaded: Pick<Loaded, "documents">,
  { mode, release }: ValidateOptions,
): Problem[] {
  const problems = loaded.documents.flatMap((document) => {
    const root = Cursor.root(document);
    const report = new Report(mode, release, root);
    if (document.type === MAIN) checkMain(root, report);
    else DOCUMENT_RULES[document.type.kind]?.(root, report);
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
}
