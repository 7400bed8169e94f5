/**
 * ICMP for IPv4: RFC 792.
 *
 * @module
 */
import { readUint16 } from "../bytes.ts";
import { type Next, type PacketBuilder, Shown } from "../layer.ts";

/** Names of a type, and of its codes by number. */
export type IcmpTypes = ReadonlyMap<number, readonly [type: string, codes?: readonly string[]]>;

const TYPES: IcmpTypes = new Map([
  [0, ["EchoReply"]],
  [3, ["DestinationUnreachable", [
    "Net",
    "Host",
    "Protocol",
    "Port",
    "FragmentationNeeded",
    "SourceRoutingFailed",
    "NetUnknown",
    "HostUnknown",
    "SourceIsolated",
    "NetAdminProhibited",
    "HostAdminProhibited",
    "NetTOS",
    "HostTOS",
    "CommAdminProhibited",
    "HostPrecedence",
    "PrecedenceCutoff",
  ]]],
  [4, ["SourceQuench"]],
  [5, ["Redirect", ["Net", "Host", "TOS+Net", "TOS+Host"]]],
  [8, ["EchoRequest"]],
  [9, ["RouterAdvertisement"]],
  [10, ["RouterSolicitation"]],
  [11, ["TimeExceeded", ["TTLExceeded", "FragmentReassemblyTimeExceeded"]]],
  [12, ["ParameterProblem", ["PointerIndicatesError", "MissingOption", "BadLength"]]],
  [13, ["TimestampRequest"]],
  [14, ["TimestampReply"]],
  [15, ["InfoRequest"]],
  [16, ["InfoReply"]],
  [17, ["AddressMaskRequest"]],
  [18, ["AddressMaskReply"]],
]);

/** Returns the value of type and code: `Redirect(Host)`. */
export function showTypeCode(types: IcmpTypes, type: number, code: number): Shown {
  const [name, codes] = types.get(type) ?? [];
  const codeName = codes?.[code];
  let text = `${name}(Code: ${code})`;
  if (name === undefined) text = `${type}(${code})`;
  else if (codeName !== undefined) text = `${name}(${codeName})`;
  else if (codes === undefined && code === 0) text = name;
  return new Shown(text, { type, code, name: text });
}

export function decodeIcmp4(data: Uint8Array, packet: PacketBuilder): Next {
  if (data.length < 8) throw packet.truncate("ICMP layer less then 8 bytes for ICMPv4 packet");
  packet.add("ICMPv4", data.subarray(0, 8), data.subarray(8), {
    TypeCode: showTypeCode(TYPES, data[0]!, data[1]!),
    Checksum: readUint16(data, 2),
    Id: readUint16(data, 4),
    Seq: readUint16(data, 6),
  });
  return "Payload";
}
