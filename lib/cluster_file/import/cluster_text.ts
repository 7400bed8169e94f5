/**
 * Writes the text of an imported cluster file: the common part first, then groups, then each node.
 *
 * @module
 */
import {
  comesFromFactory,
  EMPTY_SCHEMATIC,
  IMAGE_FACTORY,
  PUBLISHED_INSTALLER,
} from "../../os_versions/mod.ts";
import type { Data } from "../../machineconfig/data.ts";
import {
  isList,
  isMap,
  NARROW_LAYOUT,
  writeYaml,
  type YamlMap,
  type YamlValue,
} from "../../yaml/mod.ts";
import { hostnameOf, type ImportedNode, type NodeFields } from "./derive_fields.ts";
import { type ImportOperation, toPatches } from "./operations.ts";

/** A node with its fields. */
export interface Entry {
  readonly node: ImportedNode;
  readonly fields: NodeFields;
}

/** Options of writing a cluster file. */
export interface TextOptions {
  readonly contract: string;
  readonly secrets: string;
  /** Patches by node; none without them. */
  readonly operations?: ReadonlyMap<string, readonly ImportOperation[]>;
  /** Values of variables by name; undefined for those that the environment sets. */
  readonly variables?: ReadonlyMap<string, string | undefined>;
  /** Texts to write as references to variables, by name. */
  readonly hidden?: ReadonlyMap<string, string>;
}

/** Group of workers. */
const WORKERS = "main";

/** Returns the text of a cluster file. */
export function clusterText(entries: readonly Entry[], options: TextOptions): string {
  const { contract, secrets, operations, variables = new Map(), hidden = new Map() } = options;
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
      ...patchesOf(own, some[0]!.node.patches?.group),
      nodes: some.map((entry) => {
        const { node, fields } = entry;
        return {
          name: node.name,
          ...(node.addresses.length === 0 ? {} : { addresses: node.addresses }),
          ...differing("install", fields.install, groupInstall),
          ...differing("os", osOf(fields, os), groupOs),
          ...patchesOf(without(of(entry), [...shared, ...own]), node.patches?.node),
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
    ...(install["disk"] === "" ? {} : { install }),
    ...(first.dnsDomain === "cluster.local" ? {} : { network: { dnsDomain: first.dnsDomain } }),
    ...(first.allowScheduling ? { allowSchedulingOnControlPlanes: true } : {}),
    ...(sans.length === 0 ? {} : { certSANs: sans }),
    ...(entries.some(({ node }) => hostnameOf(node.documents) !== undefined)
      ? {}
      : { setHostnames: false }),
    ...(first.discovery ? {} : { discovery: false }),
    ...(variables.size === 0 ? {} : {
      variables: Object.fromEntries([...variables].map(([name, value]) => [name, value ?? null])),
    }),
    ...patchesOf(shared, entries[0]!.node.patches?.cluster),
    controlPlane: group(controlPlanes),
    ...(workers.length === 0 ? {} : {
      workers: Object.fromEntries(
        groupsOf(workers, (entry) => without(of(entry), shared))
          .map((some, index) => [index === 0 ? WORKERS : `group-${index + 1}`, group(some)]),
      ),
    }),
  };
  return writeYaml(escaped(file, hidden), NARROW_LAYOUT);
}

/**
 * Returns workers in groups of at least two with the same settings, the largest first. What only
 * one worker has does not count. Workers like no other are in the first group.
 */
function groupsOf(
  workers: readonly Entry[],
  of: (entry: Entry) => readonly ImportOperation[],
): readonly (readonly Entry[])[] {
  const counts = new Map<string, number>();
  const keysOf = (entry: Entry) => [
    ...of(entry).map((operation) => JSON.stringify(operation)),
    JSON.stringify([entry.fields.install, entry.fields.os.image]),
  ];
  for (const key of workers.flatMap(keysOf)) counts.set(key, (counts.get(key) ?? 0) + 1);
  const byKeys = Map.groupBy(
    workers,
    (entry) => keysOf(entry).filter((key) => counts.get(key)! > 1).sort().join("\n"),
  );
  const large = [...byKeys.values()].filter(({ length }) => length > 1)
    .toSorted((a, b) => b.length - a.length);
  const [, ...further] = large;
  const elsewhere = new Set(further.flat());
  return [workers.filter((entry) => !elsewhere.has(entry)), ...further];
}

/** Settings of `os` that an inner place inherits, and the values that reset them. */
const RESETS: Data = { factory: IMAGE_FACTORY, platform: "", secureBoot: false };

/** Returns `os`; beside a common one with settings of its own, the default values are written. */
function osOf({ os: { version, image } }: NodeFields, common: Data = {}): Data {
  const hasOther = Object.keys(image).length === 0 && Object.keys(common).length > 1;
  if (hasOther) {
    return comesFromFactory(version)
      ? { version, ...RESETS, schematic: EMPTY_SCHEMATIC }
      : { version, image: PUBLISHED_INSTALLER };
  }
  const inherited = Object.entries(RESETS).filter(([key]) =>
    common[key] !== undefined && image[key] === undefined && image["image"] === undefined
  );
  return { version, ...image, ...Object.fromEntries(inherited) };
}

/** Returns a value in which only hidden texts are references to variables. */
function escaped(value: YamlValue, hidden: ReadonlyMap<string, string>): YamlValue {
  if (typeof value === "string") return withReferences(value, [...hidden]);
  if (isList(value)) return value.map((item) => escaped(item, hidden));
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, escaped(member, hidden)] as const),
  );
}

function withReferences(text: string, hidden: readonly (readonly [string, string])[]): string {
  const [first, ...others] = hidden;
  if (first === undefined) return text.replaceAll(/\$\{(?=[A-Za-z_]\w*\})/g, "$$$${");
  const [name, value] = first;
  return text.split(value).map((part) => withReferences(part, others)).join(`\${${name}}`);
}

function patchesOf(
  operations: readonly ImportOperation[],
  further: readonly YamlMap[] = [],
): YamlMap {
  const patches = [...toPatches(operations), ...further];
  return patches.length === 0 ? {} : { patches };
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
