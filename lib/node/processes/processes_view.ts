/**
 * View of processes.
 *
 * @module
 */
import { formatFixed } from "../../output/go_float.ts";
import { type Integer, toExactInteger } from "../../output/integer.ts";
import type { Column, Tint, View } from "../../output/rows.ts";
import { formatSize } from "../../output/size.ts";

/** A process. CPU time in seconds, memory in bytes. */
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

/** Sort key, in descending order. */
export type ProcessOrder = "rss" | "cpu";

/** Sorts processes of a node; the order of equal ones is kept. */
export function sortProcesses<Entry extends ProcessEntry>(
  processes: readonly Entry[],
  order: ProcessOrder,
): Entry[] {
  const measure = order === "cpu"
    ? ({ cpuTime }: Entry) => cpuTime ?? 0
    : ({ residentMemory }: Entry) => Number(toExactInteger(residentMemory));
  // Many processes have equal values, so sorting groups needs fewer comparisons.
  const bySize = Map.groupBy(processes, measure);
  return [...bySize].sort(([a], [b]) => b - a).flatMap(([, equal]) => equal);
}

/**
 * Returns the command line: the arguments, with the executable's path for a first argument that is
 * its base name; the command name for a process without an executable.
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

/** Returns the colour of a state: zombies, and uninterruptible sleep. */
function stateTint({ state }: ProcessEntry): Tint | undefined {
  const letter = (state ?? "").trim();
  return letter === "Z" ? "red" : letter === "D" ? "yellow" : undefined;
}

/** Returns the view of processes. `labels`: with the column of security labels. */
export function processesView({ labels }: { labels: boolean }): View<ProcessEntry> {
  const columns: Column<ProcessEntry>[] = [
    { header: "PID", cell: ({ pid }) => String(pid ?? 0) },
    { header: "STATE", cell: ({ state }) => (state ?? "").trim(), tint: stateTint },
    { header: "THREADS", cell: ({ threads }) => String(threads ?? 0) },
    { header: "CPU-TIME", cell: ({ cpuTime }) => formatFixed(cpuTime ?? 0, 2) },
    {
      header: "VIRTMEM",
      cell: ({ virtualMemory }) => formatSize(toExactInteger(virtualMemory)),
      key: ({ virtualMemory }) => toExactInteger(virtualMemory),
    },
    {
      header: "RESMEM",
      cell: ({ residentMemory }) => formatSize(toExactInteger(residentMemory)),
      key: ({ residentMemory }) => toExactInteger(residentMemory),
    },
  ];
  if (labels) columns.push({ header: "LABEL", cell: ({ label }) => (label ?? "").trim() });
  columns.push({ header: "COMMAND", cell: commandLine });
  return {
    columns,
    padding: 2,
    hideFirst: ["LABEL", "THREADS", "VIRTMEM", "STATE", "CPU-TIME"],
    minWidths: { COMMAND: 40 },
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
