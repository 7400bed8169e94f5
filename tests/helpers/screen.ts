/**
 * Runs full-screen commands in-process, with keys and expected output.
 *
 * @module
 */
import { equal, ok } from "node:assert/strict";
import { type FakeSystem, fakeSystem, wallClock } from "./fake_system.ts";
import type { CommandOutcome } from "./run_command.ts";
import type { Sandbox } from "./sandbox.ts";

/**
 * Keys to press, an expression that the output must match before the next step, or an action, which can
 * read the screen.
 */
export type Step = string | RegExp | ((readScreen: () => string) => Promise<void>);

/** Polling interval of the output, milliseconds, and maximum number of reads. */
const POLL_MS = 20;
const MAX_POLLS = 3000;

/** Options of {@linkcode onScreen}. */
export interface ScreenOptions {
  readonly size?: { readonly columns: number; readonly rows: number };
  readonly env?: Readonly<Record<string, string>>;
  /** Match expressions with the content of the screen instead of the output since the last match. */
  readonly isRendered?: boolean;
}

/** Renders output to the text of a terminal: cursor positions, clearing and characters. */
export function renderScreen(
  output: string,
  { columns, rows }: { readonly columns: number; readonly rows: number },
): string {
  let grid: string[][] = [];
  const clear = () => grid = Array.from({ length: rows }, () => new Array(columns).fill(" "));
  clear();
  let [row, column] = [0, 0];
  // deno-lint-ignore no-control-regex -- sequences start with ESC
  for (const [part, position] of output.matchAll(/\x1b\[(\d*;?\d*)H|\x1b\[[0-9;?]*[a-zA-Z]|./gsu)) {
    if (position !== undefined) {
      [row, column] = position.split(";").map((text) => Number(text || "1") - 1) as [
        number,
        number,
      ];
    } else if (part === "\x1b[2J") clear();
    else if (!part.startsWith("\x1b")) {
      if (grid[row] !== undefined && column < columns) grid[row]![column] = part;
      column++;
    }
  }
  return grid.map((line) => line.join("").trimEnd()).join("\n");
}

/** Runs a command on a terminal and performs the steps in order. */
export async function onScreen(
  { run, home }: Pick<Sandbox, "run" | "home">,
  args: readonly string[],
  steps: readonly Step[],
  options: ScreenOptions = {},
): Promise<CommandOutcome & { system: FakeSystem }> {
  const { size = { columns: 100, rows: 12 }, env = { NO_COLOR: "1" }, isRendered = false } =
    options;
  const keys = new TransformStream<Uint8Array, Uint8Array>();
  const writer = keys.writable.getWriter();
  const system = fakeSystem({
    home,
    clock: wallClock,
    stdin: keys.readable,
    terminals: ["stdin", "stdout"],
    size,
    env: { TERM: "xterm-256color", ...env },
  });
  const running = run(args, { system });
  let isOver = false;
  void running.then(() => isOver = true);
  let seen = 0;
  for (const step of steps) {
    if (typeof step === "function") {
      await step(() => renderScreen(system.stdout.text, size));
      continue;
    }
    if (typeof step === "string") {
      void writer.write(new TextEncoder().encode(step)).catch(() => {});
      continue;
    }
    // Only changed cells are written, so that each step matches text after the text of the step before.
    for (let waits = 0;; waits++) {
      const { text } = system.stdout;
      const shown = isRendered ? renderScreen(text, size) : text.slice(seen);
      const found = step.exec(shown);
      if (found !== null) {
        seen += isRendered ? 0 : found.index + found[0].length;
        break;
      }
      ok(waits < MAX_POLLS && !isOver, `${step} is missing in:\n${shown}`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
  const outcome = await running;
  equal(system.raw, false);
  return { ...outcome, system };
}
