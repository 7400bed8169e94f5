/**
 * Endpoints as a person writes them, and as a channel needs them.
 *
 * @module
 */
import { NODE_API_PORT } from "../distribution.ts";
import { OsctlError } from "../errors.ts";

/**
 * The `host:port` of an endpoint: `https://host` is port 443, other URLs and bare hosts have the
 * port of the node API, IPv6 addresses get brackets.
 *
 * @param from where it was written: in a file (`input`) or on the command line (`usage`).
 * @throws {OsctlError} of that kind when the text is no endpoint.
 */
export function normaliseEndpoint(endpoint: string, from: "input" | "usage"): string {
  const text = endpoint.trim();
  const url = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(text);
  const authority = url === null ? text : url[2]!.replace(/^.*@/, "");
  const { host, port } = splitAuthority(authority) ?? invalid(endpoint, from);
  const fallback = url?.[1]?.toLowerCase() === "https" ? 443 : NODE_API_PORT;
  const number = port === undefined ? fallback : Number(port);
  const address = !host.includes(":") || URL.canParse(`http://[${host.replace(/%.*$/, "")}]`);
  if (host === "" || !address || number < 1 || number > 65535) invalid(endpoint, from);
  return `${host.includes(":") ? `[${host}]` : host}:${number}`;
}

/** Normalises several, in order, without repetitions. */
export function normaliseEndpoints(
  endpoints: readonly string[],
  from: "input" | "usage",
): string[] {
  return [...new Set(endpoints.map((endpoint) => normaliseEndpoint(endpoint, from)))];
}

function splitAuthority(text: string): { host: string; port: string | undefined } | undefined {
  const match = /^\[([0-9a-f:.]+(?:%[\w.-]+)?)\](?::(\d{1,5}))?$/i.exec(text) ??
    /^([^:\s[\]/]+)(?::(\d{1,5}))?$/.exec(text) ??
    // Bare IPv6: everything is the address.
    /^([0-9a-f]*:[0-9a-f:.]*:[0-9a-f:.]*(?:%[\w.-]+)?)$/i.exec(text);
  return match === null ? undefined : { host: match[1]!, port: match[2] };
}

function invalid(endpoint: string, kind: "input" | "usage"): never {
  throw new OsctlError(kind, `"${endpoint}" is no endpoint`, {
    hint: "write a host or an IP address, with :port if it is not the usual one",
  });
}
