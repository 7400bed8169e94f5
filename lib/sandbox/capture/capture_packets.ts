/**
 * Handler of `PacketCapture`. Captures on loopback where this process may; replays a recorded
 * capture on other interfaces, whose traffic belongs to this machine, and without CAP_NET_RAW.
 *
 * @module
 */
import { common } from "../../../proto/common.ts";
import { type machine, MachineService } from "../../../proto/machine.ts";
import { compareOsVersions, parseOsVersion } from "../../os_versions/mod.ts";
import { findInvalid, type Instruction } from "../../pcap/bpf/instruction.ts";
import { runFilter } from "../../pcap/bpf/run_filter.ts";
import {
  type CapturedPacket,
  encodeCaptureHeader,
  encodePacket,
  LINK_ETHERNET,
  LINK_RAW,
} from "../../pcap/packet_file.ts";
import { StatusCode, StatusError } from "../../rpc/mod.ts";
import { readLinkStatus } from "../state/controllers/links.ts";
import { notFoundError, unknownError } from "../status_errors.ts";
import { type Binding, type Call, type NodeFacts, stream } from "../types.ts";
import { PacketSocket } from "./packet_socket.ts";
import { recordedPackets } from "./recorded_capture.ts";

const INTERFACES = "/sys/class/net";

/** Default snapshot length, bytes: before v1.6, and from v1.6 on. */
const OLD_SNAP_LENGTH = 65_536;
const SNAP_LENGTH = 4096;
const NEW_SINCE = "v1.6.0";

/** Interval of polling the socket, and minimum interval between messages, milliseconds. */
const POLL_MS = 100;
const PAUSE_MS = 10;
/** Bytes after which a message is sent without a pause. */
const MESSAGE_BYTES = 256 * 1024;
/** Longest interval between replayed packets, milliseconds. */
const MAX_GAP_MS = 20;

/** The parts of a node that captures use. */
export interface CaptureNode {
  /** The version that runs. */
  readonly version: string | undefined;
  /** Writes a line to the log of machined. */
  log(line: string): void;
}

/** Returns the binding of packet captures. */
export function captureBinding(nodeOf: (node: NodeFacts) => CaptureNode): Binding {
  return stream(
    MachineService.PacketCapture,
    (request, call) => capture(request, call, nodeOf(call.node)),
  );
}

async function* capture(
  request: machine.IPacketCaptureRequest,
  { signal }: Call,
  node: CaptureNode,
): AsyncGenerator<common.Data> {
  const name = request.interface ?? "";
  // A name with a slash would be a path.
  const link = /^[^/\s]+$/.test(name) && name !== "." && name !== ".."
    ? readLinkStatus(`${INTERFACES}/${name}`)
    : undefined;
  if (link === undefined) throw notFoundError(`interface ${JSON.stringify(name)} not found`);
  const isEthernet = link.type === "ether" || link.type === "loopback";
  if (!isEthernet && link.type !== "none") {
    throw new StatusError(StatusCode.invalidArgument, `unsupported link type ${link.type}`);
  }
  const filter = (request.bpfFilter ?? []).map(({ op, jt, jf, k }) => ({
    op: (op ?? 0) & 0xffff,
    jt: (jt ?? 0) & 0xff,
    jf: (jf ?? 0) & 0xff,
    k: k ?? 0,
  }));
  if (filter.length > 0 && findInvalid(filter) !== undefined) {
    throw unknownError("error setting BPF filter: invalid argument");
  }
  const isOld = node.version !== undefined && isBefore(node.version, NEW_SINCE);
  const snapLength = request.snapLen || (isOld ? OLD_SNAP_LENGTH : SNAP_LENGTH);
  using socket = link.type === "loopback"
    ? openSocket(request, link.index, filter, snapLength)
    : undefined;
  const linkType = isEthernet ? LINK_ETHERNET : LINK_RAW;
  yield toData(encodeCaptureHeader({ snapLength, linkType, nanoseconds: true }));
  if (socket === undefined) {
    yield* replay(filter, snapLength, linkType, signal);
    return;
  }
  let polls = 0;
  try {
    while (!signal.aborted) {
      polls++;
      await socket.wait(POLL_MS);
      const records: Uint8Array[] = [];
      let size = 0;
      for (let packet; size < MESSAGE_BYTES && (packet = socket.next()) !== undefined;) {
        const record = encodePacket(packet, true);
        records.push(record);
        size += record.length;
      }
      if (size > 0) yield toData(concatenate(records, size));
      if (size < MESSAGE_BYTES) await delay(PAUSE_MS, signal);
    }
  } finally {
    const { packets, drops } = socket.statistics();
    node.log(
      isOld
        ? `pcap: packets captured ${packets - drops}, dropped ${drops}`
        : `pcap: packets captured ${
          packets - drops
        }, polls ${polls}, socket stats: drops ${drops}, packets ${packets}, queue freezes 0`,
    );
  }
}

function openSocket(
  request: machine.IPacketCaptureRequest,
  interfaceIndex: number,
  filter: readonly Instruction[],
  snapLength: number,
): PacketSocket | undefined {
  try {
    const promiscuous = request.promiscuous ?? false;
    return PacketSocket.open({ interfaceIndex, filter, promiscuous, snapLength });
  } catch (error) {
    throw unknownError(error instanceof Error ? error.message : String(error));
  }
}

function isBefore(version: string, other: string): boolean {
  const [left, right] = [parseOsVersion(version), parseOsVersion(other)];
  return left !== undefined && right !== undefined && compareOsVersions(left, right) < 0;
}

/** Yields the recorded packets with current timestamps, then waits until the call ends. */
async function* replay(
  filter: readonly Instruction[],
  snapLength: number,
  linkType: number,
  signal: AbortSignal,
): AsyncGenerator<common.Data> {
  let before: CapturedPacket | undefined;
  for (const packet of recordedPackets()) {
    const gap = before === undefined ? 0 : toMs(packet) - toMs(before);
    before = packet;
    await delay(Math.min(gap, MAX_GAP_MS), signal);
    if (signal.aborted) return;
    const whole = linkType === LINK_ETHERNET ? packet.data : packet.data.subarray(14);
    if (filter.length > 0 && runFilter(filter, whole, whole.length) === 0) continue;
    const now = Date.now();
    const replayed = {
      seconds: Math.floor(now / 1000),
      nanos: now % 1000 * 1_000_000,
      length: whole.length,
      data: whole.subarray(0, snapLength),
    };
    yield toData(encodePacket(replayed, true));
  }
  while (!signal.aborted) await delay(POLL_MS, signal);
}

function toMs({ seconds, nanos }: CapturedPacket): number {
  return seconds * 1000 + nanos / 1e6;
}

function toData(bytes: Uint8Array): common.Data {
  return common.Data.create({ bytes });
}

function concatenate(records: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const record of records) {
    bytes.set(record, offset);
    offset += record.length;
  }
  return bytes;
}

function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal.addEventListener("abort", finish, { once: true });
    if (signal.aborted) finish();
  });
}
