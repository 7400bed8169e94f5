/**
 * Status of pending calls: the nodes that have not responded yet.
 *
 * @module
 */
import { escapeControls } from "../output/text.ts";
import { parseIp } from "../pki/ip.ts";
import type { Clock } from "../platform/system.ts";

/** Shows pending nodes in a status line. */
export interface WaitStatus {
  show(text: string): void;
  clear(): Promise<void>;
}

/** Waits shorter than this are not shown, milliseconds. */
const SHOWN_AFTER_MS = 2000;
const UPDATE_MS = 1000;
/** Longer lists of nodes are truncated. */
const MAX_NODES = 3;

/**
 * Endpoints resolve the names of nodes: a dead DNS server there delays each call by 10 s or more.
 */
const SLOW_NAME_MS = 5000;
const SLOW_NAME = "if DNS is slow, use addresses";
const UNLISTED = "no member has this name";

/** A wait for a node, and its start. */
interface Wait {
  readonly node: string;
  readonly since: number;
}

/** Options of {@linkcode AwaitedNodes}. */
export interface AwaitedOptions {
  readonly clock: Clock;
  /** Nothing is shown without it. */
  readonly status: WaitStatus | undefined;
  /** Returns the endpoints while none is connected. */
  getUnconnected?(): readonly string[];
}

/** Shows nodes that have been pending for 2 s or longer: `waiting for 10.0.0.9 (2s)`. */
export class AwaitedNodes {
  readonly #clock: Clock;
  readonly #status: WaitStatus | undefined;
  readonly #getUnconnected: () => readonly string[];
  readonly #waits = new Set<Wait>();
  /** Names that no member has. */
  readonly #unlisted = new Set<string>();
  #cancel: (() => void) | undefined;
  #isShown = false;

  constructor({ clock, status, getUnconnected = () => [] }: AwaitedOptions) {
    this.#clock = clock;
    this.#status = status;
    this.#getUnconnected = getUnconnected;
  }

  /** Starts a wait for a node; the returned function ends it. */
  begin(node: string): () => void {
    if (this.#status === undefined) return () => {};
    const wait = { node, since: this.#clock.now() };
    this.#waits.add(wait);
    // One timer serves many waits because most end before it fires.
    this.#cancel ??= this.#clock.after(SHOWN_AFTER_MS, () => this.#update());
    return () => {
      this.#waits.delete(wait);
      if (this.#waits.size === 0) this.#hide();
    };
  }

  /** Adds a name that no member of the cluster has: long waits for it are shown with a hint. */
  addUnlisted(node: string): void {
    this.#unlisted.add(node);
  }

  /** Stops the timer and clears the status. */
  close(): void {
    this.#waits.clear();
    this.#cancel?.();
    this.#cancel = undefined;
    this.#hide();
  }

  #update(): void {
    this.#cancel = undefined;
    const now = this.#clock.now();
    const long = [...this.#waits].filter(({ since }) => now - since >= SHOWN_AFTER_MS);
    const [oldest] = long;
    if (oldest === undefined) this.#hide();
    if (oldest !== undefined) {
      this.#isShown = true;
      const nodes = [...new Set(long.map(({ node }) => node))];
      const seconds = Math.floor((now - oldest.since) / 1000);
      const hint = this.#hintOf(long, now).map((text) => `; ${text}`).join("");
      this.#status?.show(`waiting for ${list(nodes.map(escapeControls))} (${seconds}s)${hint}`);
    }
    // Waits are in order of their start.
    const [next] = this.#waits;
    if (next === undefined) return;
    const ms = oldest === undefined ? next.since + SHOWN_AFTER_MS - now : UPDATE_MS;
    this.#cancel = this.#clock.after(ms, () => this.#update());
  }

  /** Returns what the reason of long waits may be. */
  #hintOf(long: readonly Wait[], now: number): string[] {
    const unconnected = this.#getUnconnected();
    if (unconnected.length > 0) {
      return [`not connected to ${list(unconnected.map(escapeControls))}`];
    }
    const isUnlisted = long.every(({ node }) => this.#unlisted.has(node));
    const isSlowName = long.some(({ node, since }) =>
      now - since >= SLOW_NAME_MS && parseIp(node) === undefined
    );
    return [...isUnlisted ? [UNLISTED] : [], ...isUnlisted || isSlowName ? [SLOW_NAME] : []];
  }

  #hide(): void {
    if (!this.#isShown) return;
    this.#isShown = false;
    void this.#status?.clear();
  }
}

function list(nodes: readonly string[]): string {
  if (nodes.length <= MAX_NODES) return nodes.join(", ");
  return `${nodes.slice(0, MAX_NODES).join(", ")} and ${nodes.length - MAX_NODES} more`;
}
