/**
 * The roles of the node API. A client certificate carries them as its subject's organizations, and
 * nowhere else.
 *
 * @module
 */

/** Every role a node knows. */
export const KNOWN_ROLES = [
  "os:admin",
  "os:operator",
  "os:reader",
  "os:etcd:backup",
  "os:impersonator",
] as const;

/** A role a node knows. */
export type KnownRole = typeof KNOWN_ROLES[number];

/** Whether a node knows the role. */
export function isKnownRole(text: string): text is KnownRole {
  return (KNOWN_ROLES as readonly string[]).includes(text);
}
