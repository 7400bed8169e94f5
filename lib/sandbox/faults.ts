/**
 * Fault injection of a running cluster: the active rules and their effect on calls.
 *
 * @module
 */
import { readTextIfPresent } from "../platform/files.ts";
import { StatusCode } from "../rpc/status.ts";
import {
  type FaultAction,
  type FaultRule,
  isNodeAction,
  matchesMethod,
  matchesNode,
  parseFaultFile,
} from "./fault_rules.ts";

/** The faults of one call. */
export interface CallFaults {
  /** Delay before the response, milliseconds. */
  delayMs: number;
  /** Status to return after the delay. */
  error: { code: number; message: string } | undefined;
  /** Number of response bytes before the stream fails. */
  cutAfter: number | undefined;
}

/** The active rules and their call counters. */
export class Faults {
  #rules: readonly FaultRule[] = [];
  readonly #calls = new Map<string, number>();
  readonly #listeners = new Set<() => void>();

  /** The active rules. */
  get rules(): readonly FaultRule[] {
    return this.#rules;
  }

  /** Replaces the rules. Rules with unchanged id keep their call counter. */
  set(rules: readonly FaultRule[]): void {
    this.#rules = rules;
    const ids = new Set(rules.map((rule) => rule.id));
    for (const id of this.#calls.keys()) if (!ids.has(id)) this.#calls.delete(id);
    for (const listener of this.#listeners) listener();
  }

  /** Adds a rule. */
  add(rule: FaultRule): void {
    this.set([...this.#rules, rule]);
  }

  /** Calls `listener` after every change; the returned function stops that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Returns the state of a node's port. */
  stateOf(node: { name: string; address: string }): "up" | "down" | "blackhole" {
    const hasRule = (action: FaultAction) => this.rulesOf(node, action).length > 0;
    return hasRule("down") ? "down" : hasRule("blackhole") ? "blackhole" : "up";
  }

  /** Returns the rules of an action that match a node. */
  rulesOf(node: { name: string; address: string }, action: FaultAction): readonly FaultRule[] {
    return this.#rules.filter((rule) => rule.action === action && matchesNode(rule, node));
  }

  /** Counts a call and returns its faults; undefined when no rule applies. */
  evaluate(node: { name: string; address: string }, path: string): CallFaults | undefined {
    if (this.#rules.length === 0) return undefined;
    let faults: CallFaults | undefined;
    for (const rule of this.#rules) {
      if (isNodeAction(rule.action) || !matchesNode(rule, node) || !matchesMethod(rule, path)) {
        continue;
      }
      const count = (this.#calls.get(rule.id) ?? 0) + 1;
      this.#calls.set(rule.id, count);
      if (rule.nth !== undefined && rule.nth !== count) continue;
      faults ??= { delayMs: 0, error: undefined, cutAfter: undefined };
      if (rule.action === "delay") faults.delayMs += rule.delayMs!;
      if (rule.action === "cut") faults.cutAfter = rule.afterBytes!;
      if (rule.action === "refuse") {
        const message = "refused by a sandbox fault";
        faults.error ??= { code: StatusCode.unavailable, message };
      }
      if (rule.action === "error") {
        faults.error ??= { code: rule.code!, message: rule.message ?? "sandbox fault" };
      }
    }
    return faults;
  }
}

/** Synchronizes {@linkcode Faults} with a file that other processes replace. */
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
   * Reads the file when it has changed. Resolves with the new revision, or undefined.
   *
   * @throws {OsctlError} When the file is unreadable or invalid; the rules are unchanged.
   */
  async refresh(): Promise<number | undefined> {
    const stamp = this.#readStamp();
    if (stamp === this.#stamp) return undefined;
    this.#stamp = stamp;
    const text = await readTextIfPresent(this.#path);
    const file = text === undefined ? { revision: 0, rules: [] } : parseFaultFile(text, this.#path);
    if (file.revision === this.#revision) return undefined;
    this.#revision = file.revision;
    this.#faults.set(file.rules);
    return file.revision;
  }

  /** Returns a text that changes whenever the file is replaced, which changes its inode. */
  #readStamp(): string {
    try {
      const info = Deno.statSync(this.#path);
      return `${info.ino}:${info.mtime?.getTime()}:${info.size}`;
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return "absent";
      throw error;
    }
  }
}
