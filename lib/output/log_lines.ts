/**
 * Splits log chunks of several nodes into lines, so that lines of different nodes never interleave.
 *
 * @module
 */
import { escapeLogLine } from "./text.ts";

/** Options of {@linkcode LogLines}. */
export interface LogLineOptions {
  /** Escape control sequences, for output to a terminal. Otherwise bytes pass unchanged. */
  terminal: boolean;
  /** Leave SGR sequences on a terminal; default true. */
  colour?: boolean;
  /** Longer lines are emitted in parts. Bytes. */
  maxBytes?: number;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
/** Bounds memory per node; lines of other nodes may interleave with the parts of a longer line. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;

/** The incomplete last line of a node. */
interface PartialLine {
  readonly prefix: Uint8Array;
  /** A copy, because chunks may be views of much larger buffers, and may have one byte each. */
  bytes: ByteBuilder;
  /** Whether its beginning was emitted already. */
  isEmitted: boolean;
}

/** Prefixes every line with `<node>: ` and removes trailing carriage returns. */
export class LogLines {
  readonly #options: Required<LogLineOptions>;
  readonly #nodes = new Map<string, PartialLine>();

  constructor({ terminal, colour = true, maxBytes = MAX_LINE_BYTES }: LogLineOptions) {
    this.#options = { terminal, colour, maxBytes };
  }

  /** Adds a chunk of a node's log and returns the lines that it completes. */
  push(node: string, bytes: Uint8Array): Uint8Array {
    const started = this.#lineOf(node);
    let end = bytes.indexOf(LINE_FEED);
    if (end === -1 && started.bytes.length + bytes.length <= this.#options.maxBytes) {
      started.bytes.add(bytes);
      return NOTHING;
    }
    const out = new ByteBuilder(bytes.length + started.bytes.length + started.prefix.length);
    let from = 0;
    for (; end !== -1; end = bytes.indexOf(LINE_FEED, from)) {
      this.#emit(started, bytes.subarray(from, end), out, true);
      from = end + 1;
    }
    const rest = bytes.subarray(from);
    if (started.bytes.length + rest.length <= this.#options.maxBytes) started.bytes.add(rest);
    else this.#emit(started, rest, out, false);
    return out.toBytes();
  }

  /** Returns the incomplete last lines, each with a line feed. */
  end(): Uint8Array {
    const out = new ByteBuilder(256);
    for (const started of this.#nodes.values()) {
      if (started.bytes.length > 0 || started.isEmitted) this.#emit(started, NOTHING, out, true);
    }
    return out.toBytes();
  }

  #lineOf(node: string): PartialLine {
    let started = this.#nodes.get(node);
    if (!started) {
      const prefix = new TextEncoder().encode(`${node}: `);
      started = { prefix, bytes: new ByteBuilder(0), isEmitted: false };
      this.#nodes.set(node, started);
    }
    return started;
  }

  /** Appends the started line with its next bytes. */
  #emit(started: PartialLine, next: Uint8Array, out: ByteBuilder, complete: boolean): void {
    if (!started.isEmitted) out.add(started.prefix);
    let line = next;
    if (started.bytes.length > 0) {
      started.bytes.add(next);
      line = started.bytes.toBytes();
      started.bytes = new ByteBuilder(0);
    }
    if (complete && line.at(-1) === CARRIAGE_RETURN) line = line.subarray(0, -1);
    const { terminal, colour } = this.#options;
    out.add(terminal ? forTerminal(line, colour) : line);
    if (complete) out.addByte(LINE_FEED);
    started.isEmitted = !complete;
  }
}

const NOTHING = new Uint8Array(0);

function forTerminal(line: Uint8Array, colour: boolean): Uint8Array {
  return new TextEncoder().encode(escapeLogLine(new TextDecoder().decode(line), colour));
}

/** A growing byte buffer. */
class ByteBuilder {
  #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;

  constructor(expected: number) {
    this.#bytes = new Uint8Array(expected + expected / 4 + 64);
  }

  get length(): number {
    return this.#length;
  }

  add(more: Uint8Array): void {
    this.#reserve(more.length);
    this.#bytes.set(more, this.#length);
    this.#length += more.length;
  }

  addByte(byte: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = byte;
  }

  toBytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = new Uint8Array((this.#length + more) * 2);
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
