/**
 * The flags of `get`.
 *
 * @module
 */
import { bool, oneOf, string } from "../lib/cli/flags.ts";
import { OsctlError } from "../lib/errors.ts";

/** What `get` understands. */
export const getFlags = {
  insecure: bool({ short: "i", help: "use the maintenance service of nodes" }),
  namespace: string({ help: "where the resources are, if not where their type usually is" }),
  output: oneOf(["json", "table", "yaml", "jsonpath"], {
    short: "o",
    default: "table",
    help: "how to print: jsonpath=<expression> prints parts only",
    open: "jsonpath=",
  }),
  watch: bool({ short: "w", help: "stay and print changes; ^C ends that" }),
  selector: string({
    short: "l",
    help: "only resources with these labels: key=value, key!=value, key, !key, key in (a,b)",
    placeholder: "labels",
    extra: true,
  }),
  sortBy: string({
    help: "order of rows: the header of a column",
    placeholder: "column",
    extra: true,
  }),
  list: bool({ help: "with -o json, print one list", extra: true }),
  noHeaders: bool({ help: "leave out the line of headers of a table", extra: true }),
};

/** The values that decide which flags go together. */
interface Values {
  readonly output: string;
  readonly watch: boolean;
  readonly selector: string;
  readonly sortBy: string;
  readonly list: boolean;
  readonly noHeaders: boolean;
}

/**
 * Refuses what cannot be done together.
 *
 * @param types How many types are asked for.
 * @throws {OsctlError} of kind `usage`.
 */
export function checkGet(values: Values, types: number, id: string | undefined): void {
  const { output, watch, selector, sortBy, list, noHeaders } = values;
  const refuse = (message: string, hint: string) => {
    throw new OsctlError("usage", message, { hint });
  };
  if (id === "") refuse("the id is empty", "leave it out to get all resources of the type");
  if (id !== undefined && types > 1) {
    refuse("an id goes with one type only", "leave out the id, or the other types");
  }
  if (id !== undefined && selector !== "") {
    refuse("an id and --selector cannot be given together", "leave out one of them");
  }
  if (watch && types > 1) refuse("--watch goes with one type only", "watch the others elsewhere");
  if (watch && sortBy !== "") refuse("--watch cannot sort", "leave out --sort-by");
  if (watch && list) refuse("--watch has no end to close a list with", "leave out --list");
  if (list && output !== "json") refuse("--list is for -o json", "add -o json");
  if (noHeaders && output !== "table") refuse("--no-headers is for tables", "leave it out");
}
