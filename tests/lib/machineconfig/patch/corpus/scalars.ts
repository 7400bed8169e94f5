/** Patches of strings, numbers, booleans and URLs. */
import type { Case } from "./case.ts";
import { DOCUMENTS } from "./config.ts";
import { cluster, machine } from "./write.ts";

/** Patches of scalars. */
export const scalars: readonly Case[] = [
  {
    name: "replaces strings",
    patches: [machine("{type: controlplane}")],
    changes: { "machine.type": "controlplane" },
  },
  {
    name: "ignores empty strings",
    patches: [machine('{type: "", token: ""}')],
    changes: {},
  },
  { name: "ignores null", patches: ["machine:\ncluster: null"], changes: {} },
  {
    name: "ignores zero",
    patches: [machine("{network: {kubespan: {mtu: 0}}}")],
    changes: {},
  },
  {
    name: "replaces numbers",
    patches: [machine("{network: {kubespan: {mtu: 1400}}}")],
    changes: { "machine.network.kubespan.mtu": 1400 },
  },
  {
    name: "replaces true by false",
    patches: [machine("{kubelet: {registerWithFQDN: false}, install: {wipe: false}}")],
    changes: { "machine.kubelet.registerWithFQDN": false, "machine.install.wipe": false },
  },
  {
    name: "adds false",
    patches: [machine("{features: {rbac: false}}")],
    changes: { "machine.features.rbac": false },
  },
  {
    name: "accepts YAML 1.1 booleans for boolean fields",
    patches: ["debug: yes"],
    changes: { debug: true },
  },
  {
    name: "replaces durations and ignores zero",
    patches: [machine("{time: {bootTimeout: 90s}}"), machine("{time: {bootTimeout: 0s}}")],
    changes: { "machine.time.bootTimeout": "1m30s" },
  },
  {
    name: "adds absent objects with their required fields",
    patches: [machine("{controlPlane: {}}"), cluster("{etcd: {subnet: 192.0.2.0/24}}")],
    changes: {
      "machine.controlPlane": {},
      "cluster.etcd.ca": null,
      "cluster.etcd.subnet": "192.0.2.0/24",
    },
  },
  {
    name: "removes the key of a replaced certificate",
    patches: [machine("{ca: {crt: bmV3}}")],
    changes: { "machine.ca.crt": "bmV3", "machine.ca.key": "" },
  },
  {
    name: "recognises a main document by debug or persist",
    patches: ["debug: true", "persist: false"],
    changes: { debug: true, persist: false },
  },
];

/** Patches of URLs. */
export const urls: readonly Case[] = [
  {
    name: "keeps path and query when the new URL has none",
    patches: [cluster("{controlPlane: {endpoint: https://vip.example.org:6443}}")],
    changes: { "cluster.controlPlane.endpoint": "https://vip.example.org:6443/path?q=1" },
  },
  {
    name: "replaces the path of a URL",
    patches: [cluster('{controlPlane: {endpoint: "https://192.0.2.9/other"}}')],
    changes: { "cluster.controlPlane.endpoint": "https://192.0.2.9/other?q=1" },
  },
  {
    name: "replaces fragment and user of a URL",
    patches: [cluster('{controlPlane: {endpoint: "http://me@192.0.2.9#x"}}')],
    changes: { "cluster.controlPlane.endpoint": "http://me@192.0.2.9/path?q=1#x" },
  },
  {
    name: "appends URLs in lists",
    patches: [
      machine("{logging: {destinations: [{endpoint: udp://192.0.2.3:1, format: json_lines}]}}"),
    ],
    changes: {
      "machine.logging.destinations[1].endpoint": "udp://192.0.2.3:1",
      "machine.logging.destinations[1].format": "json_lines",
    },
  },
  {
    name: "merges URLs of further documents",
    config: DOCUMENTS,
    patches: ["apiVersion: v1alpha1\nkind: SideroLinkConfig\napiUrl: grpc://192.0.2.5:8081"],
    changes: { "SideroLinkConfig.apiUrl": "grpc://192.0.2.5:8081/?join=1" },
  },
];
