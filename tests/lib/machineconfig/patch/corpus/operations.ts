/** JSON patches. */
import type { Case } from "./case.ts";
import { DOCUMENTS } from "./config.ts";
import { document, machine } from "./write.ts";

/** JSON patches. */
export const operations: readonly Case[] = [
  {
    name: "replaces a value by a JSON patch",
    patches: ['[{"op": "replace", "path": "/machine/type", "value": "controlplane"}]'],
    changes: { "machine.type": "controlplane" },
  },
  {
    name: "adds an absent value by the operation replace",
    patches: [
      '[{"op": "replace", "path": "/machine/network/nameservers", "value": ["192.0.2.53"]}]',
    ],
    changes: { "machine.network.nameservers[0]": "192.0.2.53" },
  },
  {
    name: "adds and removes keys by a JSON patch",
    patches: [
      '[{"op": "add", "path": "/machine/env", "value": {"A": "b"}}, {"op": "remove", "path": "/machine/time"}]',
    ],
    changes: { "machine.env.A": "b", "machine.time.bootTimeout": undefined },
  },
  {
    name: "decodes ~1 and ~0 in JSON pointers",
    patches: ['[{"op": "add", "path": "/machine/nodeLabels/example.org~1a~0b", "value": "x"}]'],
    changes: { 'machine.nodeLabels["example.org/a~b"]': "x" },
  },
  {
    name: "accepts JSON patches in YAML",
    patches: ["- op: add\n  path: /machine/certSANs/-\n  value: c.example.org"],
    changes: { "machine.certSANs[2]": "c.example.org" },
  },
  {
    name: "inserts a list item by a JSON patch",
    patches: ['[{"op": "add", "path": "/machine/certSANs/0", "value": "c.example.org"}]'],
    changes: {
      "machine.certSANs[0]": "c.example.org",
      "machine.certSANs[1]": "a.example.org",
      "machine.certSANs[2]": "192.0.2.10",
    },
  },
  {
    name: "counts negative indices of JSON pointers from the end",
    patches: [
      '[{"op": "replace", "path": "/machine/certSANs/-1", "value": "x"}, {"op": "add", "path": "/machine/certSANs/-1", "value": "y"}]',
    ],
    changes: { "machine.certSANs[1]": "x", "machine.certSANs[2]": "y" },
  },
  {
    name: "removes a list item by a JSON patch",
    patches: ['[{"op": "remove", "path": "/machine/certSANs/0"}]'],
    changes: { "machine.certSANs[0]": "192.0.2.10", "machine.certSANs[1]": undefined },
  },
  {
    name: "copies and moves values by a JSON patch",
    patches: [
      '[{"op": "copy", "from": "/machine/install/disk", "path": "/machine/network/hostname"},' +
      ' {"op": "move", "from": "/machine/sysctls/vm.swappiness", "path": "/machine/nodeLabels/moved"}]',
    ],
    changes: {
      "machine.network.hostname": "/dev/sda",
      'machine.sysctls["vm.swappiness"]': undefined,
      "machine.nodeLabels.moved": "10",
    },
  },
  {
    name: "continues after a successful test operation",
    patches: [
      '[{"op": "test", "path": "/cluster/network/podSubnets", "value": ["10.244.0.0/16"]}, {"op": "replace", "path": "/debug", "value": true}]',
    ],
    changes: { debug: true },
  },
  {
    name: "replaces the whole document by a JSON patch",
    config: "# all goes\nmachine:\n  type: worker\n  nodeLabels: {a: b}\n",
    patches: ['[{"op": "replace", "path": "", "value": {"machine": {"type": "controlplane"}}}]'],
    changes: { "machine.type": "controlplane", "machine.nodeLabels.a": undefined },
  },
  {
    name: "applies JSON patches without the schema",
    config: "machine:\n  odd: 1 # already\n",
    patches: ['[{"op": "add", "path": "/machine/unheard", "value": {"of": 1}}]'],
    changes: { "machine.unheard.of": 1 },
  },
  { name: "ignores a JSON patch without operations", patches: ["[]"], changes: {} },
  { name: "ignores an empty patch", patches: ["", " \n", "null"], changes: {} },
  {
    name: "applies patches of both forms in order",
    patches: [
      machine('{nodeLabels: {one: "1"}}'),
      '[{"op": "replace", "path": "/machine/nodeLabels/one", "value": "2"}]',
      '[{"op": "add", "path": "/machine/nodeLabels/two", "value": "2"}]',
      machine('{nodeLabels: {two: "3"}}'),
    ],
    changes: { "machine.nodeLabels.one": "2", "machine.nodeLabels.two": "3" },
  },
  {
    name: "merges into a configuration that a JSON patch corrected",
    config: "machine:\n  typo: worker # wrong\n  type: worker\n",
    patches: ['[{"op": "remove", "path": "/machine/typo"}]', machine("{type: controlplane}")],
    changes: {
      "machine.typo": undefined,
      "version": "",
      "machine.type": "controlplane",
      "machine.token": "",
      "machine.certSANs": [],
      "cluster": null,
    },
  },
  {
    name: "applies a JSON patch to a single document of another kind",
    config: document("KmsgLogConfig", "name: logs\nurl: tcp://192.0.2.2:514\n"),
    patches: ['[{"op": "replace", "path": "/url", "value": "udp://192.0.2.2:1"}]'],
    changes: { "KmsgLogConfig/logs.url": "udp://192.0.2.2:1" },
  },
  {
    name: "ignores a JSON patch without operations for several documents",
    config: DOCUMENTS,
    patches: ["[]"],
    changes: {},
    differs: "rejects several documents even without operations",
  },
  {
    name: "keeps strings that are booleans or octals in YAML 1.1",
    config: "machine:\n  type: worker\n  sysctls:\n    on: y\n    mode: 010\n",
    patches: ['[{"op": "add", "path": "/machine/sysctls/a", "value": "b"}]'],
    changes: { "machine.sysctls.a": "b" },
    differs: "decodes them as booleans and numbers, and writes other values",
  },
];
