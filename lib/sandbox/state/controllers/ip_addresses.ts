/**
 * Functions on textual IP addresses with optional prefix length.
 *
 * @module
 */
import { parseIp } from "../../../pki/mod.ts";

/** Returns the bytes of an address; empty when it is invalid. */
function addressBytes(address: string): Uint8Array {
  return parseIp(address.replace(/[/%].*$/, "")) ?? new Uint8Array(0);
}

/** Compares addresses: IPv4 before IPv6, then by value. */
export function compareAddresses(a: string, b: string): number {
  const x = addressBytes(a);
  const y = addressBytes(b);
  if (x.length !== y.length) return x.length - y.length;
  for (const [index, byte] of x.entries()) {
    if (byte !== y[index]) return byte - y[index]!;
  }
  return 0;
}

/** Reports whether an address is neither loopback, link-local nor multicast. */
export function isRoutable(address: string): boolean {
  const [first = 0, second = 0, ...rest] = addressBytes(address);
  if (rest.length === 2) {
    return first !== 127 && !(first === 169 && second === 254) && (first & 0xf0) !== 0xe0;
  }
  const isLoopback = first === 0 && second === 0 && rest.slice(0, -1).every((byte) => byte === 0);
  return !isLoopback && first !== 0xff && !(first === 0xfe && (second & 0xc0) === 0x80);
}

/** Reports whether a network such as `10.1.0.0/16` contains an address; ignores its prefix length. */
export function networkContains(network: string, address: string): boolean {
  const [base = "", length = ""] = network.split("/");
  const x = addressBytes(base);
  const y = addressBytes(address);
  if (x.length !== y.length || x.length === 0) return false;
  for (let bit = 0; bit < Number(length); bit++) {
    const mask = 0x80 >> (bit & 7);
    if (((x[bit >> 3]! ^ y[bit >> 3]!) & mask) !== 0) return false;
  }
  return true;
}
