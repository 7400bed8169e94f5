/**
 * The journal of a rolling change: which nodes are done, and how far the others are. It is written
 * before and after each step, contains no secrets, and lets another process continue.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import type { FieldValue } from "../../output/records.ts";
import { findForeignWriter } from "../../platform/own_file.ts";
import { isObject } from "../../platform/shape.ts";
import {
  type JournalKind,
  parseJournalText,
  readJournalFile,
  writeJournalFile,
} from "../journal_file.ts";
import type { Steadiness } from "./gates/gate_set.ts";
import type { Batch } from "./plan.ts";
import { type Phase, PHASES } from "./phases.ts";
import type { ChangeKind, NodeBaseline, RollingNode } from "./types.ts";

/** Version of the format. */
const VERSION = 1;

/**
 * State of a node: `unneeded` was as requested before the change, `failed` stopped the change.
 */
export type NodeState = "untouched" | "active" | "done" | "unneeded" | "failed";

/** Progress of one node. */
export interface NodeRecord {
  readonly address: string;
  readonly name: string;
  readonly role: RollingNode["role"];
  readonly zone?: string;
  state: NodeState;
  /** The last phase that began. */
  phase: Phase;
  /** Who cordoned the node; `absent` without a Kubernetes node; undefined before it is known. */
  cordoned?: "by us" | "by others" | "absent";
  /** Facts of the node before the request. */
  baseline?: NodeBaseline;
  /** Why its Kubernetes node was not ready before the change; empty when it was. */
  unready?: string;
  /** Boot ID after the change. */
  bootId?: string;
  /** Whether the node fell back to its old system after the last installation. */
  fellBack?: boolean;
  /** Why the node failed, or needs no change. */
  reason?: string;
  /** Milliseconds since the Unix epoch. */
  startedAt?: number;
  /** Milliseconds since the Unix epoch. */
  endedAt?: number;
  /** Time between sessions since `startedAt`, milliseconds. */
  pausedMs?: number;
}

/** A change without its secrets. */
export interface ChangeRecord {
  readonly kind: ChangeKind;
  readonly title: string;
  /** What was requested, without secrets. */
  readonly parameters: Readonly<Record<string, FieldValue>>;
  /** SHA-256 of the request, hexadecimal: a journal continues the same change only. */
  readonly digest: string;
}

/** Options of a change that apply to its continuation as well. */
export interface Settings {
  readonly gates: readonly string[];
  /** Checks that the gates must pass; absent in journals of earlier versions. */
  readonly steadiness?: Steadiness;
  /** Pause after each batch, milliseconds. */
  readonly pauseMs: number;
  /** Maintenance window as typed; empty without one. */
  readonly window: string;
  readonly acceptsQuorumLoss: boolean;
  readonly isDrained: boolean;
}

/** The state of a rolling change. */
export interface RollingJournal {
  readonly version: typeof VERSION;
  readonly id: string;
  readonly change: ChangeRecord;
  readonly settings: Settings;
  /** Context of the client configuration. */
  readonly context: string;
  /** All control planes of the cluster: nodes that are off cannot report them. */
  readonly controlPlanes: readonly { readonly address: string; readonly name: string }[];
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number;
  /** Addresses of the nodes by batch, in order. */
  readonly batches: readonly { readonly kind: Batch["kind"]; readonly nodes: readonly string[] }[];
  readonly nodes: readonly NodeRecord[];
  /** Recorded states of gates, by name. */
  gates: Readonly<Record<string, FieldValue>>;
  /** Path of the etcd snapshot. */
  snapshot?: string;
  /** Last step of a session, milliseconds since the Unix epoch; absent in earlier versions. */
  storedAt?: number;
  /** Time between the sessions, milliseconds. */
  pausedMs?: number;
}

/** Options of {@linkcode createJournal}. */
export interface NewJournal {
  readonly id: string;
  readonly change: ChangeRecord;
  readonly settings: Settings;
  readonly context: string;
  readonly controlPlanes: RollingJournal["controlPlanes"];
  readonly batches: readonly Batch[];
  readonly startedAt: number;
}

/** Returns the journal of a change that has not begun. */
export function createJournal({ batches, ...rest }: NewJournal): RollingJournal {
  return {
    version: VERSION,
    ...rest,
    batches: batches.map(({ kind, nodes }) => ({
      kind,
      nodes: nodes.map(({ address }) => address),
    })),
    nodes: batches.flatMap(({ nodes }) => nodes).map(({ address, name, role, zone }) => ({
      address,
      name,
      role,
      ...zone === undefined ? {} : { zone },
      state: "untouched",
      phase: "gates",
    })),
    gates: {},
  };
}

/** Reports whether nothing is left to do. */
export function isComplete({ nodes }: RollingJournal): boolean {
  return nodes.every(({ state }) => state === "done" || state === "unneeded");
}

