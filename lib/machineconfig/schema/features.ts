/** Features that can be switched. */
import { bool, INT, list, number, object, one, TEXT } from "./types.ts";

const kubernetesTalosAPIAccessConfig = object(
  "KubernetesTalosAPIAccessConfig",
  "Which pods may use the API of nodes",
  {
    enabled: bool({
      doc: "Whether pods can get a client certificate for the API of nodes",
      default: false,
      examples: [{ value: true }],
    }),
    allowedRoles: list(TEXT, {
      doc: "Roles that pods may ask for; without any there is no access",
      examples: [{ value: ["os:reader"] }],
    }),
    allowedKubernetesNamespaces: list(TEXT, {
      doc: "Namespaces of the pods that may ask",
      examples: [{ value: ["kube-system"] }],
    }),
  },
);

const kubePrism = object(
  "KubePrism",
  "A load balancer on the machine itself, in front of all API servers of the cluster",
  {
    enabled: bool({ doc: "Whether it runs", default: false, examples: [{ value: true }] }),
    port: number({
      doc: "Port on the machine's loopback address",
      default: 7445,
      examples: [{ value: 7445 }],
      ...INT,
    }),
  },
);

const hostDNSConfig = object("HostDNSConfig", "The machine's own DNS cache", {
  enabled: bool({ doc: "Whether it runs", default: false, examples: [{ value: true }] }),
  forwardKubeDNSToHost: bool({
    doc: "Whether the cluster's CoreDNS asks it and not the name servers themselves",
    default: false,
    examples: [{ value: true }],
  }),
  resolveMemberNames: bool({
    doc: "Whether it knows the names of the cluster's members, as discovery found them",
    default: false,
    examples: [{ value: true }],
  }),
});

export const featuresConfig = object("FeaturesConfig", "Features that can be switched", {
  rbac: bool({
    doc: "Whether the API of the node looks at the roles of a client; without it all may do all",
    default: false,
    examples: [{ value: true }],
  }),
  stableHostname: bool({
    doc: "Whether a node without a name is named after its hardware and not after its address",
    default: false,
    since: "v1.2",
    examples: [{ value: true }],
  }),
  kubernetesTalosAPIAccess: one(kubernetesTalosAPIAccessConfig, {
    doc: "Lets pods of some namespaces use the API of nodes; on control planes only",
    controlPlaneOnly: true,
    since: "v1.2",
    examples: [{
      value: {
        enabled: true,
        allowedRoles: ["os:reader"],
        allowedKubernetesNamespaces: ["kube-system"],
      },
    }],
  }),
  apidCheckExtKeyUsage: bool({
    doc: "Whether a client certificate has to be one for clients",
    default: false,
    since: "v1.3",
    examples: [{ value: true }],
  }),
  diskQuotaSupport: bool({
    doc: "Whether the disk use of pods is measured by quotas of the file system",
    default: false,
    since: "v1.5",
    examples: [{ value: true }],
  }),
  kubePrism: one(kubePrism, {
    doc: "A load balancer on the machine itself, in front of all API servers of the cluster",
    since: "v1.5",
    examples: [{ value: { enabled: true, port: 7445 } }],
  }),
  hostDNS: one(hostDNSConfig, {
    doc: "The machine's own DNS cache",
    since: "v1.7",
    examples: [{
      value: { enabled: true, forwardKubeDNSToHost: true, resolveMemberNames: true },
    }],
  }),
});
