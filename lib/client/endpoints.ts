/**
 * Validates and normalises endpoints and node names.
 *
 * @module
 */
import { NODE_API_PORT } from "../distribution.ts";
import { OsctlError } from "../errors.ts";
import { parseIp } from "../pki/ip.ts";

/**
 * Returns the `host:port` of an endpoint: port 443 for `https://host`, the port of the node API for
 * other URLs and bare hosts, IPv6 addresses in brackets.
 *
 * @param from The source: a file (`input`) or the command line (`usage`).
 * @throws {OsctlError} of that kind for an invalid endpoint.
 */
export function normaliseEndpoint(endpoint: string, from: "input" | "usage"): string {
  const text = endpoint.trim();
  const url = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(text);
  if (url !== null && !SCHEMES.includes(url[1]!.toLowerCase())) invalid(endpoint, from);
  const authority = url === null ? text : url[2]!.replace(/^.*@/, "");
  const { host, port } = splitAuthority(authority) ?? invalid(endpoint, from);
  const fallback = url?.[1]?.toLowerCase() === "https" ? 443 : NODE_API_PORT;
  const number = port === undefined ? fallback : Number(port);
  if (!isHost(host) || number < 1 || number > 65535) invalid(endpoint, from);
  return `${host.includes(":") ? `[${host}]` : host}:${number}`;
}

/** Accepted URL schemes. */
const SCHEMES = ["https", "http", "grpc"];

/** Normalises endpoints, in order, without duplicates. */
export function normaliseEndpoints(
  endpoints: readonly string[],
  from: "input" | "usage",
): string[] {
  return [...new Set(endpoints.map((endpoint) => normaliseEndpoint(endpoint, from)))];
}

function splitAuthority(text: string): { host: string; port: string | undefined } | undefined {
  const match = /^\[([0-9a-f:.]+(?:%[\w.-]+)?)\](?::(\d{1,5}))?$/i.exec(text) ??
    /^([^:\s[\]/]+)(?::(\d{1,5}))?$/.exec(text) ??
    // IPv6 without brackets: the whole text is the address.
    /^([0-9a-f]*:[0-9a-f:.]*:[0-9a-f:.]*(?:%[\w.-]+)?)$/i.exec(text);
  return match === null ? undefined : { host: match[1]!, port: match[2] };
}

function invalid(endpoint: string, kind: "input" | "usage"): never {
  const form = `use a host name or an IP address, with :port unless it is ${NODE_API_PORT}`;
  throw new OsctlError(kind, `"${endpoint}" is not a valid endpoint`, {
    hint: kind === "usage" ? form : `${form}; correct the file it comes from`,
  });
}

/** Returns the host of `host:port` or `[host]:port`. */
export function hostOf(endpoint: string): string {
  return endpoint.replace(/:\d+$/, "").replace(/^\[(.*)\]$/, "$1");
}

/**
 * Validates a node name, which endpoints resolve and dial on the default port.
 *
 * @throws {OsctlError} of kind `usage` unless it is an IP address or a host name.
 */
export function requireNodeName(node: string): void {
  if (isHost(node.replace(/^\[(.*:.*)\]$/, "$1"))) return;
  throw new OsctlError("usage", `"${node}" is not a valid node`, {
    hint: "use an IP address or a host name, without a port",
  });
}

/**
 * Checks a node of a call: endpoints dial its address or name on the default port.
 *
 * @throws {OsctlError} of kind `usage`.
 */
export function checkNode(node: string): void {
  const [, v6, name] = /^(?:\[(.+)\]|([^:]+)):\d+$/.exec(node.trim()) ?? [];
  const host = v6 ?? name;
  if (host === undefined) return requireNodeName(node);
  throw new OsctlError("usage", `the node "${node}" has a port`, {
    hint: `use --nodes ${host}; only --endpoints and --insecure accept a port`,
  });
}

/** A label of a host name (RFC 1123); underscores and letters beyond ASCII are accepted. */
const LABEL = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_-]{0,61}[\p{L}\p{N}_])?$/u;

/** Reports whether a text is an IP address (IPv6 with an optional zone) or a host name. */
function isHost(text: string): boolean {
  if (text.includes(":")) return parseIp(text.replace(/%[\w.-]+$/, "")) !== undefined;
  const labels = text.replace(/\.$/, "").split(".");
  // A name that ends in a number is an IPv4 address (RFC 1123, section 2.1).
  if (/^\d+$/.test(labels.at(-1)!) && labels.length > 1) return parseIp(text) !== undefined;
  return labels.every((label) => LABEL.test(label));
}
