/**
 * Label selectors: `key=value,other!=value,key in (a,b),!gone,there`.
 *
 * @module
 */
import type { cosi } from "../../proto/cosi.ts";
import { OsctlError } from "../errors.ts";

/** What one label has to be like. */
interface Term {
  readonly key: string;
  /** The values it may have; undefined when any will do. */
  readonly values: readonly string[] | undefined;
  /** The opposite is wanted. A label that is not there is like none of the values. */
  readonly not: boolean;
}

/** What labels have to be like. */
export type Selector = readonly Term[];

const KEY = String.raw`[^\s,=!()]+`;
const TERM = new RegExp(
  String
    .raw`\s*(?:(!)\s*(${KEY})|(${KEY})(?:\s*(==?|!=)\s*([^\s,=!()]*)|\s+(in|notin)\s*\(([^()]*)\))?)\s*(?:,|$)`,
  "y",
);

/**
 * Reads a selector.
 *
 * @throws {OsctlError} of kind `usage` when it is none.
 */
export function parseSelector(text: string): Selector {
  const terms: Term[] = [];
  TERM.lastIndex = 0;
  while (TERM.lastIndex < text.length) {
    const at = TERM.lastIndex;
    const match = TERM.exec(text);
    if (match === null) {
      throw new OsctlError("usage", `the selector "${text}" is wrong at "${text.slice(at)}"`, {
        hint: "write key=value, key!=value, key, !key or key in (a,b), separated by commas",
      });
    }
    const [, bang, absent, key, operator, value, word, list] = match;
    if (bang !== undefined) terms.push({ key: absent!, values: undefined, not: true });
    else if (operator !== undefined) {
      terms.push({ key: key!, values: [value!], not: operator === "!=" });
    } else if (word !== undefined) {
      const values = list!.split(",").map((item) => item.trim());
      terms.push({ key: key!, values, not: word === "notin" });
    } else terms.push({ key: key!, values: undefined, not: false });
  }
  return terms;
}

/** Whether labels are as a selector wants them. */
export function selects(
  selector: Selector,
  labels: Readonly<Record<string, string>>,
): boolean {
  return selector.every(({ key, values, not }) => {
    const label = Object.hasOwn(labels, key) ? labels[key]! : undefined;
    const fits = label !== undefined && (values === undefined || values.includes(label));
    return fits !== not;
  });
}

/**
 * The part of a selector that nodes of every version understand alike. The answer has to be sifted
 * with {@linkcode selects} still.
 */
export function labelQuery(selector: Selector): cosi.resource.ILabelQuery[] {
  // Older nodes know no operations beyond these, and read a negated term as a plain one.
  const terms = selector.filter(({ values, not }) => !not && (values?.length ?? 1) === 1)
    .map(({ key, values }) => ({ key, ...(values ? { op: EQUAL, value: [...values] } : {}) }));
  return terms.length === 0 ? [] : [{ terms }];
}

/** `LabelTerm.Operation.EQUAL`. */
const EQUAL = 1;
