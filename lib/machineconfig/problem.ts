/** Problems of machine configurations. */
import { fault, type YamlProblem } from "../yaml/mod.ts";

/** The way to a value: names of fields and indices of lists. */
export type Path = readonly (string | number)[];

/** A problem at a path of a configuration. */
export interface Problem extends YamlProblem {
  readonly severity: "error" | "warning";
  /** `machine.network.interfaces[1].addresses[0]`, or empty for the text as a whole. */
  readonly path: Path;
}

/** Creates an error. The message quotes values, but no secret. */
export function wrong(offset: number, message: string, hint?: string, path: Path = []): Problem {
  return { severity: "error", path, ...fault(offset, message, hint) };
}

/** Converts problems of a YAML text. */
export function fromYaml(problems: readonly YamlProblem[]): Problem[] {
  return problems.map((problem) => ({ severity: "error", path: [], ...problem }));
}

/** A path as people write it: `machine.files[2].path`; names with other characters are quoted. */
export function pathText(path: Path): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${step}]`;
    else if (!/^[\w-]+$/.test(step)) text += `[${JSON.stringify(step)}]`;
    else text += text === "" ? step : `.${step}`;
  }
  return text;
}

/** How long a path or a message can get, with names in it from a text of any length. */
const LONGEST_PART = 400;

/** A path or a message as it is shown on a line. */
export function cut(text: string): string {
  return text.length > LONGEST_PART ? `${text.slice(0, LONGEST_PART)}…` : text;
}

/** How much of a value a message shows. */
const LONGEST_VALUE = 60;

/** A value in a message, cut when it is long. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text);
}
