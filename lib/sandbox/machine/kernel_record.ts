/**
 * Parser and formatter of `/dev/kmsg` records (the kernel's `Documentation/ABI/testing/dev-kmsg`).
 *
 * @module
 */

/** A record of the kernel log. */
export interface KernelRecord {
  /** For example `kern`. */
  readonly facility: string;
  /** For example `warning`. */
  readonly priority: string;
  /** Microseconds since boot. */
  readonly clock: number;
  /** Message with trailing newline and, if any, continuation lines that name the device. */
  readonly message: string;
}

const FACILITIES = [
  "kern",
  "user",
  "mail",
  "daemon",
  "auth",
  "syslog",
  "lpr",
  "news",
  "uucp",
  "cron",
  "authpriv",
  "ftp",
];

const PRIORITIES = ["emerg", "alert", "crit", "err", "warning", "notice", "info", "debug"];

/** Number of the facility `local0`. */
const LOCAL_FACILITIES = 16;

/** Parses `priority,sequence,microseconds,flags;message`; undefined when malformed. */
export function parseKernelRecord(text: string): KernelRecord | undefined {
  const semicolon = text.indexOf(";");
  const [code, sequence, clock] = text.slice(0, Math.max(semicolon, 0)).split(",");
  if (!isNumber(code) || !isNumber(sequence) || !isNumber(clock)) return undefined;
  return {
    facility: facilityName(Number(code) >> 3),
    priority: PRIORITIES[Number(code) & 7] ?? "",
    clock: Number(clock),
    message: unescape(text.slice(semicolon + 1)),
  };
}

function isNumber(text: string | undefined): text is string {
  return text !== undefined && /^[0-9]+$/.test(text);
}

function facilityName(facility: number): string {
  if (facility >= LOCAL_FACILITIES) return `local${facility - LOCAL_FACILITIES}`;
  return FACILITIES[facility] ?? `facility${facility}`;
}

/** Decodes `\xNN`, which the kernel writes for non-printable bytes and the backslash. */
function unescape(text: string): string {
  if (!text.includes("\\x")) return text;
  const bytes: number[] = [];
  const plain = new TextEncoder().encode(text);
  const source = new TextDecoder("latin1").decode(plain);
  for (let i = 0; i < source.length; i++) {
    const [escaped, hex] = /^\\x([0-9a-fA-F]{2})/.exec(source.slice(i, i + 4)) ?? [];
    if (escaped === undefined || hex === undefined) {
      bytes.push(plain[i] ?? 0);
      continue;
    }
    bytes.push(parseInt(hex, 16));
    i += escaped.length - 1;
  }
  return new TextDecoder().decode(new Uint8Array(bytes));
}

/**
 * Formats a record as Talos nodes do: facility, priority, time, message.
 *
 * @param bootTime milliseconds since the Unix epoch.
 */
export function formatKernelRecord(record: KernelRecord, bootTime: number): string {
  const time = preciseTime(bootTime, record.clock);
  return `${record.facility}: ${record.priority.padStart(7)}: [${time}]: ${record.message}`;
}

/** Returns RFC 3339 in UTC with microseconds, without trailing zeros. */
function preciseTime(bootTime: number, clock: number): string {
  const micros = BigInt(Math.round(bootTime * 1000)) + BigInt(clock);
  const seconds = new Date(Number(micros / 1_000_000n) * 1000).toISOString().slice(0, 19);
  const fraction = String(micros % 1_000_000n).padStart(6, "0").replace(/(?<!0)0+$/, "");
  return fraction === "" ? `${seconds}Z` : `${seconds}.${fraction}Z`;
}
