/** The network of pods and services. */
import { list, object, one, TEXT, text } from "./types.ts";

const flannelCNIConfig = object("FlannelCNIConfig", "Flannel as nodes deploy it", {
  extraArgs: list(TEXT, {
    doc: "Further arguments of flanneld; for flannel only",
    examples: [{ value: ["--iface-can-reach=192.0.2.1"] }],
  }),
});

export const cniConfig = object("CNIConfig", "Who connects the pods of the cluster", {
  name: text({
    doc: "`flannel` is deployed by the nodes, `custom` from `urls`, `none` by somebody else",
    required: true,
    words: ["flannel", "custom", "none"],
    examples: [{ value: "flannel" }],
  }),
  urls: list(TEXT, {
    doc: "URLs of the manifests to apply; for `custom` only",
    examples: [{ value: ["https://example.com/cni/install.yaml"] }],
  }),
  flannel: one(flannelCNIConfig, {
    doc: "Settings of flannel",
    since: "v1.6",
    examples: [{ value: { extraArgs: ["--iface-can-reach=192.0.2.1"] } }],
  }),
});

export const clusterNetworkConfig = object(
  "ClusterNetworkConfig",
  "The network of pods and services",
  {
    cni: one(cniConfig, {
      doc: "Who connects the pods; flannel when it is left out",
      examples: [{
        value: { name: "custom", urls: ["https://example.com/cni/install.yaml"] },
      }],
    }),
    dnsDomain: text({
      doc: "DNS domain under which services have their names",
      default: "cluster.local",
      always: true,
      examples: [{ value: "cluster.local" }],
    }),
    podSubnets: list(TEXT, {
      doc: "Subnets that pods get their addresses from, one of each IP version",
      default: ["10.244.0.0/16"],
      always: true,
      merge: "replace",
      examples: [{ value: ["10.244.0.0/16"] }],
    }),
    serviceSubnets: list(TEXT, {
      doc: "Subnets that services get their addresses from, one of each IP version",
      default: ["10.96.0.0/12"],
      always: true,
      merge: "replace",
      examples: [{ value: ["10.96.0.0/12"] }],
    }),
  },
);
