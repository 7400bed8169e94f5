/**
 * Formats thrown values for stderr.
 *
 * @module
 */
import { fileErrorReason } from "../platform/file_error.ts";
import { redactLibraryText, redactSecrets } from "../pki/redact_secrets.ts";
import { escapeControls, oneLine } from "../output/text.ts";
import { findDenial, MultiError, MultiNodeError, NegativeResult, OsctlError } from "../errors.ts";
import { moduleError } from "./module_error.ts";

/** Hint for internal errors. */
const REPORT =
  "this is a bug; please report it with the command you ran (OSCTL_DEBUG=1 adds details)";

/** Options of a report. */
export interface ReportOptions {
  /** The command path: `osctl cluster create`. */
  typed: string;
  /** Append stack traces and causes. */
  debug: boolean;
  /** Known secrets, which no text may contain. */
  secrets?: readonly string[];
}

/**
 * Returns the lines for a thrown value, each with a line break at its end. The only place at which
 * errors become text for a person: it redacts secrets in all of them.
 */
export function report(error: unknown, options: ReportOptions): string {
  return redactSecrets(format(error, options), options.secrets);
}

function format(error: unknown, { typed, debug, secrets = [] }: ReportOptions): string {
  if (error instanceof NegativeResult) return "";
  if (error instanceof MultiNodeError) {
    return error.failures.map(({ node, error: failure }) =>
      sentence(`${node}: ${failure.message}`, failure.hint) + (debug ? details(failure) : "")
    ).join("");
  }
  if (error instanceof MultiError) {
    return error.errors.map((one) => sentence(one.message, one.hint) + (debug ? details(one) : ""))
      .join("");
  }
  if (error instanceof OsctlError) {
    const help = error.kind === "usage" ? `see "${typed} --help"` : undefined;
    return sentence(error.message, error.hint, help) + (debug ? details(error) : "");
  }
  const expected = error instanceof Error ? deniedError(error) ?? moduleError(error) : undefined;
  if (expected) return sentence(expected.message, expected.hint) + (debug ? details(error) : "");
  // The surroundings are no bug: looped links, names that are too long, a failing disk.
  const reason = fileErrorReason(error);
  if (reason !== undefined) {
    return sentence(systemSentence(error as Error, reason)) + (debug ? details(error) : "");
  }
  const text = redactLibraryText(error instanceof Error ? error.message : String(error), secrets);
  const message = error instanceof Error ? `${error.name}: ${text}` : text;
  return sentence(`internal error: ${message}`, REPORT) + (debug ? details(error) : "");
}

/** Returns `cannot stat "/a": reason`, from `Reason (os error 40): stat '/a'`. */
function systemSentence({ message }: Error, reason: string): string {
  const [, action, path] = /: (\w+) '(.*)'$/s.exec(message) ?? [];
  return action === undefined
    ? `the system reports: ${reason}`
    : `cannot ${action} "${path}": ${reason}`;
}

/** Purposes of the runtime's accesses, with their values. */
const ACCESSES: Readonly<Record<string, (value: string) => string>> = {
  read: (value) => `read ${value}`,
  write: (value) => `write ${value}`,
  net: (value) => `use the network address ${value}`,
  env: (value) => `read the environment variable ${value}`,
  run: (value) => `run ${value}`,
  sys: (value) => `read the system information ${value}`,
  import: (value) => `import from ${value}`,
};

/** Converts an error of the runtime about a missing permission. */
function deniedError({ message }: Error): OsctlError | undefined {
  const denial = findDenial(message);
  if (denial === undefined) return undefined;
  const { access, value, text } = denial;
  const folder = import.meta.dirname;
  // The bundle is one folder of modules that import each other.
  const isModule = folder !== undefined && value !== undefined && value.startsWith(folder);
  const reason = isModule ? text.replace(value, folder) : text;
  const what = ACCESSES[access]?.(`"${value ?? ""}"`) ?? `get ${access} access`;
  return new OsctlError("file", `cannot ${what}: ${reason}`);
}

function sentence(...parts: (string | undefined)[]): string {
  return `osctl: ${parts.filter((part) => part).map((part) => oneLine(part!)).join("; ")}\n`;
}

/** Returns the stack trace and the causes, for `OSCTL_DEBUG=1`. */
function details(error: unknown): string {
  if (!(error instanceof Error)) return "";
  const own = (text: string) => error instanceof OsctlError ? text : redactLibraryText(text);
  const { cause, stack = "" } = error;
  const isOwn = cause instanceof OsctlError;
  const causeText = cause === undefined
    ? ""
    : `caused by ${isOwn ? String(cause) : redactLibraryText(String(cause))}\n`;
  // The frames after the message are paths of this program.
  const at = stack.search(/^ {4}at /m);
  const [head, frames] = at < 0 ? [stack, ""] : [stack.slice(0, at), stack.slice(at)];
  const text = `${own(head)}${frames}\n${causeText}`;
  // Messages contain text of nodes.
  return text.split("\n").map(escapeControls).join("\n") + details(error.cause);
}
