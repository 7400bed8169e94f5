/**
 * Decodes trees by the schema, with the leniencies of Go's yaml.v3 for typed structures: any scalar
 * fits a string, `yes` and `on` fit a boolean, a decimal fits an integer before v1.13, `null` omits a field.
 *
 * @module
 */
import {
  fitsTag,
  isNull,
  type ListNode,
  type MapNode,
  MAX_PROBLEMS,
  resolveScalar,
  type ScalarNode,
  type TreeNode,
} from "../../yaml/mod.ts";
import { oldTruth } from "../../yaml/plain.ts";
import type { Data, Value } from "../data.ts";
import { type Problem, quoted, wrong } from "../problem.ts";
import { REDACTED } from "../../pki/redacted.ts";
import { isLater } from "../schema/releases.ts";
import {
  type ConfigRelease,
  type FieldType,
  type NumberType,
  type ObjectType,
  TEXT,
  type TextType,
} from "../schema/types.ts";
import { readPortRange, readText } from "./formats.ts";
import { unknownKey } from "./unknown_key.ts";

/** Type names in messages. */
const TYPE_NAMES: Record<FieldType["kind"], string> = {
  text: "a string",
  bool: "true or false",
  number: "an integer",
  list: "a list",
  map: "a map",
  object: "a map",
  free: "a map",
};

/** The first release whose loader refuses fractions: go-yaml v4.0.0-rc.4; older ones truncate. */
const FIRST_EXACT: ConfigRelease = "v1.13";

/** Adds a field with a name from the text. */
function put(data: Record<string, Value>, name: string, value: Value): void {
  // An assignment to this name would set the prototype.
  if (name === "__proto__") {
    Object.defineProperty(data, name, { value, enumerable: true, writable: true });
  } else data[name] = value;
}

/** A decoder of one document. */
export class Decoder {
  readonly problems: Problem[] = [];
  readonly #root: ObjectType;
  readonly #release: ConfigRelease;
  readonly #isLenient: boolean;
  readonly #path: (string | number)[] = [];

  /** @param options `isLenient`: unknown keys are warnings. */
  constructor(
    root: ObjectType,
    { release, isLenient = false }: { release: ConfigRelease; isLenient?: boolean },
  ) {
    this.#root = root;
    this.#release = release;
    this.#isLenient = isLenient;
  }

  /** Returns the data of the document without the keys of `header`. */
  document(node: MapNode, header: readonly string[]): Data {
    return this.#object(node, this.#root, header);
  }

