/**
 * Splits log chunks of several nodes into lines, so that lines of different nodes never interleave.
 *
 * @module
 */
import { escapeTerminalLine } from "./text.ts";

/** Options of {@linkcode LogLines}. */
export interface LogLineOptions {
  /** Escape control sequences, for output to a terminal. Otherwise bytes pass unchanged. */
  terminal: boolean;
  /** Longer lines are emitted in parts. Bytes. */
  maxBytes?: number;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
/** Bounds memory per node; lines of other nodes may interleave with the parts of a longer line. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** The incomplete last line of a node. */
interface PartialLine {
  readonly prefix: Uint8Array;
  parts: Uint8Array[];
  length: number;
  /** Whether its beginning was emitted already. */
  isEmitted: boolean;
}

/** Prefixes every line with `<node>: ` and removes trailing carriage returns. */
export class LogLines {
  readonly #options: Required<LogLineOptions>;
  readonly #nodes = new Map<string, PartialLine>();

  constructor({ terminal, maxBytes = MAX_LINE_BYTES }: LogLineOptions) {
    this.#options = { terminal, maxBytes };
  }

  /** Adds a chunk of a node's log and returns the lines that it completes. */
  push(node: string, bytes: Uint8Array): Uint8Array {
    const started = this.#lineOf(node);
    const out = new ByteBuilder(bytes.length + started.length + started.prefix.length);
    let from = 0;
    for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, from)) {
      if (end > from) started.parts.push(bytes.subarray(from, end));
      this.#emit(started, out, true);
      from = end + 1;
    }
    if (from < bytes.length) {
      // A copy, because the chunk may be a view of a much larger buffer.
      started.parts.push(bytes.slice(from));
      started.length += bytes.length - from;
      if (started.length > this.#options.maxBytes) this.#emit(started, out, false);
    }
    return out.toBytes();
  }

  /** Returns the incomplete last lines, each with a line feed. */
  end(): Uint8Array {
    const out = new ByteBuilder(256);
    for (const started of this.#nodes.values()) {
      if (started.length > 0 || started.isEmitted) this.#emit(started, out, true);
    }
    return out.toBytes();
  }

  #lineOf(node: string): PartialLine {
    let started = this.#nodes.get(node);
    if (!started) {
      const prefix = new TextEncoder().encode(`${node}: `);
      started = { prefix, parts: [], length: 0, isEmitted: false };
      this.#nodes.set(node, started);
    }
    return started;
  }

  #emit(started: PartialLine, out: ByteBuilder, complete: boolean): void {
    if (!started.isEmitted) out.add(started.prefix);
    const last = started.parts.length - 1;
    for (const [index, part] of started.parts.entries()) {
      const cut = complete && index === last && part.at(-1) === CARRIAGE_RETURN;
      started.parts[index] = cut ? part.subarray(0, -1) : part;
    }
    if (this.#options.terminal) out.add(forTerminal(started.parts));
    else for (const part of started.parts) out.add(part);
    if (complete) out.addByte(LINE_FEED);
    started.parts = [];
    started.length = 0;
    started.isEmitted = !complete;
  }
}

function forTerminal(parts: readonly Uint8Array[]): Uint8Array {
  const decoder = new TextDecoder();
  const text = parts.map((part) => decoder.decode(part, { stream: true })).join("");
  return new TextEncoder().encode(escapeTerminalLine(text + decoder.decode()));
}

/** A growing byte buffer. */
class ByteBuilder {
  #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;

  constructor(expected: number) {
    this.#bytes = new Uint8Array(expected + expected / 4 + 64);
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
