/**
 * Label queries.
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

/** Operations that require a value. */
const COMPARISONS: ReadonlySet<number> = new Set([
  Operation.EQUAL,
  Operation.LT,
  Operation.LTE,
  Operation.LT_NUMERIC,
  Operation.LTE_NUMERIC,
]);

/**
 * Creates a filter that matches when all terms of any query match. No queries, or a query without
 * terms, match everything.
 *
 * @throws {StatusError} Unimplemented for an unknown operation, InvalidArgument for a comparison
 *   without value.
 */
export function createLabelFilter(
  queries: readonly cosi.resource.ILabelQuery[],
): (labels: Labels) => boolean {
  const all = queries.map(({ terms }) => (terms ?? []).map(createTermFilter));
  if (all.length === 0) return () => true;
  return (labels) => all.some((terms) => terms.every((matchesTerm) => matchesTerm(labels)));
}

function createTermFilter(term: Term): (labels: Labels) => boolean {
  const operation = term.op ?? Operation.EXISTS;
  if (Operation[operation] === undefined) {
    throw new StatusError(
      StatusCode.unimplemented,
      `unsupported label query operator: ${operation}`,
    );
  }
  if (COMPARISONS.has(operation) && (term.value ?? []).length === 0) {
    throw new StatusError(
      StatusCode.invalidArgument,
      `label query for "${term.key ?? ""}" has no value`,
    );
  }
  // NOT_EXISTS is the legacy form of inverted EXISTS, which `invert` does not invert again.
  const isAbsence = operation === Operation.NOT_EXISTS;
  const isInverted = isAbsence || (term.invert ?? false);
  return (labels) => {
    const result = evaluate(term, isAbsence ? Operation.EXISTS : operation, labels);
    return result !== undefined && result !== isInverted;
  };
}

/** Returns undefined for values that cannot be compared, which never match, inverted or not. */
function evaluate(term: Term, operation: number, labels: Labels): boolean | undefined {
  const key = term.key ?? "";
  const values = term.value ?? [];
  const label = Object.hasOwn(labels, key) ? labels[key] : undefined;
  if (label === undefined) {
    const isOrdering = operation >= Operation.LT && operation <= Operation.LTE_NUMERIC;
    return isOrdering ? undefined : false;
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
