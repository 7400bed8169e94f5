/**
 * The kernel's tables of sockets, `/proc/net/tcp` and its siblings (`Documentation/networking/proc_net_tcp`).
 *
 * @module
 */

/** One socket. */
export interface SocketFacts {
  readonly localIp: string;
  readonly localPort: number;
  readonly remoteIp: string;
  readonly remotePort: number;
  /** 1 is ESTABLISHED, 10 is LISTEN; the same numbers on the wire. */
  readonly state: number;
  /** Bytes not yet acknowledged. */
  readonly txQueue: number;
  /** Bytes not yet read. */
  readonly rxQueue: number;
  /** Which timer runs: 0 is none. */
  readonly timer: number;
  /** Clock ticks until it ends. */
  readonly timerWhen: number;
  readonly retransmits: number;
  readonly uid: number;
  readonly timeout: number;
  readonly inode: number;
  readonly references: number;
  /** Where the kernel keeps it, hexadecimal; 0 for users who may not know. */
  readonly pointer: string;
}

/** Reads a table: a heading, then a line for each socket. Lines of another form are left out. */
export function parseSocketTable(text: string): SocketFacts[] {
  const sockets: SocketFacts[] = [];
  for (const line of text.split("\n").slice(1)) {
    const words = line.trim().split(/\s+/);
    if (words.length < 12) continue;
    const word = (index: number) => words[index] ?? "";
    const [localIp, localPort] = parseEndpoint(word(1));
    const [remoteIp, remotePort] = parseEndpoint(word(2));
    const [txQueue, rxQueue] = word(4).split(":").map(hex);
    const [timer, timerWhen] = word(5).split(":").map(hex);
    sockets.push({
      localIp,
      localPort,
      remoteIp,
      remotePort,
      state: hex(word(3)),
      txQueue: txQueue ?? 0,
      rxQueue: rxQueue ?? 0,
      timer: timer ?? 0,
      timerWhen: timerWhen ?? 0,
      retransmits: hex(word(6)),
      uid: Number(word(7)),
      timeout: Number(word(8)),
      inode: Number(word(9)),
      references: Number(word(10)),
      pointer: word(11),
    });
  }
  return sockets;
}

function hex(text: string): number {
  return parseInt(text, 16);
}

/** Reads `0100007F:1F90`: an address in words of the processor's byte order, and a port. */
function parseEndpoint(text: string): [ip: string, port: number] {
  const [address = "", port = "0"] = text.split(":");
  const bytes: number[] = [];
  for (let word = 0; word < address.length; word += 8) {
    for (let byte = 6; byte >= 0; byte -= 2) {
      bytes.push(hex(address.slice(word + byte, word + byte + 2)));
    }
  }
  return [formatIp(bytes), hex(port)];
}

/** Writes 4 or 16 bytes the usual way; an IPv4 address mapped into IPv6 as the former. */
export function formatIp(bytes: readonly number[]): string {
  if (bytes.length === 4) return bytes.join(".");
  const mapped = bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 0xff &&
    bytes[11] === 0xff;
  if (mapped) return bytes.slice(12).join(".");
  const groups: number[] = [];
  for (let i = 0; i < 16; i += 2) groups.push((bytes[i] ?? 0) * 256 + (bytes[i + 1] ?? 0));
  const { start, length } = longestZeros(groups);
  const text = (part: number[]) => part.map((group) => group.toString(16)).join(":");
  if (length < 2) return text(groups);
  return `${text(groups.slice(0, start))}::${text(groups.slice(start + length))}`;
}

function longestZeros(groups: readonly number[]): { start: number; length: number } {
  let longest = { start: 0, length: 0 };
  let start = 0;
  for (let i = 0; i <= groups.length; i++) {
    if (groups[i] === 0) continue;
    if (i - start > longest.length) longest = { start, length: i - start };
    start = i + 1;
  }
  return longest;
}