  #object(node: MapNode, type: ObjectType, header: readonly string[] = []): Data {
    if (node.mergeOffset !== undefined) {
      this.#wrong(
        node.mergeOffset,
        'nodes do not support the merge key "<<" here',
        "write the keys out",
      );
    }
    const data: Record<string, Value> = {};
    const seen = new Set<string>();
    for (const { key, keyOffset, value: child } of node.entries) {
      if (header.includes(key)) continue;
      const field = Object.hasOwn(type.fields, key) ? type.fields[key] : undefined;
      this.#path.push(key);
      if (this.problems.length >= MAX_PROBLEMS) {
        this.#path.pop();
        break;
      }
      if (field === undefined || isLater(field.since, this.#release)) {
        const { message, hint } = unknownKey(key, field, type, this.#root, this.#path);
        this.#wrong(keyOffset, message, hint, this.#isLenient ? "warning" : "error");
      } else {
        const value = this.#value(child, field.type, field.secret === true);
        if (value !== undefined) data[key] = value;
        // A duplicate field is ambiguous: neither value is validated.
        if (seen.has(key)) delete data[key];
        seen.add(key);
      }
      this.#path.pop();
    }
    return data;
  }

  /** Returns the value; undefined when it is missing or invalid. */
  #value(node: TreeNode, type: FieldType, secret: boolean): Value | undefined {
    if (node.kind === "scalar" && isNull(node)) return undefined;
    if (node.kind === "scalar" && !fitsTag(node)) return this.#badTag(node);
    switch (type.kind) {
      case "object":
        return node.kind === "map" ? this.#object(node, type) : this.#mismatch(node, type);
      case "list":
        return node.kind === "list"
          ? this.#list(node, type.item, secret)
          : this.#mismatch(node, type);
      case "map":
        return node.kind === "map"
          ? this.#map(node, type.value, secret)
          : this.#mismatch(node, type);
      case "free":
        return node.kind === "map" ? this.#free(node) : this.#mismatch(node, type);
      case "text":
        if (node.kind === "list" && this.#acceptsList(type)) return this.#list(node, TEXT, secret);
        return node.kind === "scalar" ? this.#text(node, type, secret) : this.#mismatch(node, type);
      case "bool":
        return node.kind === "scalar" ? this.#bool(node) : this.#mismatch(node, type);
      case "number":
        return node.kind === "scalar" ? this.#number(node, type) : this.#mismatch(node, type);
    }
  }

  #acceptsList({ listSince }: TextType): boolean {
    return listSince !== undefined && !isLater(listSince, this.#release);
  }

  #list(node: ListNode, type: FieldType, secret: boolean): Value {
    const list: Value[] = [];
    for (const [index, item] of node.items.entries()) {
      this.#path.push(index);
      if (item.kind === "scalar" && isNull(item)) {
        // Nodes skip an empty string, but fail at an empty object.
        if (type.kind === "object") this.#wrong(item.offset, "empty item", "remove it");
      } else {
        const value = this.#value(item, type, secret);
        if (value !== undefined) list.push(value);
      }
      this.#path.pop();
    }
    return list;
  }

  #map(node: MapNode, type: FieldType, secret: boolean): Data {
    const data: Record<string, Value> = {};
    for (const { key, value: child } of node.entries) {
      this.#path.push(key);
      const value = this.#value(child, type, secret);
      if (value !== undefined) put(data, key, value);
      else if (child.kind === "scalar" && isNull(child)) put(data, key, emptyOf(type));
      this.#path.pop();
    }
    return data;
  }

  #free(node: TreeNode): Value {
    if (node.kind === "scalar") {
      if (!fitsTag(node)) this.#badTag(node);
      return resolveScalar(node);
    }
    if (node.kind === "list") return node.items.map((item) => this.#free(item));
    const data: Record<string, Value> = {};
    for (const { key, value } of node.entries) put(data, key, this.#free(value));
    return data;
  }

  #text(node: ScalarNode, type: TextType, secret: boolean): Value | undefined {
    if (type.format === "fileMode") return this.#fileMode(node);
    if (type.format === "portRange") return this.#portRange(node);
    const resolved = resolveScalar(node);
    if (type.format === "duration" && typeof resolved !== "string") {
      return this.#reject(
        node,
        `${quoted(node.text)} is not a valid duration: the unit is missing`,
        "use a duration such as 30s, 5m or 1h30m",
      );
    }
    const text = node.tag === "binary" ? String(resolved) : node.text;
    const reading = secret && text === REDACTED ? { value: text } : readText(text, type);
    if ("value" in reading) return reading.value;
    const message = secret ? "invalid value" : reading.message;
    return this.#reject(node, message, reading.hint);
  }

  #portRange(node: ScalarNode): Value | undefined {
    const resolved = resolveScalar(node);
    const integer = typeof resolved === "number" ? Math.trunc(resolved) : NaN;
    if (integer >= 0 && integer <= 0xffff) return integer;
    return readPortRange(node.text) ?? this.#reject(
      node,
      `${quoted(node.text)} is not a valid port or port range`,
      "use a port such as 443, or a range such as 8000-8080",
    );
  }

  #fileMode(node: ScalarNode): Value | undefined {
    const resolved = resolveScalar(node);
    const integer = typeof resolved === "number" ? Math.trunc(resolved) : NaN;
    if (integer >= 0 && integer <= 0xffff_ffff) return `0o${integer.toString(8)}`;
    return this.#reject(
      node,
      `${quoted(node.text)} is not a valid file mode`,
      "write it in octal without quotes, such as 0o644",
    );
  }

  #bool(node: ScalarNode): Value | undefined {
    const resolved = resolveScalar(node);
    const truth = typeof resolved === "string" ? oldTruth(resolved) : resolved;
    if (typeof truth === "boolean") return truth;
    const isQuoted = !node.plain && /^(true|false)$/i.test(node.text);
    return this.#reject(
      node,
      `expected true or false, found ${quoted(node.text)}`,
      isQuoted ? "remove the quotes" : undefined,
    );
  }

  #number(node: ScalarNode, type: NumberType): Value | undefined {
    const resolved = resolveScalar(node);
    if (typeof resolved === "number" || typeof resolved === "bigint") {
      const integer = typeof resolved === "number" ? Math.trunc(resolved) : resolved;
      if (integer !== resolved && !isLater(FIRST_EXACT, this.#release)) {
        return this.#reject(node, `${node.text} is not an integer`, `use ${integer}`);
      }
      if (integer >= type.min && integer <= type.max) return integer;
      return this.#reject(
        node,
        `${node.text} is out of range`,
        type.max > Number.MAX_SAFE_INTEGER
          ? "use a smaller number"
          : `use a number from ${type.min} to ${type.max}`,
      );
    }
    const isQuoted = !node.plain && typeof resolveScalar({ ...node, plain: true }) === "number";
    return this.#reject(
      node,
      `expected an integer, found ${quoted(node.text)}`,
      isQuoted ? "remove the quotes" : undefined,
    );
  }

  #badTag(node: ScalarNode): undefined {
    return this.#reject(node, `the value does not fit its tag "!!${node.tag}"`, "remove the tag");
  }

  #mismatch(node: TreeNode, type: FieldType): undefined {
    // A string can be a secret: it is not quoted.
    const found = node.kind === "scalar" ? "a scalar" : `a ${node.kind}`;
    const hint = type.kind === "list" && node.kind !== "list"
      ? 'write it as a list item, on a line that starts with "- "'
      : undefined;
    return this.#reject(node, `expected ${TYPE_NAMES[type.kind]}, found ${found}`, hint);
  }

  #reject(node: TreeNode, message: string, hint?: string): undefined {
    this.#wrong(node.offset, message, hint);
    return undefined;
  }

  #wrong(
    offset: number,
    message: string,
    hint?: string,
    severity: Problem["severity"] = "error",
  ): void {
    if (this.problems.length >= MAX_PROBLEMS) return;
    this.problems.push({ ...wrong(offset, message, hint, [...this.#path]), severity });
  }
}

/** Returns the value of a map entry that is `null` in the text. */
function emptyOf(type: FieldType): Value {
  switch (type.kind) {
    case "text":
      return "";
    case "bool":
      return false;
    case "number":
      return 0;
    default:
      return null;
  }
}
