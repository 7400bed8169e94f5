/**
 * The `OS versions` table: what nodes of each release have. The fields and documents of the machine
 * configuration are in `lib/machineconfig/schema`, with their own releases.
 *
 * @module
 */
import { compareOsVersions, parseOsVersion } from "./releases.ts";

/** A kind of feature. */
export type FeatureKind = "method" | "field" | "role" | "access" | "behaviour";

/** A feature that some releases lack. */
export interface OsFeature {
  readonly kind: FeatureKind;
  /** Paths of methods (`machine.MachineService/ImageList`), else the name. */
  readonly names: readonly string[];
  /** The first version with it; all known ones when absent. */
  readonly since?: string;
  /** The first version without it. */
  readonly removed?: string;
  /** The effect for a user of this program. */
  readonly effect: string;
}

function methods(service: string, names: string): string[] {
  return names.split(" ").map((name) => `${service}/${name}`);
}

/** The features by id. */
export const OS_FEATURES = {
  removeMemberByName: {
    kind: "method",
    names: methods("machine.MachineService", "EtcdRemoveMember"),
    removed: "v1.7.0",
    effect: "etcd remove-member by hostname, with OSCTL_INTERFACE=v1.4",
  },
  legacyImages: {
    kind: "method",
    names: methods("machine.MachineService", "ImageList ImagePull"),
    since: "v1.5.0",
    effect: "image list, image pull; removal announced for v1.18",
  },
  acceptedCas: {
    kind: "behaviour",
    names: ["machine.acceptedCAs, cluster.acceptedCAs"],
    since: "v1.7.0",
    effect: "rotate-ca",
  },
  logContainers: {
    kind: "method",
    names: methods("machine.MachineService", "LogsContainers"),
    since: "v1.7.0",
    effect: "logs completes names of all logs",
  },
  alpn: {
    kind: "behaviour",
    names: ["TLS: HTTP/2 negotiated by ALPN"],
    since: "v1.8.2",
    effect: "clients that require ALPN connect",
  },
  cpuFrequency: {
    kind: "method",
    names: methods("machine.MachineService", "CPUFreqStats"),
    since: "v1.9.0",
    effect: "not used",
  },
  wipe: {
    kind: "method",
    names: methods("storage.StorageService", "BlockDeviceWipe"),
    since: "v1.9.0",
    effect: "wipe disk",
  },
  containerUids: {
    kind: "field",
    names: ["ContainerInfo.uid", "ContainerInfo.internal_id"],
    since: "v1.9.0",
    effect: "cgroups prints names of pods and containers",
  },
  etcdReaders: {
    kind: "access",
    names: methods("machine.MachineService", "EtcdStatus EtcdAlarmList EtcdMemberList"),
    since: "v1.9.0",
    effect: "os:reader and os:etcd:backup may call them",
  },
  persistentConfig: {
    kind: "behaviour",
    names: ["MachineConfigs: id persistent"],
    since: "v1.10.0",
    effect: "get machineconfig lists two resources; edit and patch use v1alpha1",
  },
  etcdDowngrade: {
    kind: "method",
    names: methods(
      "machine.MachineService",
      "EtcdDowngradeValidate EtcdDowngradeEnable EtcdDowngradeCancel",
    ),
    since: "v1.11.0",
    effect: "etcd downgrade validate, enable, cancel",
  },
  etcdStorageVersion: {
    kind: "field",
    names: ["EtcdMemberStatus.storage_version"],
    since: "v1.11.0",
    effect: "etcd status: columns PROTOCOL and STORAGE",
  },
  forcedReboot: {
    kind: "field",
    names: ["RebootRequest.Mode.FORCE"],
    since: "v1.12.0",
    effect: "reboot --mode force; older nodes reboot in the default mode",
  },
  yamlTextSpec: {
    kind: "behaviour",
    names: ["MachineConfigs: annotation talos.dev/yaml-spec"],
    since: "v1.12.0",
    effect: "the spec is a YAML string with the text of all documents",
  },
  serverSideManifests: {
    kind: "behaviour",
    names: ["Kubernetes: manifests applied by server-side apply"],
    since: "v1.13.0",
    effect: "upgrade-k8s applies manifests on the server, in the name of the nodes",
  },
  images: {
    kind: "method",
    names: methods("machine.ImageService", "List Pull Import Remove Verify"),
    since: "v1.13.0",
    effect: "image list: column LABELS, --namespace inmem; image pull prints the image",
  },
  lifecycle: {
    kind: "method",
    names: methods("machine.LifecycleService", "Install Upgrade"),
    since: "v1.13.0",
    effect: "upgrade pulls, installs, drains and reboots step by step; upgrade --no-reboot",
  },
  debug: {
    kind: "method",
    names: methods("machine.DebugService", "ContainerRun"),
    since: "v1.13.0",
    effect: "not used",
  },
  applyReboot: {
    kind: "behaviour",
    names: ["mode reboot of machine.MachineService/ApplyConfiguration"],
    removed: "v1.14.0",
    effect: "apply-config --rolling stages the configuration and reboots newer nodes",
  },
  generateConfiguration: {
    kind: "method",
    names: methods("machine.MachineService", "GenerateConfiguration"),
    removed: "v1.13.0",
    effect: "apply-config --mode=interactive; without it, osctl generates the configuration",
  },
  maintenanceVersion: {
    kind: "access",
    names: ["machine.MachineService/Version in maintenance mode"],
    since: "v1.13.0",
    effect: "version --insecure",
  },
  newRoles: {
    kind: "role",
    names: ["os:image:verifier", "os:meta:writer"],
    since: "v1.13.0",
    effect: "config new --roles; os:meta:writer may call MetaWrite and MetaDelete",
  },
  stateTeardown: {
    kind: "method",
    names: methods("cosi.resource.State", "Teardown TeardownAndDestroy"),
    since: "v1.14.0",
    effect: "not used",
  },
  volumes: {
    kind: "method",
    names: [
      ...methods(
        "machine.LVMService",
        "LogicalVolumeRemove VolumeGroupRemove PhysicalVolumeRemove",
      ),
      ...methods("machine.MDService", "Destroy"),
    ],
    since: "v1.14.0",
    effect: "not used",
  },
} as const satisfies Readonly<Record<string, OsFeature>>;

/** The id of a feature. */
export type OsFeatureId = keyof typeof OS_FEATURES;

/**
 * Reports whether a node of version `tag` has a feature. A version that is not a number, such as the
 * one of a development build, counts as the newest.
 */
export function hasOsFeature(id: OsFeatureId, tag: string): boolean {
  const { since, removed }: OsFeature = OS_FEATURES[id];
  const version = parseOsVersion(tag);
  if (version === undefined) return removed === undefined;
  const has = (text: string) => compareOsVersions(version, parseOsVersion(text)!) >= 0;
  return (since === undefined || has(since)) && (removed === undefined || !has(removed));
}

/** Reports whether a node of version `tag` has the method with this path. */
export function hasOsMethod(path: string, tag: string): boolean {
  const found = (Object.entries(OS_FEATURES) as [OsFeatureId, OsFeature][])
    .findLast(([, { kind, names }]) => kind === "method" && names.includes(path.slice(1)));
  return found === undefined || hasOsFeature(found[0], tag);
}
