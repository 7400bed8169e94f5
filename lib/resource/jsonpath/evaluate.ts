/**
 * Applies templates to values.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { goText } from "../go_text.ts";
import { isList, isMap, sortedKeys, type Value } from "../value.ts";
import { holds } from "./compare.ts";
import type { Part, Path, Step } from "./node.ts";
import { parseTemplate } from "./parse.ts";

/** How strict an evaluation is. */
export interface EvaluateOptions {
  /** A field that is nowhere gives nothing, and so does an index outside its list. */
  readonly allowMissing?: boolean;
}

/** A template, ready to be applied. */
export class JsonPath {
  readonly #text: string;
  readonly #parts: readonly Part[];
  readonly #missing: boolean;

  /** @throws {OsctlError} of kind `usage` that says where the template is wrong. */
  constructor(text: string, { allowMissing = false }: EvaluateOptions = {}) {
    this.#text = text;
    this.#parts = parseTemplate(text);
    this.#missing = allowMissing;
  }

  /**
   * The results of each part of the template, in order; a part in a range counts once a round.
   *
   * @throws {OsctlError} of kind `input` when something is not there or is not what it should be.
   */
  results(value: Value): Value[][] {
    const groups: Value[][] = [];
    this.#run(this.#parts, value, value, groups);
    return groups;
  }

  /**
   * The results as one text, those of one part separated by spaces.
   *
   * @param nothing What stands for null.
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
      const results = this.#follow(part.path, [current], root);
      if (part.kind === "path") groups.push(results);
      else for (const result of results) this.#run(part.parts, result, root, groups);
    }
  }

  #follow(path: Path, values: readonly Value[], root: Value): Value[] {
    let results = [...values];
    for (const step of path) results = this.#take(step, results, root);
    return results;
  }

  #take(step: Step, values: readonly Value[], root: Value): Value[] {
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
        return step.paths.flatMap((path) => this.#follow(path, values, root));
      case "filter":
        return values.flatMap((value) => this.#filtered(step, value, root));
    }
  }

  #field(name: string, values: readonly Value[]): Value[] {
    const found = values.filter((value) => isMap(value) && Object.hasOwn(value, name))
      .map((value) => (value as Record<string, Value>)[name]!);
    if (found.length > 0 || values.length === 0 || this.#missing) return found;
    throw this.#error(`there is no "${name}"`);
  }

  #part(step: Step & { kind: "index" | "slice" }, value: Value): readonly Value[] {
    if (value === null) return [];
    if (!isList(value)) {
      if (this.#missing) return [];
      throw this.#error("what has an index is no list");
    }
    if (step.kind === "index") {
      const item = value.at(step.index);
      if (item !== undefined) return [item];
      if (this.#missing) return [];
      throw this.#error(`the list has ${value.length} items and none at ${step.index}`);
    }
    const part = value.slice(step.from, step.to);
    return step.step === 1 ? part : part.filter((_, index) => index % step.step === 0);
  }

  #filtered(step: Step & { kind: "filter" }, value: Value, root: Value): readonly Value[] {
    if (value === null) return [];
    if (!isList(value)) {
      if (this.#missing) return [];
      throw this.#error("what is filtered is no list");
    }
    return value.filter((item) => {
      const left = this.#quietly(step.left, item, root);
      if (step.operator === undefined) return left.length > 0;
      const right = this.#quietly(step.right, item, root);
      if (left.length > 1 || right.length > 1) throw this.#error("a filter compares single values");
      // What is not there equals nothing.
      if (left.length === 0 || right.length === 0) return false;
      return holds(step.operator, left[0]!, right[0]!);
    });
  }

  /** In a filter, an item without the field does not fit, and that is no error. */
  #quietly(path: Path, item: Value, root: Value): Value[] {
    const lenient = this.#missing ? this : new JsonPath("", { allowMissing: true });
    return lenient.#follow(path, [item], root);
  }

  #error(reason: string): OsctlError {
    return new OsctlError("input", `the expression "${this.#text}" fails: ${reason}`);
  }
}

/** The items of a list, or the values of a map by the order of its keys. */
function members(value: Value): readonly Value[] {
  if (isList(value)) return value;
  return isMap(value) ? sortedKeys(value).map((key) => value[key]!) : [];
}

/** The value and everything below it, as far as it has parts. */
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
