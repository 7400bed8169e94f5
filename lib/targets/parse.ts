/**
 * Target expressions: the values of `--nodes`.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { type OsVersion, parseOsVersion } from "../os_versions/mod.ts";
import { parseSelector, type Selector } from "../resource/selector.ts";
import { expandRange, hasRange } from "./range.ts";

/** Comparison of a version. */
export type VersionOperator = "<" | "<=" | ">" | ">=" | "=";

/** A version of which the missing numbers match any. */
export interface VersionLimit {
  readonly operator: VersionOperator;
  readonly version: OsVersion;
  /** Number of given components, 1 to 3. */
  readonly precision: number;
}

/** Selection of a term. */
export type TermMatch =
  | { readonly kind: "all" }
  | { readonly kind: "failed" }
  | { readonly kind: "role"; readonly role: "controlplane" | "worker" }
  | { readonly kind: "group"; readonly name: string }
  | { readonly kind: "label"; readonly selector: Selector }
  | { readonly kind: "version"; readonly limit: VersionLimit }
  /** Names of members, from a range such as `cp[1-3]`. */
  | { readonly kind: "names"; readonly names: readonly string[] }
  /** An address, a host name or the name of a member. */
  | { readonly kind: "host"; readonly host: string };

/** A part of a target expression. */
export type Term = TermMatch & {
  /** The term as typed. */
  readonly text: string;
  /** Takes away from the nodes of the terms before it: `-worker-3`. */
  readonly isExcluded: boolean;
};

/** Names that groups of the preferences cannot have. */
export const BUILT_IN_GROUPS = ["all", "controlplane", "workers", "failed"] as const;

/** Name of a group. */
export const GROUP_NAME = /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i;

/**
 * Parses the values of `--nodes`. Commas within brackets separate no values.
 *
 * @throws {OsctlError} of kind `usage` with the invalid value.
 */
export function parseTargets(values: readonly string[]): Term[] {
  return joinBrackets(values).map((value) => value.trim()).filter((value) => value !== "")
    .map(parseTerm);
}

/** Joins values that a comma within brackets has separated: `cp[1`, `3]`. */
function joinBrackets(values: readonly string[]): string[] {
  const joined: string[] = [];
  let open = "";
  for (const value of values) {
    const text = open === "" ? value : `${open},${value}`;
    open = isBalanced(text) ? "" : text;
    if (open === "") joined.push(text);
  }
  return open === "" ? joined : [...joined, open];
}

function isBalanced(text: string): boolean {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return count(/[[(]/g) <= count(/[\])]/g);
}

function parseTerm(text: string): Term {
  const isExcluded = text.startsWith("-");
  const rest = isExcluded ? text.slice(1).trim() : text;
  if (rest === "") {
    throw invalid(text, "a name is missing after -", "use -<target>, such as -worker-3");
  }
  const match = rest.startsWith("@") ? parseGroup(rest.slice(1), text) : parseName(rest);
  return { ...match, text, isExcluded };
}

function parseName(text: string): TermMatch {
  return hasRange(text)
    ? { kind: "names", names: expandRange(text) }
    : { kind: "host", host: text };
}

function parseGroup(text: string, typed: string): TermMatch {
  const [, word, value] = /^([^:]*)(?::(.*))?$/s.exec(text)!;
  if (value === undefined) {
    if (word === "all" || word === "failed") return { kind: word };
    if (word === "controlplane") return { kind: "role", role: "controlplane" };
    if (word === "workers") return { kind: "role", role: "worker" };
    if (GROUP_NAME.test(word!)) return { kind: "group", name: word! };
    throw invalid(
      typed,
      `invalid name of a group "${word}"`,
      "use @all, @controlplane, @workers or a group",
    );
  }
  if (word === "label") {
    const inner = /^\((.*)\)$/s.exec(value)?.[1] ?? value;
    if (inner.trim() === "") {
      throw invalid(typed, "the selector is empty", "use @label:<key>=<value>");
    }
    return { kind: "label", selector: parseSelector(inner) };
  }
  if (word === "version") return { kind: "version", limit: parseVersionLimit(value, typed) };
  throw invalid(typed, `unknown target "@${word}:"`, "use @label:<selector> or @version:<limit>");
}

function parseVersionLimit(text: string, typed: string): VersionLimit {
  const match = /^(<=|>=|<|>|=)?\s*v?(\d+)(?:\.(\d+))?(?:\.(\d+)(?:-[\w.]+)?)?$/.exec(text.trim());
  const [major, minor = "0", patch = "0"] = match?.slice(2) ?? [];
  const version = parseOsVersion(`${major}.${minor}.${patch}`);
  if (match === null || version === undefined) {
    throw invalid(typed, `invalid version "${text}"`, "use @version:<1.13, <=, >, >= or =");
  }
  const precision = 1 + Number(match[3] !== undefined) + Number(match[4] !== undefined);
  return { operator: (match[1] ?? "=") as VersionOperator, version, precision };
}

function invalid(text: string, reason: string, hint: string): OsctlError {
  return new OsctlError("usage", `invalid target "${text}": ${reason}`, { hint });
}
