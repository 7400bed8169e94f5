/**
 * Evaluates JSONPath templates.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { goText } from "../go_text.ts";
import { isList, isMap, sortedKeys, type Value } from "../value.ts";
import { holds } from "./compare.ts";
import type { Part, Path, Step } from "./node.ts";
import { parseTemplate } from "./parse.ts";

/** Options of {@linkcode JsonPath}. */
export interface EvaluateOptions {
  /** Missing fields and indexes out of range give no result instead of an error. */
  readonly allowMissing?: boolean;
}

/** A parsed template. */
export class JsonPath {
  readonly #text: string;
  readonly #parts: readonly Part[];
  readonly #missing: boolean;

  /** @throws {OsctlError} of kind `usage` with the position of a syntax error. */
  constructor(text: string, { allowMissing = false }: EvaluateOptions = {}) {
    this.#text = text;
    this.#parts = parseTemplate(text);
    this.#missing = allowMissing;
  }

  /** Whether the template is one expression, without text around it. */
  get isSingle(): boolean {
    return this.#parts.length === 1 && this.#parts[0]!.kind === "path";
  }

  /** The fields of the root value that the template names. */
  get topFields(): readonly string[] {
    return this.#parts.flatMap((part) => {
      if (part.kind === "text") return [];
      const step = part.path.find(({ kind }) => kind !== "root");
      return step?.kind === "field" ? [step.name] : [];
    });
  }

  /**
   * Evaluates each part of the template, in order; parts in a range once per iteration.
   *
   * @throws {OsctlError} of kind `input` when a field is missing or has another type.
   */
  results(value: Value): Value[][] {
    const groups: Value[][] = [];
    this.#run(this.#parts, value, value, groups);
    return groups;
  }

  /**
   * Formats the results as text, separated by spaces within a part.
   *
   * @param nothing Replaces null.
   */
  text(value: Value, nothing: string): string {
    return this.results(value)
      .map((results) => results.map((result) => goText(result, nothing)).join(" "))
      .join("");
  }

  #run(parts: readonly Part[], current: Value, root: Value, groups: Value[][]): void {
    for (const part of parts) {
      if (part.kind === "text") {
        groups.push([part.text]);
        continue;
      }
      const results = this.#evaluatePath(part.path, [current], root);
      if (part.kind === "path") groups.push(results);
      else for (const result of results) this.#run(part.parts, result, root, groups);
    }
  }

  #evaluatePath(path: Path, values: readonly Value[], root: Value): Value[] {
    let results = [...values];
    for (const step of path) results = this.#applyStep(step, results, root);
    return results;
  }

  #applyStep(step: Step, values: readonly Value[], root: Value): Value[] {
    switch (step.kind) {
      case "root":
        return [root];
      case "literal":
        return values.map(() => step.value);
      case "field":
        return this.#field(step.name, values);
      case "index":
      case "slice":
        return values.flatMap((value) => this.#part(step, value));
      case "wildcard":
        return values.flatMap(members);
      case "descent":
        return values.flatMap(withDescendants);
      case "union":
        return step.paths.flatMap((path) => this.#evaluatePath(path, values, root));
      case "filter":
        return values.flatMap((value) => this.#filtered(step, value, root));
    }
  }

  #field(name: string, values: readonly Value[]): Value[] {
    const found = values.filter((value) => isMap(value) && Object.hasOwn(value, name))
      .map((value) => (value as Record<string, Value>)[name]!);
    if (found.length > 0 || values.length === 0 || this.#missing) return found;
    throw this.#error(`"${name}" is not found`);
  }

  #part(step: Step & { kind: "index" | "slice" }, value: Value): readonly Value[] {
    if (value === null) return [];
    if (!isList(value)) {
      if (this.#missing) return [];
      throw this.#error("the indexed value is not a list");
    }
    if (step.kind === "index") {
      const item = value.at(step.index);
      if (item !== undefined) return [item];
      if (this.#missing) return [];
      throw this.#error(`index ${step.index} is out of range: the list has ${value.length} items`);
    }
    const part = value.slice(step.from, step.to);
    return step.step === 1 ? part : part.filter((_, index) => index % step.step === 0);
  }

  #filtered(step: Step & { kind: "filter" }, value: Value, root: Value): readonly Value[] {
    if (value === null) return [];
    if (!isList(value)) {
      if (this.#missing) return [];
      throw this.#error("the filtered value is not a list");
    }
    return value.filter((item) => {
      const left = this.#evaluateOperand(step.left, item, root);
      if (step.operator === undefined) return left.length > 0;
      const right = this.#evaluateOperand(step.right, item, root);
      if (left.length > 1 || right.length > 1) {
        throw this.#error("a filter operand has several values");
      }
      // A missing value is unequal to every value.
      if (left.length === 0 || right.length === 0) return false;
      return holds(step.operator, left[0]!, right[0]!);
    });
  }

  /** Evaluates a filter operand; an item without the field does not match. */
  #evaluateOperand(path: Path, item: Value, root: Value): Value[] {
    const lenient = this.#missing ? this : new JsonPath("", { allowMissing: true });
    return lenient.#evaluatePath(path, [item], root);
  }

  #error(reason: string): OsctlError {
    return new OsctlError("input", `expression "${this.#text}" failed: ${reason}`);
  }
}

/** Returns the items of a list, or the values of a map sorted by key. */
function members(value: Value): readonly Value[] {
  if (isList(value)) return value;
  return isMap(value) ? sortedKeys(value).map((key) => value[key]!) : [];
}

/** Returns the value and its descendants that are non-empty lists or maps. */
function withDescendants(value: Value): Value[] {
  const found: Value[] = [];
  const visit = (one: Value) => {
    const below = members(one);
    if (below.length === 0) return;
    found.push(one);
    below.forEach(visit);
  };
  visit(value);
  return found;
}
