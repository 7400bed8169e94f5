/**
 * Checks a configuration as a node does before it takes it.
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
import { Spot } from "./spot.ts";

/** How a configuration is checked. */
export interface ValidateOptions {
  readonly mode: Mode;
  /** Whose rules count: the first release of the interface had fewer than the newest. */
  readonly release: ConfigRelease;
}

/**
 * What nodes would refuse or warn about, in the order of the text. The disk to install to is not
 * looked up. Without a main document only the others are checked; what could not be read
 * (`loaded.problems`) is not told again.
 */
export function validate(
  loaded: Pick<Loaded, "documents">,
  { mode, release }: ValidateOptions,
): Problem[] {
  const problems = loaded.documents.flatMap((document) => {
    const top = Spot.top(document);
    const report = new Report(mode, release, top);
    if (document.type === MAIN) checkMain(top, report);
    else DOCUMENT_RULES[document.type.kind]?.(top, report);
    return report.problems;
  });
  return problems.sort((a, b) => a.offset - b.offset);
}

function checkMain(top: Spot, report: Report): void {
  const machine = top.at("machine");
  if (!machine.isThere) {
    report.error(machine, "the section of the machine is missing", 'add "machine:" with "type:"');
    return;
  }
  const type = checkType(machine, report);
  checkCluster(top, type, report);
  checkDiscovery(top, report);
  checkInstall(machine, report);
  checkAuthorities(top, type, report);
  if (isControlPlane(type)) checkCni(top, report);
  checkInterfaces(machine, type, report);
  checkMesh(top, report);
  checkDisks(machine, report);
  checkKubelet(machine, report);
  checkEncryption(machine, report);
  checkLogging(machine, report);
  checkNodeMetadata(machine, report);
  checkFeatures(machine, type, report);
  checkPersist(top, report);
}
