/**
 * Flags of `get`.
 *
 * @module
 */
import { bool, oneOf, string } from "../lib/cli/flags.ts";
import { OsctlError } from "../lib/errors.ts";
import { filterFlags, sortFlags, tableLayoutFlags } from "./shared_flags.ts";

/** Flags of `get`. */
export const getFlags = {
  insecure: bool({
    short: "i",
    help: "use the maintenance service, without client authentication",
  }),
  namespace: string({ help: "resource namespace (default: the type's own)" }),
  output: oneOf(["json", "table", "yaml", "jsonpath"], {
    short: "o",
    default: "table",
    help: "output format; json= lists the fields",
    extraValues: ["name", "json=", "jsonpath="],
  }),
  watch: bool({ short: "w", help: "watch for changes until ^C" }),
  selector: string({
    short: "l",
    help: "label selector: key=value, key!=value, key, !key, key in (a,b)",
    placeholder: "labels",
    extra: true,
  }),
  list: bool({ help: "print a single list with -o json", extra: true }),
  ...filterFlags,
  ...sortFlags,
  ...tableLayoutFlags,
};

/** Flag values that constrain each other. */
interface Values {
  readonly output: string;
  readonly watch: boolean;
  readonly selector: string;
  readonly sortBy: string;
  readonly list: boolean;
  readonly noHeaders: boolean;
}

/**
 * Rejects flags that exclude each other.
 *
 * @param types Number of requested types.
 * @throws {OsctlError} of kind `usage`.
 */
export function checkGet(values: Values, types: number, id: string | undefined): void {
  const { output, watch, selector, list, noHeaders } = values;
  const refuse = (message: string, hint: string) => {
    throw new OsctlError("usage", message, { hint });
  };
  if (id === "") refuse("the ID is empty", "remove it to get all resources of the type");
  if (id !== undefined && types > 1) {
    refuse("an ID requires a single type", "remove the ID or the other types");
  }
  if (id !== undefined && selector !== "") {
    refuse("an ID cannot be combined with --selector", "remove one of them");
  }
  if (watch && types > 1) {
    refuse("--watch requires a single type", "watch other types in another process");
  }
  if (watch && list) refuse("--watch cannot be combined with --list", "remove --list");
  if (list && output.startsWith("json=")) {
    refuse(
      "--list cannot be combined with -o json=<fields>",
      "remove --list; selected fields print one array",
    );
  }
  if (list && output !== "json") refuse("--list requires -o json", "add -o json");
  if (noHeaders && output !== "table") refuse("--no-headers requires table output", "remove it");
}

/**
 * Rejects `--sort-by` of a stream of changes; a full screen sorts.
 *
 * @throws {OsctlError} of kind `usage`.
 */
export function checkWatch({ watch, sortBy }: Values, isScreen: boolean): void {
  if (!watch || isScreen || sortBy === "") return;
  throw new OsctlError("usage", "--watch cannot be combined with --sort-by without a terminal", {
    hint: "remove --sort-by",
  });
}
