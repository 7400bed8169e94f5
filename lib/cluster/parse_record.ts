/**
 * Checks the record of a cluster, which any program may have changed since it was written.
 *
 * @module
 */
import { count, flag, listOf, mapOf, oneOf, text, valuesOf } from "../platform/shape.ts";
import type { ClusterRecord } from "./types.ts";

const isNode = mapOf({
  name: text,
  type: oneOf("init", "controlplane", "worker", "unconfigured"),
  address: text,
  port: count,
}, {
  alpn: flag,
  osVersion: text,
  addresses: listOf(text),
  nanoCpus: count,
  memory: count,
  disk: count,
});

const isNetwork = mapOf(
  { cidr: text },
  { name: text, cidrs: listOf(text), gateways: listOf(text), mtu: count },
);

const names = listOf(text);

const anyMap = valuesOf(() => true);

const isRecord = mapOf({
  name: text,
  provisioner: oneOf("sandbox", "docker", "qemu"),
  network: isNetwork,
  nodes: listOf(isNode),
}, {
  phase: oneOf("creating", "ready"),
  createdAt: count,
  osVersion: text,
  kubernetesVersion: text,
  apiPort: count,
  kubernetesEndpoint: text,
  declared: mapOf({ endpoint: text, disk: text, sans: listOf(text), settings: anyMap }),
  engine: text,
  ca: text,
  osconfig: mapOf({ path: text, context: text, previous: text }, { digest: text, pending: flag }),
  kubeconfig: mapOf({
    path: text,
    names: mapOf({ clusters: names, users: names, contexts: names }),
    ca: text,
    previous: text,
  }, { digest: text, pending: flag }),
});

/** Returns the record of a cluster; undefined for any other value. */
export function parseRecord(value: unknown, name: string): ClusterRecord | undefined {
  if (!isRecord(value)) return undefined;
  const record = value as ClusterRecord;
  return record.name === name ? record : undefined;
}