/** A journal and where it is stored. */
export interface JournalStore {
  readonly journal: RollingJournal;
  /** Writes the journal; complete on disk when it resolves. */
  store(): Promise<void>;
}

/** Where the journal of a rolling change is stored. */
export interface JournalPlace {
  /** Name for messages: a path, or an object of Kubernetes. */
  readonly name: string;
  storeOf(journal: RollingJournal): JournalStore;
  /** File for a snapshot of etcd beside the journal; undefined where none is stored. */
  readonly snapshot: string | undefined;
}

/** Returns the place of a journal in a file. */
export function fileJournal(path: string): JournalPlace {
  return {
    name: path,
    storeOf: (journal) => createJournalStore(path, journal),
    snapshot: path.replace(/\.json$/, ".etcd.db"),
  };
}

/** Creates a store that writes to a file, one write after the other. */
function createJournalStore(path: string, journal: RollingJournal): JournalStore {
  let last: Promise<void> = Promise.resolve();
  return {
    journal,
    store() {
      // Nodes of a batch store at the same time; each write has the state at its start.
      const write = last.then(() => writeJournalFile(path, journal));
      last = write.catch(() => {}); // the caller of the failed write has its error
      return write;
    },
  };
}

/**
 * Reads a journal.
 *
 * @param name The path as the user wrote it.
 * @throws {OsctlError} of kind `file`, also for a file that another user may have written, or
 *   `input` when the file is no such journal.
 */
export async function readJournal(path: string, name: string = path): Promise<RollingJournal> {
  const journal = await readJournalFile(path, name, KIND);
  // Its gates run programs: only a journal of this user is trusted.
  const foreign = await findForeignWriter(path);
  if (foreign === undefined) return journal;
  throw new OsctlError("file", `journal "${name}" is not trusted: ${foreign}`, {
    hint: "check its gates, then copy it to a file of your own with mode 0600",
  });
}

/**
 * Parses a journal.
 *
 * @param name Where it is, for errors.
 * @throws {OsctlError} of kind `input` for another text.
 */
export function parseJournal(text: string, name: string): RollingJournal {
  return parseJournalText(text, name, KIND);
}

const KIND: JournalKind<RollingJournal> = {
  command: "a rolling change",
  hint: "use the file that the rolling change named",
  is: isJournal,
};

function isJournal(value: unknown): value is RollingJournal {
  if (!isObject(value)) return false;
  const { version, id, change, context, startedAt, batches, nodes, gates, snapshot } = value;
  return version === VERSION && isText(id) && isObject(change) && isText(change["kind"]) &&
    isText(change["title"]) && isText(change["digest"]) && isObject(change["parameters"]) &&
    isSettings(value["settings"]) && isText(context) &&
    isNumber(startedAt) && isObject(gates) && (snapshot === undefined || isText(snapshot)) &&
    Array.isArray(value["controlPlanes"]) && value["controlPlanes"].every(isNamed) &&
    Array.isArray(nodes) && nodes.length > 0 && nodes.every(isNode) &&
    Array.isArray(batches) && batches.every(isBatch) && haveSameNodes(batches, nodes);
}

function isSettings(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { gates, steadiness, pauseMs, window, acceptsQuorumLoss, isDrained } = value;
  return (steadiness === undefined || isSteadiness(steadiness)) &&
    Array.isArray(gates) && gates.every(isText) && isNumber(pauseMs) && isText(window) &&
    typeof acceptsQuorumLoss === "boolean" && typeof isDrained === "boolean";
}

function isSteadiness(value: unknown): boolean {
  return isObject(value) && isNumber(value["times"]) && isNumber(value["spanMs"]);
}

function isNamed(value: unknown): boolean {
  return isObject(value) && isText(value["address"]) && isText(value["name"]);
}

function isBatch(value: unknown): value is { readonly nodes: readonly string[] } {
  return isObject(value) && isText(value["kind"]) && Array.isArray(value["nodes"]) &&
    value["nodes"].every(isText);
}

function haveSameNodes(
  batches: readonly { readonly nodes: readonly string[] }[],
  nodes: readonly NodeRecord[],
): boolean {
  const planned = batches.flatMap((batch) => batch.nodes);
  const addresses = nodes.map(({ address }) => address);
  return planned.length === addresses.length && new Set(planned).size === planned.length &&
    addresses.every((address) => planned.includes(address));
}

const STATES: readonly unknown[] = ["untouched", "active", "done", "unneeded", "failed"];
const CORDONED: readonly unknown[] = [undefined, "by us", "by others", "absent"];

function isNode(value: unknown): value is NodeRecord {
  if (!isObject(value)) return false;
  const { address, name, role, state, phase, cordoned, baseline } = value;
  return isText(address) && isText(name) && (role === "controlplane" || role === "worker") &&
    STATES.includes(state) && (PHASES as readonly unknown[]).includes(phase) &&
    CORDONED.includes(cordoned) && (baseline === undefined || isObject(baseline));
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}
