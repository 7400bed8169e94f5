/**
 * Effects of the fields of further documents, by kind, from the sources of Talos v1.5 to v1.14.
 *
 * @module
 */
import {
  type EffectTable,
  IMMEDIATE,
  INSTALLATION,
  MANIFESTS,
  REBOOT,
  restart,
  until,
} from "./types.ts";

const AT_ONCE: EffectTable = { "": IMMEDIATE };

/** A new volume is provisioned at once; a ready one is opened and grown at the next boot. */
const VOLUME: EffectTable = { "": { ...REBOOT, added: "immediate", removed: "immediate" } };

const MAINTAINED_VOLUME: EffectTable = { ...VOLUME, "trim": IMMEDIATE, "scrub": IMMEDIATE };

const KUBELET: EffectTable = { "": restart("kubelet") };
const API_SERVER: EffectTable = { "": restart("kube-apiserver") };
const CONTROLLER_MANAGER: EffectTable = { "": restart("kube-controller-manager") };
const CRI: EffectTable = { "": restart("cri") };
const SYNCHRONIZED: EffectTable = { "": MANIFESTS };
const NEW_MANIFESTS: EffectTable = { "": { ...MANIFESTS, added: "immediate" } };

/** Effects of documents, by kind. */
export const DOCUMENT_EFFECTS: Readonly<Record<string, EffectTable>> = {
  SideroLinkConfig: AT_ONCE,
  ExtensionServiceConfig: { "": restart("ext-<name>") },
  NetworkDefaultActionConfig: AT_ONCE,
  NetworkRuleConfig: AT_ONCE,
  KubeSpanEndpointsConfig: AT_ONCE,
  EventSinkConfig: AT_ONCE,
  KmsgLogConfig: AT_ONCE,
  WatchdogTimerConfig: AT_ONCE,
  TrustedRootsConfig: AT_ONCE,
  VolumeConfig: {
    // An existing system volume is opened and grown at boot.
    "": REBOOT,
    "filesystem": INSTALLATION,
    "trim": IMMEDIATE,
    "scrub": IMMEDIATE,
  },
  UserVolumeConfig: MAINTAINED_VOLUME,
  RawVolumeConfig: VOLUME,
  ExistingVolumeConfig: MAINTAINED_VOLUME,
  SwapVolumeConfig: VOLUME,
  ExternalVolumeConfig: VOLUME,
  ZswapConfig: AT_ONCE,
  FilesystemTrimConfig: AT_ONCE,
  FilesystemScrubConfig: AT_ONCE,
  LVMVolumeGroupConfig: AT_ONCE,
  LVMLogicalVolumeConfig: AT_ONCE,
  RAIDArrayConfig: AT_ONCE,
  LinkConfig: AT_ONCE,
  DummyLinkConfig: AT_ONCE,
  BridgeConfig: AT_ONCE,
  VLANConfig: AT_ONCE,
  WireguardConfig: AT_ONCE,
  VRFConfig: AT_ONCE,
  VethConfig: AT_ONCE,
  BondConfig: AT_ONCE,
  HostnameConfig: AT_ONCE,
  ResolverConfig: AT_ONCE,
  StaticHostConfig: AT_ONCE,
  TimeSyncConfig: AT_ONCE,
  DHCPv4Config: AT_ONCE,
  DHCPv6Config: AT_ONCE,
  Layer2VIPConfig: AT_ONCE,
  HCloudVIPConfig: AT_ONCE,
  LinkAliasConfig: AT_ONCE,
  EthernetConfig: AT_ONCE,
  BlackholeRouteConfig: AT_ONCE,
  RoutingRuleConfig: AT_ONCE,
  KubeSpanConfig: AT_ONCE,
  TCPProbeConfig: AT_ONCE,
  HTTPProbeConfig: AT_ONCE,
  BGPInstanceConfig: AT_ONCE,
  RegistryMirrorConfig: AT_ONCE,
  // containerd reads it when it starts; nodes of v1.14 or later restart it.
  RegistryAuthConfig: { "": until("v1.13", REBOOT, restart("cri")) },
  RegistryTLSConfig: AT_ONCE,
  ImageCacheConfig: AT_ONCE,
  CRIBaseRuntimeSpecConfig: CRI,
  CRICustomizationConfig: CRI,
  ImageVerificationConfig: AT_ONCE,
  PCIDriverRebindConfig: AT_ONCE,
  OOMConfig: AT_ONCE,
  // Services read it when they start.
  EnvironmentConfig: { "": REBOOT },
  EtcFileConfig: AT_ONCE,
  // Modules are loaded, never unloaded.
  KernelModuleConfig: { "": { ...REBOOT, added: "immediate" } },
  SysctlConfig: AT_ONCE,
  SysfsConfig: AT_ONCE,
  UdevRulesConfig: AT_ONCE,
  // The boot sequence starts the service that isolates workloads.
  SecurityProfileConfig: { "": REBOOT },
  UnattendedInstallConfig: { "": INSTALLATION },
  DiscoveryIdentityConfig: AT_ONCE,
  DiscoveryServiceConfig: AT_ONCE,
  KubeClusterConfig: { "": IMMEDIATE, "endpoint": restart("kubelet") },
  KubeNodeConfig: {
    "": restart("kubelet"),
    "labels": IMMEDIATE,
    "annotations": IMMEDIATE,
  },
  KubeNetworkConfig: {
    "": restart("kube-controller-manager"),
    "dnsDomain": restart("kubelet"),
    "serviceSubnets": restart("kube-apiserver"),
  },
  KubePrismConfig: KUBELET,
  KubeAPIServerCAConfig: KUBELET,
  KubeAggregatorCAConfig: API_SERVER,
  KubeServiceAccountConfig: API_SERVER,
  KubeEtcdEncryptionConfig: API_SERVER,
  KubeTalosAPIAccessConfig: AT_ONCE,
  KubeInlineManifestConfig: NEW_MANIFESTS,
  KubeExternalManifestConfig: NEW_MANIFESTS,
  KubeStaticPodConfig: AT_ONCE,
  KubeletConfig: KUBELET,
  KubeCredentialProviderConfig: KUBELET,
  KubeAPIServerConfig: API_SERVER,
  KubeControllerManagerConfig: CONTROLLER_MANAGER,
  KubeSchedulerConfig: { "": restart("kube-scheduler") },
  KubeProxyConfig: SYNCHRONIZED,
  KubeFlannelCNIConfig: SYNCHRONIZED,
  KubeCoreDNSConfig: SYNCHRONIZED,
  KubeAdmissionControlConfig: API_SERVER,
  KubeAuditPolicyConfig: API_SERVER,
  KubeAuthenticationConfig: API_SERVER,
  KubeAuthorizerConfig: API_SERVER,
  ContainerConfig: AT_ONCE,
};
