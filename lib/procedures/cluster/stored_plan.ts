/**
 * A stored plan: what a cluster file declared and what its nodes ran, without secrets. It is
 * applied only while both are the same.
 *
 * @module
 */
import { type DeclaredCluster, type DeclaredNode, layersOf } from "../../cluster_file/mod.ts";
import { OsctlError } from "../../errors.ts";
import { encodeConfig } from "../../machineconfig/encode/mod.ts";
import { escapeControls } from "../../output/text.ts";
import type { SecretsBundle } from "../../pki/secrets_bundle.ts";
import { exists } from "../../platform/files.ts";
import { resolve } from "../../platform/paths.ts";
import { sha256 } from "../../platform/sha256.ts";
import { isObject } from "../../platform/shape.ts";
import { readJournalFile, writeJournalFile } from "../journal_file.ts";
import { addressOf, type Observation } from "./observe_nodes.ts";
import type { ClusterPlan } from "./plan_cluster.ts";

const VERSION = 1;
const KIND = "cluster plan";

/** Compared values, by their names in errors. */
type Facts = Readonly<Record<string, string>>;

/** A plan in a file. */
export interface StoredPlan {
  readonly kind: typeof KIND;
  readonly version: typeof VERSION;
  /** Name of the cluster. */
  readonly cluster: string;
  /** Settings of the cluster file that belong to no node. */
  readonly settings: Facts;
  readonly nodes: readonly StoredNode[];
  /** Names of the members, sorted; null when no node could list them. */
  readonly members: readonly string[] | null;
  readonly steps: readonly string[];
}

/** A node of a stored plan. */
interface StoredNode {
  readonly name: string;
  /** Values that the file declares. */
  readonly declared: Facts;
  /** Values that were observed on the node. */
  readonly found: Facts;
}

/** Returns what a plan was derived from. Configurations and patches are digests. */
export async function toStoredPlan(
  { cluster, nodes, members, steps }: ClusterPlan,
  bundle: SecretsBundle,
): Promise<StoredPlan> {
  return {
    kind: KIND,
    version: VERSION,
    cluster: cluster.name,
    settings: {
      "version of Kubernetes": cluster.kubernetesVersion,
      gates: cluster.gates.join(", "),
      "update settings": JSON.stringify([...cluster.updates]),
    },
    nodes: await Promise.all(nodes.map(async ({ node, found }) => ({
      name: node.name,
      declared: await declaredFacts(cluster, node, bundle),
      found: await foundFacts(found),
    }))),
    members: members?.toSorted() ?? null,
    steps,
  };
}

async function declaredFacts(
  cluster: DeclaredCluster,
  node: DeclaredNode,
  bundle: SecretsBundle,
): Promise<Facts> {
  const { documents } = layersOf(cluster, node, bundle).at(-1)!;
  return {
    address: addressOf(node),
    group: node.group,
    "version of Talos Linux": node.osVersion,
    image: node.installImage,
    schematic: node.schematic ?? "",
    locked: `${node.locked}`,
    remove: `${node.remove}`,
    identity: JSON.stringify(node.identity),
    configuration: await sha256(encodeConfig(documents, { docs: false, examples: false })),
  };
}

async function foundFacts(found: Observation): Promise<Facts> {
  if (found.kind !== "running") return { state: found.kind };
  return {
    state: found.kind,
    "version of Talos Linux": found.osVersion,
    schematic: found.schematic ?? "",
    configuration: await sha256(found.config),
  };
}

/**
 * Writes a plan, mode 0600; replaces an earlier plan.
 *
 * @throws {OsctlError} of kind `input` for a file that is not a plan.
 */
export async function writePlan(cwd: string, name: string, plan: StoredPlan): Promise<void> {
  const path = resolve(cwd, name);
  if (await exists(path)) await readPlan(cwd, name);
  await writeJournalFile(path, plan);
}

