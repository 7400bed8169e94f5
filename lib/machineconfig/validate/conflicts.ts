/**
 * Conflicts between documents: settings that the main document has as well, and links, addresses or
 * volumes that two documents define.
 *
 * @module
 */
import type { LoadedDocument } from "../load.ts";
import { quoted } from "../problem.ts";
import { MAIN } from "../schema/documents.ts";
import type { Cursor } from "./cursor.ts";
import { movedField } from "./moved_fields.ts";
import type { Report } from "./report.ts";

/** Fields of the main document that a document of a kind replaces. */
const REPLACED: Readonly<Record<string, readonly string[]>> = {
  CRIBaseRuntimeSpecConfig: ["machine.baseRuntimeSpecOverrides"],
  DiscoveryIdentityConfig: ["cluster.id", "cluster.secret"],
  DiscoveryServiceConfig: ["cluster.discovery"],
  HostnameConfig: ["machine.network.hostname", "machine.features.stableHostname"],
  ImageCacheConfig: ["machine.features.imageCache"],
  KubeAPIServerCAConfig: ["cluster.ca"],
  KubeAPIServerConfig: ["cluster.apiServer", "cluster.controlPlane.localAPIServerPort"],
  KubeAdmissionControlConfig: ["cluster.apiServer.admissionControl"],
  KubeAggregatorCAConfig: ["cluster.aggregatorCA"],
  KubeAuditPolicyConfig: ["cluster.apiServer.auditPolicy"],
  KubeAuthorizerConfig: ["cluster.apiServer.authorizationConfig"],
  KubeClusterConfig: ["cluster.clusterName", "cluster.controlPlane.endpoint"],
  KubeControllerManagerConfig: [
    "cluster.controllerManager",
    "machine.controlPlane.controllerManager",
  ],
  KubeCoreDNSConfig: ["cluster.coreDNS"],
  KubeCredentialProviderConfig: ["machine.kubelet"],
  KubeEtcdEncryptionConfig: ["cluster.secretboxEncryptionSecret", "cluster.aescbcEncryptionSecret"],
  KubeFlannelCNIConfig: ["cluster.network"],
  KubeNetworkConfig: ["cluster.network"],
  KubeNodeConfig: [
    "cluster.allowSchedulingOnControlPlanes",
    "cluster.allowSchedulingOnMasters",
    "machine.kubelet.skipNodeRegistration",
    "machine.kubelet.registerWithFQDN",
    "machine.kubelet.nodeIP",
    "machine.nodeLabels",
    "machine.nodeAnnotations",
    "machine.nodeTaints",
  ],
  KubePrismConfig: ["machine.features.kubePrism"],
  KubeProxyConfig: ["cluster.proxy"],
  KubeSchedulerConfig: ["cluster.scheduler", "machine.controlPlane.scheduler"],
  KubeServiceAccountConfig: ["cluster.serviceAccount"],
  KubeSpanConfig: ["machine.network.kubespan"],
  KubeTalosAPIAccessConfig: ["machine.features.kubernetesTalosAPIAccess"],
  KubeletConfig: ["machine.kubelet"],
  ResolverConfig: [
    "machine.network.nameservers",
    "machine.network.searchDomains",
    "machine.network.disableSearchDomain",
  ],
  TimeSyncConfig: ["machine.time.disabled", "machine.time.servers", "machine.time.bootTimeout"],
  UnattendedInstallConfig: ["machine.install"],
};

/** Kinds whose documents must not have the same name. */
const SAME_NAME: readonly (readonly string[])[] = [
  [
    "BondConfig",
    "BridgeConfig",
    "DummyLinkConfig",
    "LinkConfig",
    "VethConfig",
    "VLANConfig",
    "VRFConfig",
    "WireguardConfig",
  ],
  ["HCloudVIPConfig", "Layer2VIPConfig"],
  ["ExistingVolumeConfig", "UserVolumeConfig"],
];

/** Reports conflicts of a document with the main one and with earlier documents. */
export function checkConflicts(
  { type: { kind }, data }: LoadedDocument,
  cursor: Cursor,
  { main, earlier }: {
    readonly main: Cursor | undefined;
    readonly earlier: readonly LoadedDocument[];
  },
  report: Report,
): void {
  for (const path of main === undefined ? [] : replacedBy(kind, cursor)) {
    const field = main!.atPath(...path.split("."));
    if (!isSet(field)) continue;
    const moved = field.value === undefined ? undefined : movedField(path, kind, field.value);
    report.errorAtKey(
      field,
      `not allowed beside a document of kind ${kind}, which replaces it`,
      moved === undefined
        ? `set it in that document; see "osctl explain ${kind}"`
        : `write it as ${moved}`,
    );
  }
  const name = data["name"];
  const kinds = SAME_NAME.find((group) => group.includes(kind)) ?? [];
  const other = earlier.find((one) =>
    one.type.kind !== kind && one.type !== MAIN && kinds.includes(one.type.kind) &&
    one.data["name"] === name
  );
  if (other === undefined || typeof name !== "string") return;
  report.error(
    cursor.at("name"),
    `${quoted(name)} is already defined by ${other.type.kind}`,
    "use another name, or remove one of them",
  );
}

function replacedBy(kind: string, cursor: Cursor): readonly string[] {
  const name = cursor.at("name").text;
  if (kind === "VolumeConfig" && cursor.at("encryption").isPresent) {
    const isEncrypted = name === "STATE" || name === "EPHEMERAL";
    return isEncrypted ? [`machine.systemDiskEncryption.${name.toLowerCase()}`] : [];
  }
  const fields = REPLACED[kind] ?? [];
  const hasDns = kind === "ResolverConfig" && cursor.at("hostDNS").isPresent;
  return hasDns ? [...fields, "machine.features.hostDNS"] : fields;
}

/** Reports whether a field has a value other than an empty string, false, or an empty list. */
function isSet(cursor: Cursor): boolean {
  if (!cursor.isNonEmpty || cursor.isFalse) return false;
  return !Array.isArray(cursor.value) || cursor.items.length > 0;
}
