/**
 * The roles that may call each method of the node API. Roles have no hierarchy; a caller needs one of
 * the listed roles.
 *
 * @module
 */
import { hasOsFeature, OS_RELEASES, type OsFeatureId } from "../os_versions/mod.ts";
import type { Role } from "./roles.ts";

const ADMIN: readonly Role[] = ["os:admin"];
const OPERATOR: readonly Role[] = ["os:admin", "os:operator"];
const READER: readonly Role[] = ["os:admin", "os:operator", "os:reader"];
const BACKUP: readonly Role[] = ["os:admin", "os:operator", "os:etcd:backup"];
const ETCD_READER: readonly Role[] = [...READER, "os:etcd:backup"];
const META_WRITER: readonly Role[] = ["os:admin", "os:meta:writer"];
const VERIFIER: readonly Role[] = [...READER, "os:image:verifier"];

/** Methods of a service that require the same roles. */
type Rule = readonly [
  service: string,
  roles: readonly Role[],
  methods: string,
  /** The row is for nodes with this feature. */
  feature?: OsFeatureId,
];

/**
 * Services, roles and methods. A later row replaces an earlier one; methods without row require
 * `os:admin`.
 */
const RULES: readonly Rule[] = [
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
  ["machine.MachineService", ETCD_READER, "EtcdAlarmList EtcdMemberList EtcdStatus", "etcdReaders"],
  ["machine.MachineService", META_WRITER, "MetaWrite MetaDelete", "newRoles"],
  ["machine.ImageService", READER, "List"],
  ["machine.ImageService", OPERATOR, "Pull"],
  ["machine.ImageService", VERIFIER, "Verify"],
];

/**
 * Returns the roles of which a caller of `path` needs one, on a node of version `tag`; without it, on
 * nodes of every version.
 */
export function rolesFor(path: string, tag: string = OS_RELEASES[0]): readonly Role[] {
  const [, service, method = ""] = path.split("/");
  const rule = RULES.findLast(([name, , methods, feature]) =>
    name === service && methods.split(" ").includes(method) &&
    (feature === undefined || hasOsFeature(feature, tag))
  );
  return rule?.[1] ?? ADMIN;
}
