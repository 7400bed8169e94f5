/**
 * CEL expressions: parsed with the position of each error, evaluated over plain data.
 *
 * @module
 */
import { celEnv, type CelFunc, type CelInput, isCelError, parse, plan } from "@bufbuild/cel";
import type { OsctlError } from "../errors.ts";
import { didYouMean } from "./nearest.ts";
import type { FieldValue } from "./records.ts";

export { celFunc, CelScalar } from "@bufbuild/cel";

/** A variable, or a field of one: `["status", "phase"]`. */
export type FieldPath = readonly [variable: string, ...fields: string[]];

/** The result of an evaluation. */
export type ExpressionResult =
  | { readonly kind: "value"; readonly value: unknown }
  /** `isAbsent`: the data lacks a value that the expression reads. */
  | {
    readonly kind: "error";
    readonly isAbsent: boolean;
    readonly reason: string;
    readonly offset: number;
  };

/** A parsed expression. */
export interface Expression {
  /** Variables in the order of use, with the offset of each one's first use. */
  readonly variables: ReadonlyMap<string, number>;
  /** Fields that the expression reads, without the variables of macros. */
  readonly paths: readonly FieldPath[];
  evaluate(bindings: Readonly<Record<string, FieldValue>>): ExpressionResult;
}

/** Maximum depth of operators, calls and parentheses; filters have fewer than 50. */
const MAX_DEPTH = 250;
/** Longest quotation of an expression in its error, UTF-16 units. */
const MAX_SHOWN = 60;
/** Longer texts are no filter that a person wrote, UTF-16 units. */
const MAX_LENGTH = 100_000;

/** Options of {@linkcode parseExpression}. */
export interface ExpressionOptions {
  /** Functions besides the built-in ones. */
  readonly functions?: readonly CelFunc[];
  /** Returns the error of an expression; `offset` counts UTF-16 units from 0. */
  fail(offset: number, reason: string, hint?: string): OsctlError;
}

type Parsed = ReturnType<typeof parse>;
type Node = NonNullable<Parsed["expr"]>;

/**
 * Parses an expression and rejects unknown functions.
 *
 * @throws {OsctlError} of `fail`.
 */
export function parseExpression(
  text: string,
  { functions = [], fail }: ExpressionOptions,
): Expression {
  // Positions of operators include the space before them.
  const trimmed = (offset: number) => offset + /^\s*/.exec(text.slice(offset))![0].length;
  const failAt: ExpressionOptions["fail"] = (offset, ...rest) => fail(trimmed(offset), ...rest);
  rejectDeep(text, failAt);
  const parsed = parseText(text, failAt);
  const positions = parsed.sourceInfo?.positions ?? {};
  const offsetOf = (id: bigint) => positions[String(id)] ?? 0;
  const environment = celEnv({ funcs: [...functions] });
  const variables = new Map<string, number>();
  const paths = new Map<string, FieldPath>();
  requireDepth(parsed.expr!, () => failAt(0, TOO_DEEP, SIMPLER));
  visit(parsed.expr!, new Set(), {
    variable: (name, id) => {
      if (!variables.has(name)) variables.set(name, trimmed(offsetOf(id)));
    },
    path: (path) => void paths.set(path.join("."), path),
    call: (name, id) => {
      if (!/^\w/.test(name) || OPERATOR.test(name)) return;
      if (environment.funcs.find(name) !== undefined) return;
      const known = [...new Set([...environment.funcs].map((one) => one.name))]
        .filter((one) => /^[a-z]/i.test(one));
      const hint = didYouMean(name, known);
      throw failAt(offsetOf(id), `unknown function "${name}"`, hint);
    },
  });
  const evaluate = plan(environment, parsed);
  return {
    variables,
    paths: [...paths.values()],
    evaluate(bindings) {
      const input: Record<string, CelInput> = {};
      for (const [name, value] of Object.entries(bindings)) input[name] = toCel(value);
      const value = evaluate(input);
      if (!isCelError(value)) return { kind: "value", value };
      return {
        kind: "error",
        isAbsent: ABSENT.test(value.message),
        reason: describe(value.message),
        offset: trimmed(offsetOf(value.exprId ?? 0n)),
      };
    },
  };
}

/** Names of operators in the parsed form: `_==_`, `@in`, `_[_]`. */
const OPERATOR = /^_|^@|_$/;

/** Errors of the evaluation of data that lacks a value. */
const ABSENT =
  /null_type|field not found|unresolved attribute|index out of bounds|no such key|unknown field/i;

const TOO_DEEP = "the expression is nested too deeply";
const SIMPLER = `use at most ${MAX_DEPTH} levels`;

