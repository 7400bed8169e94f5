/** Patches of several documents. */
import type { Case } from "./case.ts";
import { CONFIG, DOCUMENTS, VOLUME } from "./config.ts";
import { document, machine } from "./write.ts";

/** Patches of documents. */
export const documents: readonly Case[] = [
  {
    name: "merges documents of the same kind and name",
    config: DOCUMENTS,
    patches: [document("KmsgLogConfig", "name: logs\nurl: udp://192.0.2.9:515")],
    changes: { "KmsgLogConfig/logs.url": "udp://192.0.2.9:515" },
  },
  {
    name: "adds documents of other names",
    config: DOCUMENTS,
    patches: [document("KmsgLogConfig", "name: more\nurl: udp://192.0.2.9:515")],
    changes: {
      "KmsgLogConfig/more.apiVersion": "v1alpha1",
      "KmsgLogConfig/more.name": "more",
      "KmsgLogConfig/more.url": "udp://192.0.2.9:515",
    },
  },
  {
    name: "adds a main document before the others",
    config: document("EventSinkConfig", "endpoint: 192.0.2.1:80\n"),
    patches: [machine("{type: worker}")],
    changes: {
      "version": "",
      "machine.type": "worker",
      "machine.token": "",
      "machine.certSANs": [],
      "cluster": null,
    },
  },
  {
    name: "applies a patch with several documents",
    config: DOCUMENTS,
    patches: [
      `${machine("{type: controlplane}")}\n---\n${
        document("EventSinkConfig", "endpoint: 192.0.2.1:80")
      }`,
    ],
    changes: {
      "machine.type": "controlplane",
      "EventSinkConfig.apiVersion": "v1alpha1",
      "EventSinkConfig.endpoint": "192.0.2.1:80",
    },
  },
  {
    name: "ignores a default action with the zero value",
    config: DOCUMENTS,
    patches: [document("NetworkDefaultActionConfig", "ingress: accept")],
    changes: {},
  },
  {
    name: "adds a default action",
    patches: [document("NetworkDefaultActionConfig", "ingress: block")],
    changes: {
      "NetworkDefaultActionConfig.apiVersion": "v1alpha1",
      "NetworkDefaultActionConfig.ingress": "block",
    },
  },
  {
    name: "replaces ports and sources of a rule",
    config: DOCUMENTS,
    patches: [
      document(
        "NetworkRuleConfig",
        "name: api\nportSelector: {ports: [443, 1000-2000], protocol: tcp}\ningress: [{subnet: 203.0.113.0/24}]",
      ),
    ],
    changes: {
      "NetworkRuleConfig/api.portSelector.ports[0]": 443,
      "NetworkRuleConfig/api.portSelector.ports[1]": "1000-2000",
      "NetworkRuleConfig/api.ingress[0].subnet": "203.0.113.0/24",
      "NetworkRuleConfig/api.ingress[1].subnet": undefined,
    },
  },
  {
    name: "merges config files of an extension by path and appends its environment",
    config: DOCUMENTS,
    patches: [
      document(
        "ExtensionServiceConfig",
        "name: ups\nconfigFiles: [{content: new, mountPath: /etc/ups/two}, {content: x, mountPath: /three}]\nenvironment: [UPS=2]",
      ),
    ],
    changes: {
      "ExtensionServiceConfig/ups.configFiles[1].content": "new",
      "ExtensionServiceConfig/ups.configFiles[2].content": "x",
      "ExtensionServiceConfig/ups.configFiles[2].mountPath": "/three",
      "ExtensionServiceConfig/ups.environment[1]": "UPS=2",
    },
  },
  {
    name: "keeps fields of a document that the patch omits",
    config: DOCUMENTS,
    patches: [document("WatchdogTimerConfig", "device: /dev/watchdog1")],
    changes: { "WatchdogTimerConfig.device": "/dev/watchdog1" },
  },
  {
    name: "adds trusted roots",
    patches: [document("TrustedRootsConfig", "name: lab\ncertificates: |\n  one\n  two\n")],
    changes: {
      "TrustedRootsConfig/lab.apiVersion": "v1alpha1",
      "TrustedRootsConfig/lab.name": "lab",
      "TrustedRootsConfig/lab.certificates": "one\ntwo\n",
    },
  },
  {
    name: "replaces the selector of a volume",
    final: true,
    config: `${CONFIG}---\n${VOLUME}`,
    patches: [
      document(
        "VolumeConfig",
        "name: EPHEMERAL\nprovisioning: {grow: true, diskSelector: {match: system_disk}}",
      ),
    ],
    changes: {
      "VolumeConfig/EPHEMERAL.provisioning.grow": true,
      "VolumeConfig/EPHEMERAL.provisioning.diskSelector.match": "system_disk",
    },
  },
  {
    name: "keeps the selector of a volume when the patch has none",
    final: true,
    config: `${CONFIG}---\n${VOLUME}`,
    patches: [document("VolumeConfig", "name: EPHEMERAL\nprovisioning: {grow: true}")],
    changes: { "VolumeConfig/EPHEMERAL.provisioning.grow": true },
    differs: "clears the selector, although it keeps other omitted fields",
  },
  {
    name: "replaces the size of a volume",
    final: true,
    config: `${CONFIG}---\n${VOLUME}`,
    patches: [
      document(
        "VolumeConfig",
        "name: EPHEMERAL\nprovisioning: {maxSize: 10GB, diskSelector: {match: system_disk}}",
      ),
    ],
    changes: {
      "VolumeConfig/EPHEMERAL.provisioning.maxSize": "10GB",
      "VolumeConfig/EPHEMERAL.provisioning.diskSelector.match": "system_disk",
    },
    differs: "rejects a size when one is set",
  },
  {
    name: "adds KubeSpan endpoints",
    final: true,
    patches: [document("KubeSpanEndpointsConfig", 'extraAnnouncedEndpoints: ["192.0.2.9:51820"]')],
    changes: {
      "KubeSpanEndpointsConfig.apiVersion": "v1alpha1",
      "KubeSpanEndpointsConfig.extraAnnouncedEndpoints[0]": "192.0.2.9:51820",
    },
  },
  {
    name: "accepts a separator before the first document",
    patches: [`---\n${machine("{type: controlplane}")}`],
    changes: { "machine.type": "controlplane" },
  },
];
