/**
 * Choosing resources by a regular expression on their ids. Clients write it for RE2; its notations
 * that JavaScript lacks are put into JavaScript's, what RE2 lacks is refused.
 *
 * @module
 */
import { StatusCode, StatusError } from "../../rpc/status.ts";

/** Named character classes inside brackets. */
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

/** Looking ahead or behind, and back references. */
const FOREIGN = /\(\?<?[=!]|\\[1-9]|\\k</;

/**
 * Whether an id passes; every one does when the expression is empty.
 *
 * @throws {StatusError} InvalidArgument when it is none.
 */
export function idFilter(regexp: string): (id: string) => boolean {
  if (regexp === "") return () => true;
  const compiled = compile(regexp);
  return (id) => compiled.test(id);
}

function compile(regexp: string): RegExp {
  const [, flags = "", rest = ""] = /^(?:\(\?([ims]+)\))?(.*)$/s.exec(regexp) ?? [];
  if (FOREIGN.test(rest)) throw refused(`invalid or unsupported Perl syntax in \`${regexp}\``);
  const pattern = rest
    .replaceAll(/\\A/g, "^")
    .replaceAll(/\\z/g, "$")
    .replaceAll("(?P<", "(?<")
    .replaceAll(/\[:(\w+):\]/g, (whole, name: string) => CLASSES[name] ?? whole);
  try {
    return new RegExp(pattern, flags);
  } catch (error) {
    if (error instanceof SyntaxError) throw refused(`error parsing regexp: \`${regexp}\``);
    throw error;
  }
}

function refused(reason: string): StatusError {
  return new StatusError(StatusCode.invalidArgument, `failed to compile regexp: ${reason}`);
}
