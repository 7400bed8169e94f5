/**
 * Variables in files of talhelper, which replaces them by the rules of `github.com/a8m/envsubst`:
 * `$NAME`, `${NAME}`, `${NAME:-default}`, and `$$` for a dollar sign. Unset and empty values are
 * errors.
 *
 * @module
 */
import type { SourceNode } from "../../yaml/mod.ts";

/** Values of variables; undefined for one that is not set. */
export type LookUp = (name: string) => string | undefined;

/** A reference, or an escaped dollar sign. */
const REFERENCE = /\$\$|\$\{([^}]*)\}|\$(\w+)/g;
/** After the last brace of a text, where each `${` would be searched to the end; with the same groups. */
const UNBRACED = /\$\$|\$(?!)()|\$(\w+)/g;

/** Splits a text after its last closing brace. */
function splitAtBrace(text: string): readonly [braced: string, rest: string] {
  const end = text.lastIndexOf("}") + 1;
  return [text.slice(0, end), text.slice(end)];
}

function referencesOf(text: string): RegExpExecArray[] {
  const [braced, rest] = splitAtBrace(text);
  return [...braced.matchAll(REFERENCE), ...rest.matchAll(UNBRACED)];
}

/** Reports whether a text has references in other forms than `${NAME}`. */
export function hasOtherReferences(text: string): boolean {
  return referencesOf(text).some(([, inner]) => !/^[A-Za-z_]\w*$/.test(inner ?? ""));
}

/** Returns the names that a text refers to. */
export function referencedNames(text: string): readonly string[] {
  const names = referencesOf(text).map(([, inner, name]) => name ?? /^\w+/.exec(inner ?? "")?.[0]);
  return [...new Set(names.filter((name) => name !== undefined))];
}

/**
 * Replaces the variables of a text.
 *
 * @param fail Returns the error for a reference that cannot be replaced.
 */
export function expand(text: string, lookUp: LookUp, fail: (reason: string) => Error): string {
  if (!text.includes("$")) return text;
  const valueOf = (name: string) => {
    const value = lookUp(name);
    if (value === undefined || value === "") throw fail(`the variable ${name} is not set`);
    return value;
  };
  const replace = (all: string, inner?: string, simple?: string) => {
    if (all === "$$") return "$";
    if (simple !== undefined) return valueOf(simple);
    const [, name, operator, rest = ""] = /^(\w+)(?:(:?[-=+])(.*))?$/s.exec(inner!) ?? [];
    if (name === undefined || rest.includes("$")) throw fail(`unsupported reference ${all}`);
    if (operator === undefined) return valueOf(name);
    const value = lookUp(name);
    if (operator.endsWith("+")) return value === undefined ? "" : rest;
    const isUnset = value === undefined || operator.startsWith(":") && value === "";
    return isUnset ? rest : valueOf(name);
  };
  const [braced, tail] = splitAtBrace(text);
  return braced.replaceAll(REFERENCE, replace) + tail.replaceAll(UNBRACED, replace);
}

/** Replaces the variables in all keys and scalars of a tree. */
export function expandTree(
  node: SourceNode,
  lookUp: LookUp,
  fail: (offset: number, reason: string) => Error,
): SourceNode {
  const replace = (text: string, offset: number) =>
    expand(text, lookUp, (reason) => fail(offset, reason));
  switch (node.kind) {
    case "scalar":
      return { ...node, text: replace(node.text, node.offset) };
    case "list":
      return { ...node, items: node.items.map((item) => expandTree(item, lookUp, fail)) };
    case "map":
      return {
        ...node,
        entries: node.entries.map((entry) => ({
          ...entry,
          key: replace(entry.key, entry.keyOffset),
          value: expandTree(entry.value, lookUp, fail),
        })),
      };
  }
}
