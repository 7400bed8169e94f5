/**
 * Id queries: RE2 regular expressions on resource ids. Translates RE2 syntax that JavaScript lacks,
 * and rejects JavaScript syntax that RE2 lacks.
 *
 * @module
 */
import { StatusCode, StatusError } from "../../rpc/status.ts";

/** POSIX character classes. */
const CLASSES: Readonly<Record<string, string>> = {
  alnum: "0-9A-Za-z",
  alpha: "A-Za-z",
  ascii: "\\x00-\\x7f",
  blank: "\\t ",
  cntrl: "\\x00-\\x1f\\x7f",
  digit: "0-9",
  graph: "!-~",
  lower: "a-z",
  print: " -~",
  punct: "!-\\/:-@\\[-`{-~",
  space: "\\t\\n\\v\\f\\r ",
  upper: "A-Z",
  word: "0-9A-Za-z_",
  xdigit: "0-9A-Fa-f",
};

/** Lookaround assertions and backreferences, which RE2 lacks. */
const UNSUPPORTED = /\(\?<?[=!]|\\[1-9]|\\k</;

/**
 * Creates a filter from a regular expression. An empty expression matches every id.
 *
 * @throws {StatusError} InvalidArgument for an invalid expression.
 */
export function createIdFilter(regexp: string): (id: string) => boolean {
  if (regexp === "") return () => true;
  const compiled = compile(regexp);
  return (id) => compiled.test(id);
}

function compile(regexp: string): RegExp {
  const [, flags = "", rest = ""] = /^(?:\(\?([ims]+)\))?(.*)$/s.exec(regexp) ?? [];
  if (UNSUPPORTED.test(rest)) {
    throw compileError(`invalid or unsupported Perl syntax in \`${regexp}\``);
  }
  const pattern = rest
    .replaceAll(/\\A/g, "^")
    .replaceAll(/\\z/g, "$")
    .replaceAll("(?P<", "(?<")
    .replaceAll(/\[:(\w+):\]/g, (whole, name: string) => CLASSES[name] ?? whole);
  try {
    return new RegExp(pattern, flags);
  } catch (error) {
    if (error instanceof SyntaxError) throw compileError(`error parsing regexp: \`${regexp}\``);
    throw error;
  }
}

function compileError(reason: string): StatusError {
  return new StatusError(StatusCode.invalidArgument, `failed to compile regexp: ${reason}`);
}
