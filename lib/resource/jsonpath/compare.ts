/**
 * Comparisons of filters. Numbers compare by size, texts and times by their characters; values of
 * different kinds are different, and none of them is the smaller one.
 *
 * @module
 */
import { byCodePoints, Decimal, Timestamp, type Value } from "../value.ts";
import type { Operator } from "./node.ts";

/** Whether `left operator right` holds. */
export function holds(operator: Operator, left: Value, right: Value): boolean {
  const order = compare(simple(left), simple(right));
  switch (operator) {
    case "==":
      return order === 0;
    case "!=":
      return order !== 0;
    case "<":
      return order !== undefined && order < 0;
    case "<=":
      return order !== undefined && order <= 0;
    case ">":
      return order !== undefined && order > 0;
    case ">=":
      return order !== undefined && order >= 0;
  }
}

function simple(value: Value): Value {
  if (value instanceof Decimal) return value.value;
  return value instanceof Timestamp ? value.text : value;
}

/** Below 0, 0, or above 0; undefined when there is no order between them. */
function compare(left: Value, right: Value): number | undefined {
  if (isNumber(left) && isNumber(right)) {
    return left < right ? -1 : left > right ? 1 : left == right ? 0 : undefined;
  }
  if (typeof left === "string" && typeof right === "string") return byCodePoints(left, right);
  // Booleans have no order beside being equal.
  if (typeof left === "boolean" && left === right) return 0;
  return left === null && right === null ? 0 : undefined;
}

function isNumber(value: Value): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}
