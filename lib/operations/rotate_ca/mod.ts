/**
 * Rotation of the certificate authorities of a cluster.
 *
 * @module
 */
export { openNodes, presentIdentity } from "./clients.ts";
export {
  type Encoding,
  isComplete,
  isFinished,
  type Journal,
  journalPath,
  readJournal,
  stepsOf,
  writeJournal,
} from "./journal.ts";
export { waitForKubernetes } from "./kubernetes_check.ts";
export { type PlannedPatch, planPatches } from "./plan.ts";
export {
  type ConfiguredNode,
  createClient,
  createReplacement,
  presentAuthority,
  readNodes,
} from "./prepare.ts";
export { createReporter, EVENT_FIELDS, type RotationReporter } from "./reporter.ts";
export { checkBundle } from "./results.ts";
export { pairOf, runRotation } from "./rotation.ts";
export {
  apiName,
  type AuthorityName,
  type Direction,
  isSameStep,
  type Phase,
  PHASES,
  type RotatedNode,
  type RotationSystem,
  type Step,
  titleOf,
} from "./types.ts";
