/**
 * Choosing resources by their labels.
 *
 * @module
 */
import { cosi } from "../../../proto/cosi.ts";
import { StatusCode, StatusError } from "../../rpc/status.ts";
import { parseQuantity } from "./quantity.ts";
import { compareBytes } from "./resource.ts";

type Labels = Readonly<Record<string, string>>;
type Term = cosi.resource.ILabelTerm;
const { Operation } = cosi.resource.LabelTerm;

/** Operations that need a value to compare with. */
const COMPARING: ReadonlySet<number> = new Set([
  Operation.EQUAL,
  Operation.LT,
  Operation.LTE,
  Operation.LT_NUMERIC,
  Operation.LTE_NUMERIC,
]);

/**
 * Whether labels pass: all terms of any one query. No query, or one without terms, lets all pass.
 *
 * @throws {StatusError} Unimplemented for an unknown operation, InvalidArgument for a comparison
 *   with nothing.
 */
export function labelFilter(
  queries: readonly cosi.resource.ILabelQuery[],
): (labels: Labels) => boolean {
  const all = queries.map(({ terms }) => (terms ?? []).map(termFilter));
  if (all.length === 0) return () => true;
  return (labels) => all.some((terms) => terms.every((passes) => passes(labels)));
}

function termFilter(term: Term): (labels: Labels) => boolean {
  const operation = term.op ?? Operation.EXISTS;
  if (Operation[operation] === undefined) {
    throw new StatusError(
      StatusCode.unimplemented,
      `unsupported label query operator: ${operation}`,
    );
  }
  if (COMPARING.has(operation) && (term.value ?? []).length === 0) {
    throw new StatusError(
      StatusCode.invalidArgument,
      `label query for "${term.key ?? ""}" has no value`,
    );
  }
  // Absence is the older way to say inverted existence, and is not inverted again.
  const absence = operation === Operation.NOT_EXISTS;
  const inverted = absence || (term.invert ?? false);
  return (labels) => {
    const result = matches(term, absence ? Operation.EXISTS : operation, labels);
    return result !== undefined && result !== inverted;
  };
}

/** Undefined where there is nothing to compare, which passes neither way. */
function matches(term: Term, operation: number, labels: Labels): boolean | undefined {
  const key = term.key ?? "";
  const values = term.value ?? [];
  const label = Object.hasOwn(labels, key) ? labels[key] : undefined;
  if (label === undefined) {
    const ordering = operation >= Operation.LT && operation <= Operation.LTE_NUMERIC;
    return ordering ? undefined : false;
  }
  const [value = ""] = values;
  switch (operation) {
    case Operation.EXISTS:
      return true;
    case Operation.EQUAL:
      return label === value;
    case Operation.IN:
      return values.includes(label);
    case Operation.LT:
      return compareBytes(label, value) < 0;
    case Operation.LTE:
      return compareBytes(label, value) <= 0;
    default: {
      const left = parseQuantity(label);
      const right = parseQuantity(value);
      if (left === undefined || right === undefined) return undefined;
      return operation === Operation.LT_NUMERIC ? left < right : left <= right;
    }
  }
}
