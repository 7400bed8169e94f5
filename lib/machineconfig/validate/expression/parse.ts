/**
 * Parser of CEL. Source of the grammar: the language definition of cel-spec, with the macros that
 * nodes enable (`has`, `all`, `exists`, `exists_one`, `map`, `filter`).
 *
 * @module
 */
import { type Token, TokenError, tokenize } from "./tokens.ts";

/** A parsed expression. */
export type Expression =
  | { readonly kind: "literal"; readonly type: string }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "select"; readonly operand: Expression; readonly field: string }
  | { readonly kind: "has"; readonly operand: Expression; readonly field: string }
  | { readonly kind: "operator"; readonly sign: string; readonly operands: readonly Expression[] }
  | {
    readonly kind: "call";
    readonly name: string;
    /** The value a method is called on. */
    readonly target?: Expression;
    readonly args: readonly Expression[];
  }
  | {
    readonly kind: "comprehension";
    readonly macro: string;
    readonly target: Expression;
    readonly variable: string;
    /** The predicate, and the transformation of `map`. */
    readonly bodies: readonly Expression[];
  }
  | { readonly kind: "list"; readonly items: readonly Expression[] }
  | { readonly kind: "map"; readonly entries: readonly (readonly [Expression, Expression])[] }
  | { readonly kind: "message"; readonly name: string; readonly fields: readonly Expression[] };

/** A text that is not an expression. */
export class ExpressionSyntaxError extends Error {
  constructor(message: string, readonly hint?: string) {
    super(message);
  }
}

/** Names of CEL and of its host languages, not usable as variables or functions. */
const RESERVED = new Set(
  "as break const continue else for function if import in let loop package namespace return var void while"
    .split(" "),
);

/** Words that are no names even after a dot. */
const KEYWORDS = new Set(["true", "false", "null", "in"]);

/** Binary operators below `&&`, by rising precedence. */
const LEVELS: readonly (readonly string[])[] = [
  ["<", "<=", ">", ">=", "==", "!=", "in"],
  ["+", "-"],
  ["*", "/", "%"],
];

/** Macros called on a list or map, and their numbers of arguments. */
const COMPREHENSIONS: Readonly<Record<string, readonly number[]>> = {
  all: [2],
  exists: [2],
  exists_one: [2],
  filter: [2],
  map: [2, 3],
};

/** Levels of nesting, below the limit of nodes (250). */
const MAX_DEPTH = 200;

/** The largest magnitude of a negative int, and the largest uint. */
const [MIN_INT, MAX_UINT] = [2n ** 63n, 2n ** 64n - 1n];

/** Options of {@linkcode parseExpression}. */
export interface ParseOptions {
  /** Whether the syntax of optional values is enabled: `a.?b`, `a[?b]`, `{?a: b}`. */
  readonly hasOptionals?: boolean;
}

/**
 * Parses an expression.
 *
 * @throws {ExpressionSyntaxError}
 */
