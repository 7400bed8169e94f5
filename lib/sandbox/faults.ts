/**
 * The fault control of a running cluster: which rules are in force, and what they do to a call.
 *
 * @module
 */
import { readTextIfPresent } from "../platform/files.ts";
import {
  concerns,
  concernsNode,
  covers,
  type FaultAction,
  type FaultRule,
  parseFaultFile,
} from "./fault_rules.ts";

/** What is to be done to one call. */
export interface CallFaults {
  /** Hold the answer back this long, milliseconds. */
  delayMs: number;
  /** Answer with this status, at once after the delay. */
  error: { code: number; message: string } | undefined;
  /** Let this many response bytes through, then break the stream. */
  cutAfter: number | undefined;
}

const UNAVAILABLE = 14;

/** The rules in force and their counters. */
export class Faults {
  #rules: readonly FaultRule[] = [];
  readonly #calls = new Map<string, number>();
  readonly #listeners = new Set<() => void>();

  /** The rules in force. */
  get rules(): readonly FaultRule[] {
    return this.#rules;
  }

  /** Replaces the rules. A rule that stays keeps its count of calls. */
  set(rules: readonly FaultRule[]): void {
    this.#rules = rules;
    const ids = new Set(rules.map((rule) => rule.id));
    for (const id of this.#calls.keys()) if (!ids.has(id)) this.#calls.delete(id);
    for (const listener of this.#listeners) listener();
  }

  /** Adds one rule to those in force. */
  add(rule: FaultRule): void {
    this.set([...this.#rules, rule]);
  }

  /** Calls `listener` after every change; the returned function stops that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Whether a node's port is closed or dead. */
  stateOf(node: { name: string; address: string }): "up" | "down" | "blackhole" {
    const found = (action: FaultAction) =>
      this.#rules.some((rule) => rule.action === action && concerns(rule, node));
    return found("down") ? "down" : found("blackhole") ? "blackhole" : "up";
  }

  /** Counts one call and tells what is to be done to it; undefined when nothing is. */
  judge(node: { name: string; address: string }, path: string): CallFaults | undefined {
    if (this.#rules.length === 0) return undefined;
    let faults: CallFaults | undefined;
    for (const rule of this.#rules) {
      if (concernsNode(rule.action) || !concerns(rule, node) || !covers(rule, path)) continue;
      const count = (this.#calls.get(rule.id) ?? 0) + 1;
      this.#calls.set(rule.id, count);
      if (rule.nth !== undefined && rule.nth !== count) continue;
      faults ??= { delayMs: 0, error: undefined, cutAfter: undefined };
      if (rule.action === "delay") faults.delayMs += rule.delayMs!;
      if (rule.action === "cut") faults.cutAfter = rule.afterBytes!;
      if (rule.action === "refuse") {
        faults.error ??= { code: UNAVAILABLE, message: "refused by a fault of the sandbox" };
      }
      if (rule.action === "error") {
        faults.error ??= { code: rule.code!, message: rule.message ?? "fault of the sandbox" };
      }
    }
    return faults;
  }
}

/** Keeps {@linkcode Faults} equal to a file that other processes replace. */
export class FaultFileReader {
  readonly #path: string;
  readonly #faults: Faults;
  #stamp = "";
  #revision = -1;

  constructor(path: string, faults: Faults) {
    this.#path = path;
    this.#faults = faults;
  }

  /**
   * Rereads the file if it changed. Resolves with the revision in force when it did.
   *
   * @throws {OsctlError} when the file cannot be read or makes no sense; the rules stay as they were.
   */
  async refresh(): Promise<number | undefined> {
    const stamp = this.#stampNow();
    if (stamp === this.#stamp) return undefined;
    this.#stamp = stamp;
    const text = await readTextIfPresent(this.#path);
    const file = text === undefined ? { revision: 0, rules: [] } : parseFaultFile(text, this.#path);
    if (file.revision === this.#revision) return undefined;
    this.#revision = file.revision;
    this.#faults.set(file.rules);
    return file.revision;
  }

  /** Changes whenever the file is replaced, for a replaced file is another inode. */
  #stampNow(): string {
    try {
      const info = Deno.statSync(this.#path);
      return `${info.ino}:${info.mtime?.getTime()}:${info.size}`;
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return "absent";
      throw error;
    }
  }
}
