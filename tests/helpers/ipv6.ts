/** Whether this machine has IPv6 on its loopback; it can be off in the kernel or by sysctl. */

/** Whether a server can listen on `::1`. */
export const hasIpv6 = canListen();

function canListen(): boolean {
  try {
    Deno.listen({ hostname: "::1", port: 0 }).close();
    return true;
  } catch (error) {
    // EADDRNOTAVAIL, EAFNOSUPPORT or EINVAL, for some of which the runtime has no class.
    if (error instanceof Deno.errors.PermissionDenied) throw error;
    return false;
  }
}
