/**
 * Runs a rolling change: batch after batch, gates before and after each. Stops at the first failure,
 * and never reverts a node.
 *
 * @module
 */
import { settleAll } from "../../async/settle_all.ts";
import { sleep } from "../../async/sleep.ts";
import { OsctlError } from "../../errors.ts";
import { formatDuration } from "../../output/duration.ts";
import { formatElapsed } from "../../output/elapsed.ts";
import { nodeMs } from "./durations.ts";
import { withLimit } from "../waits.ts";
import { isComplete, type NodeRecord } from "./journal.ts";
import { NodeRun } from "./node_run.ts";
import { isFrom, PHASE_TEXTS } from "./phases.ts";
import type { RollingRun } from "./rolling_run.ts";
import type { GateScope } from "./types.ts";
import { msUntilOpen } from "./window.ts";

/**
 * Changes the nodes of a journal that are not done.
 *
 * @throws {OsctlError} of the first node that failed; the reason of the signal or of the lost lock.
 */
export async function runRolling(run: RollingRun): Promise<void> {
  const { system, lock, journal: { journal } } = run;
  const stop = new AbortController();
  const outside = AbortSignal.any([system.signal, lock.lost]);
  const stopOutside = () => {
    run.report({ kind: "stopping", node: null, text: describeStop(journal.nodes) });
    stop.abort(outside.reason);
  };
  if (outside.aborted) stopOutside();
  else outside.addEventListener("abort", stopOutside, { once: true });
  try {
    const batches = journal.batches.map(({ kind, nodes }) => ({
      kind,
      records: nodes.map((node) => journal.nodes.find(({ address }) => address === node)!),
    }));
    // Nodes whose change has begun come first: gates cannot hold before they are back.
    const begun = journal.nodes.filter((record) => !isOver(record) && hasBegun(record));
    if (begun.length > 0) await runBatch(run, begun, stop);
    for (const [index, { kind, records }] of batches.entries()) {
      const left = records.filter((record) => !isOver(record));
      if (left.length === 0) continue;
      const names = left.map(({ name }) => name).join(", ");
      const text = `batch ${index + 1} of ${batches.length} (${kind}): ${names}`;
      await awaitStart(run, stop.signal);
      run.report({ kind: "batch", node: null, text });
      await runBatch(run, left, stop);
      if (!isComplete(journal)) await pause(run, stop.signal);
    }
    run.report({ kind: "complete", node: null, text: "all nodes are done" });
  } finally {
    outside.removeEventListener("abort", stopOutside);
  }
}

function isOver({ state }: NodeRecord): boolean {
  return state === "done" || state === "unneeded";
}

function hasBegun({ phase }: NodeRecord): boolean {
  return isFrom(phase, "start");
}

/** Returns what continues when the change stops. */
function describeStop(nodes: readonly NodeRecord[]): string {
  const busy = nodes.filter((record) => record.state === "active" && hasBegun(record));
  const names = busy.map(({ name }) => name).join(", ");
  return busy.length === 0
    ? "stopping: no node is being changed"
    : `finishing ${names}, whose change cannot be interrupted; no other node will be changed`;
}

async function runBatch(
  run: RollingRun,
  records: readonly NodeRecord[],
  stop: AbortController,
): Promise<void> {
  const { signal } = stop;
  const nodeRuns = new Map(records.map((record) => [record, new NodeRun(run, record, signal)]));
  const needed: NodeRecord[] = [];
  const fresh = records.filter((record) => !hasBegun(record));
  if (fresh.length > 0) {
    signal.throwIfAborted();
    await openWindow(run, signal);
  }
  await run.pod?.enter(records, signal);
  for (const record of records) {
    const isUnneeded = () => nodeRuns.get(record)!.isUnneeded();
    if (hasBegun(record) || !await attempt(run, record, stop, isUnneeded)) needed.push(record);
  }
  await settleAll(
    fresh.filter((one) => needed.includes(one)).map((record) => {
      return attempt(run, record, stop, () => awaitGates(run, record, "before", needed, signal));
    }),
  );
  await settleAll(needed.map((record) => {
    return attempt(run, record, stop, async () => {
      await nodeRuns.get(record)!.change();
      if (run.gates.names.length === 0) await finish(run, record);
    });
  }));
  if (run.gates.names.length > 0) {
    signal.throwIfAborted();
    await settleAll(needed.map((record) => {
      return attempt(run, record, stop, async () => {
        await awaitGates(run, record, "after", [], signal);
        await finish(run, record);
      });
    }));
  }
  // No pod is scheduled again on nodes that stop permanently.
  if (!run.change.isFinal) await run.pod?.leave(records);
}

