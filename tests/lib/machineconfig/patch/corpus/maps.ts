/** Maps of the user's keys, and maps of anything. */
import type { Case } from "./case.ts";
import { cluster, machine } from "./write.ts";

/** Maps. */
export const maps: readonly Case[] = [
  {
    name: "maps merge key by key",
    patches: [machine('{sysctls: {vm.swappiness: "1", kernel.panic: "5"}}')],
    changes: { 'machine.sysctls["vm.swappiness"]': "1", 'machine.sysctls["kernel.panic"]': "5" },
  },
  {
    name: "an empty value of a map's key changes nothing, but is added",
    patches: [machine('{nodeLabels: {rack: "", row: ""}}')],
    changes: { "machine.nodeLabels.row": "" },
  },
  {
    name: "an empty map changes nothing",
    patches: [machine("{sysctls: {}, nodeLabels: {}}")],
    changes: {},
  },
  {
    name: "objects in maps merge",
    patches: [
      machine(
        "{registries: {mirrors: {example.org: {endpoints: [https://two.example.org], overridePath: true}}}}",
      ),
    ],
    changes: {
      'machine.registries.mirrors["example.org"].endpoints[1]': "https://two.example.org",
      'machine.registries.mirrors["example.org"].overridePath': true,
    },
  },
  {
    name: "free-form maps merge, lists inside are appended, nothing becomes something",
    release: "v1.8",
    patches: [
      machine(
        "{kubelet: {extraConfig: {maxPods: 50, evictionHard: {nodefs.available: 1Gi}, allowed: [one, two], nothing: 1}}}",
      ),
    ],
    changes: {
      "machine.kubelet.extraConfig.maxPods": 50,
      'machine.kubelet.extraConfig.evictionHard["nodefs.available"]': "1Gi",
      "machine.kubelet.extraConfig.allowed[1]": "one",
      "machine.kubelet.extraConfig.allowed[2]": "two",
      "machine.kubelet.extraConfig.nothing": 1,
    },
  },
  {
    name: "zero and an empty text change nothing in free-form maps",
    patches: [
      machine('{kubelet: {extraConfig: {maxPods: 0, evictionHard: {memory.available: ""}}}}'),
    ],
    changes: {},
  },
  {
    name: "null changes nothing in free-form maps",
    patches: [machine("{kubelet: {extraConfig: {maxPods: null}}}")],
    changes: {},
    differs: "it crashes",
  },
  {
    name: "a number and a decimal one are of one kind",
    patches: [machine("{kubelet: {extraConfig: {maxPods: 1.5}}}")],
    changes: { "machine.kubelet.extraConfig.maxPods": 1.5 },
    differs: "it keeps them in different types, and refuses",
  },
  {
    name: "an audit policy is replaced",
    release: "v1.8",
    patches: [
      cluster("{apiServer: {auditPolicy: {apiVersion: audit.k8s.io/v1, rules: [{level: None}]}}}"),
    ],
    changes: {
      "cluster.apiServer.auditPolicy.kind": undefined,
      "cluster.apiServer.auditPolicy.apiVersion": "audit.k8s.io/v1",
      "cluster.apiServer.auditPolicy.rules[0].level": "None",
    },
  },
  {
    name: "an empty audit policy changes nothing",
    patches: [cluster("{apiServer: {auditPolicy: {}}}")],
    changes: {},
  },
  {
    name: "an audit policy merges in v1.4",
    release: "v1.4",
    patches: [
      cluster("{apiServer: {auditPolicy: {apiVersion: audit.k8s.io/v1, rules: [{level: None}]}}}"),
    ],
    changes: {
      "cluster.apiServer.auditPolicy.apiVersion": "audit.k8s.io/v1",
      "cluster.apiServer.auditPolicy.rules[1].level": "None",
    },
  },
];
