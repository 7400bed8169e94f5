/**
 * Flags that several commands share; a command file chains the tables it wants.
 *
 * @module
 */
import { bool, oneOf } from "../lib/cli/flags.ts";

const FORMATS = ["table", "json", "yaml"] as const;

const format = {
  default: "table",
  help: "print a table for people, or records for programs",
  extra: true,
} as const;

/** `-o, --output`: what every command that prints rows has, beyond the interface. */
export const outputFlags = { output: oneOf(FORMATS, { ...format, short: "o" }) };

/** The same for a command whose `-o` means something else. */
export const longOutputFlags = { output: oneOf(FORMATS, format) };

/** The flags of a command that prints a table. */
export const tableFlags = {
  ...outputFlags,
  noHeaders: bool({ help: "leave out the line of headers of a table", extra: true }),
};

/** The flags of a command about the containers of a node. */
export const containerFlags = {
  kubernetes: bool({ short: "k", help: "those of Kubernetes instead of the node's own services" }),
  useCri: bool({ short: "c", help: "without effect", hidden: true, extra: true }),
};
