/**
 * Flag tables shared by several commands.
 *
 * @module
 */
import { bool, inSection, oneOf, string, strings } from "../lib/cli/flags.ts";

const FORMATS = ["table", "json", "yaml", "name"] as const;

/** Output formats with a parameter, of commands that print rows. */
export const SELECTIONS = ["json=", "jsonpath="] as const;

const format = {
  default: "table",
  extraValues: SELECTIONS,
  help: "output format; json= lists the fields",
  extra: true,
} as const;

/** `-o, --output` of every command that prints rows; an extension of the interface. */
export const outputFlags = { output: oneOf(FORMATS, { ...format, short: "o" }) };

/** {@linkcode outputFlags} without the short form, for commands with another `-o`. */
export const longOutputFlags = { output: oneOf(FORMATS, format) };

/** `-o, --output` of commands that print text. */
export const recordFlags = {
  output: oneOf(["text", "json"], {
    short: "o",
    default: "text",
    extraValues: SELECTIONS,
    help: "output format; json= lists the fields",
    extra: true,
  }),
};

/** Heading of the flags of tables. */
const TABLE = "Table";

/** Width of a table. */
export const wideFlag = inSection(TABLE, {
  wide: bool({ help: "show all columns in full on a terminal", extra: true }),
});

/** Header, width and columns of a table. */
export const tableLayoutFlags = inSection(TABLE, {
  noHeaders: bool({ help: "omit the table header", extra: true }),
  ...wideFlag,
  columns: strings({
    help: "columns to print, in this order; help: list them",
    placeholder: "names",
    complete: "column",
    extra: true,
  }),
});

/** Selection of rows. */
export const filterFlags = inSection(TABLE, {
  filter: string({
    help: "print only rows that match an expression; see osctl help output",
    placeholder: "expression",
    extra: true,
  }),
});

/** Order of the rows of a finite table. */
export const sortFlags = inSection(TABLE, {
  sortBy: string({
    help: "sort by this column; -column: descending",
    placeholder: "column",
    complete: "sortColumn",
    extra: true,
  }),
});

/** Flags of a command that prints a table. */
export const tableFlags = {
  ...outputFlags,
  ...tableLayoutFlags,
  ...filterFlags,
  ...sortFlags,
};

/** Flags of a command about containers. */
export const containerFlags = {
  kubernetes: bool({
    short: "k",
    help: "use the Kubernetes (CRI) namespace instead of the system namespace",
  }),
  useCri: bool({
    short: "c",
    help: "no effect, accepted for compatibility",
    hidden: true,
    extra: true,
  }),
};
