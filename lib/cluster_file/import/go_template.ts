/**
 * Renders Go templates: what patches of topf, and labels of talhelper, commonly use.
 *
 * @module
 */
import type { ErrorAt, YamlData } from "../../yaml/mod.ts";
import {
  isFields,
  isTruthy,
  printed,
  TEMPLATE_FUNCTIONS,
  type TemplateData,
  TemplateError,
} from "./template_functions.ts";
import { TemplateBudget } from "./template_budget.ts";
import {
  type Operand,
  parseTemplate,
  type Pipe,
  quoteAction,
  type TemplateNode,
  unsupported,
} from "./template_syntax.ts";

/** Work of an iteration, besides what it does. */
const ITERATION_WORK = 100;

/**
 * Renders a template.
 *
 * @throws {OsctlError} of kind `input` at the first action that is not supported.
 */
export function renderTemplate(text: string, data: TemplateData, errorAt: ErrorAt): string {
  return new Renderer(errorAt).render(parseTemplate(text, errorAt), new Scope(data, data));
}

/** Variables of a block, and its dot. */
class Scope {
  readonly root: YamlData;
  readonly dot: YamlData;
  readonly #parent: Scope | undefined;
  readonly #variables = new Map<string, YamlData>();

  constructor(root: YamlData, dot: YamlData, parent?: Scope) {
    this.root = root;
    this.dot = dot;
    this.#parent = parent;
  }

  child(dot: YamlData = this.dot): Scope {
    return new Scope(this.root, dot, this);
  }

  declare(name: string, value: YamlData): void {
    this.#variables.set(name, value);
  }

  /** Returns whether the variable is declared. */
  assign(name: string, value: YamlData): boolean {
    if (!this.#variables.has(name)) return this.#parent?.assign(name, value) ?? false;
    this.#variables.set(name, value);
    return true;
  }

  value(name: string): YamlData | undefined {
    if (name === "") return this.dot;
    if (name === "$") return this.root;
    return this.#variables.has(name) ? this.#variables.get(name) : this.#parent?.value(name);
  }
}

class Renderer {
  readonly #errorAt: ErrorAt;
  readonly #budget = new TemplateBudget();

  constructor(errorAt: ErrorAt) {
    this.#errorAt = errorAt;
  }

  render(nodes: readonly TemplateNode[], scope: Scope): string {
    return nodes.map((node) => this.#node(node, scope)).join("");
  }

  #node(node: TemplateNode, scope: Scope): string {
    if (node.kind === "text") return this.#output(node.text, undefined);
    const value = this.#pipe(node.pipe, scope);
    switch (node.kind) {
      case "print":
        return this.#output(this.#at(node.pipe, () => printed(value)), node.pipe);
      case "assign":
        if (node.isNew) scope.declare(node.name, value);
        else if (!scope.assign(node.name, value)) {
          throw unsupported(node.pipe.text, node.pipe.offset, this.#errorAt);
        }
        return "";
      case "range":
        return this.#range(node, value, scope);
      case "if":
      case "with": {
        if (!isTruthy(value)) return this.render(node.otherwise, scope.child());
        const inner = scope.child(node.kind === "with" ? value : scope.dot);
        if (node.names.length > 0) inner.declare(node.names[0]!, value);
        return this.render(node.body, inner);
      }
    }
  }

  #output(text: string, pipe: Pipe | undefined): string {
    this.#at(pipe, () => this.#budget.spend(text.length + 1));
    return text;
  }

  #range(
    { pipe, names, body, otherwise }: Extract<TemplateNode, { readonly names: unknown }>,
    value: YamlData,
    scope: Scope,
  ): string {
    const entries = this.#at(pipe, () => entriesOf(value, this.#budget));
    if (entries.length === 0) return this.render(otherwise, scope.child());
    return entries.map(([key, item]) => {
      this.#at(pipe, () => this.#budget.spend(ITERATION_WORK));
      const inner = scope.child(item);
      if (names.length > 1) inner.declare(names[0]!, key);
      if (names.length > 0) inner.declare(names.at(-1)!, item);
      return this.render(body, inner);
    }).join("");
  }

  #pipe(pipe: Pipe, scope: Scope): YamlData {
    let result: YamlData | undefined;
    for (const command of pipe.commands) {
      result = this.#command(command, result, pipe, scope);
    }
    return result!;
  }

  #command(
    [first, ...others]: readonly Operand[],
    piped: YamlData | undefined,
    pipe: Pipe,
    scope: Scope,
  ): YamlData {
    const last = piped === undefined ? [] : [piped];
    if (first?.kind !== "function") {
      if (others.length > 0 || last.length > 0) {
        throw unsupported(pipe.text, pipe.offset, this.#errorAt);
      }
      return this.#operand(first!, pipe, scope);
    }
    if (first.name === "and" || first.name === "or") {
      let value: YamlData | undefined;
      for (const operand of others) {
        value = this.#operand(operand, pipe, scope);
        if (isTruthy(value) === (first.name === "or")) return value;
      }
      return last[0] ?? value ?? null;
    }
    const run = TEMPLATE_FUNCTIONS.get(first.name);
    if (run === undefined) throw unsupported(pipe.text, pipe.offset, this.#errorAt);
    const values = others.map((operand) => this.#operand(operand, pipe, scope));
    return this.#at(pipe, () => {
      for (const value of [...values, ...last]) this.#budget.spendValue(value);
      return run(...values, ...last);
    });
  }

  #operand(operand: Operand, pipe: Pipe, scope: Scope): YamlData {
    switch (operand.kind) {
      case "literal":
        return operand.value;
      case "function":
        return this.#command([operand], undefined, pipe, scope);
      case "group":
        return this.#fields(this.#pipe(operand.pipe, scope), operand.fields, "(…)", pipe);
      case "path": {
        const value = scope.value(operand.variable);
        if (value === undefined) throw unsupported(pipe.text, pipe.offset, this.#errorAt);
        return this.#fields(value, operand.fields, operand.variable, pipe);
      }
    }
  }

  #fields(value: YamlData, fields: readonly string[], prefix: string, pipe: Pipe): YamlData {
    let at: YamlData | undefined = value;
    for (const field of fields) {
      at = isFields(at) && Object.hasOwn(at, field) ? at[field] : undefined;
    }
    if (at !== undefined) return at;
    throw this.#errorAt(
      pipe.offset,
      `the template refers to ${quoteAction([prefix, ...fields].join("."))}, which has no value`,
      "set it, or write the value",
    );
  }

  /** Calls a function; its error is reported at the action, or at the template for a text. */
  #at<T>(pipe: Pipe | undefined, run: () => T): T {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      const reason = quoteAction(error.message);
      if (pipe === undefined) throw this.#errorAt(0, reason);
      const action = quoteAction(pipe.text);
      throw this.#errorAt(pipe.offset, `the template action "${action}": ${reason}`);
    }
  }
}

/** Returns keys and values in the order of Go, which sorts the keys of a map. */
function entriesOf(
  value: YamlData,
  budget: TemplateBudget,
): readonly (readonly [YamlData, YamlData])[] {
  if (value === null) return [];
  if (Array.isArray(value)) return [...value.entries()];
  if (isFields(value)) return Object.entries(value).toSorted(([a], [b]) => a < b ? -1 : 1);
  if (typeof value === "number") {
    budget.spend(Math.max(value, 0));
    return Array.from({ length: value }, (_, at) => [at, at] as const);
  }
  throw new TemplateError("the value is neither a list nor a map");
}