/** Waits while the operator of a rollout pauses it. */
async function awaitStart(run: RollingRun, signal: AbortSignal): Promise<void> {
  const report = (text: string) => run.report({ kind: "waiting", node: null, text });
  await run.pod?.awaitStart(report, signal);
}

/** Runs a step of a node; records its failure, after which no other node begins. */
async function attempt<T>(
  { journal, report, system }: RollingRun,
  record: NodeRecord,
  stop: AbortController,
  step: () => Promise<T>,
): Promise<T> {
  try {
    return await step();
  } catch (error) {
    journal.journal.storedAt = system.clock.now();
    const { address: node, phase } = record;
    const { aborted, reason } = stop.signal;
    if (aborted && (error === reason || !hasBegun(record))) {
      // Calls that the signal cancels may reject with errors of their own.
      if (!hasBegun(record)) record.state = "untouched";
      await journal.store();
      throw reason;
    }
    if (error instanceof OsctlError) {
      record.state = "failed";
      record.reason = error.message;
      report({ kind: "failed", node, phase, text: error.message });
      await journal.store();
    }
    const named = error instanceof OsctlError ? addName(record, error) : error;
    stop.abort(named);
    throw named;
  }
}

/** The error of a change names its node; events and records have it beside the reason. */
function addName({ name }: NodeRecord, error: OsctlError): OsctlError {
  return new OsctlError(error.kind, `${name}: ${error.message}`, {
    cause: error,
    ...error.hint === undefined ? {} : { hint: error.hint },
  });
}

async function finish({ journal, report, system }: RollingRun, record: NodeRecord): Promise<void> {
  const now = system.clock.now();
  record.state = "done";
  record.endedAt = now;
  journal.journal.storedAt = now;
  await journal.store();
  const elapsed = formatElapsed(nodeMs(record, now) ?? 0);
  report({ kind: "done", node: record.address, text: `done after ${elapsed}` });
}

async function awaitGates(
  { gates, limits, system: { clock }, report, change, journal }: RollingRun,
  node: NodeRecord,
  phase: GateScope["phase"],
  batch: readonly NodeRecord[],
  signal: AbortSignal,
): Promise<void> {
  if (gates.names.length === 0) return;
  if (phase === "before") {
    const text = PHASE_TEXTS.gates.progress;
    report({ kind: "phase", node: node.address, phase: node.phase, text });
  }
  const changing = new Set(batch.filter((one) => one !== node).map(({ name }) => name));
  // Nodes that do not return are not expected to be healthy.
  const gone = change.isFinal ? journal.journal.nodes.filter((one) => hasBegun(one)) : [];
  for (const { name } of gone) changing.add(name);
  await withLimit(
    { clock, signal },
    {
      failure: `gates ${phase} the change do not hold`,
      ms: limits.stepMs,
      onReason: (text) => report({ kind: "waiting", node: node.address, phase: node.phase, text }),
    },
    (wait) => gates.awaitAll({ node, phase, changing }, wait),
  );
}

async function openWindow(
  { window, system: { clock }, report }: RollingRun,
  signal: AbortSignal,
): Promise<void> {
  if (window === undefined) return;
  for (let isReported = false;;) {
    const ms = msUntilOpen(window, clock.now());
    if (ms === 0) return;
    const text = `waiting ${formatDuration(ms)} for the window ${window.text}`;
    if (!isReported) report({ kind: "waiting", node: null, text });
    isReported = true;
    await sleep(clock, Math.min(ms, WINDOW_POLL_MS), signal);
  }
}

/** A suspended machine makes timers late: the window is checked at this interval, milliseconds. */
const WINDOW_POLL_MS = 30_000;

async function pause(
  { pauseMs, system: { clock }, report }: RollingRun,
  signal: AbortSignal,
): Promise<void> {
  if (pauseMs === 0) return;
  report({ kind: "waiting", node: null, text: `pausing for ${formatDuration(pauseMs)}` });
  await sleep(clock, pauseMs, signal);
}
