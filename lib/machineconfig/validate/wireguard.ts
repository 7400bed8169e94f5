/**
 * Rules of WireGuard interfaces.
 *
 * @module
 */
import { decodeBase64 } from "../../yaml/base64.ts";
import { parseAddress } from "../load/addresses.ts";
import { quoted } from "../problem.ts";
import { isSubnet, splitHostPort } from "./addresses.ts";
import type { Report } from "./report.ts";
import type { Cursor } from "./cursor.ts";

const KEY_BYTES = 32;

/** Checks `wireguard` of an interface. */
export function checkWireguard(wireguard: Cursor, report: Report): void {
  checkKey(wireguard.at("privateKey"), "private", report);
  for (const peer of wireguard.at("peers").items) {
    checkKey(peer.at("publicKey"), "public", report);
    const endpoint = peer.at("endpoint");
    if (endpoint.text !== "" && !isReachable(endpoint.text)) {
      report.error(
        endpoint,
        `invalid endpoint ${quoted(endpoint.text)}`,
        "use address:port, such as 192.0.2.3:51820",
      );
    }
    for (const allowed of peer.at("allowedIPs").items) {
      if (isSubnet(allowed.text)) continue;
      report.error(
        allowed,
        `invalid subnet ${quoted(allowed.text)}`,
        "use CIDR notation, such as 192.0.2.0/24",
      );
    }
  }
}

/** Checks a key, without quoting it in messages. */
function checkKey(cursor: Cursor, kind: "private" | "public", report: Report): void {
  const bytes = decodeBase64(cursor.text)?.length;
  if (bytes === KEY_BYTES) return;
  const problem = !cursor.isPresent
    ? `"${kind}Key" is required`
    : bytes === undefined
    ? `${kind} key is not valid base64`
    : `${kind} key has ${bytes} bytes instead of ${KEY_BYTES}`;
  report.error(
    cursor,
    problem,
    `use the output of "wg ${kind === "private" ? "genkey" : "pubkey"}"`,
  );
}

function isReachable(text: string): boolean {
  const parts = splitHostPort(text);
  if (parts === undefined) return false;
  return !parts.host.includes(":") || parseAddress(parts.host) !== undefined;
}
