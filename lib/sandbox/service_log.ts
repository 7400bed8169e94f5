/**
 * Service logs of a node: one file per service in `<node folder>/logs`, one line per message. A file
 * that reaches its size limit is rotated to `<service>.log.1`.
 *
 * @module
 */
import { redactNodeText } from "../pki/redact_node_text.ts";
import type { Clock } from "../platform/system.ts";

/** Default size limit of a log file, bytes. */
const MAX_SIZE = 10_000_000;

/** Returns the path of a service log of the node in `folder`. */
export function serviceLogPath(folder: string, service: string): string {
  return `${folder}/logs/${service}.log`;
}

const encoder = new TextEncoder();

/** An open service log. `write` is synchronous. */
export class ServiceLog implements Disposable {
  readonly #path: string;
  readonly #service: string;
  readonly #clock: Pick<Clock, "now">;
  readonly #maxSize: number;
  #file: Deno.FsFile | undefined;
  #size = 0;

  /** @param maxSize size limit of a log file, bytes. */
  constructor(
    folder: string,
    service: string,
    clock: Pick<Clock, "now">,
    maxSize: number = MAX_SIZE,
  ) {
    this.#path = serviceLogPath(folder, service);
    this.#service = service;
    this.#clock = clock;
    this.#maxSize = maxSize;
    Deno.mkdirSync(`${folder}/logs`, { recursive: true, mode: 0o700 });
    this.#open();
  }

  #open(): void {
    this.#file = Deno.openSync(this.#path, { append: true, create: true, mode: 0o600 });
    this.#size = this.#file.statSync().size;
  }

  /**
   * Appends a line without machine configuration; newlines in the message become spaces. A write failure (removed folder, full
   * disk) closes the log, so that it does not fail calls.
   */
  write(message: string): void {
    if (this.#file === undefined) return;
    const text = redactNodeText(message).replaceAll(/[\r\n]+/g, " ");
    const line = encoder.encode(`${formatLogTime(this.#clock.now())} ${this.#service} ${text}\n`);
    try {
      if (this.#size > 0 && this.#size + line.length > this.#maxSize) this.#rotate();
      for (let done = 0; done < line.length;) done += this.#file.writeSync(line.subarray(done));
      this.#size += line.length;
    } catch (error) {
      this[Symbol.dispose]();
      if (!(error instanceof Deno.errors.NotFound) && !isSystemError(error)) throw error;
    }
  }

  #rotate(): void {
    Deno.renameSync(this.#path, `${this.#path}.1`);
    this.#file?.close();
    this.#open();
  }

  [Symbol.dispose](): void {
    this.#file?.close();
    this.#file = undefined;
  }
}

/** Formats a time as `2026/11/21 08:16:01.580176`, UTC, with microseconds if the clock has them. */
export function formatLogTime(now: number): string {
  const day = new Date(now).toISOString();
  const micros = Math.floor((now % 1) * 1000).toString().padStart(3, "0");
  return `${day.slice(0, 10).replaceAll("-", "/")} ${day.slice(11, 23)}${micros}`;
}

/** Formats a Go duration with at most three decimals: `169.872µs`, `1.25ms`, `2.5s`. */
export function formatLogDuration(ms: number): string {
  const [value, unit] = ms < 1 ? [ms * 1000, "µs"] : ms < 1000 ? [ms, "ms"] : [ms / 1000, "s"];
  return `${Number(value.toFixed(3))}${unit}`;
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && /\(os error \d+\)/.test(error.message);
}