/** Rejects what would exhaust the stack of the recursive parser. */
function rejectDeep(text: string, fail: ExpressionOptions["fail"]): void {
  if (text.length > MAX_LENGTH) {
    throw fail(0, "the expression is too long", `use at most ${MAX_LENGTH} characters`);
  }
  let depth = 0;
  let quote = "";
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (quote !== "") {
      if (char === "\\") at++;
      else if (char === quote) quote = "";
    } else if (char === '"' || char === "'") quote = char;
    else if ("([{".includes(char)) {
      if (++depth > MAX_DEPTH) throw fail(at, TOO_DEEP, SIMPLER);
    } else if (")]}".includes(char)) depth--;
  }
}

/** Rejects a tree that the recursive functions over it could not visit, without recursion. */
function requireDepth(root: Node, fail: () => OsctlError): void {
  let level: readonly Node[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_TREE_DEPTH) throw fail();
    level = level.flatMap(childrenOf);
  }
}

/** Depth of the tree, in which a chain of operators such as `a || b || c` is a level per operator. */
const MAX_TREE_DEPTH = 1000;

function childrenOf({ exprKind: { case: kind, value } }: Node): Node[] {
  const children = (): (Node | undefined)[] => {
    switch (kind) {
      case "selectExpr":
        return [value.operand];
      case "callExpr":
        return [value.target, ...value.args];
      case "listExpr":
        return value.elements;
      case "structExpr":
        return value.entries.map((entry) => entry.value);
      case "comprehensionExpr":
        return [
          value.iterRange,
          value.accuInit,
          value.loopCondition,
          value.loopStep,
          value.result,
        ];
      default:
        return [];
    }
  };
  return children().filter((node) => node !== undefined);
}

function parseText(text: string, fail: ExpressionOptions["fail"]): Parsed {
  try {
    return parse(text);
  } catch (error) {
    // Operators of one kind in a row, which are no brackets, exhaust the stack.
    if (error instanceof RangeError) throw fail(0, TOO_DEEP, SIMPLER);
    if (!(error instanceof Error) || !("location" in error)) throw error;
    const { location } = error as { location: { start: { offset: number } } };
    const { offset } = location.start;
    const rest = text.slice(offset).trim();
    if (/^(and|or|not)\b/.test(rest)) throw fail(offset, "use &&, || and !");
    const shown = rest.length > MAX_SHOWN ? `${rest.slice(0, MAX_SHOWN)}…` : rest;
    throw fail(offset, rest === "" ? "the expression is incomplete" : `unexpected "${shown}"`);
  }
}

interface Visitor {
  /** A variable that no macro declares. */
  variable(name: string, id: bigint): void;
  /** The longest chain of fields from such a variable. */
  path(path: FieldPath): void;
  call(name: string, id: bigint): void;
}

function visit(expression: Node, declared: ReadonlySet<string>, visitor: Visitor): void {
  const { exprKind: { case: kind, value }, id } = expression;
  const inner = (node: Node | undefined, more = declared) =>
    node === undefined ? undefined : visit(node, more, visitor);
  switch (kind) {
    case "identExpr":
      if (declared.has(value.name)) return;
      visitor.variable(value.name, id);
      visitor.path([value.name]);
      return;
    case "selectExpr": {
      const path = pathOf(expression);
      if (path === undefined) return inner(value.operand);
      const [{ name, id: first }, ...fields] = path;
      if (declared.has(name)) return;
      visitor.variable(name, first);
      // `has(a.b)` asks for the presence of a field.
      if (!value.testOnly) visitor.path([name, ...fields]);
      return;
    }
    case "callExpr":
      visitor.call(value.function, id);
      inner(value.target);
      for (const arg of value.args) inner(arg);
      return;
    case "listExpr":
      for (const element of value.elements) inner(element);
      return;
    case "structExpr":
      for (const entry of value.entries) inner(entry.value);
      return;
    case "comprehensionExpr": {
      inner(value.iterRange);
      inner(value.accuInit);
      const more = new Set([...declared, value.iterVar, value.iterVar2, value.accuVar]);
      for (const node of [value.loopCondition, value.loopStep, value.result]) inner(node, more);
      return;
    }
  }
}

/** Returns the variable and fields of a chain of selections; undefined for another expression. */
function pathOf(
  { exprKind: { case: kind, value }, id }: Node,
): [{ name: string; id: bigint }, ...string[]] | undefined {
  if (kind === "identExpr") return [{ name: value.name, id }];
  if (kind !== "selectExpr" || value.operand === undefined) return undefined;
  const path = pathOf(value.operand);
  return path && [...path, value.field];
}

/** Converts data: integers are ints of CEL, so that they can be multiplied with units. */
function toCel(value: FieldValue): CelInput {
  if (typeof value === "number" && Number.isSafeInteger(value)) return BigInt(value);
  if (Array.isArray(value)) return value.map(toCel);
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, toCel(one)]));
  }
  return value as CelInput;
}

function describe(message: string): string {
  const overload = /no matching overload for '([^']+)' applied to '\((.*)\)'/.exec(message);
  if (overload === null) return message;
  const name = overload[1]!.replaceAll("_", " ").trim();
  return `"${name}" cannot be applied to ${overload[2]}`;
}
