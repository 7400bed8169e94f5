/**
 * Endpoints: `host:port` and `[address]:port`.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { parseIp } from "../pki/ip.ts";

/** A parsed endpoint. */
export interface Address {
  /** Host name or IP address, without brackets. */
  readonly host: string;
  readonly port: number;
  /** Whether `host` is an IP address. */
  readonly ip: boolean;
}

/**
 * Parses `host:port` or `[address]:port`.
 *
 * @throws {OsctlError} `input` when it is neither.
 */
export function parseEndpoint(endpoint: string): Address {
  const match = /^(?:\[([^\]]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(endpoint);
  const host = match?.[1] ?? match?.[2];
  const port = Number(match?.[3]);
  const bracketed = match?.[1] !== undefined;
  if (host === undefined || port < 1 || port > 65_535 || (bracketed && !isIpv6(host))) {
    throw new OsctlError("input", `"${endpoint}" is not a valid endpoint`, {
      hint: "write it as host:port or [address]:port",
    });
  }
  return { host, port, ip: isIpv6(host) || parseIp(host) !== undefined };
}

/** Returns whether the text is an IPv6 address, possibly with a zone (`fe80::1%eth0`). */
function isIpv6(text: string): boolean {
  return text.includes(":") && parseIp(text.replace(/%.+$/, "")) !== undefined;
}
