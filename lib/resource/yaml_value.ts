/**
 * Parses the specs of resources.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import {
  fitsTag,
  locate,
  parseSpecYaml,
  resolveScalar,
  type SourceEntry,
  type SourceNode,
  type SourceScalar,
  type YamlProblem,
} from "../yaml/mod.ts";
import { resolvePlain } from "./scalar.ts";
import { Timestamp, type Value } from "../output/value.ts";

/**
 * Parses the YAML of a spec; an empty text is null.
 *
 * @param what The resource, for the error.
 * @throws {OsctlError} of kind `node` when the text is not YAML.
 */
export function parseSpec(text: string, what: string): Value {
  if (text === "") return null;
  const { documents: [document, second], problems: [problem] } = parseSpecYaml(text);
  const fail = ({ offset, message }: YamlProblem) => {
    const { line, column } = locate(text, offset);
    return new OsctlError(
      "node",
      `cannot parse the spec of ${what}: line ${line}, column ${column}: ${message}`,
      { hint: 'print it unparsed with "-o yaml"' },
    );
  };
  if (problem !== undefined) throw fail(problem);
  if (second !== undefined) throw fail({ offset: second.start, message: "more than one document" });
  return document === undefined ? null : valueOf(document.root, text, fail);
}

type Fail = (problem: YamlProblem) => OsctlError;

function valueOf(node: SourceNode, text: string, fail: Fail): Value {
  switch (node.kind) {
    case "scalar":
      return scalarValue(node, fail);
    case "list":
      return node.items.map((item) => valueOf(item, text, fail));
    case "map":
      return Object.fromEntries(
        node.entries.map((entry) =>
          [keyOf(entry, text), valueOf(entry.value, text, fail)] as const
        ),
      );
  }
}

function scalarValue(node: SourceScalar, fail: Fail): Value {
  const { tag, text, plain, offset } = node;
  if (tag === undefined) return plain ? resolvePlain(text) : text;
  if (tag === "str") return text;
  const value = tag === "binary" ? resolveScalar(node) : resolvePlain(text);
  const fits = tag === "timestamp" ? value instanceof Timestamp : fitsTag(node);
  if (fits) return value;
  throw fail({ offset, message: `the value does not fit its tag "!!${tag}"` });
}

/** Returns a key like Go's JSON encoder: `null` for `~`. */
function keyOf({ key, keyOffset, keyEnd }: SourceEntry, text: string): string {
  const isPlain = keyEnd - keyOffset === key.length && text.startsWith(key, keyOffset);
  const value = isPlain
    ? resolveScalar({ kind: "scalar", offset: 0, text: key, plain: true })
    : key;
  return typeof value === "string" ? key : String(value);
}
