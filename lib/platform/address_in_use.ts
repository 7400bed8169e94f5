/**
 * Errors of addresses that another process uses.
 *
 * @module
 */

/** Reports whether an error means that an address is in use, from Deno or Node. */
export function isAddressInUse(error: unknown): boolean {
  return error instanceof Deno.errors.AddrInUse ||
    (error instanceof Error && "code" in error && error.code === "EADDRINUSE");
}
