/**
 * The processes of nodes on the whole screen, looked at every second.
 *
 * @module
 */
import type { NodeFailure } from "../../errors.ts";
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

/** What is looked at: processes by node, and the nodes that could not be asked. */
export interface ProcessSnapshot {
  readonly nodes: readonly { readonly node: string; readonly processes: readonly ProcessEntry[] }[];
  readonly failures: readonly NodeFailure[];
}

/** Everything the picture shows. */
export interface ProcessScreen {
  /** Undefined until the first answer. */
  readonly snapshot: ProcessSnapshot | undefined;
  readonly order: ProcessOrder;
  readonly labels: boolean;
  readonly colour: boolean;
}

/** Milliseconds between two looks. */
const INTERVAL = 1000;

/** The picture: the table cut to the screen, failures in the last rows. */
export function drawProcesses(screen: ProcessScreen, size: Size): Frame {
  const { snapshot, order, labels, colour } = screen;
  const frame = new Frame(size);
  if (!snapshot) {
    frame.text(0, 0, "asking the nodes …", colour ? "2" : "");
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

/** What {@linkcode watchProcesses} needs. */
export interface ProcessWatch {
  readonly system: ScreenSystem & {
    readonly clock: { after(ms: number, callback: () => void): () => void };
  };
  /** Asks all nodes once. */
  look(): Promise<ProcessSnapshot>;
  readonly order: ProcessOrder;
  readonly labels: boolean;
  readonly colour: boolean;
}

/** Keys that choose what comes first. */
const ORDERS: Readonly<Record<string, ProcessOrder>> = { r: "rss", m: "rss", c: "cpu" };

/**
 * Watches until q or ^C is pressed; r or m puts memory first, c processor time.
 *
 * @throws What `look` throws, and the reason when the program is to stop.
 */
export async function watchProcesses(
  { system, look, order, labels, colour }: ProcessWatch,
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
    const turn = async () => {
      try {
        const snapshot = await look();
        if (ended) return;
        state = { ...state, snapshot };
        redraw();
        cancel = system.clock.after(INTERVAL, turn);
      } catch (error) {
        screen.fail(error);
      }
    };
    void turn();
    return () => {
      ended = true;
      cancel();
    };
  });
}
