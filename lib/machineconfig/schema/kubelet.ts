/** What the configuration says about the kubelet. */
import { bool, free, list, map, number, object, one, TEXT, text, UINT32 } from "./types.ts";

export const linuxIDMapping = object("LinuxIDMapping", "", {
  containerID: number({ doc: "", always: true, ...UINT32 }),
  hostID: number({ doc: "", always: true, ...UINT32 }),
  size: number({ doc: "", always: true, ...UINT32 }),
});

export const extraMount = object("ExtraMount", "", {
  destination: text({ doc: "", always: true, since: "v1.6" }),
  type: text({ doc: "", since: "v1.6" }),
  source: text({ doc: "", since: "v1.6" }),
  options: list(TEXT, { doc: "", since: "v1.6" }),
  uidMappings: list(linuxIDMapping, { doc: "", since: "v1.6" }),
  gidMappings: list(linuxIDMapping, { doc: "", since: "v1.6" }),
});

export const kubeletNodeIPConfig = object("KubeletNodeIPConfig", "", {
  validSubnets: list(TEXT, { doc: "" }),
});

export const kubeletConfig = object("KubeletConfig", "", {
  image: text({ doc: "" }),
  clusterDNS: list(TEXT, { doc: "" }),
  extraArgs: map(TEXT, { doc: "" }),
  extraMounts: list(extraMount, { doc: "" }),
  extraConfig: free({ doc: "" }),
  credentialProviderConfig: free({ doc: "", since: "v1.6" }),
  defaultRuntimeSeccompProfileEnabled: bool({ doc: "", since: "v1.2" }),
  registerWithFQDN: bool({ doc: "" }),
  nodeIP: one(kubeletNodeIPConfig, { doc: "" }),
  skipNodeRegistration: bool({ doc: "", since: "v1.2" }),
  disableManifestsDirectory: bool({ doc: "", since: "v1.3" }),
});
