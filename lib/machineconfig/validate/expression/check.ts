/**
 * Checks CEL expressions: selectors, and the handling of memory pressure. Broken syntax is an error. Everything else is a
 * warning because newer nodes may declare more names and functions than this checker.
 *
 * @module
 */
import { didYouMean } from "../../../output/nearest.ts";
import { isLater } from "../../schema/releases.ts";
import type { ConfigRelease } from "../../schema/types.ts";
import { type Expression, ExpressionSyntaxError, parseExpression, qualifiedName } from "./parse.ts";
import {
  areCompatible,
  type CelType,
  DYN,
  type Environment,
  type EnvironmentName,
  ENVIRONMENTS,
  FIELD_SINCE,
  formatType,
  FUNCTION_SINCE,
  FUNCTIONS,
  joinTypes,
  METHODS,
  OBJECTS,
  OPERATORS,
  resultOf,
  simple,
  TYPE_NAMES,
} from "./types.ts";

/** A finding in an expression. */
export interface Finding {
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly hint?: string;
}

/**
 * Returns the findings in an expression; none when nodes accept it.
 *
 * @param release Release of the nodes; the newest known one when undefined.
 */
export function checkExpression(
  text: string,
  name: EnvironmentName = "disk",
  release?: ConfigRelease,
): Finding[] {
  const environment = ENVIRONMENTS[name];
  const { hasOptionals = false } = environment;
  try {
    return new TypeChecker(environment, release).check(parseExpression(text, { hasOptionals }));
  } catch (error) {
    if (!(error instanceof ExpressionSyntaxError)) throw error;
    return [finding("error", error.message, error.hint)];
  }
}

function finding(severity: Finding["severity"], message: string, hint?: string): Finding {
  return { severity, message, ...(hint === undefined ? {} : { hint }) };
}

/** Infers types. An expression of doubtful type counts as `dyn`, so that it is reported once. */
class TypeChecker {
  readonly #findings: Finding[] = [];
  /** Variables of the comprehensions around an expression, the innermost last. */
  readonly #scopes: (readonly [name: string, type: CelType])[] = [];
  readonly #environment: Environment;
  readonly #release: ConfigRelease | undefined;

  constructor(environment: Environment, release: ConfigRelease | undefined) {
    this.#environment = environment;
    this.#release = release;
  }

