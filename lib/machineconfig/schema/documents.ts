/** All document kinds. */
import { BOND_DOCUMENT } from "./bond_document.ts";
import { clusterConfig } from "./cluster.ts";
import { COMPONENT_DOCUMENTS } from "./component_documents.ts";
import { CONTAINER_DOCUMENT } from "./container_document.ts";
import { extensionServiceConfig } from "./extensions.ts";
import { defaultActionConfig, meshEndpointsConfig, ruleConfig } from "./firewall.ts";
import { KUBERNETES_DOCUMENTS } from "./kubernetes_documents.ts";
import { LINK_DOCUMENTS } from "./link_documents.ts";
import { machineConfig } from "./machine.ts";
import { NETWORK_DOCUMENTS } from "./network_documents.ts";
import { REGISTRY_DOCUMENTS } from "./registry_documents.ts";
import { ROUTING_DOCUMENTS } from "./routing_documents.ts";
import { STORAGE_DOCUMENTS } from "./storage_documents.ts";
import { SYSTEM_DOCUMENTS } from "./system_documents.ts";
import { bool, type DocumentType, object, one, text } from "./types.ts";
import { VOLUME_DOCUMENTS } from "./volumes.ts";

const main = object("Config", "Machine and cluster settings", {
  version: text({
    doc: "Configuration schema version",
    always: true,
    checkedValues: ["v1alpha1"],
    examples: [{ value: "v1alpha1" }],
  }),
  debug: bool({
    doc: "Copy service logs to the machine's console",
    default: false,
    examples: [{ value: true }],
  }),
  persist: bool({
    doc: "Store the configuration on disk; newer releases reject false",
    default: true,
    examples: [{ value: true }],
  }),
  machine: one(machineConfig, {
    doc: "Machine settings",
    required: true,
    always: true,
    examples: [{
      value: {
        type: "worker",
        install: { disk: "/dev/sda" },
        network: { hostname: "worker-1" },
      },
    }],
  }),
  cluster: one(clusterConfig, {
    doc: "Cluster settings",
    required: true,
    always: true,
    examples: [{
      value: {
        clusterName: "lab",
        controlPlane: { endpoint: "https://192.0.2.10:6443" },
      },
    }],
  }),
});

const linkConfig = object(
  "SideroLinkConfig",
  "SideroLink tunnel to a remote management service",
  {
    apiUrl: text({
      doc: "URL of the service: https or grpc, no path; the query may contain a join token",
      required: true,
      always: true,
      format: "url",
      secret: true,
      examples: [{ value: "https://link.example.com/?jointoken=not-a-real-token" }],
    }),
    uniqueToken: text({
      doc: "Token of this machine",
      since: "v1.10",
      secret: true,
      examples: [{ value: "not-a-real-token" }],
    }),
  },
);

const eventSinkConfig = object("EventSinkConfig", "Destination of machine events", {
  endpoint: text({
    doc: "Host and port of the receiver",
    required: true,
    always: true,
    examples: [{ value: "192.0.2.20:2810" }],
  }),
});

const kmsgLogConfig = object("KmsgLogConfig", "Destination of kernel logs", {
  name: text({
    doc: "Document name",
    required: true,
    always: true,
    examples: [{ value: "remote" }],
  }),
  url: text({
    doc: "URL of the receiver: tcp or udp, with a port, without a path",
    required: true,
    always: true,
    format: "url",
    examples: [{ value: "tcp://logs.example.com:5514" }],
  }),
});

const watchdogTimerConfig = object(
  "WatchdogTimerConfig",
  "Hardware watchdog timer that resets a hung machine",
  {
    device: text({
      doc: "Path of the watchdog device",
      required: true,
      always: true,
      examples: [{ value: "/dev/watchdog0" }],
    }),
    timeout: text({
      doc: "Watchdog timeout, at least 10 s",
      default: "1m0s",
      format: "duration",
      examples: [{ value: "2m0s" }],
    }),
  },
);

const PEM = `\
-----BEGIN CERTIFICATE-----
MIIB
-----END CERTIFICATE-----
`;

