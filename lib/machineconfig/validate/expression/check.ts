/**
 * Checks expressions that select disks: their syntax, the names in them, and that types go
 * together, as nodes do before they take one.
 *
 * @module
 */
import { didYouMean } from "../../../output/nearest.ts";
import { type Token, tokensOf } from "./tokens.ts";
import {
  DISK_FIELDS,
  fits,
  FUNCTIONS,
  itemOf,
  METHODS,
  NAMES,
  resultOf,
  takes,
  type ValueType,
} from "./types.ts";

/** What is wrong with an expression. */
export interface Mistake {
  readonly message: string;
  readonly hint?: string;
}

class Wrong extends Error {
  constructor(readonly mistake: Mistake) {
    super(mistake.message);
  }
}

function wrong(message: string, hint?: string): Wrong {
  return new Wrong({ message, ...(hint === undefined ? {} : { hint }) });
}

/** What is wrong with an expression about a disk; undefined when a node takes it. */
export function checkExpression(text: string): Mistake | undefined {
  try {
    const type = new Checker(tokensOf(text)).whole();
    if (type === "bool") return undefined;
    return {
      message: `the expression gives ${type}, not true or false`,
      hint: 'compare it, as in "disk.size > 10u * GiB"',
    };
  } catch (error) {
    if (error instanceof Wrong) return error.mistake;
    throw error;
  }
}

/** Operators of two values, the loosest first. */
const LEVELS: readonly (readonly string[])[] = [
  ["<", "<=", ">", ">=", "==", "!=", "in"],
  ["+", "-"],
  ["*", "/", "%"],
];

const LOOPS = ["all", "exists", "exists_one", "map", "filter"];
const DEEPEST = 100;

