/**
 * Resource types of nodes, so that resources can be requested together with their definition. The
 * definition of the node decides: a wrong or missing entry costs a round trip. Source: the
 * definitions of a node of v1.8; the names stand for one type in all releases up to v1.14.
 *
 * @module
 */
import { DOMAIN } from "../distribution.ts";
import type { Kind } from "./client.ts";

/** Names of types, separated by spaces, by namespace and group. */
const TYPES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  cluster: {
    cluster: [
      "Affiliates Identities Infos Members",
    ],
  },
  config: {
    cluster: [
      "DiscoveryConfigs KubernetesAccessConfigs",
    ],
    config: [
      "MachineConfigs MachineTypes",
    ],
    kubespan: [
      "KubeSpanConfigs",
    ],
    siderolink: [
      "SiderolinkConfigs SiderolinkStatuses SiderolinkTunnels",
    ],
  },
  controlplane: {
    kubernetes: [
      "AdmissionControlConfigs APIServerConfigs AuditPolicyConfigs",
      "BootstrapManifestsConfigs ConfigStatuses ControllerManagerConfigs Endpoints",
      "ExtraManifestsConfigs Manifests ManifestStatuses SchedulerConfigs SecretStatuses",
    ],
  },
  cri: {
    cri: [
      "SeccompProfiles",
    ],
  },
  etcd: {
    etcd: [
      "EtcdConfigs EtcdMembers EtcdSpecs PKIStatuses",
    ],
  },
  files: {
    files: [
      "EtcFileSpecs EtcFileStatuses",
    ],
  },
  hardware: {
    hardware: [
      "MemoryModules PCIDevices Processors SystemInformations",
    ],
  },
  k8s: {
    k8s: [
      "NodeAnnotationSpecs NodeCordonedSpecs NodeLabelSpecs NodeTaintSpecs",
    ],
    kubernetes: [
      "KubeletConfigs KubeletLifecycles KubeletSpecs KubePrismConfigs KubePrismEndpoints",
      "KubePrismStatuses NodeIPConfigs NodeIPs Nodenames NodeStatuses StaticPods",
      "StaticPodServerStatuses StaticPodStatuses",
    ],
  },
  kubespan: {
    kubespan: [
      "KubeSpanEndpoints KubeSpanIdentities KubeSpanPeerSpecs KubeSpanPeerStatuses",
    ],
  },
  network: {
    net: [
      "AddressSpecs AddressStatuses DeviceConfigSpecs DNSResolveCaches DNSUpstreams",
      "HardwareAddresses HostDNSConfigs HostnameSpecs HostnameStatuses LinkRefreshes",
      "LinkSpecs LinkStatuses NetworkStatuses NfTablesChains NodeAddresses",
      "NodeAddressFilters OperatorSpecs ProbeSpecs ProbeStatuses ResolverSpecs",
      "ResolverStatuses RouteSpecs RouteStatuses TimeServerSpecs TimeServerStatuses",
    ],
  },
  perf: {
    perf: [
      "CPUStats MemoryStats",
    ],
  },
  runtime: {
    block: [
      "BlockDevices DiscoveredVolumes DiscoveryRefreshRequests DiscoveryRefreshStatuses",
      "Disks SystemDisks UserDiskConfigStatuses VolumeConfigs VolumeLifecycles",
      "VolumeStatuses",
    ],
    runtime: [
      "DevicesStatuses Diagnostics EventSinkConfigs ExtensionServiceConfigs",
      "ExtensionServiceConfigStatuses ExtensionStatuses KernelModuleSpecs",
      "KernelParamDefaultSpecs KernelParamSpecs KernelParamStatuses KmsgLogConfigs",
      "MachineResetSignals MachineStatuses MaintenanceServiceConfigs",
      "MaintenanceServiceRequests MetaKeys MetaLoads UniqueMachineTokens",
      "WatchdogTimerConfigs WatchdogTimerStatuses",
    ],
    v1alpha1: [
      "AcquireConfigSpecs AcquireConfigStatuses AdjtimeStatuses Services TimeStatuses",
    ],
  },
  secrets: {
    secrets: [
      "ApiCertificates CertSANs EtcdRootSecrets EtcdSecrets KubeletSecrets",
      "KubernetesDynamicCerts KubernetesRootSecrets KubernetesSecrets",
      "MaintenanceRootSecrets MaintenanceServiceCertificates OSRootSecrets",
      "TrustdCertificates",
    ],
  },
};

/** Aliases that are neither the plural nor the singular of a type's name. */
const ALIASES: Readonly<Record<string, string>> = {
  address: "AddressStatuses",
  addresses: "AddressStatuses",
  chain: "NfTablesChains",
  chains: "NfTablesChains",
  extensions: "ExtensionStatuses",
  hostname: "HostnameStatuses",
  link: "LinkStatuses",
  links: "LinkStatuses",
  modules: "KernelModuleSpecs",
  resolvers: "ResolverStatuses",
  route: "RouteStatuses",
  routes: "RouteStatuses",
  sysctls: "KernelParamStatuses",
  timeserver: "TimeServerStatuses",
  timeservers: "TimeServerStatuses",
};

/** Returns the kind that a name stands for on most nodes; undefined for other names. */
export function knownKind(name: string): Kind | undefined {
  const [plural = "", group, ...rest] = name.toLowerCase().split(".");
  const wanted = ALIASES[plural]?.toLowerCase() ?? plural;
  for (const [namespace, groups] of Object.entries(TYPES)) {
    for (const [groupName, names] of Object.entries(groups)) {
      if (group !== undefined && group !== groupName) continue;
      const found = names.flatMap((line) => line.split(" ")).find((one) =>
        one.toLowerCase() === wanted || singular(one).toLowerCase() === wanted
      );
      if (found === undefined) continue;
      const type = `${found}.${groupName}.${DOMAIN}`;
      const isPrefix = `${groupName}.${DOMAIN}`.startsWith([group, ...rest].join("."));
      return isPrefix ? { namespace, type } : undefined;
    }
  }
  return undefined;
}

/** Returns the singular, as nodes form the aliases of a type. */
function singular(plural: string): string {
  if (plural.endsWith("ies")) return `${plural.slice(0, -3)}y`;
  return plural.replace(/(?<=s|x|ch|sh)es$|s$/, "");
}
