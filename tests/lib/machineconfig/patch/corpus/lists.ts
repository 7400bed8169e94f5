/** Patches of lists, including those with their own merge rule. */
import type { Case } from "./case.ts";
import { cluster, machine } from "./write.ts";

/** Patches of lists. */
export const lists: readonly Case[] = [
  {
    name: "appends list items and keeps duplicates",
    patches: [machine("{certSANs: [b.example.org, a.example.org]}")],
    changes: { "machine.certSANs[2]": "b.example.org", "machine.certSANs[3]": "a.example.org" },
  },
  { name: "ignores empty lists", patches: [machine("{certSANs: []}")], changes: {} },
  {
    name: "keeps both files of the same path",
    patches: [machine("{files: [{path: /var/hello, content: x, permissions: 0o600, op: append}]}")],
    changes: {
      "machine.files[1].content": "x",
      "machine.files[1].permissions": "0o600",
      "machine.files[1].path": "/var/hello",
      "machine.files[1].op": "append",
    },
  },
  {
    name: "replaces pod subnets",
    patches: [cluster("{network: {podSubnets: [10.1.0.0/16, 10.2.0.0/16]}}")],
    changes: {
      "cluster.network.podSubnets[0]": "10.1.0.0/16",
      "cluster.network.podSubnets[1]": "10.2.0.0/16",
    },
  },
  {
    name: "clears service subnets by an empty list",
    patches: [cluster("{network: {serviceSubnets: []}}")],
    changes: {
      "cluster.network.serviceSubnets[0]": undefined,
      "cluster.network.serviceSubnets": [],
    },
  },
  {
    name: "appends inline manifests without leading line breaks",
    release: "v1.8",
    patches: [cluster('{inlineManifests: [{name: a, contents: "\\nkind: Namespace"}]}')],
    changes: {
      "cluster.inlineManifests[0].name": "a",
      "cluster.inlineManifests[0].contents": "kind: Namespace",
    },
  },
  {
    name: "merges interfaces by name and appends addresses",
    patches: [
      machine(
        "{network: {interfaces: [{interface: eth0, mtu: 9000, addresses: [192.0.2.11/24]}]}}",
      ),
    ],
    changes: {
      "machine.network.interfaces[0].mtu": 9000,
      "machine.network.interfaces[0].addresses[1]": "192.0.2.11/24",
    },
  },
  {
    name: "appends interfaces of other names",
    patches: [machine("{network: {interfaces: [{interface: eth1, dhcp: true}]}}")],
    changes: {
      "machine.network.interfaces[2].interface": "eth1",
      "machine.network.interfaces[2].dhcp": true,
    },
  },
  {
    name: "merges interfaces by equal selector",
    patches: [
      machine(
        '{network: {interfaces: [{deviceSelector: {driver: virtio, busPath: "0*"}, mtu: 9000}]}}',
      ),
    ],
    changes: { "machine.network.interfaces[1].mtu": 9000 },
  },
  {
    name: "appends interfaces with other selectors",
    patches: [machine('{network: {interfaces: [{deviceSelector: {busPath: "0*"}}]}}')],
    changes: { "machine.network.interfaces[2].deviceSelector.busPath": "0*" },
  },
  {
    name: "appends interfaces without name and selector",
    patches: [machine("{network: {interfaces: [{mtu: 1280}]}}")],
    changes: { "machine.network.interfaces[2].mtu": 1280 },
  },
  {
    name: "merges interfaces of the same name in one patch",
    patches: [
      machine(
        "{network: {interfaces: [{interface: eth7, mtu: 1}, {interface: eth7, dhcp: true}]}}",
      ),
    ],
    changes: {
      "machine.network.interfaces[2].interface": "eth7",
      "machine.network.interfaces[2].mtu": 1,
      "machine.network.interfaces[2].dhcp": true,
    },
  },
  {
    name: "compares booleans of selectors by value",
    release: "v1.8",
    patches: [
      machine("{network: {interfaces: [{deviceSelector: {physical: true}, mtu: 1400}]}}"),
      machine("{network: {interfaces: [{deviceSelector: {physical: true}, dhcp: true}]}}"),
    ],
    changes: {
      "machine.network.interfaces[2].deviceSelector.physical": true,
      "machine.network.interfaces[2].mtu": 1400,
      "machine.network.interfaces[2].dhcp": true,
    },
    differs: "compares booleans by address, so that two selectors with physical never match",
  },
  {
    name: "merges VLANs by ID",
    patches: [
      machine(
        "{network: {interfaces: [{interface: eth0, vlans: [{vlanId: 20, mtu: 1300}, {vlanId: 30}]}]}}",
      ),
    ],
    changes: {
      "machine.network.interfaces[0].vlans[1].mtu": 1300,
      "machine.network.interfaces[0].vlans[2].routes": [],
      "machine.network.interfaces[0].vlans[2].vlanId": 30,
    },
  },
  {
    name: "merges admission plugins by name and appends their lists",
    patches: [
      cluster(
        "{apiServer: {admissionControl: [{name: PodSecurity, configuration: {defaults: {warn: restricted}, exemptions: {namespaces: [lab]}}}]}}",
      ),
    ],
    changes: {
      "cluster.apiServer.admissionControl[0].configuration.defaults.warn": "restricted",
      "cluster.apiServer.admissionControl[0].configuration.exemptions.namespaces[1]": "lab",
    },
  },
  {
    name: "appends other admission plugins",
    patches: [
      cluster(
        "{apiServer: {admissionControl: [{name: EventRateLimit, configuration: {kind: Configuration}}]}}",
      ),
    ],
    changes: {
      "cluster.apiServer.admissionControl[1].name": "EventRateLimit",
      "cluster.apiServer.admissionControl[1].configuration.kind": "Configuration",
    },
  },
  {
    name: "appends disks with their partitions",
    patches: [
      machine("{disks: [{device: /dev/sdb, partitions: [{size: 5GB, mountpoint: /var/two}]}]}"),
    ],
    changes: {
      "machine.disks[1].device": "/dev/sdb",
      "machine.disks[1].partitions[0].size": "5.0 GB",
      "machine.disks[1].partitions[0].mountpoint": "/var/two",
    },
  },
  {
    name: "appends pods",
    patches: [machine("{pods: [{apiVersion: v1}]}")],
    changes: { "machine.pods[1].apiVersion": "v1" },
  },
];
