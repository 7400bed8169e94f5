/**
 * Progress of long waits and transfers, on a terminal.
 *
 * @module
 */
import type { Clock } from "../async/clock.ts";
import { formatElapsed } from "./elapsed.ts";
import { formatSize } from "./size.ts";
import type { StatusLine } from "./status_line.ts";
import { escapeControls } from "./text.ts";

/** Waits shorter than this are not shown, milliseconds. */
const SHOWN_AFTER_MS = 2000;
/** Interval of updates, milliseconds. */
const UPDATE_MS = 500;

/** The parts of a command's context that progress uses. */
export interface ProgressContext {
  /** Without a status line, nothing is shown. */
  readonly status: StatusLine | undefined;
  readonly clock: Clock;
}

/** Shows a text on the status line after 2 s, and updates it until the end. */
class Ticker {
  readonly #context: ProgressContext;
  readonly #started: number;
  readonly #text: (elapsedMs: number) => string | undefined;
  #cancel = () => {};
  #isShown = false;

  /** @param text Returns the text; undefined while there is none. */
  constructor(context: ProgressContext, text: (elapsedMs: number) => string | undefined) {
    this.#context = context;
    this.#text = text;
    this.#started = context.clock.now();
    if (context.status !== undefined) this.#schedule(SHOWN_AFTER_MS);
  }

  #schedule(ms: number): void {
    this.#cancel = this.#context.clock.after(ms, () => {
      const elapsedMs = this.#context.clock.now() - this.#started;
      const text = this.#text(elapsedMs);
      if (text !== undefined) {
        this.#isShown = true;
        this.#context.status?.show(`${text} (${formatElapsed(elapsedMs)})`);
      }
      this.#schedule(UPDATE_MS);
    });
  }

  async end(): Promise<void> {
    this.#cancel();
    if (this.#isShown) await this.#context.status?.clear();
  }
}

/** Shows bytes and rate of a transfer of unknown length: `read /x: 12 MB, 3.1 MB/s (4.0s)`. */
export class ByteProgress {
  readonly #ticker: Ticker;
  #bytes = 0;

  constructor(context: ProgressContext, label: string) {
    // Until the first byte, the client shows the node that it waits for.
    this.#ticker = new Ticker(context, (ms) => {
      if (this.#bytes === 0) return undefined;
      const rate = formatSize(Math.round(this.#bytes / (ms / 1000)));
      return `${escapeControls(label)}: ${formatSize(this.#bytes)}, ${rate}/s`;
    });
  }

  /** Sets the number of transferred bytes. */
  show(bytes: number): void {
    this.#bytes = bytes;
  }

  /** Counts the bytes of a stream. */
  async *count(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const chunk of source) {
      this.#bytes += chunk.length;
      yield chunk;
    }
  }

  /** Clears the line. */
  async end(): Promise<void> {
    await this.#ticker.end();
  }
}

/**
 * Runs `body`, and shows a text and the elapsed time: `generating secrets (3.0s)`.
 *
 * @param label The text, or a function that returns the current one; undefined while there is none.
 */
export async function withProgress<T>(
  context: ProgressContext,
  label: string | (() => string | undefined),
  body: () => Promise<T>,
): Promise<T> {
  const ticker = new Ticker(context, typeof label === "string" ? () => label : label);
  try {
    return await body();
  } finally {
    await ticker.end();
  }
}
