/**
 * Writes a cluster file from the configurations of nodes: the common part first, then groups, then each
 * node.
 *
 * @module
 */
import { IMAGE_NAMESPACE } from "../../distribution.ts";
import { OsctlError } from "../../errors.ts";
import type { Data } from "../../machineconfig/data.ts";
import { changedFields, changeText } from "../../machineconfig/changed_fields.ts";
import { OS_RELEASES, parseOsVersion } from "../../os_versions/mod.ts";
import type { SecretsBundle } from "../../pki/secrets_bundle.ts";
import {
  isList,
  isMap,
  NARROW_LAYOUT,
  writeYaml,
  type YamlMap,
  type YamlValue,
} from "../../yaml/mod.ts";
import { loadCluster } from "../load_cluster.ts";
import { layersOf } from "../render_node.ts";
import type { DeclaredCluster } from "../types.ts";
import { fieldsOf, hostnameOf, type ImportedNode, type NodeFields } from "./derive_fields.ts";
import { type ImportOperation, operationsBetween, toPatches } from "./operations.ts";

/** A written cluster file. */
export interface ImportedCluster {
  readonly text: string;
  /** Fields that differ between what the file renders and what a node has, by node; empty is equal. */
  readonly remaining: ReadonlyMap<string, readonly string[]>;
}

/** A node with its fields. */
interface Entry {
  readonly node: ImportedNode;
  readonly fields: NodeFields;
}

/** Group of workers. */
const WORKERS = "main";

/**
 * Returns the file of a cluster. Its contract is the one that needs the fewest patches.
 *
 * @param secrets Path of the secrets file, as written to the file.
 * @throws {OsctlError} of kind `input` when the nodes belong to several clusters, or without a control
 *   plane node.
 */
export async function importCluster(
  nodes: readonly ImportedNode[],
  bundle: SecretsBundle,
  secrets: string,
): Promise<ImportedCluster> {
  const entries = nodes.map((node) => ({ node, fields: fieldsOf(node) }));
  const [first] = entries.filter(({ fields }) => fields.role === "controlplane");
  if (first === undefined) throw new OsctlError("input", "no configuration of a control plane");
  const names = new Set(entries.map(({ fields }) => fields.clusterName).filter((name) => name));
  if (names.size > 1) {
    throw new OsctlError("input", `the nodes belong to several clusters: ${[...names].join(", ")}`);
  }
  let best: { contract: string; operations: Map<string, ImportOperation[]> } | undefined;
  const count = (found: ReadonlyMap<string, ImportOperation[]>) =>
    [...found.values()].reduce((sum, some) => sum + some.length, 0);
  for (const contract of contractsOf(entries)) {
    const base = await declare(textOf(entries, { contract, secrets }));
    const operations = new Map(
      nodes.map((node) =>
        [node.name, operationsBetween(documentsOf(base, node, bundle), node.documents)] as const
      ),
    );
    if (best === undefined || count(operations) < count(best.operations)) {
      best = { contract, operations };
    }
  }
  const { contract, operations } = best!;
  const text = textOf(entries, { contract, secrets, operations });
  const declared = await declare(text);
  const remaining = new Map(nodes.map((node) =>
    [
      node.name,
      changedFields(documentsOf(declared, node, bundle), node.documents).map(changeText),
    ] as const
  ));
  return { text, remaining };
}

/** Returns the contracts that the nodes can have, the newest first. */
function contractsOf(entries: readonly Entry[]): string[] {
  const minors = entries.map(({ fields }) => parseOsVersion(fields.os.version)?.[1] ?? 0);
  const oldest = Math.min(...minors);
  const known = OS_RELEASES.map((release) => Number(release.slice("v1.".length)));
  const minorsOf = [0, 1, 2, 3, ...known].filter((minor) => minor <= oldest);
  return minorsOf.reverse().map((minor) => `v1.${minor}`);
}

async function declare(text: string): Promise<DeclaredCluster> {
  const { cluster } = await loadCluster("cluster.yaml", {
    read: () => Promise.resolve(text),
    given: new Map(),
    env: { get: () => undefined },
  });
  return cluster;
}

function documentsOf(cluster: DeclaredCluster, { name }: ImportedNode, bundle: SecretsBundle) {
  const node = cluster.nodes.find((one) => one.name === name)!;
  return layersOf(cluster, node, bundle).at(-1)!.documents;
}

interface TextOptions {
  readonly contract: string;
  readonly secrets: string;
  /** Patches by node; none without them. */
  readonly operations?: ReadonlyMap<string, readonly ImportOperation[]>;
}

