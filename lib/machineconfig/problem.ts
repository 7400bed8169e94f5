/** What is wrong with a machine configuration, and where. */

/** The way to a value: names of fields and indices of lists. */
export type Path = readonly (string | number)[];

/** One finding. */
export interface Problem {
  readonly severity: "error" | "warning";
  /** Where in the text, in UTF-16 units from its start. */
  readonly offset: number;
  /** `machine.network.interfaces[1].addresses[0]`, or empty for the text as a whole. */
  readonly path: Path;
  /** What is wrong, without a full stop, values quoted; never a secret. */
  readonly message: string;
  /** What to do: an imperative without a full stop. */
  readonly hint?: string;
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
