/**
 * Routes of this machine.
 *
 * @module
 */
import { formatIp } from "../../pki/ip.ts";

/**
 * Parses the kernel's IPv4 routes: networks and their interfaces, without default routes.
 *
 * @param text `/proc/net/route`: little-endian hexadecimal addresses.
 */
export function parseRoutes(text: string): { readonly cidr: string; readonly device: string }[] {
  return text.split("\n").slice(1).flatMap((line) => {
    const [device = "", destination = "", , , , , , mask = ""] = line.split("\t");
    if (!/^[0-9A-F]{8}$/.test(destination) || !/^[0-9A-F]{8}$/.test(mask)) return [];
    const bits = [...parseInt(mask, 16).toString(2)].filter((bit) => bit === "1").length;
    if (bits === 0) return [];
    return [{ cidr: `${formatIp(Uint8Array.fromHex(destination).reverse())}/${bits}`, device }];
  });
}
