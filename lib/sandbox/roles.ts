/**
 * Authorization of callers by their roles.
 *
 * @module
 */
import { rolesFor } from "../pki/method_roles.ts";
import { isRole, type Role } from "../pki/mod.ts";

/** Request header with the roles of the first caller of a forwarded call. */
export const ROLE_HEADER = "talos-role";

/** Request header of a forwarded call, which the receiver must not forward again. */
export const FORWARDED_HEADER = "proxyfrom";

/** Reports whether a caller with `roles` may call `path` on a node of version `tag`. */
export function isAllowed(path: string, roles: ReadonlySet<Role>, tag: string): boolean {
  return rolesFor(path, tag).some((role) => roles.has(role));
}

/** Returns the known roles of a certificate's organizations; ignores all other texts. */
export function knownRoles(texts: Iterable<string>): ReadonlySet<Role> {
  return new Set([...texts].map((text) => text.trim()).filter(isRole));
}

/**
 * Returns the roles for authorization: from the certificate, or from the role header when the
 * certificate belongs to a node (`os:impersonator`).
 */
export function effectiveRoles(
  organizations: Iterable<string>,
  forwarded: readonly string[] | undefined,
): ReadonlySet<Role> {
  const own = knownRoles(organizations);
  if (!own.has("os:impersonator") || forwarded === undefined || forwarded.length === 0) return own;
  return knownRoles(forwarded);
}
