/**
 * Maintenance mode of nodes without configuration. They require no client certificate, because none
 * exists yet. To keep out other users of the machine, only connections of the user who runs the
 * sandbox are accepted.
 *
 * @module
 */
import type { NodeSocket } from "./addresses.ts";
import { kernelPeerOwner, type PeerOwner, type SocketAddress } from "./peer.ts";
import type { Binding, Role } from "./types.ts";

const MACHINE = "/machine.MachineService/";

/** Roles of every caller in maintenance mode. */
export const MAINTENANCE_ROLES: ReadonlySet<Role> = new Set(["os:reader"]);

/** Path prefixes served in maintenance mode. */
const SERVED = [
  "/storage.StorageService/",
  "/cosi.resource.State/",
  `${MACHINE}ApplyConfiguration`,
  `${MACHINE}GenerateConfiguration`,
];

/** Methods that require role `os:admin`, which callers cannot prove in maintenance mode. */
const ADMIN_ONLY = new Set(
  ["Version", "Upgrade", "Reset", "MetaWrite", "MetaDelete"].map((name) => MACHINE + name),
);

/** Returns the bindings served in maintenance mode. */
export function maintenanceBindings(bindings: readonly Binding[]): Binding[] {
  return bindings.filter(({ method }) => SERVED.some((prefix) => method.path.startsWith(prefix)));
}

/** Returns the status message of Talos nodes for a call not served in maintenance mode. */
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
 * Reports whether the peer of a connection to `own` belongs to user `uid`. False when the owner is
 * unknown.
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
