/**
 * The static pods of the Kubernetes control plane with the flags of each component.
 *
 * @module
 */
import type {
  ApiServerConfig,
  ControllerManagerConfig,
  JsonObject,
  SchedulerConfig,
} from "../definitions/kubernetes.ts";
import type { JsonValue } from "../encode_fields.ts";
import { hostPath, RENDERED_VERSION, toPod } from "./component_pod.ts";
import { API_SERVER, CONTROLLER_MANAGER, SCHEDULER } from "./control_plane.ts";

/** Folders of rendered secrets and configuration, by component. */
const SECRETS = "/system/secrets/kubernetes";
const CONFIGS = "/system/config/kubernetes";
const AUDIT_LOGS = "/var/log/audit/kube";

const CIPHER_SUITES = [
  "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
  "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
  "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305",
  "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
  "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305",
  "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
  "TLS_RSA_WITH_AES_256_GCM_SHA384",
  "TLS_RSA_WITH_AES_128_GCM_SHA256",
].join(",");

type Args = Readonly<Record<string, string>>;

/** Returns the pod of kube-apiserver. */
export function apiServerPod(config: ApiServerConfig, version: number): JsonObject {
  const secrets = `${SECRETS}/${API_SERVER}`;
  const configs = `${CONFIGS}/${API_SERVER}`;
  const plugins = [
    "NodeRestriction",
    ...config.podSecurityPolicyEnabled ? ["PodSecurityPolicy"] : [],
  ];
  const args: Args = {
    "admission-control-config-file": `${configs}/admission-control-config.yaml`,
    "allow-privileged": "true",
    "anonymous-auth": "false",
    "api-audiences": config.controlPlaneEndpoint,
    "audit-log-maxage": "30",
    "audit-log-maxbackup": "10",
    "audit-log-maxsize": "100",
    "audit-log-path": `${AUDIT_LOGS}/kube-apiserver.log`,
    "audit-policy-file": `${configs}/auditpolicy.yaml`,
    "authorization-mode": "Node,RBAC",
    "bind-address": "0.0.0.0",
    "client-ca-file": `${secrets}/ca.crt`,
    "enable-admission-plugins": plugins.join(","),
    "enable-bootstrap-token-auth": "true",
    "encryption-provider-config": `${secrets}/encryptionconfig.yaml`,
    "etcd-cafile": `${secrets}/etcd-client-ca.crt`,
    "etcd-certfile": `${secrets}/etcd-client.crt`,
    "etcd-keyfile": `${secrets}/etcd-client.key`,
    "etcd-servers": config.etcdServers.join(","),
    "kubelet-client-certificate": `${secrets}/apiserver-kubelet-client.crt`,
    "kubelet-client-key": `${secrets}/apiserver-kubelet-client.key`,
    "kubelet-preferred-address-types": "InternalIP,ExternalIP,Hostname",
    "profiling": "false",
    "proxy-client-cert-file": `${secrets}/front-proxy-client.crt`,
    "proxy-client-key-file": `${secrets}/front-proxy-client.key`,
    "requestheader-allowed-names": "front-proxy-client",
    "requestheader-client-ca-file": `${secrets}/aggregator-ca.crt`,
    "requestheader-extra-headers-prefix": "X-Remote-Extra-",
    "requestheader-group-headers": "X-Remote-Group",
    "requestheader-username-headers": "X-Remote-User",
    "secure-port": String(config.localPort),
    "service-account-issuer": config.controlPlaneEndpoint,
    "service-account-key-file": `${secrets}/service-account.pub`,
    "service-account-signing-key-file": `${secrets}/service-account.key`,
    "service-cluster-ip-range": config.serviceCIDR.join(","),
    "tls-cert-file": `${secrets}/apiserver.crt`,
    "tls-cipher-suites": CIPHER_SUITES,
    "tls-min-version": "VersionTLS12",
    "tls-private-key-file": `${secrets}/apiserver.key`,
    ...config.advertisedAddress === "" ? {} : { "advertise-address": config.advertisedAddress },
    ...cloudProvider(config.cloudProvider),
  };
  return toPod({
    id: API_SERVER,
    config,
    version,
    command: [`/usr/local/bin/${API_SERVER}`, ...toArguments(args, config.extraArgs)],
    user: 65534,
    requests: { cpu: "200m", memory: "512Mi" },
    volumes: [
      hostPath("secrets", secrets),
      hostPath("config", configs),
      hostPath("audit", AUDIT_LOGS, false),
    ],
    annotations: { "talos.dev/config-file-version": RENDERED_VERSION },
    addedCapabilities: ["NET_BIND_SERVICE"],
  });
}

