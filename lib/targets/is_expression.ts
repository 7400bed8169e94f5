/** Distinguishes target expressions from addresses. Loaded at every start. */

/** `@group`, `-name`, `name[1-3]`; an IPv6 address in brackets is none. */
const EXPRESSION = /^\s*(?:[@-]|[^[]+\[)/;

/** Whether values of `--nodes` are more than addresses and host names. */
export function isExpression(values: readonly string[]): boolean {
  return values.some((value) => EXPRESSION.test(value));
}
