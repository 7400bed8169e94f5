/**
 * Parses the operations of a JSON patch (RFC 6902) in JSON or YAML.
 *
 * @module
 */
import type { OsctlError } from "../../errors.ts";
import type { Source } from "../load/locate.ts";
import { type ListNode, type MapNode, toData, type TreeNode } from "../../yaml/mod.ts";
import type { Operation } from "./patch.ts";
import { errorAt, together } from "./problems.ts";

const OPERATIONS = ["add", "remove", "replace", "move", "copy", "test"] as const;

const SHAPE = 'write it as {"op": "replace", "path": "/machine/type", "value": "worker"}';

/**
 * Parses the operations of a list.
 *
 * @throws {OsctlError} of kind `input`, with a position for each problem.
 */
export function readOperations(source: Source, list: ListNode): Operation[] {
  const reader = new OperationReader(source);
  const operations = list.items.map((item) => reader.read(item));
  if (reader.failures.length > 0) throw together(reader.failures);
  return operations.filter((operation) => operation !== undefined);
}

class OperationReader {
  readonly failures: OsctlError[] = [];
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  /** Returns the operation; undefined when it is invalid. */
  read(node: TreeNode): Operation | undefined {
    const before = this.failures.length;
    if (node.kind !== "map") return this.#wrong(node, "an operation must be a map", SHAPE);
    const op = this.#op(node);
    const path = this.#pointer(node, "path");
    const from = op === "move" || op === "copy" ? this.#pointer(node, "from") : undefined;
    const value = valueOf(node, "value");
    const needsValue = op === "add" || op === "replace" || op === "test";
    if (needsValue && value === undefined) {
      return this.#wrong(node, `the operation "${op}" has no "value"`, SHAPE);
    }
    if (this.failures.length > before || op === undefined || path === undefined) return undefined;
    return {
      op,
      path,
      ...(from === undefined ? {} : { from }),
      ...(needsValue && value !== undefined ? { value: toData(value) } : {}),
      offset: node.offset,
    };
  }

  #op(map: MapNode): Operation["op"] | undefined {
    const op = this.#text(map, "op");
    if (op === undefined) return undefined;
    const known = OPERATIONS.find((name) => name === op);
    return known ??
      this.#wrong(
        valueOf(map, "op") ?? map,
        `unknown operation "${op}"`,
        `use one of ${OPERATIONS.join(", ")}`,
      );
  }

  #pointer(map: MapNode, name: "path" | "from"): string | undefined {
    const pointer = this.#text(map, name);
    if (pointer === undefined || pointer === "" || pointer.startsWith("/")) return pointer;
    return this.#wrong(
      valueOf(map, name) ?? map,
      `the ${name} "${pointer}" does not start with "/"`,
      `write it as "/${pointer.replaceAll(".", "/")}"`,
    );
  }

  #text(map: MapNode, name: string): string | undefined {
    const node = valueOf(map, name);
    if (node === undefined) return this.#wrong(map, `the operation has no "${name}"`, SHAPE);
    const value = toData(node);
    return typeof value === "string" ? value : this.#wrong(node, `"${name}" must be a string`);
  }

  #wrong(node: TreeNode, message: string, hint?: string): undefined {
    this.failures.push(errorAt(this.#source, node.offset, message, hint));
  }
}

function valueOf(map: MapNode, name: string): TreeNode | undefined {
  return map.entries.find(({ key }) => key === name)?.value;
}
