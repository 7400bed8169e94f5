/** Flags of commands with a full-screen table. */
import { bool, duration } from "../lib/cli/flags.ts";
import { OsctlError } from "../lib/errors.ts";
import type { Context } from "./wiring.ts";

const SECOND_MS = 1000;

/** Interval of a table that is polled. */
export const intervalFlags = {
  interval: duration({
    default: SECOND_MS,
    help: "refresh interval of --watch",
    extra: true,
  }),
};

/** `--watch` outside of the interface. */
export const watchFlags = {
  watch: bool({ short: "w", help: "refresh continuously, full screen", extra: true }),
  ...intervalFlags,
};

/** Text of help about the keys of the screen. */
export const WATCH_DETAILS =
  "--watch refreshes the table full screen: ? lists the keys to scroll, sort, filter and pause; " +
  "q quits.";

/** Values of the flags that select the screen. */
interface WatchValues {
  readonly watch: boolean;
  readonly output: string;
  readonly interval: number;
  readonly columns: readonly string[];
}

/**
 * Returns whether to show a full screen.
 *
 * @throws {OsctlError} of kind `usage` without a terminal, with another format, or with an interval
 * that is not positive.
 */
export function wantsScreen(
  { terminal }: Pick<Context, "terminal">,
  { watch, output, interval, columns }: WatchValues,
): boolean {
  if (!watch || columns[0] === "help") return false;
  if (output !== "table") {
    throw new OsctlError("usage", `--watch cannot be combined with --output ${output}`, {
      hint: "remove one of them",
    });
  }
  if (interval <= 0) {
    throw new OsctlError("usage", "invalid --interval: not positive", {
      hint: "use a Go duration, such as 2s",
    });
  }
  if (terminal.isTerminal("stdin") && terminal.isTerminal("stdout")) return true;
  throw new OsctlError("usage", "--watch requires a terminal", {
    hint: "remove it to print the table once",
  });
}
