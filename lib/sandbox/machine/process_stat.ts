/**
 * The formats of `/proc/<pid>/stat`, `cmdline` and of the auxiliary vector (proc(5), getauxval(3)).
 *
 * @module
 */

/** What a process listing needs from `/proc/<pid>/stat`. */
export interface ProcessStat {
  /** One letter, for example `S`. */
  readonly state: string;
  readonly ppid: number;
  readonly threads: number;
  /** User and system time, clock ticks. */
  readonly ticks: number;
  /** Bytes. */
  readonly virtualMemory: number;
  /** Pages. */
  readonly residentPages: number;
  /** A thread of the kernel, not a program. */
  readonly kernelThread: boolean;
}

const KERNEL_THREAD_FLAG = 0x0020_0000;

/**
 * Reads one stat line. The command name stands in parentheses and may itself hold parentheses,
 * spaces and line breaks, so the last `)` ends it.
 *
 * @returns undefined when the text is no stat line (a process that ended meanwhile).
 */
export function parseStat(text: string): ProcessStat | undefined {
  const end = text.lastIndexOf(")");
  if (end < 0) return undefined;
  const fields = text.slice(end + 2).trimEnd().split(" ");
  const state = fields[0];
  if (state === undefined || fields.length < 22) return undefined;
  const number = (index: number) => Number(fields[index]);
  return {
    state,
    ppid: number(1),
    threads: number(17),
    ticks: number(11) + number(12),
    virtualMemory: number(20),
    residentPages: number(21),
    kernelThread: (number(6) & KERNEL_THREAD_FLAG) !== 0,
  };
}

/** Longest command line that is reported, characters. */
const COMMAND_LINE_LIMIT = 16 * 1024;

/** Turns the NUL-separated arguments of `/proc/<pid>/cmdline` into words with spaces between. */
export function parseCommandLine(text: string): string {
  return text.slice(0, COMMAND_LINE_LIMIT).replace(/\0+$/, "").replaceAll("\0", " ");
}

/** Units of `/proc`. */
export interface KernelUnits {
  /** Bytes in a page. */
  readonly pageSize: number;
  /** Clock ticks in a second. */
  readonly ticksPerSecond: number;
}

const AT_PAGESZ = 6n;
const AT_CLKTCK = 17n;

/** Reads the units from the auxiliary vector of a 64-bit program, little endian. */
export function parseAuxiliaryVector(bytes: Uint8Array): KernelUnits {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let pageSize = 4096;
  let ticksPerSecond = 100;
  for (let at = 0; at + 16 <= bytes.byteLength; at += 16) {
    const key = view.getBigUint64(at, true);
    const value = Number(view.getBigUint64(at + 8, true));
    if (key === AT_PAGESZ) pageSize = value;
    if (key === AT_CLKTCK) ticksPerSecond = value;
  }
  return { pageSize, ticksPerSecond };
}
