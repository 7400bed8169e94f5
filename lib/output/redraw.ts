/**
 * Lines of a terminal that are redrawn at an interval.
 *
 * @module
 */
import type { Clock } from "../async/clock.ts";
import type { ColourSystem } from "./colour.ts";
import { StatusBlock } from "./status_block.ts";
import type { Writer } from "./write_behind.ts";

/** Interval of redrawing, milliseconds. */
const REDRAW_MS = 100;

/** The parts of `System` that redrawing uses. */
export interface RedrawSystem {
  readonly env: ColourSystem["env"];
  readonly clock: Clock;
  readonly stderr: Writer;
  readonly terminal: ColourSystem["terminal"] & {
    size(): { readonly columns: number; readonly rows: number } | undefined;
    onResize(listener: () => void): () => void;
    onSuspend(listener: () => void): () => void;
    suspend(): void;
  };
}

/** Space for the lines: one column and one row less than the terminal has. */
export interface DrawSize {
  readonly columns: number;
  readonly rows: number;
}

/**
 * Draws lines on stderr at an interval, and when the terminal is resized or the program resumed, until
 * `end` is called, which draws them once more, or `signal` is aborted.
 */
export function startRedraw(
  { clock, stderr, terminal }: RedrawSystem,
  signal: AbortSignal,
  draw: (size: DrawSize) => readonly string[],
): { end(): Promise<void> } {
  const block = new StatusBlock(stderr);
  const show = () => {
    const { columns, rows } = terminal.size() ?? { columns: 80, rows: 24 };
    block.show(draw({ columns: columns - 1, rows: Math.max(rows - 1, 1) }), columns);
  };
  let cancel = () => {};
  const tick = () => {
    show();
    cancel = clock.after(REDRAW_MS, tick);
  };
  let isOver = false;
  const suspend = async () => {
    cancel();
    await block.flush();
    if (isOver) return;
    terminal.suspend();
    // The shell has written below the lines.
    block.release();
    tick();
  };
  const subscriptions = [
    terminal.onResize(show),
    terminal.onSuspend(() => void suspend()),
  ];
  const stop = () => {
    isOver = true;
    cancel();
    for (const unsubscribe of subscriptions) unsubscribe();
  };
  signal.addEventListener("abort", stop, { once: true });
  tick();
  return {
    async end() {
      stop();
      signal.removeEventListener("abort", stop);
      if (!signal.aborted) show();
      await block.flush();
    },
  };
}
