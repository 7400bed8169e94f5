/**
 * Rules of BGP instances.
 *
 * @module
 */
import { parseAddress, parseSubnet, type Subnet } from "../load/addresses.ts";
import { quoted } from "../problem.ts";
import type { Cursor } from "./cursor.ts";
import type { Report } from "./report.ts";
import { isMasked } from "./subnets.ts";

/** Checks a BGP instance: neighbors and imported routes. */
export function checkBgpInstance(document: Cursor, report: Report): void {
  const [id, neighbors] = [document.at("routerID"), document.at("neighbors")];
  if (id.isNonEmpty && parseAddress(id.text)?.bytes.length === 16) {
    report.error(id, '"routerID" must be an IPv4 address');
  }
  if (neighbors.items.length === 0) report.warning(neighbors, "no neighbors");
  const hasVrf = document.at("vrf").isNonEmpty;
  const seen = new Set<string>();
  for (const neighbor of neighbors.items) {
    checkNeighbor(neighbor, hasVrf, report);
    const [address, link] = [neighbor.at("address"), neighbor.at("link")];
    if (address.isNonEmpty === link.isNonEmpty) continue;
    const key = address.text || link.text;
    if (seen.has(key)) report.error(neighbor, `duplicate neighbor ${quoted(key)}`);
    seen.add(key);
  }
  checkImports(document, report);
}

function checkNeighbor(neighbor: Cursor, hasVrf: boolean, report: Report): void {
  if (neighbor.at("address").isNonEmpty === neighbor.at("link").isNonEmpty) {
    report.error(neighbor, 'either "address" or "link" is required', "set one of them");
  }
  const [bfd, holdTime] = [neighbor.at("bfd"), neighbor.at("holdTime")];
  const times = [holdTime, bfd.at("transmitInterval"), bfd.at("receiveInterval")];
  for (const time of times) {
    if (time.text.startsWith("-")) report.error(time, `"${time.path.at(-1)}" is negative`);
  }
  if (bfd.isPresent && hasVrf) report.error(bfd, '"bfd" is not allowed in a VRF', "remove it");
}

function checkImports(document: Cursor, report: Report): void {
  const sources = new Set<string>();
  const earlier: { readonly route: number; readonly subnet: Subnet }[] = [];
  for (const [route, cursor] of document.at("importRoutes").items.entries()) {
    const source = cursor.at("bgpInstance");
    if (source.text !== "" && source.text === document.at("name").text) {
      report.error(source, "an instance cannot import from itself");
    } else if (sources.has(source.text)) {
      report.error(source, `duplicate instance ${quoted(source.text)}`, "merge the two items");
    }
    sources.add(source.text);
    for (const item of cursor.at("prefixes").items) {
      const subnet = parseSubnet(item.text);
      if (subnet === undefined) continue;
      if (!isMasked(subnet)) report.error(item, `${item.text} has host bits set`);
      const overlapping = earlier.find((one) => overlap(one.subnet, subnet));
      if (overlapping !== undefined) {
        report.error(item, `${item.text} overlaps ${overlapping.subnet.text}`, "remove one");
      }
      earlier.push({ route, subnet });
    }
  }
}

function overlap(one: Subnet, other: Subnet): boolean {
  if (one.bytes.length !== other.bytes.length) return false;
  const bits = Math.min(one.bits, other.bits);
  const whole = bits >> 3;
  const mask = 0xff & ~(0xff >> (bits & 7));
  return one.bytes.subarray(0, whole).every((byte, index) => byte === other.bytes[index]) &&
    (mask === 0 || ((one.bytes[whole]! ^ other.bytes[whole]!) & mask) === 0);
}
