/**
 * Rotation of the certificate authorities of a cluster, of the node API and of Kubernetes.
 *
 * 1. All nodes are read; the new authorities and the client certificate are created.
 * 2. The journal with both keys is written: every later step can be repeated or rolled back.
 * 3. For each authority, in phases over all nodes: nodes accept the new CA beside the old one, then
 *    issue with the new one, then drop the old one. After each phase, all nodes are checked with
 *    the credentials that must work, and with those that must not.
 * 4. The client configuration and the secrets bundle are written before the old CA is dropped.
 *
 * A rollback takes the phases back in the same way. The first failure stops.
 *
 * @module
 */
export type { RotationEvent, RotationObserver } from "./events.ts";
export type { Journal } from "./journal.ts";
export type { ContinueOptions, RotationOptions, StartOptions } from "./options.ts";
export type { PlannedPatch } from "./plan.ts";
export {
  planRotation,
  rotateAuthorities,
  type RotationPlan,
  type RotationResult,
} from "./rotate_authorities.ts";
export { type Phase, PHASES } from "./types.ts";
