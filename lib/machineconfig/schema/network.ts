/** The network of a machine as a whole. */
import { device } from "./interfaces.ts";
import { bool, list, number, object, one, TEXT, text, UINT32 } from "./types.ts";

export const extraHost = object("ExtraHost", "", {
  ip: text({ doc: "", always: true }),
  aliases: list(TEXT, { doc: "", always: true }),
});

export const meshFilters = object("KubeSpanFilters", "", {
  endpoints: list(TEXT, { doc: "" }),
});

export const networkKubeSpan = object("NetworkKubeSpan", "", {
  enabled: bool({ doc: "" }),
  advertiseKubernetesNetworks: bool({ doc: "", since: "v1.2" }),
  allowDownPeerBypass: bool({ doc: "" }),
  harvestExtraEndpoints: bool({ doc: "", since: "v1.6" }),
  mtu: number({ doc: "", since: "v1.3", ...UINT32, optional: true }),
  filters: one(meshFilters, { doc: "", since: "v1.3" }),
});

export const networkConfig = object("NetworkConfig", "", {
  hostname: text({ doc: "" }),
  interfaces: list(device, { doc: "", merge: { by: ["interface", "deviceSelector"] } }),
  nameservers: list(TEXT, { doc: "" }),
  extraHostEntries: list(extraHost, { doc: "" }),
  kubespan: one(networkKubeSpan, { doc: "" }),
  disableSearchDomain: bool({ doc: "", since: "v1.1" }),
});
