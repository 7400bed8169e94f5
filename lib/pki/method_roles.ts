/**
 * The roles that may call each method of the node API. Roles have no hierarchy; a caller needs one of
 * the listed roles.
 *
 * @module
 */
import type { Role } from "./roles.ts";

const ADMIN: readonly Role[] = ["os:admin"];
const OPERATOR: readonly Role[] = ["os:admin", "os:operator"];
const READER: readonly Role[] = ["os:admin", "os:operator", "os:reader"];
const BACKUP: readonly Role[] = ["os:admin", "os:operator", "os:etcd:backup"];

/** Services, roles and methods. Methods without row require `os:admin`. */
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

/** Returns the roles of which a caller of `path` needs one. */
export function rolesFor(path: string): readonly Role[] {
  return ALLOWED.get(path) ?? ADMIN;
}
