/**
 * Who may call what. The table holds, for every method of the node API, the roles of which a caller
 * needs at least one; there is no order among roles, each is named where it suffices.
 *
 * @module
 */
import type { Role } from "./types.ts";

/** The request header in which a node passes on the roles of the caller it forwards for. */
export const ROLE_HEADER = "talos-role";

/** Set by a forwarding node; whoever receives it answers itself and forwards no further. */
export const FORWARDED_HEADER = "proxyfrom";

const ROLES: ReadonlySet<string> = new Set<Role>([
  "os:admin",
  "os:operator",
  "os:reader",
  "os:etcd:backup",
  "os:impersonator",
]);

const ADMIN: readonly Role[] = ["os:admin"];
const OPERATOR: readonly Role[] = ["os:admin", "os:operator"];
const READER: readonly Role[] = ["os:admin", "os:operator", "os:reader"];
const BACKUP: readonly Role[] = ["os:admin", "os:operator", "os:etcd:backup"];

/** Service, then the methods that share a set of roles. A method in no row is for admins only. */
const RULES: readonly (readonly [service: string, roles: readonly Role[], methods: string])[] = [
  ["cluster.ClusterService", READER, "HealthCheck"],
  ["inspect.InspectService", READER, "ControllerRuntimeDependencies"],
  ["storage.StorageService", READER, "Disks"],
  ["time.TimeService", READER, "Time TimeCheck"],
  ["cosi.resource.State", READER, "Get List Watch"],
  ["cosi.resource.State", ADMIN, "Create Update Destroy"],
  [
    "machine.MachineService",
    ADMIN,
    "ApplyConfiguration Bootstrap Copy EtcdForfeitLeadership EtcdLeaveCluster EtcdRecover " +
    "EtcdRemoveMemberByID GenerateClientConfiguration GenerateConfiguration Kubeconfig " +
    "MetaWrite MetaDelete Read Reset Rollback Upgrade",
  ],
  [
    "machine.MachineService",
    OPERATOR,
    "EtcdAlarmList EtcdAlarmDisarm EtcdDefragment EtcdStatus ImagePull PacketCapture Reboot " +
    "Restart ServiceRestart ServiceStart ServiceStop Shutdown",
  ],
  [
    "machine.MachineService",
    READER,
    "CPUInfo Containers DiskStats DiskUsage Dmesg EtcdMemberList Events Hostname ImageList List " +
    "LoadAvg Logs LogsContainers Memory Mounts NetworkDeviceStats Netstat Processes ServiceList " +
    "Stats SystemStat Version",
  ],
  ["machine.MachineService", BACKUP, "EtcdSnapshot"],
];

const ALLOWED: ReadonlyMap<string, readonly Role[]> = new Map(
  RULES.flatMap(([service, roles, methods]) =>
    methods.split(" ").map((method) => [`/${service}/${method}`, roles] as const)
  ),
);

/** The roles of which a caller of `path` needs one. */
export function rolesFor(path: string): readonly Role[] {
  return ALLOWED.get(path) ?? ADMIN;
}

/** Whether a caller with `roles` may call `path`. */
export function isAllowed(path: string, roles: ReadonlySet<Role>): boolean {
  return rolesFor(path).some((role) => roles.has(role));
}

/** The known roles among texts such as a certificate's organizations; blank and unknown ones drop. */
export function parseRoles(texts: Iterable<string>): ReadonlySet<Role> {
  const roles = new Set<Role>();
  for (const text of texts) {
    const role = text.trim();
    if (ROLES.has(role)) roles.add(role as Role);
  }
  return roles;
}

/**
 * The roles a call is judged by: those of the certificate, or, when the certificate belongs to a
 * node (`os:impersonator`), those the node passes on.
 */
export function effectiveRoles(
  organizations: Iterable<string>,
  passedOn: readonly string[] | undefined,
): ReadonlySet<Role> {
  const own = parseRoles(organizations);
  if (!own.has("os:impersonator") || passedOn === undefined || passedOn.length === 0) return own;
  return parseRoles(passedOn);
}
