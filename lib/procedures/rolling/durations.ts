/**
 * Durations of a rolling change and its nodes, without the time between its sessions.
 *
 * @module
 */
import type { NodeRecord, RollingJournal } from "./journal.ts";

/** Counts the time since the last step of an earlier session as a pause. */
export function countPause(journal: RollingJournal, now: number): void {
  const { storedAt } = journal;
  if (storedAt === undefined || storedAt >= now) return;
  const pause = now - storedAt;
  journal.pausedMs = (journal.pausedMs ?? 0) + pause;
  for (const record of journal.nodes) {
    if (record.startedAt === undefined || record.endedAt !== undefined) continue;
    record.pausedMs = (record.pausedMs ?? 0) + pause;
  }
  journal.storedAt = now;
}

/** Returns the time that the sessions of a change took until `now`, milliseconds. */
export function changeMs({ startedAt, pausedMs = 0 }: RollingJournal, now: number): number {
  return Math.max(0, now - startedAt - pausedMs);
}

/** Returns the time that a node took until `now`, milliseconds; undefined before it began. */
export function nodeMs(
  { startedAt, endedAt, pausedMs = 0 }: Pick<NodeRecord, "startedAt" | "endedAt" | "pausedMs">,
  now: number,
): number | undefined {
  return startedAt === undefined ? undefined : Math.max(0, (endedAt ?? now) - startedAt - pausedMs);
}
