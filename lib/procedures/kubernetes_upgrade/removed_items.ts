/**
 * Flags, feature gates, admission plugins and resources that a minor version of Kubernetes removes.
 *
 * @module
 */
import type { Release } from "../../distribution.ts";
import type { StaticPod } from "./components.ts";
import { minorStep, type UpgradePath } from "./versions.ts";

/** Items that a minor version removes. */
export interface RemovedItems {
  /** Of all static pods. */
  readonly featureGates: readonly string[];
  readonly options: Readonly<Partial<Record<StaticPod | "kubelet", readonly string[]>>>;
  /** Of kube-apiserver. */
  readonly admissionPlugins: readonly string[];
  /** `resource.version.group` */
  readonly resources: readonly string[];
}

/** An item in use. */
export interface RemovedItem {
  /** Address of the node; null for a resource of the cluster. */
  readonly node: string | null;
  readonly component: string;
  readonly kind: "admission plugin" | "feature gate" | "flag" | "resource";
  readonly name: string;
  /** Number of objects of a resource. */
  readonly count?: number;
}

const NOTHING: RemovedItems = {
  featureGates: [],
  options: {},
  admissionPlugins: [],
  resources: [],
};

function words(text: string): string[] {
  return text.split(" ");
}

/**
 * Removed items by step. Source: `kubernetes/upgrade/checks.go` of siderolabs/go-kubernetes
 * v0.2.41.
 */
const REMOVED: Readonly<Record<string, Partial<RemovedItems>>> = {
  "1.24->1.25": {
    featureGates: words(
      "CSIVolumeFSGroupPolicy ConfigurableFSGroupPolicy PodDisruptionBudget SelectorIndex",
    ),
    options: {
      "kube-apiserver": ["service-account-api-audiences"],
      "kube-controller-manager": words(
        "deleting-pods-qps deleting-pods-burst register-retry-count",
      ),
    },
    admissionPlugins: ["PodSecurityPolicy"],
    resources: ["podsecuritypolicies.v1beta1.policy"],
  },
  "1.25->1.26": {
    featureGates: ["DynamicKubeletConfig"],
    options: { "kube-apiserver": ["master-service-namespace"] },
  },
  "1.26->1.27": {
    featureGates: words(
      "ExpandCSIVolumes ExpandInUsePersistentVolumes ExpandPersistentVolumes " +
        "ControllerManagerLeaderMigration CSIMigration CSIInlineVolume EphemeralContainers " +
        "LocalStorageCapacityIsolation NetworkPolicyEndPort StatefulSetMinReadySeconds " +
        "IdentifyPodOS DaemonSetUpdateSurge",
    ),
    options: {
      "kube-controller-manager": words("enable-taint-manager pod-eviction-timeout"),
      kubelet: words("container-runtime master-service-namespace"),
    },
  },
  "1.27->1.28": {
    featureGates: words(
      "AdvancedAuditing DelegateFSGroupToCSIDriver DevicePlugins DisableAcceleratorUsageMetrics " +
        "EndpointSliceTerminatingCondition CSIStorageCapacity CSIMigrationGCE " +
        "KubeletCredentialProviders MixedProtocolLBService ServiceInternalTrafficPolicy " +
        "ServiceIPStaticSubrange WindowsHostProcessContainers",
    ),
  },
  "1.28->1.29": { resources: ["clustercidrs.v1alpha1.networking.k8s.io"] },
  "1.29->1.30": {
    featureGates: words(
      "ExpandedDNSConfig ExperimentalHostUserNamespaceDefaultingGate IPTablesOwnershipCleanup " +
        "KubeletPodResources KubeletPodResourcesGetAllocatable MinimizeIPTablesRestore " +
        "ProxyTerminatingEndpoints RemoveSelfLink",
    ),
    admissionPlugins: ["SecurityContextDeny"],
  },
  "1.30->1.31": {
    featureGates: words(
      "APIPriorityAndFairness CSINodeExpandSecret ConsistentHTTPGetHandlers " +
        "DefaultHostNetworkHostPortsInPodTemplates ServiceNodePortStaticSubrange " +
        "SkipReadOnlyValidationGCE",
    ),
    options: {
      "kube-controller-manager": words(
        "volume-host-cidr-denylist volume-host-allow-local-loopback " +
          "horizontal-pod-autoscaler-upscale-delay horizontal-pod-autoscaler-downscale-delay",
      ),
      kubelet: words("keep-terminated-pod-volumes iptables-masquerade-bit iptables-drop-bit"),
    },
  },
  "1.31->1.32": {
    featureGates: words(
      "AllowServiceLBStatusOnNonLB CloudDualStackNodeIPs DRAControlPlaneController " +
        "HPAContainerMetrics KMSv2 KMSv2KDF LegacyServiceAccountTokenCleanUp " +
        "MinDomainsInPodTopologySpread NewVolumeManagerReconstruction " +
        "NodeOutOfServiceVolumeDetach ServerSideApply ServerSideFieldValidation " +
        "StableLoadBalancerNodeSet ValidatingAdmissionPolicy ZeroLimitedNominalConcurrencyShares",
    ),
    resources: ["podschedulingcontexts.v1alpha3.resource.k8s.io"],
  },
  "1.32->1.33": {
    featureGates: words(
      "AppArmor AppArmorFields CPUManager DisableCloudProviders " +
        "DisableKubeletCloudCredentialProviders JobPodFailurePolicy " +
        "KubeProxyDrainingTerminatingNodes PDBUnhealthyPodEvictionPolicy " +
        "PersistentVolumeLastPhaseTransitionTime VolumeCapacityPriority",
    ),
    options: { "kube-apiserver": ["cloud-config"] },
  },
  "1.33->1.34": {
    featureGates: words("DevicePluginCDIDevices LegacySidecarContainers PodDisruptionConditions"),
    options: { kubelet: ["cloud-config"] },
  },
  "1.34->1.35": {
    featureGates: words("SizeMemoryBackedVolumes UserNamespacesHostNetworkSupport"),
    options: { kubelet: ["pod-infra-container-image"] },
  },
  "1.35->1.36": {
    featureGates: words(
      "CSIMigrationPortworx HonorPVReclaimPolicy InTreePluginPortworxUnregister " +
        "WatchFromStorageWithoutResourceVersion",
    ),
  },
  "1.36->1.37": {
    featureGates: words(
      "AnyVolumeDataSource DeclarativeValidationTakeover GangScheduling " +
        "PreventStaticPodAPIReferences WorkloadAwarePreemption",
    ),
    options: {
      kubelet: words(
        "application-metrics-count-limit boot-id-file container-hints containerd " +
          "containerd-namespace enable-load-reader event-storage-age-limit " +
          "event-storage-event-limit global-housekeeping-interval log-cadvisor-usage " +
          "machine-id-file storage-driver-user storage-driver-password storage-driver-host " +
          "storage-driver-db storage-driver-table storage-driver-secure " +
          "storage-driver-buffer-duration",
      ),
    },
    resources: [
      "workloads.v1alpha2.scheduling.k8s.io",
      "podgroups.v1alpha2.scheduling.k8s.io",
    ],
  },
};

