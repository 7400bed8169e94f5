/**
 * Applies JSON patches (RFC 6902), with two leniencies that configurations depend on: `replace` of
 * a key that is absent adds it, and a negative index counts from the end of a list.
 *
 * @module
 */
import { applyPatch, Pointer } from "rfc6902";
import { countJsonSize } from "../../output/json_size.ts";
import type { Value } from "../data.ts";
import type { JsonPatch, Operation } from "./patch.ts";
import { errorAt } from "./problems.ts";

/**
 * Maximum length that the copies of a patch may add, characters: copies of copies double with each
 * one.
 */
const COPY_LIMIT = 16 * 1024 * 1024;

/** Key of the document, so that operations can replace it as a whole. */
const ROOT = "root";

/**
 * Returns the data after all operations of a patch.
 *
 * @throws {OsctlError} of kind `input`, with the position of the failing operation.
 */
export function applyJsonPatch(data: Value, patch: JsonPatch): Value {
  const holder: Record<string, Value> = { [ROOT]: copyOf(data) };
  let copied = 0;
  for (const [index, operation] of patch.operations.entries()) {
    const fail = (message: string, hint?: string): never => {
      const number = patch.operations.length === 1 ? "" : ` ${index + 1}`;
      throw errorAt(
        patch,
        operation.offset,
        `operation${number} "${operation.op}": ${message}`,
        hint,
      );
    };
    const step = resolved(holder, operation, fail);
    if (step.op === "copy") {
      const { value } = Pointer.fromJSON(step.from).evaluate(holder);
      copied += countJsonSize(value, COPY_LIMIT - copied);
      if (copied > COPY_LIMIT) fail("the copies of the patch exceed 16 MiB", "copy smaller parts");
    }
    const [error] = applyPatch(holder, [step]);
    if (error) fail(reasonOf(operation));
  }
  return holder[ROOT] ?? null;
}

type Fail = (message: string, hint?: string) => never;

/** Returns the operation for the library. */
function resolved(holder: Record<string, Value>, operation: Operation, fail: Fail) {
  const { op, value = null } = operation;
  const needsTarget = op === "remove" || op === "test";
  const adds = op === "add" || op === "copy" || op === "move";
  const target = pointer(holder, operation.path, { needsTarget, adds }, fail);
  const isWhole = operation.path === "";
  if (isWhole && op !== "replace" && op !== "test") {
    fail('the path "" is the whole document', "use the path of a part, such as /machine");
  }
  switch (op) {
    case "remove":
      return { op, path: target.path };
    case "test":
      return { op, path: target.path, value };
    case "add":
      return { op, path: target.path, value };
    case "replace":
      if (target.inList && !target.exists) fail(`no value at "${operation.path}"`);
      return { op: target.exists ? op : "add" as const, path: target.path, value };
    case "copy":
    case "move": {
      const from = pointer(holder, operation.from ?? "", { needsTarget: true }, fail);
      return { op, from: from.path, path: target.path };
    }
  }
}

interface Target {
  readonly path: string;
  readonly exists: boolean;
  readonly inList: boolean;
}

/** Resolves a pointer; its parent must exist. */
function pointer(
  holder: Record<string, Value>,
  path: string,
  { needsTarget, adds = false }: { needsTarget: boolean; adds?: boolean },
  fail: Fail,
): Target {
  const keys = [ROOT, ...path.split("/").slice(1).map(unescaped)];
  const last = keys.at(-1)!;
  let parent: Value = holder;
  const steps: string[] = [];
  for (const [depth, key] of keys.slice(0, -1).entries()) {
    const next: Value | undefined = childOf(parent, key);
    if (next === undefined || next === null || typeof next !== "object") {
      const known = `/${path.split("/").slice(1, depth + 1).join("/")}`;
      fail(`no list or map at "${known === "/" ? "" : known}"`);
    }
    steps.push(indexIn(parent, key));
    parent = next as Value;
  }
  const inList = Array.isArray(parent);
  const exists = childOf(parent, last) !== undefined;
  if (needsTarget && !exists) fail(`no value at "${path}"`);
  // A new item can also follow the last one.
  const end = indexIn(parent, last, adds ? 1 : 0);
  if (inList && !exists && end !== "-" && end !== String((parent as Value[]).length)) {
    fail(`"${last}" is not an index of the list at "${path.slice(0, path.lastIndexOf("/"))}"`);
  }
  return { path: `/${[...steps, end].map(escaped).join("/")}`, exists, inList };
}

function childOf(parent: Value, key: string): Value | undefined {
  if (typeof parent !== "object" || parent === null) return undefined;
  if (Array.isArray(parent)) {
    const index = indexIn(parent, key);
    return /^\d+$/.test(index) ? parent[Number(index)] : undefined;
  }
  return Object.hasOwn(parent, key) ? (parent as Record<string, Value>)[key] : undefined;
}

/** Converts a negative index of a list to one from its start. */
function indexIn(parent: Value, key: string, more = 0): string {
  if (!Array.isArray(parent) || !/^-\d+$/.test(key)) return key;
  return String(parent.length + more + Number(key));
}

/** Returns the reason of a failure without values, which may be secrets. */
function reasonOf({ op, path }: Operation): string {
  if (op === "test") return `the value at "${path}" is different`;
  return `invalid path "${path}"`;
}

function unescaped(step: string): string {
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}

function escaped(step: string): string {
  return step.replaceAll("~", "~0").replaceAll("/", "~1");
}

function copyOf(value: Value): Value {
  return structuredClone(value);
}
