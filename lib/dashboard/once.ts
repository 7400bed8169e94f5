/**
 * Prints the overview once.
 *
 * @module
 */
import { sleep } from "../async/sleep.ts";
import { throwFailures } from "../client/collect.ts";
import { parseTimeouts } from "../client/timeouts.ts";
import type { NodeClient } from "../client/types.ts";
import { OsctlError } from "../errors.ts";
import {
  createRowWriter,
  printColumnHelp,
  type TableFlags,
  toTableOptions,
  writeRows,
} from "../output/mod.ts";
import type { System } from "../platform/system.ts";
import { applyMembers, readClusterFacts } from "./cluster_facts.ts";
import { overviewView } from "./overview_view.ts";
import { BASE_POLLS, FACT_POLLS, type PollName, pollNode, type Samples } from "./polls.ts";
import { createNodeModel, type NodeModel } from "./types.ts";

/** Time between the two samples of CPU and network, milliseconds. */
const SAMPLE_MS = 1000;

const ALL_POLLS: readonly PollName[] = [...BASE_POLLS, ...FACT_POLLS, "services", "machineStatus"];

/** The parts of a command's context that the overview uses. */
export type OverviewSystem = Pick<System, "stdout" | "terminal" | "env" | "clock" | "signal">;

/** Prints the list of columns for `--columns help`; returns whether it is requested. */
export function printOverviewColumns(
  { stdout }: Pick<System, "stdout">,
  flags: TableFlags,
): Promise<boolean> {
  return printColumnHelp(stdout, overviewView(() => 0), flags);
}

/** A node that is polled on demand. */
interface PolledNode {
  readonly model: NodeModel;
  readonly samples: Samples;
}

/**
 * Prints the overview. CPU and network are measured between two samples, at most `intervalMs` apart.
 *
 * @throws {MultiNodeError} after the rows, for nodes that did not respond to every call. A refused
 * call is not a failure: its columns are empty for this role.
 */
export async function printOverview(
  system: OverviewSystem,
  client: NodeClient,
  { intervalMs, ...flags }: TableFlags & { readonly intervalMs: number },
): Promise<void> {
  const { clock, signal } = system;
  const poll = createPolling(system, client);
  const first = await poll.run(ALL_POLLS);
  await sleep(clock, Math.min(intervalMs, SAMPLE_MS), signal);
  const second = await poll.runAgain(BASE_POLLS);
  await nameDeadNodes(system, client, poll.models);
  await writeOverview(system, poll.models, flags);
  throwFailures(
    poll.models.flatMap(({ node, problem }, index) => {
      const reason = problem ?? second[index] ?? first[index];
      return reason === undefined ? [] : [{ node, error: new OsctlError("node", reason) }];
    }),
  );
}

/** Reads the names of nodes that did not respond from the members of one that did. */
async function nameDeadNodes(
  { clock, env, signal }: OverviewSystem,
  client: NodeClient,
  models: readonly NodeModel[],
): Promise<void> {
  const source = models.find(({ updatedAt, problem }) =>
    updatedAt !== undefined && problem === undefined
  );
  if (source === undefined || models.every(({ hostname }) => hostname)) return;
  const { callMs } = parseTimeouts(env);
  try {
    const { members } = await readClusterFacts({ client, clock, callMs }, source.node, signal);
    applyMembers(models, members);
  } catch (error) {
    // The caller may not read members: the rows have addresses only.
    if (signal.aborted || !(error instanceof OsctlError)) throw error;
  }
}

function createPolling({ clock, env, signal }: OverviewSystem, client: NodeClient) {
  const { callMs } = parseTimeouts(env);
  const nodes: PolledNode[] = client.nodes.map((node) => ({
    model: createNodeModel(node),
    samples: {},
  }));
  const run = (
    names: readonly PollName[],
    isPolled: (node: PolledNode) => boolean = () => true,
  ): Promise<readonly (string | undefined)[]> =>
    Promise.all(nodes.map((node) => {
      if (!isPolled(node)) return undefined;
      const target = { client, clock, ...node };
      return pollNode(target, names, { timeoutMs: callMs, signal });
    }));
  return {
    models: nodes.map(({ model }) => model),
    /** Returns an error of each node, which may be of one of several calls. */
    run,
    /** Polls the nodes that have responded before: the others would time out again. */
    runAgain: (names: readonly PollName[]) =>
      run(names, ({ model }) => model.updatedAt !== undefined && model.problem === undefined),
  };
}

/** Writes the rows. */
export async function writeOverview(
  system: OverviewSystem,
  models: readonly NodeModel[],
  flags: TableFlags,
): Promise<void> {
  const view = overviewView(() => system.clock.now());
  const options = await toTableOptions(system, view, flags);
  const writer = createRowWriter(system.stdout, view, { ...options, headerWithoutRows: true });
  await writeRows(writer, async () => {
    for (const model of models) await writer.add(model.node, model);
  });
}
