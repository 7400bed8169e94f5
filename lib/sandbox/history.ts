/**
 * The history of a cluster's nodes and etcd, for tests and rehearsals: lines of
 * JSON in `history.jsonl` of the nodes' folder. Entries are in the order in which they happened.
 *
 * @module
 */
import { readTextIfPresent } from "../platform/files.ts";
import { mapOf, text } from "../platform/shape.ts";
import { parseState } from "./state_file.ts";
import type { GroupStatus } from "./etcd/mod.ts";
import type { Clock } from "../async/clock.ts";

/** An entry of the history without its time. */
export type HistoryEvent =
  /** A boot starts. */
  | {
    readonly event: "boot";
    readonly node: string;
    readonly bootId: string;
    readonly version: string;
  }
  /** A node is off: it stopped in order, or failed. */
  | { readonly event: "off"; readonly node: string; readonly sequence: string }
  /** An installation ended. */
  | {
    readonly event: "install";
    readonly node: string;
    readonly version: string;
    readonly isSuccessful: boolean;
  }
  /** Etcd was bootstrapped on a node. */
  | { readonly event: "bootstrap"; readonly node: string }
  /** A configuration took effect, or will at the next boot; mode `install` is the first one. */
  | { readonly event: "configure"; readonly node: string; readonly mode: string }
  /** The node object of Kubernetes became unschedulable, or schedulable. */
  | { readonly event: "cordon" | "uncordon"; readonly node: string }
  /** Members of etcd started or stopped, or another one leads. */
  | {
    readonly event: "etcd";
    /** Names of the voting members that run. */
    readonly running: readonly string[];
    /** Names of the voting members that do not run. */
    readonly down: readonly string[];
    readonly hasQuorum: boolean;
    /** Name of the leader; null without one. */
    readonly leader: string | null;
    readonly term: number;
  };

/** An entry of the history. */
export type HistoryEntry = HistoryEvent & {
  /** Milliseconds since the Unix epoch. */
  readonly time: number;
};

/** The history of a cluster. */
export class History {
  readonly #path: string;
  readonly #clock: Pick<Clock, "now">;
  #lastEtcd = "";

  constructor(nodesFolder: string, clock: Pick<Clock, "now">) {
    this.#path = historyPath(nodesFolder);
    this.#clock = clock;
  }

  /** Appends an entry. It is in the file before the function returns. */
  record(event: HistoryEvent): void {
    const entry: HistoryEntry = { time: this.#clock.now(), ...event };
    Deno.writeTextFileSync(this.#path, `${JSON.stringify(entry)}\n`, {
      append: true,
      mode: 0o600,
    });
  }

  /** Appends the state of etcd unless only indexes have changed. */
  recordEtcd({ members, hasQuorum, leader, term }: GroupStatus): void {
    const voters = members.filter(({ isLearner }) => !isLearner);
    const names = (isRunning: boolean) =>
      voters.filter((member) => member.isRunning === isRunning).map(({ name }) => name).sort();
    const state = {
      running: names(true),
      down: names(false),
      hasQuorum,
      leader: leader ?? null,
      term,
    };
    const text = JSON.stringify(state);
    if (text === this.#lastEtcd) return;
    this.#lastEtcd = text;
    this.record({ event: "etcd", ...state });
  }
}

function historyPath(nodesFolder: string): string {
  return `${nodesFolder}/history.jsonl`;
}

/** Reads the history of the cluster whose nodes have their folders in `nodesFolder`. */
export async function readHistory(nodesFolder: string): Promise<readonly HistoryEntry[]> {
  const path = historyPath(nodesFolder);
  const content = await readTextIfPresent(path) ?? "";
  // The last line may be incomplete while another process writes it.
  const lines = content.split("\n").slice(0, -1);
  return lines.map((line) => parseState<HistoryEntry>(line, path, mapOf({ event: text })));
}
