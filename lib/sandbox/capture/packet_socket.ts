/**
 * Packet sockets of Linux: packet(7). Calls the system's C library; needs CAP_NET_RAW.
 *
 * @module
 */
import type { Instruction } from "../../pcap/bpf/instruction.ts";
import type { CapturedPacket } from "../../pcap/packet_file.ts";

/** <sys/socket.h>, <linux/if_packet.h>, <asm-generic/socket.h>, <asm-generic/sockios.h>. */
const AF_PACKET = 17;
const SOCK_RAW = 3;
const SOCK_CLOEXEC = 0o2000000;
const ETH_P_ALL = 3;
const SOL_SOCKET = 1;
const SO_RCVBUF = 8;
const SO_ATTACH_FILTER = 26;
const SOL_PACKET = 263;
const PACKET_ADD_MEMBERSHIP = 1;
const PACKET_STATISTICS = 6;
const PACKET_MR_PROMISC = 1;
const MSG_TRUNC = 0x20;
const MSG_DONTWAIT = 0x40;
const SIOCGSTAMPNS = 0x8907n;
const POLLIN = 1;

/** Receive buffer, bytes; the system's limit applies. */
const BUFFER_BYTES = 8 * 1024 * 1024;
/** Maximum size of a packet, bytes: a segment with segmentation offload. */
const MAX_PACKET_SIZE = 262_144;

const SYMBOLS = {
  socket: { parameters: ["i32", "i32", "i32"], result: "i32" },
  bind: { parameters: ["i32", "buffer", "u32"], result: "i32" },
  setsockopt: { parameters: ["i32", "i32", "i32", "buffer", "u32"], result: "i32" },
  getsockopt: { parameters: ["i32", "i32", "i32", "buffer", "buffer"], result: "i32" },
  recv: { parameters: ["i32", "buffer", "usize", "i32"], result: "isize" },
  ioctl: { parameters: ["i32", "u64", "buffer"], result: "i32" },
  poll: { parameters: ["buffer", "u64", "i32"], result: "i32", nonblocking: true },
  close: { parameters: ["i32"], result: "i32" },
} as const;

type Library = Deno.DynamicLibrary<typeof SYMBOLS>;

/** Options of a capture. */
export interface PacketSocketOptions {
  /** Index of the interface. */
  readonly interfaceIndex: number;
  /** The system rejects invalid programs. */
  readonly filter: readonly Instruction[];
  readonly promiscuous: boolean;
  /** Maximum bytes captured per packet. */
  readonly snapLength: number;
}

/** Counters of a socket since it was opened. */
export interface SocketStatistics {
  /** Packets that passed the filter, dropped ones included. */
  readonly packets: number;
  readonly drops: number;
}

/** An open packet socket. */
export class PacketSocket implements Disposable {
  readonly #library: Library;
  readonly #socket: number;
  readonly #snapLength: number;
  readonly #buffer = new Uint8Array(MAX_PACKET_SIZE);
  readonly #time = new BigInt64Array(2);
  readonly #poll: Uint8Array<ArrayBuffer>;
  #packets = 0;
  #drops = 0;

  private constructor(library: Library, socket: number, snapLength: number) {
    this.#library = library;
    this.#socket = socket;
    this.#snapLength = snapLength;
    this.#poll = new Uint8Array(8);
    const view = new DataView(this.#poll.buffer);
    view.setInt32(0, socket, true);
    view.setInt16(4, POLLIN, true);
  }

  /**
   * Opens a socket; undefined where this process may not capture.
   *
   * @throws {Error} when the system rejects the filter or the interface.
   */
  static open(options: PacketSocketOptions): PacketSocket | undefined {
    const isPermitted = Deno.build.os === "linux" &&
      Deno.permissions.querySync({ name: "ffi" }).state === "granted";
    if (!isPermitted) return undefined;
    const library = Deno.dlopen("libc.so.6", SYMBOLS);
    const { symbols } = library;
    const protocol = ETH_P_ALL << 8;
    // Without a protocol, nothing arrives before the filter is attached.
    const socket = symbols.socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0);
    if (socket < 0) {
      library.close();
      return undefined;
    }
    const opened = new PacketSocket(library, socket, options.snapLength);
    try {
      opened.#configure(options, protocol);
      return opened;
    } catch (error) {
      opened[Symbol.dispose]();
      throw error;
    }
  }

