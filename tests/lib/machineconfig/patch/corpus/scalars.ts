/** Texts, numbers, truth values and URLs. */
import type { Case } from "./case.ts";
import { DOCUMENTS } from "./config.ts";
import { cluster, machine } from "./write.ts";

/** Single values. */
export const scalars: readonly Case[] = [
  {
    name: "a text is replaced",
    patches: [machine("{type: controlplane}")],
    changes: { "machine.type": "controlplane" },
  },
  {
    name: "an empty text changes nothing",
    patches: [machine('{type: "", token: ""}')],
    changes: {},
  },
  { name: "null changes nothing", patches: ["machine:\ncluster: null"], changes: {} },
  {
    name: "zero changes nothing",
    patches: [machine("{network: {kubespan: {mtu: 0}}}")],
    changes: {},
  },
  {
    name: "a number is replaced",
    patches: [machine("{network: {kubespan: {mtu: 1400}}}")],
    changes: { "machine.network.kubespan.mtu": 1400 },
  },
  {
    name: "false replaces true",
    patches: [machine("{kubelet: {registerWithFQDN: false}, install: {wipe: false}}")],
    changes: { "machine.kubelet.registerWithFQDN": false, "machine.install.wipe": false },
  },
  {
    name: "false is added where nothing was",
    patches: [machine("{features: {rbac: false}}")],
    changes: { "machine.features.rbac": false },
  },
  {
    name: "a word of YAML 1.1 is a truth value where one is wanted",
    patches: ["debug: yes"],
    changes: { debug: true },
  },
  {
    name: "a duration is replaced, and zero is none",
    patches: [machine("{time: {bootTimeout: 90s}}"), machine("{time: {bootTimeout: 0s}}")],
    changes: { "machine.time.bootTimeout": "1m30s" },
  },
  {
    name: "an object that is absent is added, always written fields with it",
    patches: [machine("{controlPlane: {}}"), cluster("{etcd: {subnet: 192.0.2.0/24}}")],
    changes: {
      "machine.controlPlane": {},
      "cluster.etcd.ca": null,
      "cluster.etcd.subnet": "192.0.2.0/24",
    },
  },
  {
    name: "a certificate comes with its key, or clears it",
    patches: [machine("{ca: {crt: bmV3}}")],
    changes: { "machine.ca.crt": "bmV3", "machine.ca.key": "" },
  },
  {
    name: "the type of a document is told by debug alone",
    patches: ["debug: true", "persist: false"],
    changes: { debug: true, persist: false },
  },
];

/** URLs. */
export const urls: readonly Case[] = [
  {
    name: "a URL keeps the path and query that the new one lacks",
    patches: [cluster("{controlPlane: {endpoint: https://vip.example.org:6443}}")],
    changes: { "cluster.controlPlane.endpoint": "https://vip.example.org:6443/path?q=1" },
  },
  {
    name: "a URL's path is replaced by another",
    patches: [cluster('{controlPlane: {endpoint: "https://192.0.2.9/other"}}')],
    changes: { "cluster.controlPlane.endpoint": "https://192.0.2.9/other?q=1" },
  },
  {
    name: "a URL with a fragment and user",
    patches: [cluster('{controlPlane: {endpoint: "http://me@192.0.2.9#x"}}')],
    changes: { "cluster.controlPlane.endpoint": "http://me@192.0.2.9/path?q=1#x" },
  },
  {
    name: "a URL in a list is appended",
    patches: [
      machine("{logging: {destinations: [{endpoint: udp://192.0.2.3:1, format: json_lines}]}}"),
    ],
    changes: {
      "machine.logging.destinations[1].endpoint": "udp://192.0.2.3:1",
      "machine.logging.destinations[1].format": "json_lines",
    },
  },
  {
    name: "the URL of another document merges",
    config: DOCUMENTS,
    patches: ["apiVersion: v1alpha1\nkind: SideroLinkConfig\napiUrl: grpc://192.0.2.5:8081"],
    changes: { "SideroLinkConfig.apiUrl": "grpc://192.0.2.5:8081/?join=1" },
  },
];
