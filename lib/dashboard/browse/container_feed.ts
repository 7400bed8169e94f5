/**
 * Containers and pods of nodes with their usage.
 *
 * @module
 */
import { type machine, MachineService } from "../../../proto/machine.ts";
import { callNode } from "../../client/mod.ts";
import { OsctlError } from "../../errors.ts";
import { containerSelection, containersView, sortById } from "../../node/containers/mod.ts";
import type { Column } from "../../output/rows.ts";
import { formatSize } from "../../output/size.ts";
import { formatExactShare } from "../format.ts";
import { toNumber } from "../usage.ts";
import type { FeedTarget } from "./feed_target.ts";
import type { LogSource } from "./log_lines.ts";
import { PolledFeed } from "./polled_feed.ts";
import type { BrowseRow } from "./types.ts";
import { toRow } from "./view_rows.ts";

/** Interval of reads, milliseconds; of many nodes it is longer. */
const INTERVAL_MS = 5000;
const MS_PER_NODE = 200;

/** A container with its log. */
export interface ContainerRow extends BrowseRow {
  readonly log: LogSource;
}

interface Usage {
  readonly container: machine.IContainerInfo;
  /** Bytes; undefined for a container that does not run. */
  readonly memory: number | undefined;
  /** Share of one CPU since the last read; undefined at the first one. */
  readonly cpu: number | undefined;
}

/** CPU time of the containers of a node at a time, nanoseconds. */
interface Sample {
  readonly at: number;
  readonly times: ReadonlyMap<string, number>;
}

const COLUMNS: readonly Column<Usage>[] = [
  ...containersView.columns.map((column): Column<Usage> => ({
    header: column.header,
    cell: ({ container }) => column.header === "ID" ? container.id ?? "" : column.cell(container),
    ...(column.tint ? { tint: ({ container }) => column.tint!(container) } : {}),
  })),
  {
    header: "CPU%",
    cell: ({ cpu }) => formatExactShare(cpu).replace("%", ""),
    key: ({ cpu }) => Math.round((cpu ?? -1) * 1e4),
  },
  {
    header: "MEM",
    cell: ({ memory }) => memory === undefined ? "-" : formatSize(memory),
    key: ({ memory }) => memory ?? -1,
  },
];

/** Creates the table of containers: containers of Kubernetes are below their pods. */
export function createContainerFeed(
  target: FeedTarget,
  nodes: readonly string[],
): PolledFeed<ContainerRow> {
  const { client, clock, callMs: timeoutMs } = target;
  const samples = new Map<string, Sample>();
  const readNamespace = async (node: string, isKubernetes: boolean, signal: AbortSignal) => {
    const selection = containerSelection({ kubernetes: isKubernetes });
    const options = { signal, timeoutMs };
    const [{ containers }, { stats }] = await Promise.all([
      callNode(client, MachineService.Containers, selection, node, options),
      callNode(client, MachineService.Stats, selection, node, options),
    ]);
    const key = `${node} ${isKubernetes}`;
    const before = samples.get(key);
    const at = clock.now();
    const usage = new Map((stats ?? []).map((stat) => [stat.id ?? "", stat] as const));
    const times = new Map([...usage].map(([id, stat]) => [id, toNumber(stat.cpuUsage)] as const));
    samples.set(key, { at, times });
    return sortById(containers ?? []).map((container): ContainerRow => {
      const id = container.id ?? "";
      const last = before?.times.get(id);
      const now = times.get(id);
      const elapsedNs = before === undefined ? 0 : (at - before.at) * 1e6;
      const cpu = last === undefined || now === undefined || elapsedNs <= 0
        ? undefined
        : Math.max(now - last, 0) / elapsedNs;
      const stat = usage.get(id);
      const memory = stat === undefined ? undefined : toNumber(stat.memoryUsage);
      const isInPod = (container.podId ?? id) !== id;
      const name = container.name || id;
      return {
        ...toRow(COLUMNS, { container, memory, cpu }, {
          key: `${container.namespace} ${id}`,
          node,
          name: id,
          depth: isInPod ? 1 : 0,
        }),
        log: { node, id, name, isKubernetes },
      };
    });
  };
  return new PolledFeed(target, nodes, {
    columns: COLUMNS,
    hideFirst: ["NAMESPACE", "PID", "IMAGE"],
    treeHeader: "ID",
    intervalMs: Math.max(INTERVAL_MS, nodes.length * MS_PER_NODE),
    async read(node, signal) {
      const system = await readNamespace(node, false, signal);
      try {
        return [...system, ...await readNamespace(node, true, signal)];
      } catch (error) {
        if (!(error instanceof OsctlError) || signal.aborted) throw error;
        // Before Kubernetes runs, its runtime does not respond.
        const log = { node, id: "", name: "k8s.io", isKubernetes: true };
        const cells = COLUMNS.map(({ header }) =>
          header === "NAMESPACE" ? "k8s.io" : header === "ID" ? error.message : ""
        );
        return [...system, { key: "k8s.io", node, name: "k8s.io", cells, log }];
      }
    },
  });
}
