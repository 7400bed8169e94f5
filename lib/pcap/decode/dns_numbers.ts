/**
 * Numbers of DNS messages and their names: RFC 1035, RFC 6891.
 *
 * @module
 */
import { Shown } from "../layer.ts";

type Table = ReadonlyMap<number, string>;

/** Record classes. */
export const CLASSES: Table = new Map([[1, "IN"], [2, "CS"], [3, "CH"], [4, "HS"], [255, "Any"]]);

/** Record types. */
export const TYPES: Table = new Map([
  [1, "A"],
  [2, "NS"],
  [3, "MD"],
  [4, "MF"],
  [5, "CNAME"],
  [6, "SOA"],
  [7, "MB"],
  [8, "MG"],
  [9, "MR"],
  [10, "NULL"],
  [11, "WKS"],
  [12, "PTR"],
  [13, "HINFO"],
  [14, "MINFO"],
  [15, "MX"],
  [16, "TXT"],
  [28, "AAAA"],
  [33, "SRV"],
  [41, "OPT"],
  [256, "URI"],
]);
/** Operation codes. */
export const OPERATIONS: Table = new Map([
  [0, "Query"],
  [1, "Inverse Query"],
  [2, "Status"],
  [4, "Notify"],
  [5, "Update"],
]);

/** Response codes. */
export const RESPONSES: Table = new Map([
  [0, "No Error"],
  [1, "Format Error"],
  // The space is part of talosctl's text.
  [2, "Server Failure "],
  [3, "Non-Existent Domain"],
  [4, "Not Implemented"],
  [5, "Query Refused"],
  [6, "Name Exists when it should not"],
  [7, "RR Set Exists when it should not"],
  [8, "RR Set that should exist does not"],
  [9, "Server Not Authoritative for zone"],
  [10, "Name not contained in zone"],
  [16, "Bad OPT Version"],
  [17, "Key not recognized"],
  [18, "Signature out of time window"],
  [19, "Bad TKEY Mode"],
  [20, "Duplicate key name"],
  [21, "Algorithm not supported"],
  [22, "Bad Truncation"],
  [23, "Bad Cookie"],
]);

/** Options of the record OPT (RFC 6891). */
export const OPTIONS: Table = new Map([
  [3, "NSID"],
  [5, "DAU"],
  [6, "DHU"],
  [7, "N3U"],
  [8, "EDNSClientSubnet"],
  [9, "EDNSExpire"],
  [10, "Cookie"],
  [11, "EDNSKeepAlive"],
  [12, "CodePadding"],
  [13, "CodeChain"],
  [14, "CodeEDNSKeyTag"],
  [16, "EDNSClientTag"],
  [17, "EDNSServerTag"],
  [26946, "DeviceID"],
]);

/** Returns the name of a number; in JSON, the number when the table has no name. */
export function showNumber(table: Table, value: number): Shown {
  const name = table.get(value);
  return new Shown(name ?? "Unknown", name?.trim() ?? value);
}
