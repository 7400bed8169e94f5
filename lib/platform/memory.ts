/**
 * Limits the memory of long-running commands. The engine returns memory late: up to 64 MB for new
 * objects are retained, and garbage that a few collections of these have missed.
 *
 * @module
 */
import type { Clock } from "../async/clock.ts";

/** Memory of a process. */
export interface ProcessMemory {
  /** Returns the resident bytes. */
  usage(): number;
  /** Collects all garbage and returns memory to the operating system. */
  collect(): Promise<void>;
}

/** Options of {@linkcode limitMemory}. */
export interface MemoryLimit {
  readonly clock: Clock;
  /** Resident memory from which garbage is collected, bytes. */
  readonly bytes: number;
  /** Interval of checks, milliseconds. */
  readonly intervalMs: number;
}

/** Growth after a collection, relative to what remained, before the next one. */
const GROWTH = 1.15;

/**
 * Collects garbage whenever the process takes more than `bytes`. When a collection fails,
 * the checks end: the command works without them.
 *
 * @param memory Replaced in tests.
 * @returns A function that ends the checks.
 */
export function limitMemory(
  { clock, bytes, intervalMs }: MemoryLimit,
  memory: ProcessMemory = processMemory,
): () => void {
  let limit = bytes;
  let isEnded = false;
  let cancel = () => {};
  const check = async () => {
    if (memory.usage() > limit) {
      await memory.collect();
      limit = Math.max(bytes, memory.usage() * GROWTH);
    }
    if (!isEnded) schedule();
  };
  const schedule = () => {
    cancel = clock.after(intervalMs, () => void check().catch(end));
  };
  const end = () => {
    isEnded = true;
    cancel();
  };
  schedule();
  return end;
}

/** Memory of this process. */
export const processMemory: ProcessMemory = {
  usage: () => Deno.memoryUsage().rss,
  async collect() {
    const { Session } = await import("node:inspector/promises");
    const session = new Session();
    session.connect();
    try {
      await session.post("HeapProfiler.collectGarbage");
    } finally {
      session.disconnect();
    }
  },
};