function textOf(entries: readonly Entry[], { contract, secrets, operations }: TextOptions): string {
  const of = ({ node }: Entry) => operations?.get(node.name) ?? [];
  const controlPlanes = entries.filter(({ fields }) => fields.role === "controlplane");
  const workers = entries.filter(({ fields }) => fields.role === "worker");
  const first = controlPlanes[0]!.fields;
  const shared = commonOf(entries.map(of));
  const os = mostCommon(
    entries.map(({ fields }) => ({ version: fields.os.version, ...fields.os.image })),
  );
  const install = mostCommon(entries.map(({ fields }) => fields.install));
  const sans = commonOf(entries.map(({ fields }) => fields.certSans));
  const group = (some: readonly Entry[]): YamlMap => {
    const own = commonOf(some.map((entry) => without(of(entry), shared)));
    const groupInstall = mostCommon(some.map(({ fields }) => fields.install), install);
    const groupOs = mostCommon(some.map(({ fields }) => osOf(fields, os)), os);
    return {
      ...differing("install", groupInstall, install),
      ...differing("os", groupOs, os),
      ...patchesOf(own),
      nodes: some.map((entry) => {
        const { node, fields } = entry;
        return {
          name: node.name,
          ...(node.addresses.length === 0 ? {} : { addresses: node.addresses }),
          ...differing("install", fields.install, groupInstall),
          ...differing("os", osOf(fields, os), groupOs),
          ...patchesOf(without(of(entry), [...shared, ...own])),
        };
      }),
    };
  };
  const file: YamlMap = {
    name: first.clusterName,
    endpoint: first.endpoint,
    contract,
    os,
    kubernetes: { version: `v${first.kubernetesVersion}` },
    ...(secrets === "secrets.yaml" ? {} : { secrets }),
    install,
    ...(first.dnsDomain === "cluster.local" ? {} : { network: { dnsDomain: first.dnsDomain } }),
    ...(first.allowScheduling ? { allowSchedulingOnControlPlanes: true } : {}),
    ...(sans.length === 0 ? {} : { certSANs: sans }),
    ...(entries.some(({ node }) => hostnameOf(node.documents) !== undefined)
      ? {}
      : { setHostnames: false }),
    ...(first.discovery ? {} : { discovery: false }),
    ...patchesOf(shared),
    controlPlane: group(controlPlanes),
    ...(workers.length === 0 ? {} : { workers: { [WORKERS]: group(workers) } }),
  };
  return writeYaml(escaped(file), NARROW_LAYOUT);
}

/** Returns `os`; beside a common one with an image of its own, the default image is written. */
function osOf({ os: { version, image } }: NodeFields, common: Data = {}): Data {
  const hasOther = Object.keys(image).length === 0 && Object.keys(common).length > 1;
  return { version, ...(hasOther ? { image: `${IMAGE_NAMESPACE}/installer` } : image) };
}

/** Returns a value in which no text is a reference to a variable. */
function escaped(value: YamlValue): YamlValue {
  if (typeof value === "string") return value.replaceAll(/\$\{(?=[A-Za-z_]\w*\})/g, "$$$${");
  if (isList(value)) return value.map(escaped);
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, escaped(member)] as const),
  );
}

function patchesOf(operations: readonly ImportOperation[]): YamlMap {
  return operations.length === 0 ? {} : { patches: toPatches(operations) };
}

/** Returns the items that all lists have, in the order of the first. */
function commonOf<T>(lists: readonly (readonly T[])[]): T[] {
  const [first = [], ...others] = lists;
  const sets = others.map((list) => new Set(list.map((item) => JSON.stringify(item))));
  return first.filter((item) => sets.every((set) => set.has(JSON.stringify(item))));
}

function without<T>(list: readonly T[], removed: readonly T[]): T[] {
  const known = new Set(removed.map((item) => JSON.stringify(item)));
  return list.filter((item) => !known.has(JSON.stringify(item)));
}

/** Returns the value that most have; of several, the outer one. */
function mostCommon(values: readonly Data[], outer?: Data): Data {
  const groups = [...Map.groupBy(values, (value) => JSON.stringify(value)).values()];
  const most = Math.max(...groups.map(({ length }) => length));
  const candidates = groups.filter(({ length }) => length === most).map(([value]) => value!);
  const kept = candidates.find((value) => JSON.stringify(value) === JSON.stringify(outer));
  return kept ?? candidates[0]!;
}

/** Returns a field unless it equals the common one. */
function differing(name: string, value: Data, common: Data): Data {
  return JSON.stringify(value) === JSON.stringify(common) ? {} : { [name]: value };
}
