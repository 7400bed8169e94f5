/** How members of a cluster find each other. */
import { bool, object, one, text } from "./types.ts";

export const registryKubernetesConfig = object("RegistryKubernetesConfig", "", {
  disabled: bool({ doc: "" }),
}, { inline: true });

export const registryServiceConfig = object("RegistryServiceConfig", "", {
  disabled: bool({ doc: "" }),
  endpoint: text({ doc: "" }),
}, { inline: true });

export const discoveryRegistriesConfig = object("DiscoveryRegistriesConfig", "", {
  kubernetes: one(registryKubernetesConfig, { doc: "", always: true }),
  service: one(registryServiceConfig, { doc: "", always: true }),
}, { inline: true });

export const clusterDiscoveryConfig = object("ClusterDiscoveryConfig", "", {
  enabled: bool({ doc: "" }),
  registries: one(discoveryRegistriesConfig, { doc: "", always: true }),
});
