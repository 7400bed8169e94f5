/**
 * Defaults of the user's preferences. They take effect on a terminal only: scripts and pipes get the
 * same output with and without preferences.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { overrideColour } from "../output/colour.ts";
import { createTimeFormatter } from "../output/time_style.ts";
import type { Preferences } from "../preferences/types.ts";
import type { Context } from "./context.ts";
import type { ScopedFlag } from "./tree.ts";
import { allowedValues } from "./values.ts";

/** A command line that preferences apply to. */
export interface PreferredLine {
  /** Names below the program's. */
  readonly path: readonly string[];
  /** The flags of the command. */
  readonly scope: readonly ScopedFlag[];
  /** Keys of the flags on the line. */
  readonly given: ReadonlySet<string>;
}

/**
 * Returns the values of flags that the preferences set and the line does not.
 *
 * @throws {OsctlError} of kind `input` for a format that the command lacks.
 */
export function preferredFlags(
  { output, commands }: Preferences,
  { path, scope, given }: PreferredLine,
): Record<string, unknown> {
  const name = path.join(" ");
  const own = commands.get(name);
  const flagOf = (key: string) => scope.find((one) => one.key === key)?.flag;
  const values: Record<string, unknown> = {};
  const formats = flagOf("output");
  const format = own?.output ?? output;
  if (format !== undefined && formats !== undefined && !given.has("output")) {
    if (allowedValues(formats).includes(format)) {
      values["output"] = format;
    } else if (own?.output !== undefined) {
      throw new OsctlError("input", `preference "commands.${name}.output": no format "${format}"`, {
        hint: 'correct it with "osctl preferences edit"',
      });
    }
  }
  // Records have fields, not columns.
  const isTable = !given.has("output") && (values["output"] ?? "table") === "table";
  if (own?.columns !== undefined && flagOf("columns") && !given.has("columns") && isTable) {
    values["columns"] = own.columns;
  }
  return values;
}

/** Applies the preference about times. */
export function preferTimes(
  context: Pick<Context, "clock" | "times">,
  { time }: Preferences,
): void {
  if (time !== undefined) context.times = createTimeFormatter(time, context.clock);
}

/** Applies the preference about colours, which `--color` and variables override. */
export function preferColour(
  context: Pick<Context, "env">,
  { color }: Preferences,
  given: ReadonlySet<string>,
): void {
  const { env } = context;
  if (color === undefined || given.has("color")) return;
  if (env.get("NO_COLOR") || env.get("CLICOLOR_FORCE")) return;
  context.env = overrideColour(env, color);
}
