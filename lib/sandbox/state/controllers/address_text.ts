/**
 * Addresses with or without a prefix length, as texts.
 *
 * @module
 */
import { parseIp } from "../../../pki/mod.ts";

/** The bytes of an address; none when it is no address. */
function bytesOf(address: string): Uint8Array {
  return parseIp(address.replace(/[/%].*$/, "")) ?? new Uint8Array(0);
}

/** Orders addresses: IPv4 first, then by value. */
export function compareAddresses(a: string, b: string): number {
  const x = bytesOf(a);
  const y = bytesOf(b);
  if (x.length !== y.length) return x.length - y.length;
  for (const [index, byte] of x.entries()) {
    if (byte !== y[index]) return byte - y[index]!;
  }
  return 0;
}

/** Whether others can know the address: neither loopback, nor of one link only, nor multicast. */
export function isBeyondTheMachine(address: string): boolean {
  const [first = 0, second = 0, ...rest] = bytesOf(address);
  if (rest.length === 2) {
    return first !== 127 && !(first === 169 && second === 254) && (first & 0xf0) !== 0xe0;
  }
  const loopback = first === 0 && second === 0 && rest.slice(0, -1).every((byte) => byte === 0);
  return !loopback && first !== 0xff && !(first === 0xfe && (second & 0xc0) === 0x80);
}

/** Whether a network such as `10.1.0.0/16` contains an address; its own prefix does not count. */
export function contains(network: string, address: string): boolean {
  const [base = "", length = ""] = network.split("/");
  const x = bytesOf(base);
  const y = bytesOf(address);
  if (x.length !== y.length || x.length === 0) return false;
  for (let bit = 0; bit < Number(length); bit++) {
    const mask = 0x80 >> (bit & 7);
    if (((x[bit >> 3]! ^ y[bit >> 3]!) & mask) !== 0) return false;
  }
  return true;
}
