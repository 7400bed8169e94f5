/**
 * Resource types that rules read.
 *
 * @module
 */

/** A type, and when it is read. */
export interface FactType {
  readonly namespace: string;
  /** Without domain. */
  readonly type: string;
  /** Read on control plane nodes only. */
  readonly isControlPlane?: boolean;
}

const TYPES: readonly (readonly [namespace: string, types: string])[] = [
  [
    "runtime",
    "MachineStatuses.runtime Services.v1alpha1 TimeStatuses.v1alpha1 Diagnostics.runtime " +
    "ExtensionStatuses.runtime ExtensionServiceConfigStatuses.runtime MountStatuses.runtime " +
    "VolumeStatuses.block Disks.block SecurityStates PlatformMetadatas DevicesStatuses.runtime " +
    "KernelModuleSpecs.runtime WatchdogTimerStatuses.runtime OOMActions MetaKeys.runtime " +
    "BootedEntries",
  ],
  [
    "network",
    "NetworkStatuses.net LinkStatuses.net NodeAddresses.net HostnameStatuses.net " +
    "ResolverStatuses.net TimeServerStatuses.net RouteStatuses.net ProbeStatuses.net " +
    "LinkSpecs.net AddressStatuses.net",
  ],
  ["cluster", "Members.cluster Affiliates.cluster Identities.cluster"],
  ["config", "MachineTypes.config DiscoveryConfigs.cluster KubeSpanConfigs.kubespan"],
  ["cri", "ImageCacheConfigs.cri"],
  ["kubespan", "KubeSpanPeerStatuses.kubespan"],
  ["hardware", "SystemInformations.hardware"],
  [
    "k8s",
    "KubeletSpecs.kubernetes Nodenames.kubernetes NodeIPs.kubernetes NodeStatuses.kubernetes " +
    "StaticPodStatuses.kubernetes",
  ],
];

const CONTROL_PLANE_TYPES: readonly (readonly [namespace: string, types: string])[] = [
  ["etcd", "EtcdSpecs.etcd EtcdMembers.etcd"],
  ["controlplane", "ManifestStatuses.kubernetes APIServerConfigs.kubernetes"],
];

/** The types of every node, then the types of control plane nodes. */
export const FACT_TYPES: readonly FactType[] = [
  ...toTypes(TYPES, false),
  ...toTypes(CONTROL_PLANE_TYPES, true),
];

function toTypes(
  table: readonly (readonly [string, string])[],
  isControlPlane: boolean,
): readonly FactType[] {
  return table.flatMap(([namespace, types]) =>
    types.split(" ").map((type) => ({ namespace, type, isControlPlane }))
  );
}
