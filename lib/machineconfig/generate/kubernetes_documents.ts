/**
 * Kubernetes settings in generated configurations of v1.14 and newer.
 *
 * @module
 */
import { type KubernetesComponent, kubernetesImage } from "../../distribution.ts";
import { IMAGE_NAMESPACE } from "../../distribution.ts";
import type { ConfigDocument, Data } from "../data.ts";
import { AUDIT_POLICY, POD_SECURITY, POD_SUBNET, SERVICE_SUBNET } from "./cluster_section.ts";
import { createDocument } from "./create_document.ts";
import type { GenerateInput } from "./generate_input.ts";
import {
  API_SERVER_PROXY_PORT,
  image,
  LOAD_BALANCER_LABEL,
  type MachineType,
} from "./machine_section.ts";

const CONTROL_PLANE = "node-role.kubernetes.io/control-plane";

/** Paths that clients may read without authentication. */
const ANONYMOUS_PATHS = ["/livez", "/readyz", "/healthz"];

/** Port of VXLAN (RFC 7348). */
const VXLAN_PORT = 4789;

/** Returns the documents of all machines. */
export function kubernetesDocuments(type: MachineType, input: GenerateInput): ConfigDocument[] {
  const { bundle: { certs: { k8s } }, clusterName, dnsDomain, endpoint, kubernetesVersion } = input;
  const isControlPlane = type !== "worker";
  return [
    createDocument("KubeClusterConfig", { clusterName, endpoint: endpoint.text }),
    createDocument(
      "KubeNodeConfig",
      isControlPlane
        ? {
          labels: { [CONTROL_PLANE]: "", [LOAD_BALANCER_LABEL]: "" },
          taints: { [CONTROL_PLANE]: "NoSchedule" },
        }
        : {},
    ),
    createDocument("KubeletConfig", {
      ...image(`${IMAGE_NAMESPACE}/kubelet`, kubernetesVersion),
      defaultRuntimeSeccompProfileEnabled: true,
    }),
    createDocument("KubeNetworkConfig", {
      dnsDomain,
      podSubnets: [POD_SUBNET],
      serviceSubnets: [SERVICE_SUBNET],
    }),
    createDocument(
      "KubeAPIServerCAConfig",
      isControlPlane ? { issuingCA: { cert: k8s.crt, key: k8s.key } } : { acceptedCAs: [k8s.crt] },
    ),
    createDocument("KubePrismConfig", { port: API_SERVER_PROXY_PORT }),
  ];
}

/** Returns the documents of control planes. */
export function componentDocuments(input: GenerateInput): ConfigDocument[] {
  const { additionalSans, bundle, endpoint, kubernetesVersion } = input;
  const { k8sAggregator, k8sServiceAccount } = bundle.certs;
  const component = (name: KubernetesComponent) => image(kubernetesImage(name), kubernetesVersion);
  return [
    ...(k8sAggregator === undefined ? [] : [createDocument("KubeAggregatorCAConfig", {
      issuingCA: { cert: k8sAggregator.crt, key: k8sAggregator.key },
    })]),
    createDocument("KubeAdmissionControlConfig", POD_SECURITY),
    createDocument("KubeAuditPolicyConfig", { configuration: AUDIT_POLICY }),
    createDocument("KubeAuthenticationConfig", {
      configuration: {
        anonymous: { enabled: true, conditions: ANONYMOUS_PATHS.map((path) => ({ path })) },
        jwt: [],
      },
    }),
    createDocument("KubeAuthorizerConfig", { name: "node", type: "Node" }),
    createDocument("KubeAuthorizerConfig", { name: "rbac", type: "RBAC" }),
    createDocument("KubeEtcdEncryptionConfig", { config: encryption(input) }),
    ...(k8sServiceAccount === undefined ? [] : [createDocument("KubeServiceAccountConfig", {
      issuer: { privateKey: k8sServiceAccount.key, issuerURL: endpoint.text },
    })]),
    createDocument("KubeAPIServerConfig", {
      ...component("kube-apiserver"),
      ...(additionalSans.length === 0 ? {} : { certExtraSANs: [...additionalSans] }),
    }),
    createDocument("KubeControllerManagerConfig", component("kube-controller-manager")),
    createDocument("KubeSchedulerConfig", component("kube-scheduler")),
    createDocument("KubeProxyConfig", component("kube-proxy")),
    createDocument("KubeFlannelCNIConfig", { backendType: "vxlan", backendPort: VXLAN_PORT }),
    createDocument("KubeCoreDNSConfig", { enabled: true }),
  ];
}

/**
 * Returns the encryption of Secrets at rest. Names and order of the keys are those that control
 * planes of older versions use, so that a cluster can still read its Secrets after an upgrade.
 */
function encryption({ bundle: { secrets } }: GenerateInput): Data {
  const { secretboxEncryptionSecret, aescbcEncryptionSecret } = secrets;
  const provider = (type: string, name: string, secret: string | undefined) =>
    secret ? [{ [type]: { keys: [{ name, secret }] } }] : [];
  return {
    resources: [{
      providers: [
        ...provider("secretbox", "key2", secretboxEncryptionSecret),
        ...provider("aescbc", "key1", aescbcEncryptionSecret),
      ],
      resources: ["secrets"],
    }],
  };
}
