/** Patches of maps and free-form maps. */
import type { Case } from "./case.ts";
import { cluster, machine } from "./write.ts";

/** Patches of maps. */
export const maps: readonly Case[] = [
  {
    name: "merges maps by key",
    patches: [machine('{sysctls: {vm.swappiness: "1", kernel.panic: "5"}}')],
    changes: { 'machine.sysctls["vm.swappiness"]': "1", 'machine.sysctls["kernel.panic"]': "5" },
  },
  {
    name: "ignores empty values of existing map keys and adds new ones",
    patches: [machine('{nodeLabels: {rack: "", row: ""}}')],
    changes: { "machine.nodeLabels.row": "" },
  },
  {
    name: "ignores empty maps",
    patches: [machine("{sysctls: {}, nodeLabels: {}}")],
    changes: {},
  },
  {
    name: "merges objects in maps",
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
    name: "merges free-form maps, appends their lists and replaces null",
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
    name: "ignores zero and empty strings in free-form maps",
    patches: [
      machine('{kubelet: {extraConfig: {maxPods: 0, evictionHard: {memory.available: ""}}}}'),
    ],
    changes: {},
  },
  {
    name: "ignores null in free-form maps",
    patches: [machine("{kubelet: {extraConfig: {maxPods: null}}}")],
    changes: {},
    differs: "crashes",
  },
  {
    name: "merges integers and decimals of free-form maps",
    patches: [machine("{kubelet: {extraConfig: {maxPods: 1.5}}}")],
    changes: { "machine.kubelet.extraConfig.maxPods": 1.5 },
    differs: "rejects them as different types",
  },
  {
    name: "replaces an audit policy",
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
    name: "ignores an empty audit policy",
    patches: [cluster("{apiServer: {auditPolicy: {}}}")],
    changes: {},
  },
  {
    name: "merges an audit policy in v1.4",
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
