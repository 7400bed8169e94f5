/** Features that can be switched. */
import { bool, INT, list, number, object, one, TEXT } from "./types.ts";

export const kubernetesTalosAPIAccessConfig = object("KubernetesTalosAPIAccessConfig", "", {
  enabled: bool({ doc: "" }),
  allowedRoles: list(TEXT, { doc: "" }),
  allowedKubernetesNamespaces: list(TEXT, { doc: "" }),
});

export const kubePrism = object("KubePrism", "", {
  enabled: bool({ doc: "" }),
  port: number({ doc: "", ...INT }),
});

export const hostDNSConfig = object("HostDNSConfig", "", {
  enabled: bool({ doc: "" }),
  forwardKubeDNSToHost: bool({ doc: "" }),
  resolveMemberNames: bool({ doc: "" }),
});

export const featuresConfig = object("FeaturesConfig", "", {
  rbac: bool({ doc: "" }),
  stableHostname: bool({ doc: "", since: "v1.2" }),
  kubernetesTalosAPIAccess: one(kubernetesTalosAPIAccessConfig, { doc: "", since: "v1.2" }),
  apidCheckExtKeyUsage: bool({ doc: "", since: "v1.3" }),
  diskQuotaSupport: bool({ doc: "", since: "v1.5" }),
  kubePrism: one(kubePrism, { doc: "", since: "v1.5" }),
  hostDNS: one(hostDNSConfig, { doc: "", since: "v1.7" }),
});
