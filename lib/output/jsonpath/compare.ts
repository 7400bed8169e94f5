/**
 * Comparisons in filters. Numbers compare by value, strings and timestamps by code points; values
 * of different types are unequal and unordered.
 *
 * @module
 */
import { compareCodePoints, Decimal, Timestamp, type Value } from "../value.ts";
import type { Operator } from "./node.ts";

/** Reports whether `left operator right` is true. */
export function holds(operator: Operator, left: Value, right: Value): boolean {
  const order = compare(unwrap(left), unwrap(right));
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

function unwrap(value: Value): Value {
  if (value instanceof Decimal) return value.value;
  return value instanceof Timestamp ? value.text : value;
}

/** Returns a negative number, 0 or a positive number; undefined for unordered values. */
function compare(left: Value, right: Value): number | undefined {
  if (isNumber(left) && isNumber(right)) {
    return left < right ? -1 : left > right ? 1 : left == right ? 0 : undefined;
  }
  if (typeof left === "string" && typeof right === "string") return compareCodePoints(left, right);
  // Booleans are equal or unordered.
  if (typeof left === "boolean" && left === right) return 0;
  return left === null && right === null ? 0 : undefined;
}

function isNumber(value: Value): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}
