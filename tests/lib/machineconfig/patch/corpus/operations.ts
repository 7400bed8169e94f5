/** JSON patches. */
import type { Case } from "./case.ts";
import { DOCUMENTS } from "./config.ts";
import { document, machine } from "./write.ts";

/** Operations. */
export const operations: readonly Case[] = [
  {
    name: "JSON: a value is replaced",
    patches: ['[{"op": "replace", "path": "/machine/type", "value": "controlplane"}]'],
    changes: { "machine.type": "controlplane" },
  },
  {
    name: "JSON: replacing what is absent adds it",
    patches: [
      '[{"op": "replace", "path": "/machine/network/nameservers", "value": ["192.0.2.53"]}]',
    ],
    changes: { "machine.network.nameservers[0]": "192.0.2.53" },
  },
  {
    name: "JSON: a key is added and another removed",
    patches: [
      '[{"op": "add", "path": "/machine/env", "value": {"A": "b"}}, {"op": "remove", "path": "/machine/time"}]',
    ],
    changes: { "machine.env.A": "b", "machine.time.bootTimeout": undefined },
  },
  {
    name: "JSON: keys with a slash and a tilde",
    patches: ['[{"op": "add", "path": "/machine/nodeLabels/example.org~1a~0b", "value": "x"}]'],
    changes: { 'machine.nodeLabels["example.org/a~b"]': "x" },
  },
  {
    name: "JSON in YAML: an item is added at the end of a list",
    patches: ["- op: add\n  path: /machine/certSANs/-\n  value: c.example.org"],
    changes: { "machine.certSANs[2]": "c.example.org" },
  },
  {
    name: "JSON: an item is put before another",
    patches: ['[{"op": "add", "path": "/machine/certSANs/0", "value": "c.example.org"}]'],
    changes: {
      "machine.certSANs[0]": "c.example.org",
      "machine.certSANs[1]": "a.example.org",
      "machine.certSANs[2]": "192.0.2.10",
    },
  },
  {
    name: "JSON: a negative index counts from the end",
    patches: [
      '[{"op": "replace", "path": "/machine/certSANs/-1", "value": "x"}, {"op": "add", "path": "/machine/certSANs/-1", "value": "y"}]',
    ],
    changes: { "machine.certSANs[1]": "x", "machine.certSANs[2]": "y" },
  },
  {
    name: "JSON: an item is removed",
    patches: ['[{"op": "remove", "path": "/machine/certSANs/0"}]'],
    changes: { "machine.certSANs[0]": "192.0.2.10", "machine.certSANs[1]": undefined },
  },
  {
    name: "JSON: values are copied and moved",
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
    name: "JSON: a test that holds lets the next operation through",
    patches: [
      '[{"op": "test", "path": "/cluster/network/podSubnets", "value": ["10.244.0.0/16"]}, {"op": "replace", "path": "/debug", "value": true}]',
    ],
    changes: { debug: true },
  },
  {
    name: "JSON: the whole document is replaced",
    config: "# all goes\nmachine:\n  type: worker\n  nodeLabels: {a: b}\n",
    patches: ['[{"op": "replace", "path": "", "value": {"machine": {"type": "controlplane"}}}]'],
    changes: { "machine.type": "controlplane", "machine.nodeLabels.a": undefined },
  },
  {
    name: "JSON: nothing is checked against the schema",
    config: "machine:\n  odd: 1 # already\n",
    patches: ['[{"op": "add", "path": "/machine/unheard", "value": {"of": 1}}]'],
    changes: { "machine.unheard.of": 1 },
  },
  { name: "JSON: an empty patch changes nothing", patches: ["[]"], changes: {} },
  { name: "JSON: an empty text is an empty patch", patches: ["", " \n", "null"], changes: {} },
  {
    name: "JSON: patches of both forms follow each other",
    patches: [
      machine('{nodeLabels: {one: "1"}}'),
      '[{"op": "replace", "path": "/machine/nodeLabels/one", "value": "2"}]',
      '[{"op": "add", "path": "/machine/nodeLabels/two", "value": "2"}]',
      machine('{nodeLabels: {two: "3"}}'),
    ],
    changes: { "machine.nodeLabels.one": "2", "machine.nodeLabels.two": "3" },
  },
  {
    name: "JSON: what it puts right can be merged into",
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
    name: "JSON: a single document of another kind",
    config: document("KmsgLogConfig", "name: logs\nurl: tcp://192.0.2.2:514\n"),
    patches: ['[{"op": "replace", "path": "/url", "value": "udp://192.0.2.2:1"}]'],
    changes: { "KmsgLogConfig/logs.url": "udp://192.0.2.2:1" },
  },
  {
    name: "JSON: an empty patch fits several documents",
    config: DOCUMENTS,
    patches: ["[]"],
    changes: {},
    differs: "it refuses several documents also when there is nothing to do",
  },
  {
    name: "JSON: words that only YAML 1.1 takes for truth values stay texts",
    config: "machine:\n  type: worker\n  sysctls:\n    on: y\n    mode: 010\n",
    patches: ['[{"op": "add", "path": "/machine/sysctls/a", "value": "b"}]'],
    changes: { "machine.sysctls.a": "b" },
    differs: "it reads them as truth values and numbers, and writes others",
  },
];
