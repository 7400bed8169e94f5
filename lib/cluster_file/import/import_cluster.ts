/**
 * Writes a cluster file from the configurations of nodes: the common part first, then groups, then
 * each node.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import type { ConfigDocument } from "../../machineconfig/data.ts";
import { changedFields, changeText } from "../../machineconfig/changed_fields.ts";
import { OS_RELEASES, parseOsVersion } from "../../os_versions/mod.ts";
import type { SecretsBundle } from "../../pki/secrets_bundle.ts";
import { loadCluster } from "../load_cluster.ts";
import { layersOf } from "../render_node.ts";
import type { DeclaredCluster } from "../types.ts";
import { clusterText, type Entry, type TextOptions } from "./cluster_text.ts";
import { fieldsOf, type ImportedNode } from "./derive_fields.ts";
import { type ImportOperation, operationsBetween } from "./operations.ts";

/** A written cluster file. */
export interface ImportedCluster {
  readonly text: string;
  /**
   * Fields that differ between what the file renders and what a node has, by node; empty is equal.
   */
  readonly remaining: ReadonlyMap<string, readonly string[]>;
}

/** Facts about a cluster besides the configurations of its nodes. */
export interface ImportOptions extends Pick<TextOptions, "variables" | "hidden"> {
  /** Path of the secrets file, as written to the file. */
  readonly secrets: string;
  /** The contract; without it, the one that needs the fewest patches. */
  readonly contract?: string;
  /** Configurations with all patches, by node; without them, the nodes' own. */
  readonly expected?: ReadonlyMap<string, readonly ConfigDocument[]>;
  /** Reads files of patches. */
  readonly read?: (path: string) => Promise<string>;
}

/**
 * Returns the file of a cluster. Its contract is the one that needs the fewest patches.
 *
 * @throws {OsctlError} of kind `input` when the nodes belong to several clusters, or without a
 *   control plane node.
 */
export async function importCluster(
  nodes: readonly ImportedNode[],
  bundle: SecretsBundle,
  options: ImportOptions,
): Promise<ImportedCluster> {
  const { secrets, variables, hidden } = options;
  const declare = (text: string) => declareCluster(text, options);
  const write = (given: Pick<TextOptions, "contract" | "operations">) => {
    const known = { ...(variables && { variables }), ...(hidden && { hidden }) };
    return clusterText(entries, { secrets, ...given, ...known });
  };
  const entries = nodes.map((node) => ({ node, fields: fieldsOf(node) }));
  const [first] = entries.filter(({ fields }) => fields.role === "controlplane");
  if (first === undefined) {
    throw new OsctlError("input", "no configuration of a control plane", {
      hint: "add the configuration of a control plane node",
    });
  }
  const names = new Set(entries.map(({ fields }) => fields.clusterName).filter((name) => name));
  if (names.size > 1) {
    throw new OsctlError(
      "input",
      `the nodes belong to several clusters: ${[...names].join(", ")}`,
      {
        hint: "import each cluster into its own file",
      },
    );
  }
  let best: { contract: string; operations: Map<string, ImportOperation[]> } | undefined;
  const count = (found: ReadonlyMap<string, ImportOperation[]>) =>
    [...found.values()].reduce((sum, some) => sum + some.length, 0);
  const contracts = options.contract === undefined ? contractsOf(entries) : [options.contract];
  for (const contract of contracts) {
    const base = await declare(write({ contract }));
    const operations = new Map(
      nodes.map((node) =>
        [node.name, operationsBetween(unpatched(base, node, bundle), node.documents)] as const
      ),
    );
    if (best === undefined || count(operations) < count(best.operations)) {
      best = { contract, operations };
    }
  }
  const { contract, operations } = best!;
  const text = write({ contract, operations });
  const declared = await declare(text);
  const remaining = new Map(nodes.map((node) =>
    [
      node.name,
      changedFields(
        documentsOf(declared, node, bundle),
        options.expected?.get(node.name) ?? node.documents,
      ).map(changeText),
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

async function declareCluster(
  text: string,
  { read, hidden = new Map() }: ImportOptions,
): Promise<DeclaredCluster> {
  const { cluster } = await loadCluster("cluster.yaml", {
    read: (path) =>
      path !== "cluster.yaml" && read !== undefined ? read(path) : Promise.resolve(text),
    given: new Map(),
    env: { get: (name) => hidden.get(name) },
  });
  return cluster;
}

/** Returns the documents that a cluster file renders. */
export function documentsOf(
  cluster: DeclaredCluster,
  { name }: Pick<ImportedNode, "name">,
  bundle: SecretsBundle,
): readonly ConfigDocument[] {
  const node = cluster.nodes.find((one) => one.name === name)!;
  return layersOf(cluster, node, bundle).at(-1)!.documents;
}

/** Returns the documents of a node without its patches. */
function unpatched(cluster: DeclaredCluster, { name }: ImportedNode, bundle: SecretsBundle) {
  const node = cluster.nodes.find((one) => one.name === name)!;
  return layersOf(cluster, { ...node, patches: [] }, bundle).at(-1)!.documents;
}
