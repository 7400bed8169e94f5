/** Problems of machine configurations. */
import { fault, type YamlProblem } from "../yaml/mod.ts";

/** The path to a value: field names and list indices. */
export type Path = readonly (string | number)[];

/** A problem at a path of a configuration. */
export interface Problem extends YamlProblem {
  readonly severity: "error" | "warning";
  /** `machine.network.interfaces[1].addresses[0]`, or empty for the text as a whole. */
  readonly path: Path;
}

/** Creates an error. The message may quote values, but no secret. */
export function wrong(offset: number, message: string, hint?: string, path: Path = []): Problem {
  return { severity: "error", path, ...fault(offset, message, hint) };
}

/** Converts problems of a YAML text. */
export function fromYaml(problems: readonly YamlProblem[]): Problem[] {
  return problems.map((problem) => ({ severity: "error", path: [], ...problem }));
}

/** Formats a path as `machine.files[2].path`; names with other characters are quoted. */
export function pathText(path: Path): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${step}]`;
    else if (!/^[\w-]+$/.test(step)) text += `[${JSON.stringify(step)}]`;
    else text += text === "" ? step : `.${step}`;
  }
  return text;
}

/** Longest path or message, characters: names in it can have any length. */
const MAX_PART_LENGTH = 400;

/** Shortens a path or a message to one line. */
export function cut(text: string): string {
  return text.length > MAX_PART_LENGTH ? `${text.slice(0, MAX_PART_LENGTH)}…` : text;
}

/** Longest value in a message, characters. */
const MAX_VALUE_LENGTH = 60;

/** Quotes a value for a message, and shortens a long one. */
export function quoted(text: string): string {
  return JSON.stringify(
    text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text,
  );
}
