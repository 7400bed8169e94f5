/**
 * The hardware of a node that shares its machine with others: its identity differs from theirs.
 *
 * @module
 */
import type { Random } from "../platform/system.ts";
import type { NodeHardware } from "./types.ts";
import { uuid } from "./uuid.ts";

/** Prefix of locally administered unicast addresses. */
const LOCAL_PREFIX = 0x02;

/** Generates the identity of a machine. */
export function createHardware(random: Random): NodeHardware {
  const octets = [LOCAL_PREFIX, ...random.bytes(5)];
  return {
    uuid: uuid(random),
    mac: octets.map((octet) => octet.toString(16).padStart(2, "0")).join(":"),
  };
}
