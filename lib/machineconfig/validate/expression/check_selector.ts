/**
 * Checks fields with a CEL expression.
 *
 * @module
 */
import type { Cursor } from "../cursor.ts";
import type { Report } from "../report.ts";
import { checkExpression } from "./check.ts";
import type { EnvironmentName } from "./types.ts";

/** Checks the expression of a field, if present. */
export function checkSelector(cursor: Cursor, environment: EnvironmentName, report: Report): void {
  if (cursor.text === "") return;
  for (
    const { severity, message, hint } of checkExpression(cursor.text, environment, report.node)
  ) {
    report[severity](cursor, message, hint);
  }
}
