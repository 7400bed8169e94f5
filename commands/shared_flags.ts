/**
 * Flags that several commands share; a command file chains the tables it wants.
 *
 * @module
 */
import { bool, oneOf } from "../lib/cli/flags.ts";

/** `-o, --output`: what every command that prints rows has, beyond the interface. */
export const outputFlags = {
  output: oneOf(["table", "json", "yaml"], {
    short: "o",
    default: "table",
    help: "print a table for people, or records for programs",
    extra: true,
  }),
};

/** The flags of a command that prints a table. */
export const tableFlags = {
  ...outputFlags,
  noHeaders: bool({ help: "leave out the line of headers of a table", extra: true }),
};
