/**
 * Variables of a cluster file: `${NAME}` in a string stands for the value of a declared variable,
 * `$${NAME}` for the text `${NAME}`.
 *
 * @module
 */
import { type Problem, wrong } from "../machineconfig/problem.ts";
import { nearest } from "../output/nearest.ts";
import {
  isNull,
  parseYaml,
  type ScalarNode,
  type SourceNode,
  type SourceScalar,
} from "../yaml/mod.ts";

/** Values by name; undefined for a declared variable without a value. */
export type Variables = ReadonlyMap<string, string | undefined>;

/** A name in braces, escaped by a second dollar sign. */
const REFERENCE = /(\$?)\$\{([A-Za-z_]\w*)\}/g;

/** A name of a variable. */
export const VARIABLE_NAME = /^[A-Za-z_]\w*$/;

/** A text with its variables replaced. */
export interface Substituted {
  readonly text: string;
  /** Unknown variables, and those without a value. */
  readonly problems: readonly Problem[];
}

/**
 * Replaces the variables in the strings of a YAML text. A value never changes the structure of the
 * text: it is quoted where it would. Comments and keys are unchanged.
 */
export function substitute(text: string, variables: Variables): Substituted {
  if (!text.includes("${")) return { text, problems: [] };
  const problems: Problem[] = [];
  const changes: { start: number; end: number; text: string }[] = [];
  for (const { root } of parseYaml(text).documents) {
    for (const scalar of scalarsOf(root)) {
      if (!scalar.text.includes("${")) continue;
      const written = text.slice(scalar.start, scalar.end);
      const value = replaced(written, scalar, variables, problems);
      if (value !== written) changes.push({ start: scalar.start, end: scalar.end, text: value });
    }
  }
  let result = "";
  let from = 0;
  for (const change of changes.toSorted((a, b) => a.start - b.start)) {
    // An anchor's value is listed at each alias.
    if (change.start < from) continue;
    result += text.slice(from, change.start) + change.text;
    from = change.end;
  }
  return { text: result + text.slice(from), problems: unique(problems) };
}

/** Returns the replacement of a scalar as it is written. */
function replaced(
  written: string,
  scalar: SourceScalar,
  variables: Variables,
  problems: Problem[],
): string {
  const fill = (text: string, indent: string) =>
    text.replaceAll(REFERENCE, (all, escape: string, name: string) => {
      if (escape !== "") return all.slice(1);
      const value = variables.get(name);
      if (value === undefined) {
        problems.push(unset(name, scalar, variables));
        return all;
      }
      return indent === "" ? value : value.replaceAll("\n", `\n${indent}`);
    });
  if (scalar.block) return fill(written, /\n([ \t]*)\S/.exec(written)?.[1] ?? "");
  const value = fill(scalar.text, "");
  return scalar.plain && isPlain(value) ? value : JSON.stringify(value);
}

/** Reports whether a text means itself without quotes, as a string or another scalar but null. */
function isPlain(text: string): boolean {
  if (/[\n\r]/.test(text) || /[,[\]{}]/.test(text)) return false;
  const { documents: [document], problems } = parseYaml(`- ${text}\n`);
  const item = document?.root.kind === "list" ? document.root.items[0] : undefined;
  return problems.length === 0 && item?.kind === "scalar" && item.plain && item.text === text &&
    !isNull(item);
}

function unset(name: string, { offset }: SourceScalar, variables: Variables): Problem {
  if (variables.has(name)) {
    return wrong(offset, `the variable ${name} has no value`, `set it with --var ${name}=VALUE`);
  }
  const meant = nearest(name, [...variables.keys()]);
  return wrong(
    offset,
    `unknown variable ${name}`,
    meant === undefined
      ? `declare it under "variables", or write $\${${name}} for the text itself`
      : `did you mean "${meant}"`,
  );
}

function* scalarsOf(node: SourceNode): Generator<SourceScalar> {
  if (node.kind === "scalar") yield node;
  else if (node.kind === "list") { for (const item of node.items) yield* scalarsOf(item); }
  else for (const { value } of node.entries) yield* scalarsOf(value);
}

/** Removes problems that an alias repeats. */
function unique(problems: readonly Problem[]): readonly Problem[] {
  const seen = new Set<string>();
  return problems.filter(({ offset, message }) => {
    const key = `${offset} ${message}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** Returns the text of a variable's value; undefined for none. */
export function variableText(node: ScalarNode): string | undefined {
  return isNull(node) ? undefined : node.text;
}
