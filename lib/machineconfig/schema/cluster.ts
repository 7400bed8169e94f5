/** The `cluster` section. */
import { certificate, certificateAndKey, privateKey } from "./certificates.ts";
import {
  apiServerConfig,
  controllerManagerConfig,
  proxyConfig,
  schedulerConfig,
} from "./control_plane.ts";
import { clusterDiscoveryConfig } from "./discovery.ts";
import { bool, INT, list, map, number, object, one, TEXT, text } from "./types.ts";

export const controlPlaneConfig = object("ControlPlaneConfig", "", {
  endpoint: text({ doc: "", always: true, format: "url" }),
  localAPIServerPort: number({ doc: "", ...INT }),
});

export const flannelCNIConfig = object("FlannelCNIConfig", "", {
  extraArgs: list(TEXT, { doc: "" }),
});

export const cniConfig = object("CNIConfig", "", {
  name: text({ doc: "" }),
  urls: list(TEXT, { doc: "" }),
  flannel: one(flannelCNIConfig, { doc: "", since: "v1.6" }),
});

export const clusterNetworkConfig = object("ClusterNetworkConfig", "", {
  cni: one(cniConfig, { doc: "" }),
  dnsDomain: text({ doc: "", always: true }),
  podSubnets: list(TEXT, { doc: "", always: true, merge: "replace" }),
  serviceSubnets: list(TEXT, { doc: "", always: true, merge: "replace" }),
});

export const etcdConfig = object("EtcdConfig", "", {
  image: text({ doc: "" }),
  ca: one(certificateAndKey, { doc: "", always: true }),
  extraArgs: map(TEXT, { doc: "" }),
  subnet: text({ doc: "" }),
  advertisedSubnets: list(TEXT, { doc: "", since: "v1.2" }),
  listenSubnets: list(TEXT, { doc: "", since: "v1.2" }),
});

export const coreDNS = object("CoreDNS", "", {
  disabled: bool({ doc: "" }),
  image: text({ doc: "" }),
});

export const externalCloudProviderConfig = object("ExternalCloudProviderConfig", "", {
  enabled: bool({ doc: "" }),
  manifests: list(TEXT, { doc: "" }),
});

export const clusterInlineManifest = object("ClusterInlineManifest", "", {
  name: text({ doc: "", always: true }),
  contents: text({ doc: "", always: true }),
});

export const adminKubeconfigConfig = object("AdminKubeconfigConfig", "", {
  certLifetime: text({ doc: "", format: "duration" }),
});

export const clusterConfig = object("ClusterConfig", "", {
  id: text({ doc: "" }),
  secret: text({ doc: "", secret: true }),
  controlPlane: one(controlPlaneConfig, { doc: "", always: true }),
  clusterName: text({ doc: "" }),
  network: one(clusterNetworkConfig, { doc: "" }),
  token: text({ doc: "", secret: true }),
  aescbcEncryptionSecret: text({ doc: "", secret: true }),
  secretboxEncryptionSecret: text({ doc: "", since: "v1.3", secret: true }),
  ca: one(certificateAndKey, { doc: "" }),
  acceptedCAs: list(certificate, { doc: "", since: "v1.7" }),
  aggregatorCA: one(certificateAndKey, { doc: "" }),
  serviceAccount: one(privateKey, { doc: "" }),
  apiServer: one(apiServerConfig, { doc: "" }),
  controllerManager: one(controllerManagerConfig, { doc: "" }),
  proxy: one(proxyConfig, { doc: "" }),
  scheduler: one(schedulerConfig, { doc: "" }),
  discovery: one(clusterDiscoveryConfig, { doc: "" }),
  etcd: one(etcdConfig, { doc: "" }),
  coreDNS: one(coreDNS, { doc: "" }),
  externalCloudProvider: one(externalCloudProviderConfig, { doc: "" }),
  extraManifests: list(TEXT, { doc: "", keepsEmpty: true }),
  extraManifestHeaders: map(TEXT, { doc: "" }),
  inlineManifests: list(clusterInlineManifest, { doc: "", keepsEmpty: true }),
  adminKubeconfig: one(adminKubeconfigConfig, { doc: "" }),
  allowSchedulingOnMasters: bool({ doc: "" }),
  allowSchedulingOnControlPlanes: bool({ doc: "", since: "v1.2" }),
});
