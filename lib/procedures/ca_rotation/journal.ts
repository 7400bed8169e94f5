/**
 * The journal of a rotation: both authorities with their keys, the clients, and the phase. Written
 * before the first change and before every phase, so that another process can continue or roll
 * back.
 *
 * @module
 */
import type { PemPair } from "../../pki/mod.ts";
import { isObject } from "../../platform/shape.ts";
import { readJournalFile, writeJournalFile } from "../journal_file.ts";
import {
  type AuthorityName,
  type ClientPair,
  type Direction,
  PHASES,
  PROGRESS,
  type Progress,
  type Replacement,
  type RotatedNode,
  type Step,
} from "./types.ts";

/** Version of the format. */
const VERSION = 1;

/** Encoding of changed configurations; unchanged parts keep their bytes when undefined. */
export interface Encoding {
  readonly docs: boolean;
  readonly examples: boolean;
}

/** The state of a rotation. */
export interface Journal {
  readonly version: typeof VERSION;
  direction: Direction;
  readonly context: {
    readonly name: string;
    readonly endpoints: readonly string[];
    /** Nodes of the context; empty without any. */
    readonly nodes: readonly string[];
    /** The proxy of the context. */
    readonly proxyUrl?: string;
    /** Trusted roots of the client before the rotation, PEM. */
    readonly ca: string;
    /** The client before the rotation. */
    readonly client: ClientPair;
  };
  /** Control planes first: the order of changes. */
  readonly nodes: readonly RotatedNode[];
  /** Whether they are all members of the cluster, which the nodes know. */
  readonly isDiscovered: boolean;
  /** The client of the new node API authority; absent unless that is replaced. */
  readonly client?: ClientPair;
  readonly os?: Replacement;
  readonly kubernetes?: Replacement;
  /** Path of the new client configuration. */
  readonly output: string;
  /** Whether it may replace an existing file. */
  readonly force: boolean;
  /** Path of the secrets bundle to update. */
  readonly secrets?: string;
  /** Host and port of the Kubernetes API; from the kubeconfig when empty. */
  readonly k8sEndpoint: string;
  readonly encoding?: Encoding;
}

/** The authorities in the order of their rotation. */
const AUTHORITIES: readonly AuthorityName[] = ["os", "kubernetes"];

/** Returns the steps of a journal's direction, in order, those already done included. */
export function stepsOf(journal: Journal): Step[] {
  const { direction } = journal;
  const order = direction === "rotate" ? AUTHORITIES : AUTHORITIES.toReversed();
  return order.flatMap((authority) => {
    const replacement = journal[authority];
    if (replacement === undefined) return [];
    // What has not begun needs no rollback.
    if (direction === "rollback" && replacement.rotate === "none") return [];
    return PHASES.map((phase) => ({ authority, direction, phase }));
  });
}

/** Reports whether a step was complete before: a later one began. */
export function isComplete(journal: Journal, { authority, direction, phase }: Step): boolean {
  return rank(journal[authority]![direction]) > rank(phase);
}

/** Reports whether all steps are complete. */
export function isFinished(journal: Journal): boolean {
  return stepsOf(journal).every((step) => isComplete(journal, step));
}

/** Returns the order of a progress. */
export function rank(progress: Progress): number {
  return PROGRESS.indexOf(progress);
}

/** Returns the path of the journal beside an output file. */
export function journalPath(output: string): string {
  return `${output}.rotation.json`;
}

/** Writes a journal. The file is complete on disk before this resolves. */
export async function writeJournal(path: string, journal: Journal): Promise<void> {
  await writeJournalFile(path, journal);
}

/**
 * Reads a journal.
 *
 * @throws {OsctlError} of kind `file`, or `input` when the file is not a journal; never quotes it.
 */
export async function readJournal(path: string, name: string = path): Promise<Journal> {
  return await readJournalFile(path, name, {
    command: "rotate-ca",
    hint: "use the file that rotate-ca named, such as osconfig.rotation.json",
    is: isJournal,
  });
}

function isJournal(value: unknown): value is Journal {
  if (!isObject(value)) return false;
  const { version, direction, context, nodes, client, os, kubernetes } = value;
  return version === VERSION && (direction === "rotate" || direction === "rollback") &&
    isObject(context) && typeof context["name"] === "string" &&
    typeof context["ca"] === "string" && isList(context["endpoints"], isText) &&
    Array.isArray(context["nodes"]) && context["nodes"].every(isText) &&
    (context["proxyUrl"] === undefined || isText(context["proxyUrl"])) &&
    isPair(context["client"]) && isList(nodes, isNode) &&
    typeof value["isDiscovered"] === "boolean" &&
    (os === undefined || (isReplacement(os) && isPair(client))) &&
    (kubernetes === undefined || isReplacement(kubernetes)) &&
    (os !== undefined || kubernetes !== undefined) &&
    isText(value["output"]) && isText(value["k8sEndpoint"]) &&
    typeof value["force"] === "boolean" &&
    (value["secrets"] === undefined || isText(value["secrets"]));
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isList(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isItem);
}

function isPair(value: unknown): value is PemPair {
  return isObject(value) && isText(value["crt"]) && isText(value["key"]);
}

function isNode(value: unknown): value is RotatedNode {
  return isObject(value) && isText(value["address"]) &&
    typeof value["isControlPlane"] === "boolean";
}

function isReplacement(value: unknown): value is Replacement {
  return isObject(value) && isPair(value["old"]) && isPair(value["new"]) &&
    PROGRESS.includes(value["rotate"] as Progress) &&
    PROGRESS.includes(value["rollback"] as Progress);
}
