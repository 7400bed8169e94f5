/**
 * From a thrown value to the lines a person reads on stderr.
 *
 * @module
 */
import { NodeErrors, OsctlError, SeveralErrors } from "../errors.ts";

/** Where to report a bug. */
const REPORT =
  "this is a bug: please report it with the command you ran (OSCTL_DEBUG=1 adds details)";

/**
 * The text on one line and harmless to a terminal: line breaks become spaces, other control
 * characters and those that change the direction of writing are spelled out.
 */
export function oneLine(text: string): string {
  return text.trim().replaceAll(/\s*[\r\n]+\s*/g, " ").replaceAll("\t", " ").replaceAll(
    // deno-lint-ignore no-control-regex -- these are what must not reach the terminal
    /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Extra facts for the report. */
export interface ReportOptions {
  /** The command that was being run, as typed: `osctl cluster create`. */
  typed: string;
  /** Show where a bug came from. */
  debug: boolean;
}

/** The lines for a thrown value, each ending in a line break. */
export function report(error: unknown, { typed, debug }: ReportOptions): string {
  if (error instanceof NodeErrors) {
    return error.failures.map(({ node, error: failure }) =>
      sentence(`${node}: ${failure.message}`, failure.hint)
    ).join("");
  }
  if (error instanceof SeveralErrors) {
    return error.errors.map(({ message, hint }) => sentence(message, hint)).join("");
  }
  if (error instanceof OsctlError) {
    const help = error.kind === "usage" ? `see "${typed} --help"` : undefined;
    return sentence(error.message, error.hint, help) + (debug ? details(error) : "");
  }
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return sentence(`internal error: ${message}`, REPORT) + (debug ? details(error) : "");
}

function sentence(...parts: (string | undefined)[]): string {
  return `osctl: ${parts.filter((part) => part).map((part) => oneLine(part!)).join("; ")}\n`;
}

/** The stack and the causes, for `OSCTL_DEBUG=1` only. */
function details(error: unknown): string {
  if (!(error instanceof Error)) return "";
  const cause = error.cause === undefined ? "" : `caused by ${String(error.cause)}\n`;
  return `${error.stack ?? ""}\n${cause}${details(error.cause)}`;
}
