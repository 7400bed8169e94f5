/**
 * Functions of the system's C library, on Linux.
 *
 * @module
 */

/** The lock of C's stream `stdin`, which the runtime does not use, is one of the whole process. */
const SYMBOLS = {
  stdin: { type: "pointer" },
  ftrylockfile: { parameters: ["pointer"], result: "i32" },
  funlockfile: { parameters: ["pointer"], result: "void" },
  getsockname: { parameters: ["i32", "buffer", "buffer"], result: "i32" },
  setsockopt: { parameters: ["i32", "i32", "i32", "buffer", "u32"], result: "i32" },
} as const;

/** The functions. */
export type SystemLibrary = Deno.DynamicLibrary<typeof SYMBOLS>["symbols"];

let opened: SystemLibrary | undefined;

/**
 * Opens the library.
 *
 * @throws {Error} on other systems than Linux, or without `--allow-ffi`.
 */
export function openLibrary(): SystemLibrary {
  if (!isAvailable()) throw new Error("calls of the C library are not possible");
  return opened ??= Deno.dlopen("libc.so.6", SYMBOLS).symbols;
}

function isAvailable(): boolean {
  // Without this check a runtime with narrow permissions asks for one more.
  return Deno.build.os === "linux" &&
    Deno.permissions.querySync({ name: "ffi" }).state === "granted";
}

/**
 * Locks the variables of the environment, which threads share. Without the library they are not locked:
 * the program itself changes them in one thread.
 *
 * @returns a function that unlocks them; undefined while another thread has the lock.
 */
export function lockEnvironment(): (() => void) | undefined {
  if (!isAvailable()) return () => {};
  const library = openLibrary();
  const lock = new Deno.UnsafePointerView(library.stdin!).getPointer();
  if (library.ftrylockfile(lock) !== 0) return undefined;
  return () => library.funlockfile(lock);
}
