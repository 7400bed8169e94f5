/**
 * Rules about addresses, ports and URLs that several sections share.
 *
 * @module
 */
import { parseAddress, parseSubnet } from "../load/addresses.ts";
import { parseGoUrl, shownUrl } from "../load/go_url.ts";
import { quoted } from "../problem.ts";
import type { Report } from "./report.ts";
import type { Spot } from "./spot.ts";

/** An address without a zone, as Go's net.ParseIP takes it. */
export function isAddress(text: string): boolean {
  return !text.includes("%") && parseAddress(text) !== undefined;
}

/** A subnet as Go's net.ParseCIDR takes it: zeros before the number of bits are fine. */
export function isSubnet(text: string): boolean {
  const bits = /^(.*\/)0*(\d+)$/s.exec(text);
  return bits !== null && parseSubnet(bits[1]! + bits[2]!) !== undefined;
}

/** The place must hold an address, or an address with a number of bits. */
export function checkAddressOrSubnet(spot: Spot, report: Report): void {
  const { text } = spot;
  if (text.includes("/") ? isSubnet(text) : isAddress(text)) return;
  report.error(
    spot,
    `${quoted(text)} is no address`,
    "write one like 192.0.2.5/24 or 2001:db8::5/64",
  );
}

/** Every item must be a subnet or address, perhaps with a `!` before it that excludes it. */
export function checkSubnetFilters(list: Pick<Spot, "items">, report: Report): void {
  for (const item of list.items) {
    const text = item.text.replace(/^!/, "");
    if (parseSubnet(text) !== undefined || parseAddress(text) !== undefined) continue;
    report.error(
      item,
      `${quoted(item.text)} is no subnet or address`,
      'write one like 192.0.2.0/24, with "!" before it to exclude it',
    );
  }
}

/** The place must hold a URL with a host and, if any, a right port. */
export function checkEndpoint(spot: Spot, report: Report): void {
  const { text } = spot;
  const problem = endpointProblem(text);
  if (problem === undefined) return;
  report.error(
    spot,
    `${shownUrl(text)} is no URL to reach: ${problem}`,
    problem.includes("port")
      ? "use a port from 1 to 65535"
      : "write one like https://example.org:6443",
  );
}

function endpointProblem(text: string): string | undefined {
  const url = parseGoUrl(text);
  if (typeof url === "string") return url;
  if (url.host.split(":").length > 3 && !/\[.*\]/.test(url.host)) {
    return "an IPv6 address needs brackets";
  }
  if (url.hostname === "") return "it has no host";
  const port = Number(url.port);
  if (url.port !== "" && !(port >= 1 && port <= 65535)) return `the port is ${url.port}`;
  return undefined;
}

/** Host and port of `host:port`, as Go's net.SplitHostPort takes it; the port may be any text. */
export function splitHostPort(text: string): { host: string; port: string } | undefined {
  const match = /^(?:\[([^[\]]*)\]|([^:[\]]*)):([^:[\]]*)$/.exec(text);
  return match === null ? undefined : { host: match[1] ?? match[2]!, port: match[3]! };
}
