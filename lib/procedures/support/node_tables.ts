/**
 * Text files of a node: mounts, disk statistics, processes, versions.
 *
 * @module
 */
import { MachineService } from "../../../proto/machine.ts";
import { callNode } from "../../client/collect.ts";
import type { NodeClient } from "../../client/types.ts";
import { processesView } from "../../node/processes/mod.ts";
import { hasSize, mountsView } from "../../node/system/mod.ts";
import { formatBuild } from "../../node/version/mod.ts";
import { type Integer, toExactInteger } from "../../output/integer.ts";
import { createRowWriter, type View } from "../../output/rows.ts";

/** Returns the text of a file. */
export type NodeText = (client: NodeClient, node: string, signal: AbortSignal) => Promise<string>;

/** Options of {@linkcode nodeTexts}. */
export interface NodeTextOptions {
  /** Formatted version of the client. */
  readonly clientText: string;
}

/** Counters of a disk since boot: times in milliseconds. */
interface DiskCounters {
  readonly name?: string | null | undefined;
  readonly ioTimeMs?: Integer;
  readonly ioTimeWeightedMs?: Integer;
  readonly writeSectors?: Integer;
  readonly readSectors?: Integer;
}

const number = (value: Integer) => String(toExactInteger(value));

const diskCountersView: View<DiskCounters> = {
  columns: [
    { header: "NAME", cell: ({ name }) => name ?? "" },
    { header: "IO_TIME", cell: ({ ioTimeMs }) => number(ioTimeMs) },
    { header: "IO_TIME_WEIGHTED", cell: ({ ioTimeWeightedMs }) => number(ioTimeWeightedMs) },
    { header: "DISK_WRITE_SECTORS", cell: ({ writeSectors }) => number(writeSectors) },
    { header: "DISK_READ_SECTORS", cell: ({ readSectors }) => number(readSectors) },
  ],
  fields: {},
};

/** Returns the texts by file name. */
export function nodeTexts({ clientText }: NodeTextOptions): Readonly<Record<string, NodeText>> {
  return {
    async mounts(client, node, signal) {
      const { stats } = await callNode(client, MachineService.Mounts, {}, node, { signal });
      return await formatTable(mountsView, (stats ?? []).filter(hasSize));
    },
    async io(client, node, signal) {
      const { devices } = await callNode(client, MachineService.DiskStats, {}, node, { signal });
      return await formatTable(diskCountersView, devices ?? []);
    },
    async processes(client, node, signal) {
      const { processes } = await callNode(client, MachineService.Processes, {}, node, { signal });
      return await formatTable(processesView({ labels: false }), processes ?? []);
    },
    async summary(client, node, signal) {
      const { version } = await callNode(client, MachineService.Version, {}, node, { signal });
      return `Client:\n${clientText}Server:\n${formatBuild(version)}`;
    },
  };
}

async function formatTable<Row>(view: View<Row>, rows: readonly Row[]): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  const write = (data: string | Uint8Array) => {
    text += typeof data === "string" ? data : decoder.decode(data, { stream: true });
    return Promise.resolve();
  };
  const options = { format: "table", nodes: false, headerWithoutRows: true } as const;
  const writer = createRowWriter({ write }, view, options);
  for (const row of rows) await writer.add(null, row);
  await writer.end();
  return text;
}
