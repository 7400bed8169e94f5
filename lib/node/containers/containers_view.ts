/**
 * Containers of nodes: selection, and views of containers and their resource usage.
 *
 * @module
 */
import { common } from "../../../proto/common.ts";
import { formatFixed } from "../../output/go_float.ts";
import { type Integer, toExactInteger } from "../../output/integer.ts";
import type { Column, Tint, View } from "../../output/rows.ts";

/** Selects the containers of a request. */
export interface ContainerSelection {
  readonly namespace: string;
  readonly driver: common.ContainerDriver;
}

/** Returns the selection of Kubernetes containers, or of the system's own. */
export function containerSelection({ kubernetes }: { kubernetes: boolean }): ContainerSelection {
  return kubernetes
    ? { namespace: "k8s.io", driver: common.ContainerDriver.CRI }
    : { namespace: "system", driver: common.ContainerDriver.CONTAINERD };
}

/** Identity of a container. */
interface Named {
  readonly namespace?: string | null | undefined;
  readonly id?: string | null | undefined;
  /** ID of its pod sandbox; its own ID for a sandbox, or outside a pod. */
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

/** Resource usage of a container: memory in bytes, CPU time in nanoseconds. */
export interface StatEntry extends Named {
  readonly memoryUsage?: Integer;
  readonly cpuUsage?: Integer;
}

/** Sorts containers by ID, each after its sandbox. IDs are compared as UTF-16. */
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

/** Returns the colour of a state of containerd or CRI. */
function statusTint({ status }: ContainerEntry): Tint | undefined {
  if (/STOPPED|EXITED|NOTREADY|PAUS/.test(status ?? "")) return "yellow";
  return /RUNNING|READY/.test(status ?? "") ? "green" : undefined;
}

/** View of containers. */
export const containersView: View<ContainerEntry> = {
  name: "id",
  hideFirst: ["NAMESPACE", "PID"],
  columns: [
    NAMESPACE,
    ID,
    { header: "IMAGE", cell: ({ image }) => image ?? "" },
    { header: "PID", cell: ({ pid }) => String(pid ?? 0) },
    {
      header: "STATUS",
      cell: ({ status }) => status ?? "",
      tint: statusTint,
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

/** CPU time in nanoseconds, as talosctl prints it. */
const CPU: Column<StatEntry> = {
  header: "CPU",
  cell: ({ cpuUsage }) => String(toExactInteger(cpuUsage)),
};

/** CPU time in seconds, for a terminal. */
const CPU_SECONDS: Column<StatEntry> = {
  header: "CPU(S)",
  cell: ({ cpuUsage }) => formatFixed(Number(toExactInteger(cpuUsage)) * 1e-9, 2),
  key: ({ cpuUsage }) => toExactInteger(cpuUsage),
};

/** Returns the view of resource usage. */
export function statsView({ isTerminal }: { isTerminal: boolean }): View<StatEntry> {
  return {
    name: "id",
    hideFirst: ["NAMESPACE"],
    columns: [
      NAMESPACE,
      ID,
      {
        header: "MEMORY(MB)",
        cell: ({ memoryUsage }) => formatFixed(Number(toExactInteger(memoryUsage)) * 1e-6, 2),
      },
      isTerminal ? CPU_SECONDS : CPU,
    ],
    fields: {
      ...namedFields,
      memory: ({ memoryUsage }) => toExactInteger(memoryUsage),
      cpu: ({ cpuUsage }) => toExactInteger(cpuUsage),
    },
  };
}
