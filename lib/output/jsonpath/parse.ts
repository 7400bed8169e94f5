/**
 * Parses templates: text with expressions in braces.
 *
 * @module
 */
import { Decimal } from "../value.ts";
import type { Operator, Part, Path, Step } from "./node.ts";
import { Scanner } from "./scanner.ts";

const NAME = /(?:\\.|[^\\.,[\]${}@()=!<>'"\s])+/uy;
const NUMBER = /[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?/y;
const WORD = /[\p{L}_][\p{L}\d_]*/uy;
const OPERATOR = /[=!<>]+/y;
const OPERATORS: readonly string[] = ["==", "!=", "<", "<=", ">", ">="];
/** Maximum nesting; bounds the recursion. */
const MAX_DEPTH = 64;

/** An expression in braces. */
type Action =
  | { readonly kind: "path" | "range"; readonly path: Path }
  | { readonly kind: "end" };

/**
 * Parses a template.
 *
 * @throws {OsctlError} of kind `usage` with the position of the error.
 */
export function parseTemplate(text: string): Part[] {
  const scanner = new Scanner(text);
  const parser = new Parser(scanner);
  const outer: { path: Path; parts: Part[] }[] = [];
  let parts: Part[] = [];
  while (!scanner.atEnd) {
    const literal = scanner.match(/[^{]+/y);
    if (literal !== "") parts.push({ kind: "text", text: literal });
    if (!scanner.take("{")) continue;
    const action = parser.action();
    if (action.kind === "path") {
      parts.push({ kind: "path", path: action.path });
    } else if (action.kind === "range") {
      if (outer.length === MAX_DEPTH) throw scanner.error("ranges are nested too deeply");
      outer.push({ path: action.path, parts });
      parts = [];
    } else {
      const range = outer.pop();
      if (range === undefined) throw scanner.error("{end} without {range}");
      range.parts.push({ kind: "range", path: range.path, parts });
      parts = range.parts;
    }
  }
  if (outer.length > 0) throw scanner.error("{range} without {end}");
  return parts;
}

class Parser {
  readonly #scanner: Scanner;
  #depth = 0;

  constructor(scanner: Scanner) {
    this.#scanner = scanner;
  }

  /** Parses up to the closing brace. */
  action(): Action {
    const scanner = this.#scanner;
    scanner.skipBlanks();
    const word = scanner.match(/(?:range|end)(?![\p{L}\d_])/uy);
    const path = this.#path("}");
    if (!scanner.take("}")) throw this.#unexpected('"}"');
    if (word === "end") {
      if (path.length > 0) throw scanner.error("unexpected text after end");
      return { kind: "end" };
    }
    return { kind: word === "range" ? "range" : "path", path };
  }

  /** Parses steps up to one of the characters in `ends`, which is not consumed. */
  #path(ends: string): Step[] {
    if (++this.#depth > MAX_DEPTH) throw this.#scanner.error("nested too deeply");
    const steps: Step[] = [];
    while (true) {
      this.#scanner.skipBlanks();
      if (this.#scanner.atEnd || ends.includes(this.#scanner.next)) break;
      const step = this.#step(steps.at(-1));
      if (step !== undefined) steps.push(step);
    }
    this.#depth--;
    return steps;
  }

  #step(before: Step | undefined): Step | undefined {
    const scanner = this.#scanner;
    if (scanner.take("..")) {
      if (before?.kind === "descent") throw scanner.error(".. follows ..");
      return { kind: "descent" };
    }
    if (scanner.take("[")) return this.#brackets();
    if (scanner.take("$")) return { kind: "root" };
    // Paths are relative to the current value anyway.
    if (scanner.take("@")) return undefined;
    if (scanner.next === '"' || scanner.next === "'") {
      return { kind: "literal", value: scanner.quoted() };
    }
    if (scanner.take(".")) {
      // A lone dot is the current value.
      return /[\s\]})]/.test(scanner.next) || scanner.atEnd ? undefined : this.#field();
    }
    if (before?.kind === "descent" && scanner.next !== "") return this.#field();
    const number = scanner.match(NUMBER);
    if (number !== "") return { kind: "literal", value: parseNumber(number) };
    const word = scanner.match(WORD);
    if (word === "true" || word === "false") return { kind: "literal", value: word === "true" };
    if (word !== "") throw scanner.error(`unexpected "${word}"; fields start with a dot`);
    throw this.#unexpected("a field, a bracket or a string");
  }

  #field(): Step {
    if (this.#scanner.take("*")) return { kind: "wildcard" };
    const name = this.#scanner.match(NAME);
    if (name === "") throw this.#unexpected("a field name");
    return { kind: "field", name: name.replaceAll(/\\(.)/gu, "$1") };
  }

  /** Parses after an opening bracket up to the closing one. */
  #brackets(): Step {
    const scanner = this.#scanner;
    if (scanner.take("?(")) return this.#filter();
    const paths: Path[] = [];
    do {
      scanner.skipBlanks();
      paths.push([this.#selector()]);
      scanner.skipBlanks();
    } while (scanner.take(","));
    if (!scanner.take("]")) throw this.#unexpected('"]"');
    return paths.length === 1 ? paths[0]![0]! : { kind: "union", paths };
  }

  #selector(): Step {
    const scanner = this.#scanner;
    if (scanner.take("*")) return { kind: "wildcard" };
    if (scanner.next === '"' || scanner.next === "'") {
      return { kind: "field", name: scanner.quoted() };
    }
    const bounds = scanner.match(/-?\d*(?::-?\d*){0,2}/y);
    if (bounds === "" || bounds.includes("-:") || bounds.endsWith("-")) {
      throw this.#unexpected("an index, a slice such as 1:3, a quoted key, or *");
    }
    if (!bounds.includes(":")) return { kind: "index", index: this.#whole(bounds)! };
    const [from, to, step] = bounds.split(":").map((bound) => this.#whole(bound));
    if (step !== undefined && step < 1) {
      throw scanner.error("the step of a slice must be at least 1");
    }
    return { kind: "slice", from, to, step: step ?? 1 };
  }

  #whole(text: string): number | undefined {
    if (text === "") return undefined;
    const value = Number(text);
    if (!Number.isSafeInteger(value)) throw this.#scanner.error(`${text} is too large`);
    return value;
  }

  #filter(): Step {
    const scanner = this.#scanner;
    const left = this.#path(")=!<>&|");
    const operator = scanner.match(OPERATOR);
    if (operator !== "" && !OPERATORS.includes(operator)) {
      throw scanner.error(`unknown operator "${operator}"; use ${OPERATORS.join(" ")}`);
    }
    const right = operator === "" ? [] : this.#path(")&|");
    if (left.length === 0 && operator === "") throw scanner.error("empty filter");
    if (operator !== "" && right.length === 0) throw this.#unexpected("an operand");
    if (!scanner.take(")]")) throw this.#unexpected('")]"');
    return {
      kind: "filter",
      left,
      operator: operator === "" ? undefined : operator as Operator,
      right,
    };
  }

  #unexpected(expected: string) {
    const scanner = this.#scanner;
    const found = scanner.atEnd ? "end" : `"${scanner.next}"`;
    return scanner.error(`unexpected ${found}, expected ${expected}`);
  }
}

function parseNumber(text: string): number | Decimal {
  const value = Number(text);
  return Number.isInteger(value) && !/^[-+]?\d+$/.test(text) ? new Decimal(value) : value;
}
