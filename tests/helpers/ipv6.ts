/** Detection of IPv6 on loopback, which the kernel or sysctl may disable. */

/** Whether a server can listen on `::1`. */
export const hasIpv6 = canListen();

function canListen(): boolean {
  try {
    Deno.listen({ hostname: "::1", port: 0 }).close();
    return true;
  } catch (error) {
    // EADDRNOTAVAIL, EAFNOSUPPORT or EINVAL; Deno has no error class for some of them.
    if (error instanceof Deno.errors.PermissionDenied) throw error;
    return false;
  }
}
