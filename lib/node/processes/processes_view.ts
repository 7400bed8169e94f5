/**
 * Running programs.
 *
 * @module
 */
import { type Integer, toExactInteger } from "../../output/integer.ts";
import type { Column, View } from "../../output/rows.ts";
import { formatSize } from "../../output/size.ts";

/** One process, as a node describes it. Time in seconds, memory in bytes. */
export interface ProcessEntry {
  readonly pid?: number | null | undefined;
  readonly ppid?: number | null | undefined;
  readonly state?: string | null | undefined;
  readonly threads?: number | null | undefined;
  readonly cpuTime?: number | null | undefined;
  readonly virtualMemory?: Integer;
  readonly residentMemory?: Integer;
  readonly command?: string | null | undefined;
  readonly executable?: string | null | undefined;
  readonly args?: string | null | undefined;
  readonly label?: string | null | undefined;
}

/** What processes are sorted by, the largest first. */
export type ProcessOrder = "rss" | "cpu";

/** The processes of one node in order. Equal ones stay as the node sent them. */
export function sortProcesses<Entry extends ProcessEntry>(
  processes: readonly Entry[],
  order: ProcessOrder,
): Entry[] {
  const measure = order === "cpu"
    ? ({ cpuTime }: Entry) => cpuTime ?? 0
    : ({ residentMemory }: Entry) => Number(toExactInteger(residentMemory));
  // Most have a size that others have too, so there is less to compare.
  const bySize = Map.groupBy(processes, measure);
  return [...bySize].sort(([a], [b]) => b - a).flatMap(([, equal]) => equal);
}

/**
 * The command line: the arguments, with the executable's path in place of a first word that is its
 * base name; for what has no executable, the command's name.
 */
export function commandLine({ command, executable, args }: ProcessEntry): string {
  if (!executable) return (command ?? "").trim();
  const words = (args ?? "").trim();
  const first = /^\S+/.exec(words)?.[0];
  const base = /^\s*\S*/.exec(executable)![0].split("/").at(-1);
  return first !== undefined && first === base
    ? (executable + words.slice(first.length)).trim()
    : words;
}

/** The table of processes, `labels` for the column of security labels. */
export function processesView({ labels }: { labels: boolean }): View<ProcessEntry> {
  const columns: Column<ProcessEntry>[] = [
    { header: "PID", cell: ({ pid }) => String(pid ?? 0) },
    { header: "STATE", cell: ({ state }) => (state ?? "").trim() },
    { header: "THREADS", cell: ({ threads }) => String(threads ?? 0) },
    { header: "CPU-TIME", cell: ({ cpuTime }) => (cpuTime ?? 0).toFixed(2) },
    { header: "VIRTMEM", cell: ({ virtualMemory }) => formatSize(toExactInteger(virtualMemory)) },
    { header: "RESMEM", cell: ({ residentMemory }) => formatSize(toExactInteger(residentMemory)) },
  ];
  if (labels) columns.push({ header: "LABEL", cell: ({ label }) => (label ?? "").trim() });
  columns.push({ header: "COMMAND", cell: commandLine });
  return {
    columns,
    padding: 2,
    fields: {
      pid: ({ pid }) => pid ?? 0,
      ppid: ({ ppid }) => ppid ?? 0,
      state: ({ state }) => state ?? "",
      threads: ({ threads }) => threads ?? 0,
      cpuTime: ({ cpuTime }) => cpuTime ?? 0,
      virtualMemory: ({ virtualMemory }) => toExactInteger(virtualMemory),
      residentMemory: ({ residentMemory }) => toExactInteger(residentMemory),
      label: ({ label }) => label || null,
      command: ({ command }) => command ?? "",
      executable: ({ executable }) => executable || null,
      args: ({ args }) => args ?? "",
    },
  };
}
