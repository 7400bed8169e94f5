/**
 * Full screen list of processes, refreshed every second.
 *
 * @module
 */
import { MachineService } from "../../../proto/machine.ts";
import { splitResults } from "../../client/collect.ts";
import type { NodeClient } from "../../client/types.ts";
import { type NodeFailure, OsctlError } from "../../errors.ts";
import { Frame, type Size } from "../../output/screen/frame.ts";
import { runFullScreen, type ScreenSystem } from "../../output/screen/full_screen.ts";
import { Table } from "../../output/table.ts";
import { escapeControls } from "../../output/text.ts";
import {
  type ProcessEntry,
  processesView,
  type ProcessOrder,
  sortProcesses,
} from "./processes_view.ts";

/** Processes by node, and failures of nodes. */
export interface ProcessSnapshot {
  readonly nodes: readonly { readonly node: string; readonly processes: readonly ProcessEntry[] }[];
  readonly failures: readonly NodeFailure[];
}

/** Content of the screen. */
export interface ProcessScreen {
  /** Undefined until the first response. */
  readonly snapshot: ProcessSnapshot | undefined;
  readonly order: ProcessOrder;
  readonly labels: boolean;
  readonly colour: boolean;
}

/** Refresh interval, milliseconds. */
const INTERVAL_MS = 1000;

/** Draws the table, truncated to the screen, and failures in the last rows. */
export function drawProcesses(screen: ProcessScreen, size: Size): Frame {
  const { snapshot, order, labels, colour } = screen;
  const frame = new Frame(size);
  if (!snapshot) {
    frame.text(0, 0, "loading …", colour ? "2" : "");
    return frame;
  }
  const failures = snapshot.failures.slice(0, Math.max(size.rows - 1, 0));
  const room = size.rows - failures.length;
  const { columns, padding } = processesView({ labels });
  const table = new Table(padding);
  table.add(["NODE", ...columns.map(({ header }) => header)]);
  let left = room - 1;
  for (const { node, processes } of snapshot.nodes) {
    for (const process of sortProcesses(processes, order).slice(0, Math.max(left, 0))) {
      table.add([
        escapeControls(node),
        ...columns.map(({ cell }) => escapeControls(cell(process))),
      ]);
      left--;
    }
  }
  let row = 0;
  for (const line of table.takeText().split("\n").slice(0, -1)) {
    if (row >= room) break;
    frame.text(0, row, line, row === 0 && colour ? "1" : "");
    row++;
  }
  for (const [index, { node, error }] of failures.entries()) {
    frame.text(0, room + index, `${node}: ${error.message}`, colour ? "31" : "");
  }
  return frame;
}

/** Lists the processes of all nodes. Unreachable endpoints are a failure of every node. */
export async function readProcesses(client: NodeClient): Promise<ProcessSnapshot> {
  try {
    const { values, failures } = splitResults(await client.call(MachineService.Processes, {}));
    const nodes = values.map(({ node, value }) => ({ node, processes: value.processes ?? [] }));
    return { nodes, failures };
  } catch (error) {
    if (!(error instanceof OsctlError) || error.kind !== "connection") throw error;
    return { nodes: [], failures: client.nodes.map((node) => ({ node, error })) };
  }
}

/** Options of {@linkcode watchProcesses}. */
export interface ProcessWatch {
  readonly system: ScreenSystem & {
    readonly clock: { after(ms: number, callback: () => void): () => void };
  };
  /** Lists the processes of all nodes. */
  read(): Promise<ProcessSnapshot>;
  readonly order: ProcessOrder;
  readonly labels: boolean;
  readonly colour: boolean;
}

/** Keys that change the order. */
const ORDERS: Readonly<Record<string, ProcessOrder>> = { r: "rss", m: "rss", c: "cpu" };

/**
 * Shows processes until q or ^C is pressed; r or m sorts by memory, c by CPU time.
 *
 * @throws Errors of `read`, and the reason of an interruption.
 */
export async function watchProcesses(
  { system, read, order, labels, colour }: ProcessWatch,
): Promise<void> {
  let state: ProcessScreen = { snapshot: undefined, order, labels, colour };
  let redraw = () => {};
  const program = {
    draw: (size: Size) => drawProcesses(state, size),
    key(name: string) {
      const chosen = ORDERS[name];
      if (chosen) {
        state = { ...state, order: chosen };
        redraw();
      }
      return name === "q" || name === "ctrl-c";
    },
  };
  await runFullScreen(system, program, (screen) => {
    redraw = screen.redraw;
    let ended = false;
    let cancel = () => {};
    const refresh = async () => {
      try {
        const snapshot = await read();
        if (ended) return;
        state = { ...state, snapshot };
        redraw();
        cancel = system.clock.after(INTERVAL_MS, refresh);
      } catch (error) {
        screen.fail(error);
      }
    };
    void refresh();
    return () => {
      ended = true;
      cancel();
    };
  });
}
