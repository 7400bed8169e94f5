/** Distinguishes target expressions from addresses. Loaded at every start. */
import { parseIp } from "../pki/ip.ts";

/** `@group`, `-name`, `name[1-3]`; an IPv6 address in brackets is none. */
const EXPRESSION = /^\s*(?:[@-]|[^[]+\[)/;

/** Reports whether a value of `--nodes` is an IP address, IPv6 also in brackets. */
export function isAddress(value: string): boolean {
  return parseIp(value.trim().replace(/^\[(.*)\]$/, "$1").replace(/%[\w.-]+$/, "")) !== undefined;
}

/** Reports whether values of `--nodes` are more than addresses and host names. */
export function isExpression(values: readonly string[]): boolean {
  return values.some((value) => EXPRESSION.test(value));
}
