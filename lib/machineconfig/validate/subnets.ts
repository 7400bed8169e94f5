/**
 * Rules of the pod and service subnets of a cluster.
 *
 * @module
 */
import { parseSubnet, type Subnet } from "../load/addresses.ts";
import type { Cursor } from "./cursor.ts";
import type { Report } from "./report.ts";

/** Minimum host bits of a subnet. */
const MIN_HOST_BITS = 4;
/** Maximum host bits of a service subnet. */
const MAX_SERVICE_HOST_BITS = 20;
/** Maximum difference of the prefix lengths of a pod subnet and of a node's part. */
const MAX_NODE_DIFFERENCE = 16;

/** Default prefix lengths of a node's pod subnet, by IP version. */
const NODE_BITS = { 4: 24, 6: 64 } as const;

/** Reports whether the host bits are 0. */
export function isMasked({ bytes, bits }: Subnet): boolean {
  return bytes.every((byte, index) => {
    const kept = Math.min(8, Math.max(0, bits - index * 8));
    return (byte & (0xff >> kept)) === 0;
  });
}

/** Checks the document `KubeNetworkConfig`. */
export function checkKubernetesNetwork(document: Cursor, report: Report): void {
  const nodeBits = { 4: nodeBitsOf(document, 4, report), 6: nodeBitsOf(document, 6, report) };
  const [pods, services] = [document.at("podSubnets"), document.at("serviceSubnets")];
  checkSubnets(pods, report, (subnet) => {
    const [version, bits] = subnet.bytes.length === 4
      ? [4, nodeBits[4]] as const
      : [6, nodeBits[6]] as const;
    if (bits === undefined) return undefined;
    if (subnet.bits > bits) return `is smaller than the part of a node, /${bits}`;
    if (bits - subnet.bits <= MAX_NODE_DIFFERENCE) return undefined;
    return `is too large for parts of /${bits}; use /${bits - MAX_NODE_DIFFERENCE}, or set ` +
      `nodeCIDRMaskSizeIPv${version}`;
  });
  checkSubnets(services, report, ({ bytes, bits }) => {
    const most = bytes.length * 8 - MAX_SERVICE_HOST_BITS;
    return bits < most ? `is too large; use /${most}` : undefined;
  });
  if (pods.items.length !== services.items.length) {
    report.error(services, "the numbers of pod and service subnets differ");
  }
}

/** Returns the prefix length of a node's part; undefined when it is invalid. */
function nodeBitsOf(document: Cursor, version: 4 | 6, report: Report): number | undefined {
  const cursor = document.at(`nodeCIDRMaskSizeIPv${version}`);
  const most = version === 4 ? 32 : 128;
  const bits = cursor.isPresent ? cursor.number || NODE_BITS[version] : NODE_BITS[version];
  if (bits >= 1 && bits <= most) return bits;
  report.error(cursor, `invalid prefix length ${bits}`, `use 1 to ${most}`);
  return undefined;
}

function checkSubnets(
  list: Cursor,
  report: Report,
  problemOf: (subnet: Subnet) => string | undefined,
): void {
  const versions = new Set<number>();
  for (const item of list.items) {
    const subnet = parseSubnet(item.text);
    if (subnet === undefined) continue;
    const { bytes, bits } = subnet;
    const problem = !isMasked(subnet)
      ? "has host bits set"
      : bytes.length * 8 - bits < MIN_HOST_BITS
      ? `is too small; use /${bytes.length * 8 - MIN_HOST_BITS} or larger`
      : problemOf(subnet);
    if (problem !== undefined) report.error(item, `${item.text} ${problem}`);
    if (versions.has(bytes.length)) {
      report.error(item, "at most one IPv4 and one IPv6 subnet are allowed", "remove one");
    }
    versions.add(bytes.length);
  }
}
