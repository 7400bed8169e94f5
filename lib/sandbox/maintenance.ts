/**
 * Maintenance mode of nodes without configuration. They require no client certificate, because none
 * exists yet. To keep out other users of the machine, only connections of the user who runs the
 * sandbox are accepted.
 *
 * @module
 */
import { StatusCode, StatusError } from "../rpc/status.ts";
import type { NodeSocket } from "./addresses.ts";
import { kernelPeerOwner, type PeerOwner, type SocketAddress } from "./peer.ts";
import type { Binding, Call, Role } from "./types.ts";

const MACHINE = "/machine.MachineService/";

/** Roles of callers in maintenance mode. */
const READER: ReadonlySet<Role> = new Set(["os:reader"]);
/**
 * Roles of callers through SideroLink, which the fault action `maintenance-admin` grants to all.
 */
const ADMIN: ReadonlySet<Role> = new Set(["os:admin"]);

/** Returns the roles of every caller in maintenance mode. */
export function maintenanceRoles(isAdmin: boolean): ReadonlySet<Role> {
  return isAdmin ? ADMIN : READER;
}

/** Path prefixes served in maintenance mode before v1.13. */
const SERVED = [
  "/storage.StorageService/",
  "/cosi.resource.State/",
  `${MACHINE}ApplyConfiguration`,
  `${MACHINE}GenerateConfiguration`,
];

/** Methods that require the role `os:admin`. */
const ADMIN_ONLY = new Set(
  ["Version", "Upgrade", "Reset", "MetaWrite", "MetaDelete"].map((name) => MACHINE + name),
);

/** Methods that every caller may use in maintenance mode, from v1.13 on. */
const OPEN = [`${MACHINE}ApplyConfiguration`, "/storage.StorageService/BlockDeviceWipe"];

/** Reports whether every caller may use a method in maintenance mode, from v1.13 on. */
export function isOpenInMaintenance(path: string): boolean {
  return OPEN.includes(path);
}

const ADMIN_REFUSAL = "API is not implemented in maintenance mode";

/** Returns the bindings served in maintenance mode. */
export function maintenanceBindings(bindings: readonly Binding[]): Binding[] {
  const isServed = (path: string) => SERVED.some((prefix) => path.startsWith(prefix));
  return bindings.filter(({ method: { path } }) => isServed(path) || ADMIN_ONLY.has(path))
    .map((binding) => ADMIN_ONLY.has(binding.method.path) ? requireAdmin(binding) : binding);
}

/** Rejects calls without the role `os:admin` as if the method were not implemented. */
function requireAdmin({ method, handler }: Binding): Binding {
  return {
    method,
    handler: (request: unknown, call: Call) =>
      call.roles.has("os:admin")
        ? handler(request, call)
        : Promise.reject(new StatusError(StatusCode.unimplemented, ADMIN_REFUSAL)),
  };
}

/** Returns the status message of Talos nodes for a call not served in maintenance mode. */
export function maintenanceRefusal(path: string): string {
  if (ADMIN_ONLY.has(path)) return ADMIN_REFUSAL;
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