  check(expression: Expression): Finding[] {
    const type = this.#typeOf(expression);
    const { result } = this.#environment;
    if (type.name !== result && this.#findings.length === 0) {
      // Nodes reject a literal of another type; the type of a name may differ in newer ones.
      const severity = expression.kind === "literal" ? "error" : "warning";
      this.#findings.push(finding(
        severity,
        `the expression is of type ${formatType(type)}, not ${result}`,
        result === "bool"
          ? "compare it with a value, such as disk.size > 10u * GiB"
          : "convert it, such as double(memory_current.orValue(0u))",
      ));
    }
    return this.#findings;
  }

  #doubt(message: string, hint?: string): CelType {
    this.#findings.push(finding("warning", message, hint));
    return DYN;
  }

  #unknown(what: string, name: string, known: readonly string[]): CelType {
    const hint = didYouMean(name, known) ?? `known: ${known.join(", ")}`;
    return this.#doubt(`unknown ${what} "${name}"`, hint);
  }

  #typeOf(expression: Expression): CelType {
    switch (expression.kind) {
      case "literal":
        return simple(expression.type);
      case "name":
        return this.#variable(expression.name);
      case "select":
        return this.#field(expression);
      case "has":
        this.#field(expression);
        return simple("bool");
      case "operator":
        return this.#operator(expression.sign, expression.operands);
      case "call":
        return this.#call(expression);
      case "comprehension":
        return this.#comprehension(expression);
      case "list":
        return { name: "list", parameters: [joinTypes(this.#typesOf(expression.items))] };
      case "map": {
        const keys = joinTypes(this.#typesOf(expression.entries.map(([key]) => key)));
        const values = joinTypes(this.#typesOf(expression.entries.map(([, value]) => value)));
        return { name: "map", parameters: [keys, values] };
      }
      case "message":
        this.#typesOf(expression.fields);
        if (!Object.hasOwn(WELL_KNOWN, expression.name)) {
          return this.#unknown("message", expression.name, Object.keys(WELL_KNOWN));
        }
        return simple(WELL_KNOWN[expression.name]!);
    }
  }

  #typesOf(expressions: readonly Expression[]): CelType[] {
    return expressions.map((expression) => this.#typeOf(expression));
  }

  #variable(name: string): CelType {
    const local = this.#scopes.findLast(([scoped]) => scoped === name)?.[1];
    if (local !== undefined) return local;
    const { variables } = this.#environment;
    if (Object.hasOwn(variables, name)) return variables[name]!;
    if (TYPE_NAMES.includes(name)) return simple("type");
    return this.#unknown("name", name, [
      ...this.#scopes.map(([scoped]) => scoped),
      ...Object.keys(variables),
    ]);
  }

  #field(
    expression: { readonly operand: Expression; readonly field: string } & Expression,
  ): CelType {
    // Names of messages, such as google.protobuf.Duration.
    if (qualifiedName(expression)?.startsWith("google.")) return simple("type");
    const { operand, field } = expression;
    const type = this.#typeOf(operand);
    if (type.name === "dyn") return DYN;
    if (type.name === "map") return type.parameters?.[1] ?? DYN;
    const fields = OBJECTS[type.name];
    if (fields === undefined) {
      return this.#doubt(`a ${formatType(type)} has no field "${field}"`);
    }
    if (!Object.hasOwn(fields, field)) {
      return this.#unknown(`field of a ${type.name}`, field, Object.keys(fields));
    }
    const since = FIELD_SINCE[type.name]?.[field];
    if (this.#release !== undefined && isLater(since, this.#release)) {
      return this.#doubt(`the field "${field}" of a ${type.name} requires ${since}`);
    }
    return fields[field]!;
  }

  #operator(sign: string, operands: readonly Expression[]): CelType {
    const types = this.#typesOf(operands);
    const [left = DYN, right = DYN, third = DYN] = types;
    switch (sign) {
      case "==":
      case "!=":
        return areCompatible(left, right) ? simple("bool") : this.#mismatch(sign, types);
      case "in": {
        const items = right.name === "list" || right.name === "map" ? right.parameters?.[0] : DYN;
        const isContainer = ["list", "map", "dyn"].includes(right.name);
        return isContainer && areCompatible(left, items ?? DYN)
          ? simple("bool")
          : this.#mismatch(sign, types);
      }
      case "[]":
        return this.#index(left, right);
      case ".?":
      case "[?]":
        return { name: "optional", parameters: [DYN] };
      case "?:":
        if (!areCompatible(left, simple("bool"))) {
          this.#doubt(`the condition before "?" is of type ${formatType(left)}, not bool`);
        }
        if (!areCompatible(right, third)) {
          this.#doubt(
            `the branches of "?:" are of types ${formatType(right)} and ${formatType(third)}`,
          );
        }
        return joinTypes([right, third]);
    }
    if (sign === "+" && left.name === "list" && areCompatible(left, right)) {
      return right.name === "list" ? joinTypes([left, right]) : left;
    }
    return resultOf(OPERATORS[sign]!, types) ?? this.#mismatch(sign, types);
  }

  #index(container: CelType, index: CelType): CelType {
    const [key, value] = container.parameters ?? [];
    if (container.name === "dyn") return DYN;
    if (container.name === "list" && areCompatible(index, simple("int"))) return key ?? DYN;
    if (container.name === "map" && areCompatible(index, key ?? DYN)) return value ?? DYN;
    return this.#mismatch("[]", [container, index]);
  }

  #mismatch(sign: string, types: readonly CelType[]): CelType {
    const names = types.map((type) => type.name);
    const hint = names.includes("uint") && names.includes("int")
      ? 'add "u" to integers, such as 10u'
      : undefined;
    const listed = types.map(formatType).join(" and ");
    return this.#doubt(`"${sign.replace("unary ", "")}" does not apply to ${listed}`, hint);
  }

  #call({ name, target, args }: Extract<Expression, { kind: "call" }>): CelType {
    const types = this.#typesOf(target === undefined ? args : [target, ...args]);
    const table = target === undefined ? { ...FUNCTIONS, ...this.#environment.functions } : METHODS;
    if (target !== undefined && types[0]?.name === "optional") {
      return this.#optional(name, types[0], types.slice(1));
    }
    if (!Object.hasOwn(table, name)) {
      return this.#unknown(
        target === undefined ? "function" : "method",
        name,
        Object.keys(table),
      );
    }
    const since = target === undefined ? FUNCTION_SINCE[name] : undefined;
    if (this.#release !== undefined && isLater(since, this.#release)) {
      return this.#doubt(`the function "${name}" requires ${since}`);
    }
    const listed = types.map(formatType).join(" and ") || "no arguments";
    return resultOf(table[name]!, types) ?? this.#doubt(`"${name}" does not apply to ${listed}`);
  }

  /** Types the methods of optional values. */
  #optional(name: string, { parameters }: CelType, args: readonly CelType[]): CelType {
    const [value = DYN] = parameters ?? [];
    const [first = DYN] = args;
    switch (name) {
      case "hasValue":
        return simple("bool");
      case "value":
        return value;
      case "or":
        return { name: "optional", parameters: [joinTypes([value, first.parameters?.[0] ?? DYN])] };
      case "orValue":
        if (!areCompatible(value, first)) {
          return this.#doubt(
            `"orValue" of an optional ${formatType(value)} does not apply to ${formatType(first)}`,
            value.name === "uint" ? 'add "u" to integers, such as 0u' : undefined,
          );
        }
        return joinTypes([value, first]);
      default:
        return this.#unknown("method", name, ["hasValue", "value", "or", "orValue"]);
    }
  }

  #comprehension(
    { macro, target, variable, bodies }: Extract<Expression, { kind: "comprehension" }>,
  ): CelType {
    const type = this.#typeOf(target);
    if (!["list", "map", "dyn"].includes(type.name)) {
      this.#doubt(`"${macro}" does not apply to ${formatType(type)}`);
    }
    this.#scopes.push([variable, type.parameters?.[0] ?? DYN]);
    const types = this.#typesOf(bodies);
    this.#scopes.pop();
    const predicates = macro === "map" ? types.slice(0, -1) : types;
    for (const predicate of predicates) {
      if (areCompatible(predicate, simple("bool"))) continue;
      this.#doubt(`the predicate of "${macro}" is of type ${formatType(predicate)}, not bool`);
    }
    if (macro === "map") return { name: "list", parameters: [types.at(-1) ?? DYN] };
    if (macro !== "filter") return simple("bool");
    return type.name === "map" ? { name: "list", parameters: [type.parameters?.[0] ?? DYN] } : type;
  }
}

/** Messages that CEL converts to types of its own. */
const WELL_KNOWN: Readonly<Record<string, string>> = {
  "google.protobuf.BoolValue": "dyn",
  "google.protobuf.BytesValue": "dyn",
  "google.protobuf.DoubleValue": "dyn",
  "google.protobuf.Duration": "duration",
  "google.protobuf.FloatValue": "dyn",
  "google.protobuf.Int32Value": "dyn",
  "google.protobuf.Int64Value": "dyn",
  "google.protobuf.ListValue": "dyn",
  "google.protobuf.StringValue": "dyn",
  "google.protobuf.Struct": "dyn",
  "google.protobuf.Timestamp": "timestamp",
  "google.protobuf.UInt32Value": "dyn",
  "google.protobuf.UInt64Value": "dyn",
  "google.protobuf.Value": "dyn",
};
