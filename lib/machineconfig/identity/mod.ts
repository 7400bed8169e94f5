/**
 * Checks that a configuration is meant for the node that would receive it.
 *
 * @module
 */
export { type ConfigIdentity, readIdentity } from "./config_identity.ts";
export {
  type ConfigTarget,
  findMismatches,
  type Mismatch,
  MISMATCH_KINDS,
  type MismatchKind,
  needsMembers,
  type OtherMember,
} from "./find_mismatches.ts";