/** @throws {OsctlError} of kind `file`, or `input` when the file is not a plan. */
export async function readPlan(cwd: string, name: string): Promise<StoredPlan> {
  const path = resolve(cwd, name);
  const kind = { command: "cluster plan", hint: PLAN_HINT, is: isStoredPlan };
  return await readJournalFile(path, name, kind);
}

const PLAN_HINT = 'use a file of "osctl cluster plan --out"';

/**
 * Checks that file and cluster are as they were when a plan was stored.
 *
 * @param name Path of the plan as the user wrote it.
 * @param file Path of the cluster file as the user wrote it.
 * @throws {OsctlError} of kind `node` with everything that changed.
 */
export function requireUnchanged(
  { name, file }: { readonly name: string; readonly file: string },
  stored: StoredPlan,
  current: StoredPlan,
): void {
  const changes = [
    ...stored.cluster === current.cluster ? [] : [`${file}: name of the cluster`],
    ...describeChanges(file, stored.settings, current.settings),
    ...nodeChanges(file, stored.nodes, current.nodes),
    ...memberChanges(stored.members, current.members),
  ];
  if (changes.length === 0) return;
  throw new OsctlError(
    "node",
    escapeControls(
      `nothing was changed: "${name}" is outdated: ${changes.join("; ")}`,
    ),
    { hint: 'store a new plan with "osctl cluster plan --out"' },
  );
}

function nodeChanges(
  file: string,
  stored: readonly StoredNode[],
  current: readonly StoredNode[],
): string[] {
  const before = new Map(stored.map((node) => [node.name, node]));
  const now = new Map(current.map((node) => [node.name, node]));
  return [...new Set([...before.keys(), ...now.keys()])].flatMap((name) => {
    const [old, other] = [before.get(name), now.get(name)];
    if (old === undefined) return [`${file}: ${name} was added`];
    if (other === undefined) return [`${file}: ${name} was removed`];
    return [
      ...describeChanges(`${file}: ${name}`, old.declared, other.declared),
      ...describeChanges(name, old.found, other.found),
    ];
  });
}

/** Values that are short; others are named only. */
function isShown(fact: string): boolean {
  return !["configuration", "identity", "schematic", "update settings"].includes(fact);
}

function describeChanges(
  subject: string,
  before: Facts,
  now: Facts,
): string[] {
  const changed = Object.keys({ ...before, ...now }).filter((fact) => before[fact] !== now[fact]);
  // A node that stopped to run has no other facts.
  const facts = changed.includes("state") ? ["state"] : changed;
  return facts.map((fact) => {
    if (!isShown(fact)) return `${subject}: ${fact}`;
    return `${subject}: ${fact} "${before[fact] ?? ""}" → "${now[fact] ?? ""}"`;
  });
}

function memberChanges(
  before: StoredPlan["members"],
  now: StoredPlan["members"],
): string[] {
  if (before === null || now === null) {
    return before === now ? [] : [`members ${now === null ? "cannot" : "can"} be listed now`];
  }
  return [
    ...now.filter((name) => !before.includes(name)).map((name) => `member ${name} joined`),
    ...before.filter((name) => !now.includes(name)).map((name) => `member ${name} left`),
  ];
}

function isStoredPlan(value: unknown): value is StoredPlan {
  if (!isObject(value)) return false;
  const { kind, version, cluster, settings, nodes, members, steps } = value;
  return kind === KIND && version === VERSION && typeof cluster === "string" &&
    isFacts(settings) && Array.isArray(nodes) && nodes.every(isStoredNode) &&
    (members === null || isTexts(members)) && isTexts(steps);
}

function isStoredNode(value: unknown): boolean {
  return isObject(value) && typeof value["name"] === "string" && isFacts(value["declared"]) &&
    isFacts(value["found"]);
}

function isFacts(value: unknown): value is Facts {
  return isObject(value) && isTexts(Object.values(value));
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}
