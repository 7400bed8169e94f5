/**
 * The roles of the node API. A client certificate carries them as its subject's organizations, and
 * nowhere else.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";

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

/**
 * The roles a person asked for: blanks around them dropped, each once, sorted.
 *
 * @param source Where they were given, as it begins a sentence: `--roles`, for example.
 * @throws {OsctlError} of kind `usage` when there is none, or that names the unknown ones.
 */
export function parseRoles(texts: readonly string[], source: string): KnownRole[] {
  const roles = [...new Set(texts.map((text) => text.trim()))].filter((role) => role !== "");
  const hint = `give one or more of ${KNOWN_ROLES.join(", ")}`;
  if (roles.length === 0) throw new OsctlError("usage", `${source} names no role`, { hint });
  const unknown = roles.filter((role) => !isKnownRole(role)).map((role) => `"${role}"`);
  if (unknown.length > 0) {
    const noun = unknown.length === 1 ? "the unknown role" : "the unknown roles";
    throw new OsctlError("usage", `${source} names ${noun} ${unknown.join(", ")}`, { hint });
  }
  return roles.filter(isKnownRole).sort();
}
