/** Every kind of document. */
import { clusterConfig } from "./cluster.ts";
import { machineConfig } from "./machine.ts";
import { bool, type DocumentType, formatted, list, object, one, TEXT, text } from "./types.ts";

const main = object("Config", "", {
  version: text({ doc: "", always: true }),
  debug: bool({ doc: "" }),
  persist: bool({ doc: "" }),
  machine: one(machineConfig, { doc: "", always: true }),
  cluster: one(clusterConfig, { doc: "", always: true }),
});

const linkConfig = object("SideroLinkConfig", "", {
  apiUrl: text({ doc: "", always: true, format: "url" }),
});

const configFile = object("ConfigFile", "", {
  content: text({ doc: "", always: true }),
  mountPath: text({ doc: "", always: true }),
});

const extensionServiceConfig = object("ExtensionServiceConfig", "", {
  name: text({ doc: "", always: true }),
  configFiles: list(configFile, { doc: "", merge: { by: ["mountPath"] } }),
  environment: list(TEXT, { doc: "" }),
});

const defaultActionConfig = object("NetworkDefaultActionConfig", "", {
  ingress: text({ doc: "", always: true, values: ["accept", "block"], zero: "accept" }),
});

const rulePortSelector = object("RulePortSelector", "", {
  ports: list(formatted("portRange"), { doc: "", always: true, merge: "replace" }),
  protocol: text({ doc: "", always: true, values: ["tcp", "udp", "icmp", "icmpv6"] }),
}, { inline: true });

const ingressRule = object("IngressRule", "", {
  subnet: text({ doc: "", always: true, format: "subnet" }),
  except: text({ doc: "", format: "subnet" }),
});

const ruleConfig = object("NetworkRuleConfig", "", {
  name: text({ doc: "", always: true }),
  portSelector: one(rulePortSelector, { doc: "", always: true }),
  ingress: list(ingressRule, { doc: "", always: true, merge: "replace" }),
});

const meshEndpointsConfig = object("KubeSpanEndpointsConfig", "", {
  extraAnnouncedEndpoints: list(formatted("addressPort"), { doc: "", always: true }),
});

const eventSinkConfig = object("EventSinkConfig", "", {
  endpoint: text({ doc: "", always: true }),
});

const kmsgLogConfig = object("KmsgLogConfig", "", {
  name: text({ doc: "", always: true }),
  url: text({ doc: "", always: true, format: "url" }),
});

const watchdogTimerConfig = object("WatchdogTimerConfig", "", {
  device: text({ doc: "", always: true }),
  timeout: text({ doc: "", format: "duration" }),
});

const trustedRootsConfig = object("TrustedRootsConfig", "", {
  name: text({ doc: "", always: true }),
  certificates: text({ doc: "", always: true }),
});

const volumeDiskSelector = object("VolumeDiskSelector", "", {
  match: text({ doc: "", format: "expression" }),
}, { inline: true });

const provisioningSpec = object("ProvisioningSpec", "", {
  diskSelector: one(volumeDiskSelector, { doc: "" }),
  grow: bool({ doc: "" }),
  minSize: text({ doc: "", format: "byteSize" }),
  maxSize: text({ doc: "", format: "byteSize" }),
}, { inline: true });

const volumeConfig = object("VolumeConfig", "", {
  name: text({ doc: "", always: true }),
  provisioning: one(provisioningSpec, { doc: "" }),
});

/** The main document: the only one before v1.5, and the only one whose text has no `kind`. */
export const MAIN: DocumentType = { kind: "v1alpha1", object: main };

/** All kinds, the main one first. */
export const DOCUMENTS: readonly DocumentType[] = [
  MAIN,
  { kind: "SideroLinkConfig", object: linkConfig, since: "v1.5" },
  { kind: "ExtensionServiceConfig", object: extensionServiceConfig, named: true, since: "v1.7" },
  { kind: "NetworkDefaultActionConfig", object: defaultActionConfig, since: "v1.6" },
  { kind: "NetworkRuleConfig", object: ruleConfig, named: true, since: "v1.6" },
  { kind: "KubeSpanEndpointsConfig", object: meshEndpointsConfig, since: "v1.8" },
  { kind: "EventSinkConfig", object: eventSinkConfig, since: "v1.5" },
  { kind: "KmsgLogConfig", object: kmsgLogConfig, named: true, since: "v1.5" },
  { kind: "WatchdogTimerConfig", object: watchdogTimerConfig, since: "v1.7" },
  { kind: "TrustedRootsConfig", object: trustedRootsConfig, named: true, since: "v1.8" },
  { kind: "VolumeConfig", object: volumeConfig, named: true, since: "v1.8" },
];
