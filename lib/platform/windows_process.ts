/**
 * Start times of processes on Windows, by functions of kernel32.dll. A program of the system, such
 * as PowerShell, takes half a second.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";

const PROCESS_QUERY_LIMITED_INFORMATION = 0x1000;
/** Exit code of a running process. */
const STILL_ACTIVE = 259;
const ERROR_ACCESS_DENIED = 5;

/** Functions of processthreadsapi.h, handleapi.h and errhandlingapi.h. */
const SYMBOLS = {
  OpenProcess: { parameters: ["u32", "i32", "u32"], result: "pointer" },
  GetProcessTimes: {
    parameters: ["pointer", "buffer", "buffer", "buffer", "buffer"],
    result: "i32",
  },
  GetExitCodeProcess: { parameters: ["pointer", "buffer"], result: "i32" },
  CloseHandle: { parameters: ["pointer"], result: "i32" },
  GetLastError: { parameters: [], result: "u32" },
} as const;

type Library = Deno.DynamicLibrary<typeof SYMBOLS>;
let opened: Library | undefined;

/**
 * Returns the start time of a running process as a FILETIME, 100 nanoseconds since 1601; undefined
 * when no process of this identifier runs.
 *
 * @throws {OsctlError} of kind `file` for a process that this user may not read.
 */
export function readWindowsStartTime(pid: number): string | undefined {
  const { symbols } = opened ??= Deno.dlopen("kernel32.dll", SYMBOLS);
  const handle = symbols.OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, 0, pid);
  if (handle === null) {
    if (symbols.GetLastError() !== ERROR_ACCESS_DENIED) return undefined;
    throw new OsctlError("file", `cannot read process ${pid}: permission denied`);
  }
  try {
    const exitCode = new Uint32Array(1);
    const times = Array.from({ length: 4 }, () => new BigUint64Array(1));
    if (symbols.GetExitCodeProcess(handle, exitCode) === 0) return undefined;
    if (exitCode[0] !== STILL_ACTIVE) return undefined;
    const [creation, exit, kernel, user] = times;
    const isRead = symbols.GetProcessTimes(handle, creation!, exit!, kernel!, user!) !== 0;
    return isRead ? String(creation![0]) : undefined;
  } finally {
    symbols.CloseHandle(handle);
  }
}
