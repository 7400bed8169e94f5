/**
 * The processes of nodes as trees.
 *
 * @module
 */
import { type machine, MachineService } from "../../../proto/machine.ts";
import { callNode } from "../../client/mod.ts";
import { processesView } from "../../node/processes/mod.ts";
import type { Column } from "../../output/rows.ts";
import { formatExactShare } from "../format.ts";
import type { FeedTarget } from "./feed_target.ts";
import { PolledFeed } from "./polled_feed.ts";
import type { BrowseRow } from "./types.ts";
import { toRow } from "./view_rows.ts";

/** Interval of reads, milliseconds; of many nodes it is longer. */
const INTERVAL_MS = 5000;
const MS_PER_NODE = 300;

interface Usage {
  readonly process: machine.IProcessInfo;
  /** Share of one CPU since the last read; undefined at the first one. */
  readonly cpu: number | undefined;
}

/** The processes of a node at a time. */
interface Sample {
  readonly at: number;
  readonly times: ReadonlyMap<number, number>;
}

const CPU: Column<Usage> = {
  header: "CPU%",
  cell: ({ cpu }) => formatExactShare(cpu).replace("%", ""),
  key: ({ cpu }) => Math.round((cpu ?? -1) * 1e4),
};

const COMMAND = "COMMAND";

/** Columns of the command, with the CPU usage before the CPU time. */
const COLUMNS: readonly Column<Usage>[] = (() => {
  const columns = processesView({ labels: false }).columns.map((column): Column<Usage> => ({
    header: column.header,
    cell: ({ process }) => column.cell(process),
    ...(column.key ? { key: ({ process }) => column.key!(process) } : {}),
    ...(column.tint ? { tint: ({ process }) => column.tint!(process) } : {}),
  }));
  const index = columns.findIndex(({ header }) => header === "CPU-TIME");
  return columns.toSpliced(index, 0, CPU);
})();

/** Creates the table of processes. */
export function createProcessFeed(
  target: FeedTarget,
  nodes: readonly string[],
): PolledFeed<BrowseRow> {
  const { client, clock, callMs: timeoutMs } = target;
  const samples = new Map<string, Sample>();
  return new PolledFeed(target, nodes, {
    columns: COLUMNS,
    hideFirst: ["THREADS", "VIRTMEM", "STATE", "CPU-TIME"],
    treeHeader: COMMAND,
    intervalMs: Math.max(INTERVAL_MS, nodes.length * MS_PER_NODE),
    async read(node, signal) {
      const { processes } = await callNode(client, MachineService.Processes, {}, node, {
        signal,
        timeoutMs,
      });
      const at = clock.now();
      const before = samples.get(node);
      const times = new Map<number, number>();
      const usages = (processes ?? []).map((process): Usage => {
        const pid = process.pid ?? 0;
        times.set(pid, process.cpuTime ?? 0);
        const last = before?.times.get(pid);
        const seconds = before === undefined ? 0 : (at - before.at) / 1000;
        const isComparable = last !== undefined && seconds > 0;
        const cpu = isComparable ? Math.max((process.cpuTime ?? 0) - last, 0) / seconds : undefined;
        return { process, cpu };
      });
      samples.set(node, { at, times });
      return toTree(usages).map(({ usage, depth }) => {
        const key = String(usage.process.pid ?? 0);
        return toRow(COLUMNS, usage, { key, node, name: key, depth });
      });
    },
  });
}

/** Orders processes after their parents, by ID; one without a known parent is a root. */
export function toTree(
  usages: readonly Usage[],
): { readonly usage: Usage; readonly depth: number }[] {
  const pidOf = ({ process }: Usage) => process.pid ?? 0;
  const sorted = usages.toSorted((a, b) => pidOf(a) - pidOf(b));
  const known = new Set(sorted.map(pidOf));
  const children = Map.groupBy(sorted, (usage) => {
    const parent = usage.process.ppid ?? 0;
    return known.has(parent) && parent !== pidOf(usage) ? parent : undefined;
  });
  const tree: { usage: Usage; depth: number }[] = [];
  const added = new Set<Usage>();
  // Nodes are not trusted: a cycle must not end in an endless loop or a deep recursion.
  const stack = (children.get(undefined) ?? []).toReversed().map((usage) => ({ usage, depth: 0 }));
  while (stack.length > 0) {
    const next = stack.pop()!;
    if (added.has(next.usage)) continue;
    added.add(next.usage);
    tree.push(next);
    for (const usage of (children.get(pidOf(next.usage)) ?? []).toReversed()) {
      stack.push({ usage, depth: next.depth + 1 });
    }
  }
  for (const usage of sorted) if (!added.has(usage)) tree.push({ usage, depth: 0 });
  return tree;
}