const trustedRootsConfig = object(
  "TrustedRootsConfig",
  "Additional trusted root certificates",
  {
    name: text({ doc: "Document name", always: true, examples: [{ value: "company" }] }),
    certificates: text({
      doc: "Concatenated PEM certificates",
      always: true,
      examples: [{ value: PEM }],
    }),
  },
);

/** The main document: the only one before v1.5, and the only one without a `kind`. */
export const MAIN: DocumentType = {
  kind: "v1alpha1",
  object: main,
  examples: [{
    title: "Minimal worker",
    value: {
      version: "v1alpha1",
      machine: {
        type: "worker",
        token: "abcdef.0123456789abcdef",
        ca: { crt: "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCg==" },
        install: { disk: "/dev/sda" },
      },
      cluster: { controlPlane: { endpoint: "https://192.0.2.10:6443" } },
    },
  }],
};

/** All kinds, the main one first. */
export const DOCUMENTS: readonly DocumentType[] = [
  MAIN,
  {
    kind: "SideroLinkConfig",
    object: linkConfig,
    since: "v1.5",
    examples: [{ value: { apiUrl: "https://link.example.com/?jointoken=not-a-real-token" } }],
  },
  {
    kind: "ExtensionServiceConfig",
    object: extensionServiceConfig,
    named: true,
    since: "v1.7",
    examples: [{
      value: {
        name: "exporter",
        configFiles: [{ content: "interval: 30s\n", mountPath: "/etc/exporter/config.yaml" }],
        environment: ["LOG_LEVEL=debug"],
      },
    }],
  },
  {
    kind: "NetworkDefaultActionConfig",
    object: defaultActionConfig,
    since: "v1.6",
    examples: [{ value: { ingress: "block" } }],
  },
  {
    kind: "NetworkRuleConfig",
    object: ruleConfig,
    named: true,
    since: "v1.6",
    examples: [{
      title: "Node API reachable from one network only",
      value: {
        name: "node-api",
        portSelector: { ports: [50000], protocol: "tcp" },
        ingress: [{ subnet: "192.0.2.0/24", except: "192.0.2.128/25" }],
      },
    }],
  },
  {
    kind: "KubeSpanEndpointsConfig",
    object: meshEndpointsConfig,
    since: "v1.8",
    examples: [{ value: { extraAnnouncedEndpoints: ["192.0.2.30:51820"] } }],
  },
  {
    kind: "EventSinkConfig",
    object: eventSinkConfig,
    since: "v1.5",
    examples: [{ value: { endpoint: "192.0.2.20:2810" } }],
  },
  {
    kind: "KmsgLogConfig",
    object: kmsgLogConfig,
    named: true,
    since: "v1.5",
    examples: [{ value: { name: "remote", url: "tcp://logs.example.com:5514" } }],
  },
  {
    kind: "WatchdogTimerConfig",
    object: watchdogTimerConfig,
    since: "v1.7",
    examples: [{ value: { device: "/dev/watchdog0", timeout: "2m0s" } }],
  },
  {
    kind: "TrustedRootsConfig",
    object: trustedRootsConfig,
    named: true,
    since: "v1.8",
    examples: [{ value: { name: "company", certificates: PEM } }],
  },
  ...VOLUME_DOCUMENTS,
  ...STORAGE_DOCUMENTS,
  ...LINK_DOCUMENTS,
  BOND_DOCUMENT,
  ...NETWORK_DOCUMENTS,
  ...ROUTING_DOCUMENTS,
  ...REGISTRY_DOCUMENTS,
  ...SYSTEM_DOCUMENTS,
  ...KUBERNETES_DOCUMENTS,
  ...COMPONENT_DOCUMENTS,
  CONTAINER_DOCUMENT,
];

/**
 * Returns a kind by name.
 *
 * @throws {TypeError} when it does not exist.
 */
export function documentType(kind: string): DocumentType {
  const type = DOCUMENTS.find((one) => one.kind === kind);
  if (type === undefined) throw new TypeError(`no document kind ${kind}`);
  return type;
}
