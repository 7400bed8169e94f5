/**
 * Estimates of the time of a rolling change.
 *
 * @module
 */
import { nodeMs } from "./durations.ts";
import type { RollingJournal } from "./journal.ts";
import type { ChangeKind } from "./types.ts";

/** Time of a node before one is measured, milliseconds: mostly the firmware of the machine. */
const FIRST_MS: Readonly<Record<ChangeKind, number>> = {
  upgrade: 5 * 60_000,
  reboot: 3 * 60_000,
  shutdown: 60_000,
  apply: 30_000,
  reset: 2 * 60_000,
};

/** Returns the time of a batch before any is measured, milliseconds. */
export function firstEstimateMs(kind: ChangeKind): number {
  return FIRST_MS[kind];
}

/**
 * Returns the remaining time, milliseconds: the mean of the nodes that are done for each batch that is
 * left; undefined before a node is done.
 */
export function estimateMs({ nodes, batches }: RollingJournal): number | undefined {
  const times = nodes.flatMap((record) => {
    const ms = record.endedAt === undefined ? undefined : nodeMs(record, record.endedAt);
    return record.state === "done" && ms !== undefined ? [ms] : [];
  });
  if (times.length === 0) return undefined;
  const mean = times.reduce((sum, one) => sum + one, 0) / times.length;
  const left = new Set(
    nodes.filter(({ state }) => state !== "done" && state !== "unneeded")
      .map(({ address }) => address),
  );
  return mean * batches.filter((batch) => batch.nodes.some((node) => left.has(node))).length;
}