/** Returns the pod of kube-controller-manager. */
export function controllerManagerPod(config: ControllerManagerConfig, version: number): JsonObject {
  const secrets = `${SECRETS}/${CONTROLLER_MANAGER}`;
  const args: Args = {
    "allocate-node-cidrs": "true",
    "authentication-kubeconfig": `${secrets}/kubeconfig`,
    "authorization-kubeconfig": `${secrets}/kubeconfig`,
    "bind-address": "127.0.0.1",
    "cluster-cidr": config.podCIDRs.join(","),
    "cluster-signing-cert-file": `${secrets}/ca.crt`,
    "cluster-signing-key-file": `${secrets}/ca.key`,
    "configure-cloud-routes": "false",
    "controllers": "*,tokencleaner",
    "kubeconfig": `${secrets}/kubeconfig`,
    "leader-elect": "true",
    "profiling": "false",
    "root-ca-file": `${secrets}/ca.crt`,
    "service-account-private-key-file": `${secrets}/service-account.key`,
    "service-cluster-ip-range": config.serviceCIDRs.join(","),
    "tls-min-version": "VersionTLS13",
    ...cloudProvider(config.cloudProvider),
  };
  const command = [`/usr/local/bin/${CONTROLLER_MANAGER}`, "--use-service-account-credentials"];
  const probe = healthProbe(10257);
  return toPod({
    id: CONTROLLER_MANAGER,
    config,
    version,
    command: [...command, ...toArguments(args, config.extraArgs)],
    user: 65535,
    requests: { cpu: "50m", memory: "256Mi" },
    volumes: [hostPath("secrets", secrets)],
    probes: {
      livenessProbe: { ...probe, timeoutSeconds: 15 },
      startupProbe: { ...probe, failureThreshold: 12, periodSeconds: 5 },
    },
  });
}

/** Returns the pod of kube-scheduler. */
export function schedulerPod(config: SchedulerConfig, version: number): JsonObject {
  const secrets = `${SECRETS}/${SCHEDULER}`;
  const configs = `${CONFIGS}/${SCHEDULER}`;
  const args: Args = {
    "authentication-kubeconfig": `${secrets}/kubeconfig`,
    "authentication-tolerate-lookup-failure": "false",
    "authorization-kubeconfig": `${secrets}/kubeconfig`,
    "bind-address": "127.0.0.1",
    "config": `${configs}/scheduler-config.yaml`,
    "leader-elect": "true",
    "profiling": "false",
    "tls-min-version": "VersionTLS13",
  };
  const probe = healthProbe(10259);
  return toPod({
    id: SCHEDULER,
    config,
    version,
    command: [`/usr/local/bin/${SCHEDULER}`, ...toArguments(args, config.extraArgs)],
    user: 65536,
    requests: { cpu: "10m", memory: "64Mi" },
    volumes: [hostPath("secrets", secrets), hostPath("config", configs)],
    probes: {
      livenessProbe: { ...probe, timeoutSeconds: 15 },
      startupProbe: { ...probe, failureThreshold: 12, periodSeconds: 5 },
    },
  });
}

function healthProbe(port: number): { readonly [name: string]: JsonValue } {
  return { httpGet: { host: "localhost", path: "/healthz", port, scheme: "HTTPS" } };
}

function cloudProvider(name: string): Args {
  return name === "" ? {} : { "cloud-provider": name };
}

/** Flags whose extra values are appended to the node's values. */
const ADDITIVE = [
  ...["authorization-mode", "controllers", "enable-admission-plugins", "feature-gates"],
  ...["tls-cipher-suites"],
];

/** Returns the sorted flags; extra flags replace or extend the node's. */
function toArguments(args: Args, extra: Args): string[] {
  const merged = { ...args };
  for (const [name, value] of Object.entries(extra)) {
    const own = merged[name];
    merged[name] = own !== undefined && ADDITIVE.includes(name) ? `${own},${value}` : value;
  }
  return Object.keys(merged).sort().map((name) => `--${name}=${merged[name]}`);
}
