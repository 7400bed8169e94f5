/** How members of a cluster find each other. */
import { DOMAIN } from "../../distribution.ts";
import { bool, object, one, text } from "./types.ts";

const registryKubernetesConfig = object(
  "RegistryKubernetesConfig",
  "Discovery through the nodes that Kubernetes knows",
  {
    disabled: bool({
      doc: "Whether it is not used; it does not work with Kubernetes 1.32 and newer",
      default: false,
      examples: [{ value: true }],
    }),
  },
  { inline: true },
);

const registryServiceConfig = object(
  "RegistryServiceConfig",
  "Discovery through a service outside of the cluster, which sees encrypted data only",
  {
    disabled: bool({ doc: "Whether it is not used", default: false, examples: [{ value: true }] }),
    endpoint: text({
      doc: "URL of the service, without a path",
      default: `https://discovery.${DOMAIN}/`,
      examples: [{ value: "https://discovery.example.com/" }],
    }),
  },
  { inline: true },
);

const discoveryRegistriesConfig = object(
  "DiscoveryRegistriesConfig",
  "Where members announce themselves and look for others",
  {
    kubernetes: one(registryKubernetesConfig, {
      doc: "Through the nodes that Kubernetes knows",
      always: true,
      examples: [{ value: { disabled: true } }],
    }),
    service: one(registryServiceConfig, {
      doc: "Through a service outside of the cluster; needs `cluster.id` and `cluster.secret`",
      always: true,
      examples: [{ value: { endpoint: "https://discovery.example.com/" } }],
    }),
  },
  { inline: true },
);

export const clusterDiscoveryConfig = object(
  "ClusterDiscoveryConfig",
  "How the members of a cluster find each other",
  {
    enabled: bool({
      doc: "Whether members look for each other; the mesh of KubeSpan needs it",
      default: false,
      examples: [{ value: true }],
    }),
    registries: one(discoveryRegistriesConfig, {
      doc: "Where members announce themselves and look for others",
      always: true,
      examples: [{
        value: { kubernetes: { disabled: true }, service: { disabled: false } },
      }],
    }),
  },
);
