/**
 * Containers of nodes, and what they use.
 *
 * @module
 */
import { type Integer, toExactInteger } from "../../output/integer.ts";
import type { Column, View } from "../../output/rows.ts";

/** What names a container. */
interface Named {
  readonly namespace?: string | null | undefined;
  readonly id?: string | null | undefined;
  /** The sandbox it is in; its own id when it is one, or is in none. */
  readonly podId?: string | null | undefined;
  readonly name?: string | null | undefined;
}

/** A container. */
export interface ContainerEntry extends Named {
  readonly image?: string | null | undefined;
  readonly pid?: number | null | undefined;
  readonly status?: string | null | undefined;
  readonly networkNamespace?: string | null | undefined;
}

/** What a container uses: memory in bytes, processor time as the node counts it. */
export interface StatEntry extends Named {
  readonly memoryUsage?: Integer;
  readonly cpuUsage?: Integer;
}

/** Containers by id, so that each follows the sandbox it is in. Ids are compared as UTF-16. */
export function sortById<Entry extends Named>(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((one, other) => {
    const [a, b] = [one.id ?? "", other.id ?? ""];
    return a < b ? -1 : a > b ? 1 : 0;
  });
}

const NAMESPACE: Column<Named> = { header: "NAMESPACE", cell: ({ namespace }) => namespace ?? "" };

const ID: Column<Named> = {
  header: "ID",
  cell: ({ id, podId }) => (id ?? "") === (podId ?? "") ? id ?? "" : `└─ ${id ?? ""}`,
};

const namedFields: View<Named>["fields"] = {
  namespace: ({ namespace }) => namespace ?? "",
  id: ({ id }) => id ?? "",
  podId: ({ podId }) => podId ?? "",
  name: ({ name }) => name ?? "",
};

/** Whether a container stopped or failed, in the words of any runtime. */
const hasEnded = ({ status }: ContainerEntry): boolean =>
  /STOPPED|EXITED|NOTREADY/.test(status ?? "");

/** The table of containers. */
export const containersView: View<ContainerEntry> = {
  columns: [
    NAMESPACE,
    ID,
    { header: "IMAGE", cell: ({ image }) => image ?? "" },
    { header: "PID", cell: ({ pid }) => String(pid ?? 0) },
    {
      header: "STATUS",
      cell: ({ status }) => status ?? "",
      tint: (container) => hasEnded(container) ? "yellow" : undefined,
    },
  ],
  fields: {
    ...namedFields,
    image: ({ image }) => image || null,
    pid: ({ pid }) => pid || null,
    status: ({ status }) => status ?? "",
    networkNamespace: ({ networkNamespace }) => networkNamespace || null,
  },
};

/** The table of what containers use. */
export const statsView: View<StatEntry> = {
  columns: [
    NAMESPACE,
    ID,
    {
      header: "MEMORY(MB)",
      cell: ({ memoryUsage }) => (Number(toExactInteger(memoryUsage)) * 1e-6).toFixed(2),
    },
    { header: "CPU", cell: ({ cpuUsage }) => String(toExactInteger(cpuUsage)) },
  ],
  fields: {
    ...namedFields,
    memory: ({ memoryUsage }) => toExactInteger(memoryUsage),
    cpu: ({ cpuUsage }) => toExactInteger(cpuUsage),
  },
};
