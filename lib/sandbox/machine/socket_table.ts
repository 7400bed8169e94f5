/**
 * Parser of socket tables: `/proc/net/tcp`, `udp`, `raw` and their IPv6 variants (the kernel's
 * `Documentation/networking/proc_net_tcp`).
 *
 * @module
 */

/** A row of a socket table. */
export interface Socket {
  readonly localIp: string;
  readonly localPort: number;
  readonly remoteIp: string;
  readonly remotePort: number;
  /** TCP state, for example 1 (ESTABLISHED) or 10 (LISTEN). */
  readonly state: number;
  /** Unacknowledged bytes. */
  readonly txQueue: number;
  /** Unread bytes. */
  readonly rxQueue: number;
  /** Active timer; 0 for none. */
  readonly timer: number;
  /** Clock ticks until the timer expires. */
  readonly timerWhen: number;
  readonly retransmits: number;
  readonly uid: number;
  readonly timeout: number;
  readonly inode: number;
  readonly references: number;
  /** Kernel address, hexadecimal; 0 for unprivileged users. */
  readonly pointer: string;
}

/** Parses a socket table: a header line, then one line per socket. Skips malformed lines. */
export function parseSocketTable(text: string): Socket[] {
  const sockets: Socket[] = [];
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

/** Parses `0100007F:1F90`: an address as 32-bit words in host byte order, and a port. */
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

/** Formats 4 or 16 address bytes (RFC 5952); an IPv4-mapped IPv6 address as IPv4. */
export function formatIp(bytes: readonly number[]): string {
  if (bytes.length === 4) return bytes.join(".");
  const isMapped = bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 0xff &&
    bytes[11] === 0xff;
  if (isMapped) return bytes.slice(12).join(".");
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
