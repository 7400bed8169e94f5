/**
 * The roles of the node API, which client certificates contain as subject organizations.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";

/** All roles of the node API. */
export const ROLES = [
  "os:admin",
  "os:operator",
  "os:reader",
  "os:etcd:backup",
  // Since v1.13.
  "os:image:verifier",
  "os:meta:writer",
  "os:impersonator",
] as const;

/** A role of the node API. */
export type Role = typeof ROLES[number];

/** Reports whether a text is a role of the node API. */
export function isRole(text: string): text is Role {
  return (ROLES as readonly string[]).includes(text);
}

/**
 * Parses roles from a flag: trimmed, unique and sorted.
 *
 * @param source name of the flag for errors, for example `--roles`.
 * @throws {OsctlError} of kind `usage` when no role is given, or a role is unknown.
 */
export function parseRoles(texts: readonly string[], source: string): Role[] {
  const roles = [...new Set(texts.map((text) => text.trim()))].filter((role) => role !== "");
  const hint = `use one or more of ${ROLES.join(", ")}`;
  if (roles.length === 0) throw new OsctlError("usage", `no role in ${source}`, { hint });
  const unknown = roles.filter((role) => !isRole(role)).map((role) => `"${role}"`);
  if (unknown.length > 0) {
    const noun = unknown.length === 1 ? "role" : "roles";
    throw new OsctlError("usage", `unknown ${noun} ${unknown.join(", ")} in ${source}`, { hint });
  }
  return roles.filter(isRole).sort();
}
