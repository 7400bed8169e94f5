/**
 * Writes parsed flags as a command line again, for suggested commands.
 *
 * @module
 */
import { formatDuration } from "../output/duration.ts";
import { shellQuoted } from "../output/shell_quoted.ts";
import { flagName, type FlagTable } from "./flags.ts";

/**
 * Returns the given flags of a table as shell words, in the order of `given`.
 *
 * @param values Parsed values by camelCase key.
 */
export function formatGivenFlags(
  table: FlagTable,
  given: ReadonlySet<string>,
  values: Readonly<Record<string, unknown>>,
): string[] {
  return [...given].flatMap((key) => {
    const flag = table[key];
    if (flag === undefined) return [];
    const name = `--${flagName(key)}`;
    const value = values[key];
    if (flag.type === "bool") return [value === true ? name : `${name}=false`];
    const texts = Array.isArray(value) ? value.map(String) : [toText(flag.type, value)];
    return texts.map((text) => `${name}=${shellQuoted(text)}`);
  });
}

function toText(type: string, value: unknown): string {
  return type === "duration" ? formatDuration(value as number) : String(value);
}
