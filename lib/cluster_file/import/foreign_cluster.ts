/**
 * A cluster as another tool's file declares it, and the cluster file that renders the same.
 *
 * @module
 */
import type { ConfigDocument, Data } from "../../machineconfig/data.ts";
import { applyPatches, type Patch } from "../../machineconfig/patch/mod.ts";
import { releaseOfVersion } from "../../machineconfig/schema/releases.ts";
import type { SecretsBundle } from "../../pki/secrets_bundle.ts";
import type { YamlMap } from "../../yaml/mod.ts";
import type { OrderedPatches } from "./derive_fields.ts";
import { importCluster, type ImportedCluster, type ImportOptions } from "./import_cluster.ts";

/** A patch of a foreign file. */
export interface ForeignPatch {
  readonly level: keyof OrderedPatches;
  /** The patch as an item of a cluster file. */
  readonly item: YamlMap;
  readonly patch: Patch;
}

/** A node of a foreign file. */
export interface ForeignNode {
  readonly name: string;
  readonly addresses: readonly string[];
  readonly osVersion: string;
  /** Fields of `os` that define the image; undefined: those that the image's reference shows. */
  readonly os: Data | undefined;
  /** Returns its configuration without patches. */
  readonly generate: (bundle: SecretsBundle) => readonly ConfigDocument[];
  /** In the order in which the tool applies them. */
  readonly patches: readonly ForeignPatch[];
}

/** A cluster of a foreign file. */
export interface ForeignCluster {
  /** Such as `v1.8`. */
  readonly contract: string;
  /** Path of its secrets, relative to the foreign file. */
  readonly secrets: string;
  /** Control planes first. */
  readonly nodes: readonly ForeignNode[];
  /** Variables that patch files refer to, or whose value is not written: undefined. */
  readonly variables: ReadonlyMap<string, string | undefined>;
  /** Values that are written as references to variables, by name. */
  readonly hidden: ReadonlyMap<string, string>;
  /** What is not imported, with file and line. */
  readonly remarks: readonly string[];
}

/** Returns the configuration of a node, as the foreign tool renders it. */
function foreignDocuments(
  { generate, osVersion, patches }: ForeignNode,
  bundle: SecretsBundle,
): readonly ConfigDocument[] {
  return applyPatches(generate(bundle), patches.map(({ patch }) => patch), {
    release: releaseOfVersion(osVersion),
  });
}

/**
 * Returns the cluster file of a foreign cluster. Patches keep their level, unless the order between the
 * levels matters: then each node has all of its patches.
 */
export async function importForeign(
  cluster: ForeignCluster,
  bundle: SecretsBundle,
  options: Pick<ImportOptions, "secrets" | "read">,
): Promise<ImportedCluster> {
  const { contract, variables, hidden, nodes } = cluster;
  const expected = new Map(
    nodes.map((node) => [node.name, foreignDocuments(node, bundle)] as const),
  );
  const write = (patchesOf: (node: ForeignNode) => OrderedPatches) =>
    importCluster(
      nodes.map((node) => {
        const { name, addresses, osVersion, os } = node;
        const documents = node.generate(bundle);
        const known = os === undefined ? {} : { os };
        return { name, addresses, osVersion, documents, patches: patchesOf(node), ...known };
      }),
      bundle,
      { ...options, contract, variables, hidden, expected },
    );
  const leveled = await write(byLevel);
  if ([...leveled.remaining.values()].every((paths) => paths.length === 0)) return leveled;
  return await write(({ patches }) => ({
    cluster: [],
    group: [],
    node: patches.map(({ item }) => item),
  }));
}

function byLevel({ patches }: ForeignNode): OrderedPatches {
  const of = (level: keyof OrderedPatches) =>
    patches.filter((one) => one.level === level).map(({ item }) => item);
  return { cluster: of("cluster"), group: of("group"), node: of("node") };
}
