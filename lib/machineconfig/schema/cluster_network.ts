/** The pod and service network. */
import { bool, list, object, one, TEXT, text } from "./types.ts";

const flannelCNIConfig = object("FlannelCNIConfig", "Settings of the bundled Flannel deployment", {
  extraArgs: list(TEXT, {
    doc: "Additional flanneld arguments; requires `name: flannel`",
    examples: [{ value: ["--iface-can-reach=192.0.2.1"] }],
  }),
  kubeNetworkPoliciesEnabled: bool({
    doc: "Deploy kube-network-policies, which enforces network policies",
    default: false,
    since: "v1.13",
    examples: [{ value: true }],
  }),
});

export const cniConfig = object("CNIConfig", "Pod network (CNI) plugin", {
  name: text({
    doc:
      "Plugin: `flannel` is deployed by the nodes, `custom` from `urls`, `none` leaves it to the user",
    required: true,
    checkedValues: ["flannel", "custom", "none"],
    examples: [{ value: "flannel" }],
  }),
  urls: list(TEXT, {
    doc: "URLs of the plugin's manifests; requires `name: custom`",
    examples: [{ value: ["https://example.com/cni/install.yaml"] }],
  }),
  flannel: one(flannelCNIConfig, {
    doc: "Flannel settings",
    since: "v1.6",
    examples: [{ value: { extraArgs: ["--iface-can-reach=192.0.2.1"] } }],
  }),
});

export const clusterNetworkConfig = object(
  "ClusterNetworkConfig",
  "Pod and service network",
  {
    cni: one(cniConfig, {
      doc: "Pod network (CNI) plugin; defaults to Flannel",
      examples: [{
        value: { name: "custom", urls: ["https://example.com/cni/install.yaml"] },
      }],
    }),
    dnsDomain: text({
      doc: "DNS domain of the cluster's services",
      default: "cluster.local",
      always: true,
      examples: [{ value: "cluster.local" }],
    }),
    podSubnets: list(TEXT, {
      doc: "Pod subnets (CIDR), at most one per IP version",
      default: ["10.244.0.0/16"],
      always: true,
      merge: "replace",
      examples: [{ value: ["10.244.0.0/16"] }],
    }),
    serviceSubnets: list(TEXT, {
      doc: "Service subnets (CIDR), at most one per IP version",
      default: ["10.96.0.0/12"],
      always: true,
      merge: "replace",
      examples: [{ value: ["10.96.0.0/12"] }],
    }),
  },
);
