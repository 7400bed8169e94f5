/**
 * Rules of WireGuard interfaces.
 *
 * @module
 */
import { decodeBase64 } from "../base64.ts";
import { parseAddress } from "../load/addresses.ts";
import { quoted } from "../problem.ts";
import { isSubnet, splitHostPort } from "./addresses.ts";
import type { Report } from "./report.ts";
import type { Spot } from "./spot.ts";

const KEY_BYTES = 32;

/** `wireguard` of an interface. */
export function checkWireguard(wireguard: Spot, report: Report): void {
  checkKey(wireguard.at("privateKey"), "private", report);
  for (const peer of wireguard.at("peers").items) {
    checkKey(peer.at("publicKey"), "public", report);
    const endpoint = peer.at("endpoint");
    if (endpoint.text !== "" && !isReachable(endpoint.text)) {
      report.error(
        endpoint,
        `${quoted(endpoint.text)} is no address with a port`,
        "write one like 192.0.2.3:51820",
      );
    }
    for (const allowed of peer.at("allowedIPs").items) {
      if (isSubnet(allowed.text)) continue;
      report.error(allowed, `${quoted(allowed.text)} is no subnet`, "write one like 192.0.2.0/24");
    }
  }
}

/** Never quotes the key. */
function checkKey(spot: Spot, kind: "private" | "public", report: Report): void {
  const bytes = decodeBase64(spot.text)?.length;
  if (bytes === KEY_BYTES) return;
  const problem = !spot.isThere
    ? "is missing"
    : bytes === undefined
    ? "is no base64"
    : `has ${bytes} bytes, not ${KEY_BYTES}`;
  report.error(
    spot,
    `the ${kind} key ${problem}`,
    `give what "wg ${kind === "private" ? "genkey" : "pubkey"}" prints`,
  );
}

function isReachable(text: string): boolean {
  const parts = splitHostPort(text);
  if (parts === undefined) return false;
  return !parts.host.includes(":") || parseAddress(parts.host) !== undefined;
}
