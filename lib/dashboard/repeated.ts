/**
 * Prints the overview at every interval where no screen can be shown.
 *
 * @module
 */
import { sleep } from "../async/sleep.ts";
import { parseTimeouts } from "../client/timeouts.ts";
import type { NodeClient } from "../client/types.ts";
import type { TableFlags } from "../output/mod.ts";
import { type OverviewSystem, writeOverview } from "./once.ts";
import { DashboardSource } from "./source.ts";
import type { NodeModel } from "./types.ts";

/** Longest time until the first table, in intervals. */
const FIRST_INTERVALS = 2;

/**
 * Prints the overview at every interval until ^C. The first one waits until each node was measured or
 * has failed; a slow node does not delay the others.
 */
export async function printOverviews(
  system: OverviewSystem,
  client: NodeClient,
  { intervalMs, ...flags }: TableFlags & { readonly intervalMs: number },
): Promise<never> {
  const { clock, env, signal, stdout } = system;
  const bug = new AbortController();
  using source = new DashboardSource({
    client,
    clock,
    signal,
    intervalMs,
    callMs: parseTimeouts(env).callMs,
    fail: (error) => bug.abort(error),
  });
  source.addViewer().setFocus({});
  const ended = AbortSignal.any([signal, bug.signal]);
  const measured = Promise.withResolvers<void>();
  source.onChange(() => {
    const isKnown = ({ cpu, stage, problem }: NodeModel) =>
      problem !== undefined || (cpu !== undefined && stage !== undefined);
    if (source.models.every(isKnown)) measured.resolve();
  });
  source.start();
  await Promise.race([measured.promise, sleep(clock, FIRST_INTERVALS * intervalMs, ended)]);
  for (;;) {
    await writeOverview(system, source.models, flags);
    await sleep(clock, intervalMs, ended);
    await stdout.write("\n");
  }
}
