/** Discovery of cluster members. */
import { DOMAIN } from "../../distribution.ts";
import { bool, object, one, text } from "./types.ts";

const registryKubernetesConfig = object(
  "RegistryKubernetesConfig",
  "Discovery through Kubernetes Node resources",
  {
    disabled: bool({
      doc: "Disable this registry; incompatible with Kubernetes 1.32 and later",
      default: false,
      examples: [{ value: true }],
    }),
  },
  { inline: true },
);

const registryServiceConfig = object(
  "RegistryServiceConfig",
  "Discovery through an external service, which receives encrypted data only",
  {
    disabled: bool({ doc: "Disable this registry", default: false, examples: [{ value: true }] }),
    endpoint: text({
      doc: "URL of the discovery service, without a path",
      default: `https://discovery.${DOMAIN}/`,
      examples: [{ value: "https://discovery.example.com/" }],
    }),
  },
  { inline: true },
);

const discoveryRegistriesConfig = object(
  "DiscoveryRegistriesConfig",
  "Registries used to publish and find members",
  {
    kubernetes: one(registryKubernetesConfig, {
      doc: "Discovery through Kubernetes Node resources",
      always: true,
      examples: [{ value: { disabled: true } }],
    }),
    service: one(registryServiceConfig, {
      doc: "Discovery through an external service; requires `cluster.id` and `cluster.secret`",
      always: true,
      examples: [{ value: { endpoint: "https://discovery.example.com/" } }],
    }),
  },
  { inline: true },
);

export const clusterDiscoveryConfig = object(
  "ClusterDiscoveryConfig",
  "Discovery of cluster members",
  {
    enabled: bool({
      doc: "Cluster member discovery; required by KubeSpan",
      default: false,
      examples: [{ value: true }],
    }),
    registries: one(discoveryRegistriesConfig, {
      doc: "Registries used to publish and find members",
      always: true,
      examples: [{
        value: { kubernetes: { disabled: true }, service: { disabled: false } },
      }],
    }),
  },
);