export function parseExpression(
  text: string,
  { hasOptionals = false }: ParseOptions = {},
): Expression {
  try {
    return new Parser(tokenize(text), hasOptionals).parse();
  } catch (error) {
    if (error instanceof TokenError) throw new ExpressionSyntaxError(error.message);
    throw error;
  }
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  readonly #hasOptionals: boolean;

  constructor(tokens: readonly Token[], hasOptionals: boolean) {
    this.#tokens = tokens;
    this.#hasOptionals = hasOptionals;
  }

  /** Consumes the question mark of an optional field, index or key. */
  #takeOptional(): boolean {
    return this.#hasOptionals && this.#take("?") !== undefined;
  }

  parse(): Expression {
    const expression = this.#conditional();
    if (this.#next.kind !== "end") throw this.#unexpected();
    return expression;
  }

  get #next(): Token {
    return this.#tokens[this.#at]!;
  }

  /** Consumes the next token when it is one of these operators or keywords. */
  #take(...texts: readonly string[]): string | undefined {
    const { kind, text } = this.#next;
    if (kind !== "sign" && kind !== "name" || !texts.includes(text)) return undefined;
    this.#at++;
    return text;
  }

  #expect(text: string): void {
    if (this.#take(text) === undefined) throw this.#unexpected(`"${text}"`);
  }

  #unexpected(expected?: string): ExpressionSyntaxError {
    const { kind, text } = this.#next;
    const found = kind === "end" ? "unexpected end of the expression" : `unexpected "${text}"`;
    return new ExpressionSyntaxError(
      found,
      expected === undefined ? undefined : `expected ${expected}`,
    );
  }

  #nested<T>(parse: () => T): T {
    if (++this.#depth > MAX_DEPTH) {
      throw new ExpressionSyntaxError("the expression is nested too deeply");
    }
    const parsed = parse();
    this.#depth--;
    return parsed;
  }

  #conditional(): Expression {
    return this.#nested(() => {
      const condition = this.#or();
      if (this.#take("?") === undefined) return condition;
      const yes = this.#or();
      this.#expect(":");
      const no = this.#conditional();
      return { kind: "operator", sign: "?:", operands: [condition, yes, no] };
    });
  }

  #or(): Expression {
    const and = () => this.#leftAssociative(["&&"], () => this.#binary(0));
    return this.#leftAssociative(["||"], and);
  }

  #binary(level: number): Expression {
    const signs = LEVELS[level];
    if (signs === undefined) return this.#unary();
    return this.#leftAssociative(signs, () => this.#binary(level + 1));
  }

  #leftAssociative(signs: readonly string[], operand: () => Expression): Expression {
    let left = operand();
    for (let sign = this.#take(...signs); sign !== undefined; sign = this.#take(...signs)) {
      left = { kind: "operator", sign, operands: [left, operand()] };
    }
    return left;
  }

  /** `!!x`, `--x`, `!-1`: operators do not mix, but a number may have a minus of its own. */
  #unary(): Expression {
    const sign = this.#take("!", "-");
    if (sign === undefined) return this.#member();
    let count = 1;
    while (this.#take(sign) !== undefined) count++;
    // One minus before a number belongs to it: -9223372036854775808 is an int, its opposite is not.
    const isNegative = sign === "-" && count === 1 && this.#isNumber;
    const operand = this.#member(isNegative);
    // Two of them cancel out before types are checked.
    if (isNegative || count % 2 === 0) return operand;
    return { kind: "operator", sign: `unary ${sign}`, operands: [operand] };
  }

  get #isNumber(): boolean {
    return ["int", "double"].includes(this.#next.kind);
  }

  #member(isNegative = false): Expression {
    if (!isNegative && this.#take("-") !== undefined) {
      if (!this.#isNumber) throw this.#unexpected("a number");
      return this.#member(true);
    }
    const startsWithName = this.#next.kind === "name" || this.#next.text === ".";
    let operand = this.#primary(isNegative);
    for (;;) {
      if (this.#take(".") !== undefined) {
        operand = this.#takeOptional()
          ? { kind: "operator", sign: ".?", operands: [this.#select(operand)] }
          : this.#select(operand);
      } else if (this.#take("[") !== undefined) {
        const sign = this.#takeOptional() ? "[?]" : "[]";
        const index = this.#conditional();
        this.#expect("]");
        operand = { kind: "operator", sign, operands: [operand, index] };
      } else if (this.#next.text === "{" && this.#next.kind === "sign") {
        const name = startsWithName ? qualifiedName(operand) : undefined;
        if (name === undefined) throw this.#unexpected();
        operand = { kind: "message", name, fields: this.#messageFields() };
      } else return operand;
    }
  }

  #select(operand: Expression): Expression {
    if (this.#next.kind !== "name" || KEYWORDS.has(this.#next.text)) {
      throw this.#unexpected("a name");
    }
    const field = this.#tokens[this.#at++]!.text;
    if (this.#take("(") === undefined) return { kind: "select", operand, field };
    const args = this.#list(")", () => this.#conditional(), false);
    if (!COMPREHENSIONS[field]?.includes(args.length)) {
      return { kind: "call", name: field, target: operand, args };
    }
    const [variable, ...bodies] = args;
    if (variable?.kind !== "name") {
      throw new ExpressionSyntaxError(
        `the first argument of "${field}" must be a variable name`,
        `example: [1, 2].${field}(x, x > 1)`,
      );
    }
    return {
      kind: "comprehension",
      macro: field,
      target: operand,
      variable: variable.name,
      bodies,
    };
  }

  #primary(isNegative: boolean): Expression {
    const { kind, text } = this.#next;
    if (kind === "end") throw this.#unexpected();
    this.#at++;
    if (kind === "name") {
      this.#at--;
      return this.#nameOrCall();
    }
    if (kind !== "sign") {
      checkRange(kind, text, isNegative);
      return { kind: "literal", type: kind };
    }
    switch (text) {
      case "(": {
        const inner = this.#conditional();
        this.#expect(")");
        return inner;
      }
      case "[":
        return { kind: "list", items: this.#list("]", () => this.#conditional(), true) };
      case "{":
        return { kind: "map", entries: this.#list("}", () => this.#entry(), true) };
      case ".":
        return this.#nameOrCall();
    }
    this.#at--;
    throw this.#unexpected();
  }

  #nameOrCall(): Expression {
    const { kind, text } = this.#next;
    if (kind !== "name") throw this.#unexpected("a name");
    if (["true", "false"].includes(text)) return this.#literal("bool");
    if (text === "null") return this.#literal("null");
    if (RESERVED.has(text)) {
      throw new ExpressionSyntaxError(`"${text}" is a reserved word of CEL`, "use another name");
    }
    this.#at++;
    if (this.#take("(") === undefined) return { kind: "name", name: text };
    const args = this.#list(")", () => this.#conditional(), false);
    if (text !== "has" || args.length !== 1) return { kind: "call", name: text, args };
    const [selected] = args;
    if (selected?.kind === "select" || selected?.kind === "has") {
      return { ...selected, kind: "has" };
    }
    throw new ExpressionSyntaxError(
      'the argument of "has" must be a field',
      "example: has(disk.model)",
    );
  }

  #literal(type: string): Expression {
    this.#at++;
    return { kind: "literal", type };
  }

  #entry(): readonly [Expression, Expression] {
    this.#takeOptional();
    const key = this.#conditional();
    this.#expect(":");
    return [key, this.#conditional()];
  }

  #messageFields(): readonly Expression[] {
    this.#expect("{");
    return this.#list("}", () => {
      if (this.#next.kind !== "name") throw this.#unexpected("a field name");
      this.#at++;
      this.#expect(":");
      return this.#conditional();
    }, true);
  }

  /** Parses items up to `end`; a literal may have a comma after its last item, or just a comma. */
  #list<T>(end: string, item: () => T, isLiteral: boolean): T[] {
    const items: T[] = [];
    if (isLiteral && this.#take(",") !== undefined) {
      this.#expect(end);
      return items;
    }
    while (this.#take(end) === undefined) {
      if (items.length > 0) {
        this.#expect(",");
        if (isLiteral && this.#take(end) !== undefined) break;
      }
      items.push(item());
    }
    return items;
  }
}

/** Returns `a.b.c` of nested selections, or undefined of any other expression. */
export function qualifiedName(expression: Expression): string | undefined {
  if (expression.kind === "name") return expression.name;
  if (expression.kind !== "select") return undefined;
  const prefix = qualifiedName(expression.operand);
  return prefix === undefined ? undefined : `${prefix}.${expression.field}`;
}

function checkRange(kind: string, text: string, isNegative: boolean): void {
  if (kind !== "int" && kind !== "uint") {
    if (kind !== "double" || Number.isFinite(Number(text))) return;
    throw new ExpressionSyntaxError(`the number ${text.slice(0, 30)} exceeds the range of doubles`);
  }
  const max = kind === "uint" ? MAX_UINT : isNegative ? MIN_INT : MIN_INT - 1n;
  if (text.length <= 24 && BigInt(text.replace(/[uU]$/, "")) <= max) return;
  throw new ExpressionSyntaxError(`the number ${text.slice(0, 30)} does not fit in 64 bits`);
}
