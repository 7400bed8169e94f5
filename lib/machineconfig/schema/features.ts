/** Optional features. */
import { HOST_DNS } from "./shared_fields.ts";
import { bool, INT, list, number, object, one, TEXT, text } from "./types.ts";

const kubernetesTalosAPIAccessConfig = object(
  "KubernetesTalosAPIAccessConfig",
  "Node API access from Kubernetes pods",
  {
    enabled: bool({
      doc: "Issue node API client certificates to pods",
      default: false,
      examples: [{ value: true }],
    }),
    allowedRoles: list(TEXT, {
      doc: "Roles that pods may request; empty means no access",
      examples: [{ value: ["os:reader"] }],
    }),
    allowedKubernetesNamespaces: list(TEXT, {
      doc: "Namespaces of the pods with access",
      examples: [{ value: ["kube-system"] }],
    }),
  },
);

const kubePrism = object(
  "KubePrism",
  "Local load balancer for the cluster's API servers",
  {
    enabled: bool({ doc: "Run KubePrism", default: false, examples: [{ value: true }] }),
    port: number({
      doc: "Listen port on the loopback address",
      default: 7445,
      examples: [{ value: 7445 }],
      ...INT,
    }),
  },
);

const hostDNSConfig = object("HostDNSConfig", "Local DNS cache", {
  ...HOST_DNS,
});

const imageCacheConfig = object("ImageCacheConfig", "Local cache of container images", {
  localEnabled: bool({
    doc: "Serve images from the cache on the IMAGECACHE volume",
    default: false,
    examples: [{ value: true }],
  }),
});

export const featuresConfig = object("FeaturesConfig", "Optional features", {
  rbac: bool({
    doc: "Role-based access control for the node API; when off, every client has full access",
    default: false,
    examples: [{ value: true }],
  }),
  stableHostname: bool({
    replacedBy: { kind: "HostnameConfig", since: "v1.12" },
    doc:
      "Hostname derived from hardware instead of the IP address, for machines without a configured name",
    default: false,
    since: "v1.2",
    examples: [{ value: true }],
  }),
  kubernetesTalosAPIAccess: one(kubernetesTalosAPIAccessConfig, {
    replacedBy: { kind: "KubeTalosAPIAccessConfig", since: "v1.14" },
    doc: "Node API access from Kubernetes pods; control planes only",
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
    doc: "Require the client authentication key usage in client certificates",
    default: false,
    since: "v1.3",
    examples: [{ value: true }],
  }),
  diskQuotaSupport: bool({
    doc: "File system quotas to measure the disk usage of pods",
    default: false,
    since: "v1.5",
    examples: [{ value: true }],
  }),
  kubePrism: one(kubePrism, {
    replacedBy: { kind: "KubePrismConfig", since: "v1.14" },
    doc: "Local load balancer for the cluster's API servers",
    since: "v1.5",
    examples: [{ value: { enabled: true, port: 7445 } }],
  }),
  hostDNS: one(hostDNSConfig, {
    replacedBy: { kind: "ResolverConfig", since: "v1.14" },
    doc: "Local DNS cache",
    since: "v1.7",
    examples: [{
      value: { enabled: true, forwardKubeDNSToHost: true, resolveMemberNames: true },
    }],
  }),
  imageCache: one(imageCacheConfig, {
    replacedBy: { kind: "ImageCacheConfig", since: "v1.14" },
    doc: "Local cache of container images",
    since: "v1.9",
    examples: [{ value: { localEnabled: true } }],
  }),
  nodeAddressSortAlgorithm: text({
    doc: "Order of node addresses: `v1` by address, `v2` by prefix length, longest first",
    since: "v1.9",
    checkedValues: ["v1", "v2"],
    examples: [{ value: "v2" }],
  }),
});
