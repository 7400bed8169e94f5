/**
 * Shared rules of addresses, ports and URLs.
 *
 * @module
 */
import { parseAddress, parseSubnet } from "../load/addresses.ts";
import { parseGoUrl, shownUrl } from "../load/go_url.ts";
import { quoted } from "../problem.ts";
import type { Report } from "./report.ts";
import type { Cursor } from "./cursor.ts";

/** Reports whether Go's net.ParseIP accepts a string: an address without a zone. */
export function isAddress(text: string): boolean {
  return !text.includes("%") && parseAddress(text) !== undefined;
}

/** Reports whether Go's net.ParseCIDR accepts a string, leading zeros of the prefix included. */
export function isSubnet(text: string): boolean {
  const bits = /^(.*\/)(\d+)$/s.exec(text);
  if (bits === null) return false;
  return parseSubnet(bits[1]! + bits[2]!.replace(/^0+(?=\d)/, "")) !== undefined;
}

/** Checks an address, with or without a prefix length. */
export function checkAddressOrSubnet(cursor: Cursor, report: Report): void {
  const { text } = cursor;
  if (text.includes("/") ? isSubnet(text) : isAddress(text)) return;
  report.error(
    cursor,
    `invalid address ${quoted(text)}`,
    "use CIDR notation, such as 192.0.2.5/24 or 2001:db8::5/64",
  );
}

/** Checks that every item is a subnet or address, optionally with a `!` prefix. */
export function checkSubnetFilters(list: Pick<Cursor, "items">, report: Report): void {
  for (const item of list.items) {
    const text = item.text.replace(/^!/, "");
    if (parseSubnet(text) !== undefined || parseAddress(text) !== undefined) continue;
    report.error(
      item,
      `invalid subnet ${quoted(item.text)}`,
      'use CIDR notation, such as 192.0.2.0/24, with a "!" prefix to exclude',
    );
  }
}

/** Checks a URL with a host and an optional port. */
export function checkEndpoint(cursor: Cursor, report: Report): void {
  const { text } = cursor;
  const problem = endpointProblem(text);
  if (problem === undefined) return;
  report.error(
    cursor,
    `invalid URL ${shownUrl(text)}: ${problem}`,
    problem.includes("port")
      ? "use a port from 1 to 65535"
      : "use a URL such as https://example.org:6443",
  );
}

function isBracketed(host: string): boolean {
  const start = host.indexOf("[");
  return start >= 0 && host.indexOf("]", start) >= 0;
}

function endpointProblem(text: string): string | undefined {
  const url = parseGoUrl(text);
  if (typeof url === "string") return url;
  if (url.host.split(":").length > 3 && !isBracketed(url.host)) {
    return "IPv6 address without brackets";
  }
  if (url.hostname === "") return "no host";
  const port = Number(url.port);
  if (url.port !== "" && !(port >= 1 && port <= 65535)) return `port ${url.port} is out of range`;
  return undefined;
}

/** Splits `host:port` like Go's net.SplitHostPort, which does not check the port. */
export function splitHostPort(text: string): { host: string; port: string } | undefined {
  const match = /^(?:\[([^[\]]*)\]|([^:[\]]*)):([^:[\]]*)$/.exec(text);
  return match === null ? undefined : { host: match[1] ?? match[2]!, port: match[3]! };
}
