/**
 * The `cluster` section of generated configurations.
 *
 * @module
 */
import { type KubernetesComponent, kubernetesImage } from "../../distribution.ts";
import type { Data, Value } from "../data.ts";
import { encoded, withKey, withoutKey } from "./certificates.ts";
import { hasFeature } from "./contract.ts";
import type { GenerateInput } from "./generate_input.ts";
import { image } from "./machine_section.ts";

export const POD_SUBNET = "10.244.0.0/16";
export const SERVICE_SUBNET = "10.96.0.0/12";

/** Returns the section of a worker. */
export function workerClusterSection(input: GenerateInput): Data {
  const { bundle, contract } = input;
  if (hasFeature("separateDocuments", contract)) return { token: bundle.secrets.bootstrapToken };
  return {
    id: bundle.cluster.id,
    secret: bundle.cluster.secret,
    controlPlane: { endpoint: input.endpoint.text },
    ...(hasFeature("workerClusterName", contract) ? { clusterName: input.clusterName } : {}),
    network: network(input),
    token: bundle.secrets.bootstrapToken,
    ca: withoutKey(bundle.certs.k8s),
    ...discovery(input),
  };
}

/** Returns the section of a control plane. */
export function controlPlaneClusterSection(input: GenerateInput): Data {
  const { bundle, kubernetesVersion } = input;
  const { k8s, k8sAggregator, k8sServiceAccount, etcd } = bundle.certs;
  const component = (name: KubernetesComponent) => image(kubernetesImage(name), kubernetesVersion);
  if (hasFeature("separateDocuments", input.contract)) {
    return { token: bundle.secrets.bootstrapToken, etcd: { ca: withKey(etcd) } };
  }
  return {
    id: bundle.cluster.id,
    secret: bundle.cluster.secret,
    controlPlane: { endpoint: input.endpoint.text },
    clusterName: input.clusterName,
    network: network(input),
    token: bundle.secrets.bootstrapToken,
    ...encryption(input),
    ca: withKey(k8s),
    ...(k8sAggregator === undefined ? {} : { aggregatorCA: withKey(k8sAggregator) }),
    ...(k8sServiceAccount === undefined
      ? {}
      : { serviceAccount: { key: encoded(k8sServiceAccount.key) } }),
    apiServer: { ...component("kube-apiserver"), ...apiServer(input) },
    controllerManager: component("kube-controller-manager"),
    proxy: component("kube-proxy"),
    scheduler: component("kube-scheduler"),
    ...discovery(input),
    etcd: { ca: withKey(etcd) },
    extraManifests: [],
    inlineManifests: [],
  };
}

function network({ dnsDomain }: GenerateInput): Data {
  return { dnsDomain, podSubnets: [POD_SUBNET], serviceSubnets: [SERVICE_SUBNET] };
}

function encryption({ bundle, contract }: GenerateInput): Data {
  const { secretboxEncryptionSecret, aescbcEncryptionSecret } = bundle.secrets;
  return hasFeature("secretbox", contract)
    ? { secretboxEncryptionSecret: secretboxEncryptionSecret ?? "" }
    : { aescbcEncryptionSecret: aescbcEncryptionSecret ?? "" };
}

function apiServer({ endpoint, additionalSans, contract }: GenerateInput): Data {
  return {
    certSANs: [
      ...(hasFeature("endpointInSans", contract) ? [endpoint.hostname] : []),
      ...additionalSans,
    ],
    ...(hasFeature("podSecurityPolicyOff", contract) ? { disablePodSecurityPolicy: true } : {}),
    ...(hasFeature("podSecurityAdmission", contract) ? { admissionControl: [POD_SECURITY] } : {}),
    ...(hasFeature("auditPolicy", contract) ? { auditPolicy: AUDIT_POLICY } : {}),
  };
}

/** Returns the discovery section, which interface release v1.4 omits when disabled. */
function discovery(input: GenerateInput): { readonly discovery?: Value } {
  if (input.legacy && !input.discovery) return {};
  const disabled = hasFeature("kubernetesDiscoveryOff", input.contract);
  const registries = { kubernetes: disabled ? { disabled } : {}, service: {} };
  return { discovery: { enabled: input.discovery, registries } };
}

/** Pod security defaults: baseline enforced, except in kube-system. */
export const POD_SECURITY: Data = {
  name: "PodSecurity",
  configuration: {
    apiVersion: "pod-security.admission.config.k8s.io/v1alpha1",
    kind: "PodSecurityConfiguration",
    defaults: {
      enforce: "baseline",
      "enforce-version": "latest",
      audit: "restricted",
      "audit-version": "latest",
      warn: "restricted",
      "warn-version": "latest",
    },
    exemptions: { usernames: [], runtimeClasses: [], namespaces: ["kube-system"] },
  },
};

/** Logs the metadata of all requests. */
export const AUDIT_POLICY: Data = {
  apiVersion: "audit.k8s.io/v1",
  kind: "Policy",
  rules: [{ level: "Metadata" }],
};