/** Reads from left to right; each method gives the type of what it read. */
class Checker {
  readonly #tokens: readonly Token[];
  readonly #local = new Map<string, ValueType>();
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): ValueType {
    const type = this.#choice();
    if (this.#next.kind !== "end") throw this.#unexpected();
    return type;
  }

  get #next(): Token {
    return this.#tokens[this.#at]!;
  }

  #take(...texts: readonly string[]): string | undefined {
    const { kind, text } = this.#next;
    if (kind !== "sign" && kind !== "name" || !texts.includes(text)) return undefined;
    this.#at++;
    return text;
  }

  #need(text: string): void {
    if (this.#take(text) === undefined) throw this.#unexpected(`"${text}"`);
  }

  #unexpected(expected?: string): Wrong {
    const { kind, text } = this.#next;
    const found = kind === "end"
      ? "the expression ends too early"
      : `"${text}" stands at a wrong place`;
    return wrong(found, expected === undefined ? undefined : `put ${expected} there`);
  }

  #choice(): ValueType {
    if (++this.#depth > DEEPEST) throw wrong("the expression is nested too deep");
    const type = this.#logical("||", () => this.#logical("&&", () => this.#binary(0)));
    this.#depth--;
    if (this.#take("?") === undefined) return type;
    this.#bool(type, "before ?");
    const yes = this.#choice();
    this.#need(":");
    const no = this.#choice();
    if (!fits(yes, no)) throw wrong(`the sides of ":" are ${yes} and ${no}`);
    return yes;
  }

  #logical(sign: string, part: () => ValueType): ValueType {
    let type = part();
    while (this.#take(sign) !== undefined) {
      this.#bool(type, `before ${sign}`);
      type = part();
      this.#bool(type, `behind ${sign}`);
    }
    return type;
  }

  #bool(type: ValueType, where: string): void {
    if (!fits(type, "bool")) throw wrong(`what stands ${where} is ${type}, not true or false`);
  }

  #binary(level: number): ValueType {
    const signs = LEVELS[level];
    if (signs === undefined) return this.#unary();
    let left = this.#binary(level + 1);
    for (let sign = this.#take(...signs); sign !== undefined; sign = this.#take(...signs)) {
      const right = this.#binary(level + 1);
      const type = resultOf(sign, left, right);
      if (type === undefined) {
        const pair = [left, right];
        const hint = pair.includes("uint") && pair.includes("int")
          ? "write whole numbers with a u behind them, like 10u"
          : undefined;
        throw wrong(`"${sign}" does not go with ${left} and ${right}`, hint);
      }
      left = type;
    }
    return left;
  }

  #unary(): ValueType {
    const sign = this.#take("!", "-");
    if (sign === undefined) return this.#member();
    if (++this.#depth > DEEPEST) throw wrong("the expression is nested too deep");
    const type = this.#unary();
    this.#depth--;
    const taken = sign === "!" ? ["bool", "dyn"] : ["int", "double", "dyn"];
    if (!taken.includes(type)) throw wrong(`"${sign}" does not go with ${type}`);
    return type;
  }

  #member(): ValueType {
    let type = this.#primary();
    for (;;) {
      if (this.#take(".") !== undefined) {
        const name = this.#name();
        type = this.#take("(") === undefined ? field(type, name) : this.#method(type, name);
      } else if (this.#take("[") !== undefined) {
        const item = type === "dyn" || type === "map" ? "dyn" : itemOf(type);
        if (item === undefined) throw wrong(`${type} has no items`);
        this.#choice();
        this.#need("]");
        type = item;
      } else return type;
    }
  }

  #name(): string {
    if (this.#next.kind !== "name") throw this.#unexpected("a name");
    return this.#tokens[this.#at++]!.text;
  }

  #primary(): ValueType {
    const { kind, text } = this.#next;
    if (kind === "end") throw this.#unexpected();
    this.#at++;
    if (kind === "name") {
      return this.#take("(") === undefined ? this.#known(text) : this.#call(text);
    }
    if (kind !== "sign") return kind;
    if (text === "(") {
      const type = this.#choice();
      this.#need(")");
      return type;
    }
    if (text === "[") {
      const types = this.#list("]");
      return `list(${types.every((type) => type === types[0]) ? types[0] ?? "dyn" : "dyn"})`;
    }
    if (text === "{") {
      this.#list("}", () => {
        this.#choice();
        this.#need(":");
      });
      return "map";
    }
    this.#at--;
    throw this.#unexpected();
  }

  #list(end: string, before?: () => void): ValueType[] {
    const types: ValueType[] = [];
    while (this.#take(end) === undefined) {
      if (types.length > 0) {
        this.#need(",");
        if (end !== ")" && this.#take(end) !== undefined) break;
      }
      before?.();
      types.push(this.#choice());
    }
    return types;
  }

  #known(name: string): ValueType {
    const type = this.#local.get(name) ?? (Object.hasOwn(NAMES, name) ? NAMES[name] : undefined);
    if (type === undefined) throw unknown("name", name, Object.keys(NAMES));
    return type;
  }

  #call(name: string): ValueType {
    const types = this.#list(")");
    if (name === "has") {
      // The last words are `.field)`.
      if (types.length === 1 && this.#tokens[this.#at - 3]?.text === ".") return "bool";
      throw wrong('"has" takes a field', "write has(disk.model)");
    }
    if (!Object.hasOwn(FUNCTIONS, name) || METHODS.includes(name)) {
      throw unknown(
        "function",
        name,
        Object.keys(FUNCTIONS).filter((one) => !METHODS.includes(one)),
      );
    }
    if (!takes(name, types)) {
      throw wrong(`"${name}" does not take ${types.join(" and ") || "nothing"}`);
    }
    return FUNCTIONS[name]!;
  }

  #method(type: ValueType, name: string): ValueType {
    if (LOOPS.includes(name)) return this.#loop(type, name);
    const types = this.#list(")");
    const known = [...METHODS, "matches", "size"];
    if (!known.includes(name)) throw unknown("method", name, [...known, ...LOOPS]);
    if (!takes(name, [type, ...types])) {
      throw wrong(`"${name}" does not go with ${[type, ...types].join(" and ")}`);
    }
    return FUNCTIONS[name]!;
  }

  /** `list.all(x, x > 1)`: the first argument is a name for each item in turn. */
  #loop(type: ValueType, name: string): ValueType {
    const item = this.#name();
    this.#local.set(item, itemOf(type) ?? "dyn");
    this.#need(",");
    const body = this.#choice();
    this.#need(")");
    this.#local.delete(item);
    if (name === "map") return `list(${body})`;
    this.#bool(body, `in ${name}`);
    return name === "filter" ? type : "bool";
  }
}

function field(type: ValueType, name: string): ValueType {
  if (type === "dyn" || type === "map") return "dyn";
  if (type !== "disk") throw wrong(`${type} has no field "${name}"`);
  if (!Object.hasOwn(DISK_FIELDS, name)) {
    throw unknown("field of a disk", name, Object.keys(DISK_FIELDS));
  }
  return DISK_FIELDS[name]!;
}

function unknown(what: string, name: string, names: readonly string[]): Wrong {
  const hint = didYouMean(name, names) ?? `known are ${names.join(", ")}`;
  return wrong(`there is no ${what} "${name}"`, hint);
}
