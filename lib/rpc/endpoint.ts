/**
 * Endpoints: `host:port` and `[address]:port`.
 *
 * @module
 */
import { isIP } from "node:net";
import { OsctlError } from "../errors.ts";

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
  if (host === undefined || port < 1 || port > 65_535 || (bracketed && isIP(host) !== 6)) {
    throw new OsctlError("input", `"${endpoint}" is not a valid endpoint`, {
      hint: "write it as host:port or [address]:port",
    });
  }
  return { host, port, ip: isIP(host) !== 0 };
}