/** Resource that the older interface reports in addition. */
const STORAGE_CAPACITIES = "csistoragecapacities.v1beta1.storage.k8s.io";

/** Returns what a path removes; undefined when it removes nothing. */
export function removedItems(path: UpgradePath, release: Release): RemovedItems | undefined {
  const step = minorStep(path);
  const found = REMOVED[step];
  if (found === undefined) return undefined;
  const items = { ...NOTHING, ...found };
  return release === "v1.4" && step === "1.26->1.27"
    ? { ...items, resources: [STORAGE_CAPACITIES] }
    : items;
}

/** Finds removed items in the command of a component. */
export function findRemoved(
  removed: RemovedItems,
  node: string,
  component: StaticPod | "kubelet",
  command: readonly string[],
): RemovedItem[] {
  const given = new Map(command.flatMap((argument) => {
    const match = /^--([^=]+)(?:=([\s\S]*))?$/.exec(argument);
    return match === null ? [] : [[match[1]!, match[2] ?? ""] as const];
  }));
  const listed = (flag: string) =>
    (given.get(flag) ?? "").split(",").map((part) => part.split("=")[0]!.trim());
  const find = (kind: RemovedItem["kind"], names: readonly string[], used: readonly string[]) =>
    names.filter((name) => used.includes(name)).map((name) => ({ node, component, kind, name }));
  const gates = component === "kubelet" ? [] : removed.featureGates;
  const plugins = component === "kube-apiserver" ? removed.admissionPlugins : [];
  return [
    ...find("admission plugin", plugins, listed("enable-admission-plugins")),
    ...find("feature gate", gates, listed("feature-gates")),
    ...find("flag", removed.options[component] ?? [], [...given.keys()]),
  ];
}
