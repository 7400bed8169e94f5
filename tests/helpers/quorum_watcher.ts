/**
 * Watches etcd of an embedded cluster during a test: samples it every 50 ms and observes every
 * change, so that no loss of the quorum between two samples is missed.
 */
import assert from "node:assert/strict";
import type { HistoryEntry, RunningCluster } from "../../lib/sandbox/mod.ts";

/** Interval of the samples, milliseconds. */
const SAMPLE_MS = 50;

/** What a watcher has seen. */
export interface QuorumWatcher extends Disposable {
  /** Number of samples and changes. */
  readonly observations: number;
  /** Largest number of voting members that were down at a time. */
  readonly mostDown: number;
  /** Names of the members of each state without a quorum. */
  readonly losses: readonly (readonly string[])[];
  /** Names of the nodes that led, without repetition. */
  readonly leaders: readonly string[];
  /** Asserts that the quorum was never lost, and that at most `mostDown` members were down. */
  assertQuorum(mostDown?: number): void;
}

/** Starts watching; the group has to be formed. */
export function watchQuorum({ etcd }: Pick<RunningCluster, "etcd">): QuorumWatcher {
  const losses: (readonly string[])[] = [];
  const leaders: string[] = [];
  let observations = 0;
  let mostDown = 0;
  const observe = () => {
    observations++;
    const { members, hasQuorum, leader } = etcd.status;
    const down = members.filter(({ isLearner, isRunning }) => !isLearner && !isRunning)
      .map(({ name }) => name);
    mostDown = Math.max(mostDown, down.length);
    if (!hasQuorum) losses.push(down);
    if (leader !== undefined && leaders.at(-1) !== leader) leaders.push(leader);
  };
  observe();
  const timer = setInterval(observe, SAMPLE_MS);
  const stop = etcd.onChange(observe);
  return {
    get observations() {
      return observations;
    },
    get mostDown() {
      return mostDown;
    },
    losses,
    leaders,
    assertQuorum(most = 1) {
      observe();
      assert.deepEqual(losses, [], "the quorum of etcd was lost");
      assert.ok(mostDown <= most, `${mostDown} members of etcd were down at a time`);
    },
    [Symbol.dispose]() {
      clearInterval(timer);
      stop();
    },
  };
}

/**
 * Asserts on a recorded history that the quorum was never lost after the first leader, and that at
 * most `mostDown` members were down: for clusters in another process.
 */
export function assertRecordedQuorum(history: readonly HistoryEntry[], mostDown = 1): void {
  const states = history.filter((entry) => entry.event === "etcd");
  const first = states.findIndex(({ leader, down }) => leader !== null && down.length === 0);
  assert.ok(first >= 0, "etcd has never had all members");
  for (const { hasQuorum, down } of states.slice(first)) {
    assert.ok(hasQuorum, `the quorum of etcd was lost: ${down.join(", ")} down`);
    assert.ok(down.length <= mostDown, `down at a time: ${down.join(", ")}`);
  }
}

/** Returns the number of entries of a kind per node, in the order of their first entry. */
export function countByNode(
  history: readonly HistoryEntry[],
  event: "boot" | "install" | "bootstrap" | "configure" | "cordon" | "uncordon",
): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const entry of history) {
    if (entry.event === event) counts[entry.node] = (counts[entry.node] ?? 0) + 1;
  }
  return counts;
}
