/**
 * Label selectors: `key=value,other!=value,key in (a,b),!gone,there`.
 *
 * @module
 */
import type { cosi } from "../../proto/cosi.ts";
import { OsctlError } from "../errors.ts";

/** A requirement for one label. */
interface Term {
  readonly key: string;
  /** Allowed values; undefined allows any. */
  readonly values: readonly string[] | undefined;
  /** Inverts the requirement. A missing label has none of the values. */
  readonly isNegated: boolean;
}

/** A parsed label selector; all terms must match. */
export type Selector = readonly Term[];

const KEY = String.raw`[^\s,=!()]+`;
const TERM = new RegExp(
  String
    .raw`\s*(?:(!)\s*(${KEY})|(${KEY})(?:\s*(==?|!=)\s*([^\s,=!()]*)|\s+(in|notin)\s*\(([^()]*)\))?)\s*(?:,|$)`,
  "y",
);

/**
 * Parses a selector.
 *
 * @throws {OsctlError} of kind `usage` when it is invalid.
 */
export function parseSelector(text: string): Selector {
  const terms: Term[] = [];
  TERM.lastIndex = 0;
  while (TERM.lastIndex < text.length) {
    const at = TERM.lastIndex;
    const match = TERM.exec(text);
    if (match === null) {
      throw new OsctlError("usage", `invalid selector "${text}": unexpected "${text.slice(at)}"`, {
        hint: "use key=value, key!=value, key, !key or key in (a,b), separated by commas",
      });
    }
    const [, bang, absent, key, operator, value, word, list] = match;
    if (bang !== undefined) terms.push({ key: absent!, values: undefined, isNegated: true });
    else if (operator !== undefined) {
      terms.push({ key: key!, values: [value!], isNegated: operator === "!=" });
    } else if (word !== undefined) {
      const values = list!.split(",").map((item) => item.trim());
      terms.push({ key: key!, values, isNegated: word === "notin" });
    } else terms.push({ key: key!, values: undefined, isNegated: false });
  }
  return terms;
}

/** Reports whether labels match a selector. */
export function matchesSelector(
  selector: Selector,
  labels: Readonly<Record<string, string>>,
): boolean {
  return selector.every(({ key, values, isNegated }) => {
    const label = Object.hasOwn(labels, key) ? labels[key]! : undefined;
    const fits = label !== undefined && (values === undefined || values.includes(label));
    return fits !== isNegated;
  });
}

/**
 * Converts the terms that nodes of all versions support to a label query. The response must still be
 * filtered with {@linkcode matchesSelector}.
 */
export function toLabelQuery(selector: Selector): cosi.resource.ILabelQuery[] {
  // Older nodes support no other operators, and ignore negation.
  const terms = selector.filter(({ values, isNegated }) =>
    !isNegated && (values?.length ?? 1) === 1
  )
    .map(({ key, values }) => ({ key, ...(values ? { op: EQUAL, value: [...values] } : {}) }));
  return terms.length === 0 ? [] : [{ terms }];
}

/** `LabelTerm.Operation.EQUAL`. */
const EQUAL = 1;
