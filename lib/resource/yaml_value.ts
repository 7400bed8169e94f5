/**
 * Reads the specs of resources. There can be many, so this takes `js-yaml`, which parses a spec
 * several times faster than the parser for documents that people edit.
 *
 * @module
 */
import {
  binaryTag,
  defineScalarTag,
  load,
  mapTag,
  mergeTag,
  NOT_RESOLVED,
  Schema,
  seqTag,
  strTag,
  YAMLException,
} from "js-yaml";
import { OsctlError } from "../errors.ts";
import { resolvePlain } from "./scalar.ts";
import { Decimal, Timestamp, type Value } from "./value.ts";

const never = () => false;
const PREFIX = "tag:yaml.org,2002:";

/** Every unquoted scalar; what is not more than a text is left to the tag of texts. */
const plain = defineScalarTag(`${PREFIX}plain`, {
  implicit: true,
  implicitFirstChars: ["", ..."~-+.0123456789nNtTfF"],
  identify: never,
  resolve: (source) => {
    const value = resolvePlain(source);
    return typeof value === "string" ? NOT_RESOLVED : value;
  },
});

/** A scalar whose tag is spelled out. */
function explicit(name: string, fits: (value: Value) => boolean) {
  return defineScalarTag<Value>(PREFIX + name, {
    identify: never,
    resolve: (source) => {
      const value = resolvePlain(source);
      return fits(value) ? value : NOT_RESOLVED;
    },
  });
}

const isWhole = (value: Value) => typeof value === "bigint" || Number.isInteger(value);
const isNumber = (value: Value) =>
  typeof value === "number" || typeof value === "bigint" || value instanceof Decimal;

/** Go gives binary data as text. */
const binary = defineScalarTag<Value>(binaryTag.tagName, {
  identify: never,
  resolve: (source, isExplicit, tagName) => {
    const bytes = binaryTag.resolve(source, isExplicit, tagName);
    return typeof bytes === "symbol" ? NOT_RESOLVED : new TextDecoder().decode(bytes);
  },
});

const schema = new Schema([
  strTag,
  plain,
  mergeTag,
  explicit("null", (value) => value === null),
  explicit("bool", (value) => typeof value === "boolean"),
  explicit("int", isWhole),
  explicit("float", isNumber),
  explicit("timestamp", (value) => value instanceof Timestamp),
  binary,
  seqTag,
  mapTag,
]);

/**
 * The value a YAML text describes; an empty text is null.
 *
 * @param what Whose text it is, for the error.
 * @throws {OsctlError} of kind `node` when it is no YAML.
 */
export function parseYaml(text: string, what: string): Value {
  if (text === "") return null;
  try {
    return load(text, { schema }) as Value;
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    // Nothing but blanks and comments is no document, and no value.
    if (/^(?:\s*(?:#.*)?\n?)*$/.test(text)) return null;
    throw new OsctlError("node", `the spec of ${what} is no YAML: ${error.reason}`, {
      hint: 'print it as it is with "-o yaml"',
      cause: error,
    });
  }
}
