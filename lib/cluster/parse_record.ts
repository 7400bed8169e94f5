/**
 * Checks the record of a cluster, which any program may have changed since it was written.
 *
 * @module
 */
import type { ClusterRecord } from "./types.ts";

type Check = (value: unknown) => boolean;
type Fields = Readonly<Record<string, Check>>;

const text: Check = (value) => typeof value === "string";
const count: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const flag: Check = (value) => typeof value === "boolean";
const oneOf = (...values: readonly string[]): Check => (value) => values.includes(value as string);
const listOf = (item: Check): Check => (value) => Array.isArray(value) && value.every(item);

/** Checks a map; unknown keys belong to another version. */
const mapOf = (required: Fields, optional: Fields = {}): Check => (value) => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const map = value as Readonly<Record<string, unknown>>;
  return Object.entries(required).every(([key, check]) => check(map[key])) &&
    Object.entries(optional).every(([key, check]) => map[key] === undefined || check(map[key]));
};

const isNode = mapOf({
  name: text,
  type: oneOf("init", "controlplane", "worker", "unconfigured"),
  address: text,
  port: count,
}, { alpn: flag, addresses: listOf(text), nanoCpus: count, memory: count, disk: count });

const isNetwork = mapOf(
  { cidr: text },
  { name: text, cidrs: listOf(text), gateways: listOf(text), mtu: count },
);

const names = listOf(text);

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
