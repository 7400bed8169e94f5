/**
 * Parsers of `/proc/<pid>/stat`, `cmdline` and `auxv` (proc(5), getauxval(3)).
 *
 * @module
 */

/** The fields of `/proc/<pid>/stat` that a process list needs. */
export interface ProcessStat {
  /** State letter, for example `S`. */
  readonly state: string;
  readonly ppid: number;
  readonly threads: number;
  /** User and system time, clock ticks. */
  readonly ticks: number;
  /** Bytes. */
  readonly virtualMemory: number;
  /** Pages. */
  readonly residentPages: number;
  readonly isKernelThread: boolean;
}

/** `PF_KTHREAD` of the kernel. */
const KERNEL_THREAD_FLAG = 0x0020_0000;

/**
 * Parses a stat line. The command name is in parentheses and may itself contain parentheses, spaces
 * and newlines, so it ends at the last `)`.
 *
 * @returns undefined when the text is malformed (the process exited meanwhile).
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
    isKernelThread: (number(6) & KERNEL_THREAD_FLAG) !== 0,
  };
}

/** Maximum length of a command line, characters. */
const COMMAND_LINE_LIMIT = 16 * 1024;

/** Converts the NUL-separated arguments of `/proc/<pid>/cmdline` to space-separated text. */
export function parseCommandLine(text: string): string {
  return text.slice(0, COMMAND_LINE_LIMIT).replace(/(?<!\0)\0+$/, "").replaceAll("\0", " ");
}

/** Units of values in `/proc`. */
export interface KernelUnits {
  /** Page size, bytes. */
  readonly pageSize: number;
  /** Clock ticks per second. */
  readonly ticksPerSecond: number;
}

const AT_PAGESZ = 6n;
const AT_CLKTCK = 17n;

/** Parses the auxiliary vector of a 64-bit little-endian process. */
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

/** Returns page size and clock ticks from the auxiliary vector of this process. */
export function readKernelUnits(proc = "/proc"): KernelUnits {
  return parseAuxiliaryVector(Deno.readFileSync(`${proc}/self/auxv`));
}
