/**
 * A node without a configuration. It serves a few calls to anybody who reaches it, for nobody can
 * have a certificate for it yet; on a machine with several users that would be all of them, so
 * only connections of the user who runs the sandbox are answered.
 *
 * @module
 */
import type { NodeSocket } from "./addresses.ts";
import { kernelPeerOwner, type PeerOwner, type SocketAddress } from "./peer.ts";
import type { Binding, Role } from "./types.ts";

const MACHINE = "/machine.MachineService/";

/** What everybody is taken for in maintenance mode. */
export const MAINTENANCE_ROLES: ReadonlySet<Role> = new Set(["os:reader"]);

/** The calls a node answers in maintenance mode, as far as the sandbox has them. */
const SERVED = [
  "/storage.StorageService/",
  "/cosi.resource.State/",
  `${MACHINE}ApplyConfiguration`,
  `${MACHINE}GenerateConfiguration`,
];

/** Calls that exist in maintenance mode, but only for an administrator, who cannot be told there. */
const ADMIN_ONLY = new Set(
  ["Version", "Upgrade", "Reset", "MetaWrite", "MetaDelete"].map((name) => MACHINE + name),
);

/** Those of the bindings that are served in maintenance mode. */
export function maintenanceBindings(bindings: readonly Binding[]): Binding[] {
  return bindings.filter(({ method }) => SERVED.some((prefix) => method.path.startsWith(prefix)));
}

/** What a node in maintenance mode says to a call it does not serve. */
export function maintenanceRefusal(path: string): string {
  if (ADMIN_ONLY.has(path)) return "API is not implemented in maintenance mode";
  const [, service, method] = path.split("/");
  if (method === "GenerateClientConfiguration") {
    return "client configuration cannot be generated in maintenance mode";
  }
  return SERVED.some((prefix) => prefix.startsWith(`/${service}/`))
    ? `method ${method} not implemented`
    : `unknown service ${service}`;
}

/**
 * Whether a connection to `own` belongs to the user id `uid`. Where the system does not tell, it
 * does not.
 */
export async function isOwnUser(
  peer: SocketAddress,
  own: NodeSocket,
  uid: number | null,
  ownerOf: PeerOwner = kernelPeerOwner,
): Promise<boolean> {
  const address = peer.address.replace(/^::ffff:(?=\d+\.)/i, "");
  const owner = await ownerOf({ address, port: peer.port }, own);
  return owner !== undefined && owner === uid;
}
