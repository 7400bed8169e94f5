/**
 * A node's service logs: one file a service in `<node folder>/logs`, one line a message, of bounded
 * size. A file that outgrows its bound becomes `<service>.log.1`, replacing the one before.
 *
 * @module
 */
import { dirname } from "node:path";
import type { Clock } from "../platform/system.ts";

const LARGEST = 10_000_000;

/** Where the log of a service of the node in `folder` lies. */
export function serviceLogPath(folder: string, service: string): string {
  return `${folder}/logs/${service}.log`;
}

const encoder = new TextEncoder();

/** An open service log. Lines are on disk when `write` returns. */
export class ServiceLog implements Disposable {
  readonly #path: string;
  readonly #service: string;
  readonly #clock: Pick<Clock, "now">;
  readonly #largest: number;
  #file: Deno.FsFile | undefined;
  #size = 0;

  /** `largest` is the size in bytes from which on a new file is begun. */
  constructor(
    folder: string,
    service: string,
    clock: Pick<Clock, "now">,
    largest: number = LARGEST,
  ) {
    this.#path = serviceLogPath(folder, service);
    this.#service = service;
    this.#clock = clock;
    this.#largest = largest;
    Deno.mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
    this.#open();
  }

  #open(): void {
    this.#file = Deno.openSync(this.#path, { append: true, create: true, mode: 0o600 });
    this.#size = this.#file.statSync().size;
  }

  /**
   * Appends one line; line breaks in the message become spaces. A log that cannot be written (its
   * folder was removed, the disk is full) ends: a node answers calls even so.
   */
  write(message: string): void {
    if (this.#file === undefined) return;
    const text = message.replaceAll(/[\r\n]+/g, " ");
    const line = encoder.encode(`${logTime(this.#clock.now())} ${this.#service} ${text}\n`);
    try {
      if (this.#size > 0 && this.#size + line.length > this.#largest) this.#beginAnew();
      for (let done = 0; done < line.length;) done += this.#file.writeSync(line.subarray(done));
      this.#size += line.length;
    } catch (error) {
      this[Symbol.dispose]();
      if (!(error instanceof Deno.errors.NotFound) && !isSystemError(error)) throw error;
    }
  }

  #beginAnew(): void {
    Deno.renameSync(this.#path, `${this.#path}.1`);
    this.#file?.close();
    this.#open();
  }

  [Symbol.dispose](): void {
    this.#file?.close();
    this.#file = undefined;
  }
}

/** `2026/11/21 08:16:01.580176`, in UTC. Fractions of a millisecond count when the clock has them. */
export function logTime(now: number): string {
  const day = new Date(now).toISOString();
  const micros = Math.floor((now % 1) * 1000).toString().padStart(3, "0");
  return `${day.slice(0, 10).replaceAll("-", "/")} ${day.slice(11, 23)}${micros}`;
}

/** A Go-style duration with three decimals at most: `169.872µs`, `1.25ms`, `2.5s`. */
export function logDuration(ms: number): string {
  const [value, unit] = ms < 1 ? [ms * 1000, "µs"] : ms < 1000 ? [ms, "ms"] : [ms / 1000, "s"];
  return `${Number(value.toFixed(3))}${unit}`;
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && /\(os error \d+\)/.test(error.message);
}