  #configure({ interfaceIndex, filter, promiscuous }: PacketSocketOptions, protocol: number): void {
    const { symbols } = this.#library;
    this.#set(SOL_SOCKET, SO_RCVBUF, toInt32Bytes(BUFFER_BYTES));
    if (filter.length > 0 && !this.#attach(filter)) {
      throw new Error("error setting BPF filter: invalid argument");
    }
    // struct sockaddr_ll
    const address = new Uint8Array(20);
    const view = new DataView(address.buffer);
    view.setUint16(0, AF_PACKET, true);
    view.setUint16(2, protocol, true);
    view.setInt32(4, interfaceIndex, true);
    if (symbols.bind(this.#socket, address, address.length) !== 0) {
      throw new Error("error creating afpacket handle: bind failed");
    }
    if (promiscuous) {
      // struct packet_mreq
      const membership = new Uint8Array(16);
      const mreq = new DataView(membership.buffer);
      mreq.setInt32(0, interfaceIndex, true);
      mreq.setUint16(4, PACKET_MR_PROMISC, true);
      if (!this.#set(SOL_PACKET, PACKET_ADD_MEMBERSHIP, membership)) {
        throw new Error("error setting promiscuous mode true: operation not permitted");
      }
    }
  }

  #set(level: number, name: number, value: Uint8Array<ArrayBuffer>): boolean {
    return this.#library.symbols.setsockopt(this.#socket, level, name, value, value.length) === 0;
  }

  #attach(filter: readonly Instruction[]): boolean {
    // struct sock_filter
    const program = new Uint8Array(filter.length * 8);
    const view = new DataView(program.buffer);
    for (const [index, { op, jt, jf, k }] of filter.entries()) {
      view.setUint16(index * 8, op, true);
      view.setUint8(index * 8 + 2, jt);
      view.setUint8(index * 8 + 3, jf);
      view.setUint32(index * 8 + 4, k, true);
    }
    // struct sock_fprog: length, padding, pointer.
    const fprog = new Uint8Array(16);
    const header = new DataView(fprog.buffer);
    header.setUint16(0, filter.length, true);
    const pointer = Deno.UnsafePointer.value(Deno.UnsafePointer.of(program));
    header.setBigUint64(8, BigInt(pointer), true);
    return this.#set(SOL_SOCKET, SO_ATTACH_FILTER, fprog);
  }

  /** Waits for a packet, at most `ms` milliseconds. */
  async wait(ms: number): Promise<void> {
    await this.#library.symbols.poll(this.#poll, 1n, ms);
  }

  /** Returns the next packet, or undefined when none is waiting. Its data is a copy. */
  next(): CapturedPacket | undefined {
    const { symbols } = this.#library;
    const size = BigInt(this.#buffer.length);
    const received = symbols.recv(this.#socket, this.#buffer, size, MSG_TRUNC | MSG_DONTWAIT);
    const length = Number(received);
    if (length < 0) return undefined;
    const hasTime = symbols.ioctl(
      this.#socket,
      SIOCGSTAMPNS,
      new Uint8Array(this.#time.buffer),
    ) === 0;
    const now = Date.now();
    return {
      seconds: hasTime ? Number(this.#time[0]) : Math.floor(now / 1000),
      nanos: hasTime ? Number(this.#time[1]) : now % 1000 * 1_000_000,
      length,
      data: this.#buffer.slice(0, Math.min(length, this.#snapLength, this.#buffer.length)),
    };
  }

  /** Reads the counters. */
  statistics(): SocketStatistics {
    // struct tpacket_stats; reading resets the system's counters.
    const value = new Uint8Array(8);
    const length = toInt32Bytes(value.length);
    const { symbols } = this.#library;
    if (symbols.getsockopt(this.#socket, SOL_PACKET, PACKET_STATISTICS, value, length) === 0) {
      const view = new DataView(value.buffer);
      this.#packets += view.getUint32(0, true);
      this.#drops += view.getUint32(4, true);
    }
    return { packets: this.#packets, drops: this.#drops };
  }

  [Symbol.dispose](): void {
    this.#library.symbols.close(this.#socket);
    this.#library.close();
  }
}

/** The bytes of a 32-bit integer, little-endian. */
function toInt32Bytes(value: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Int32Array.of(value).buffer);
}
