/**
 * From pieces of several nodes' logs to whole lines, so that lines of different nodes never mix.
 *
 * @module
 */
import { escapeTerminalLine } from "./text.ts";

/** How {@linkcode LogLines} shows lines. */
export interface LogLineOptions {
  /** Spell out what would drive a terminal. Elsewhere the bytes of a line stay as they are. */
  terminal: boolean;
  /** A node's line that grows beyond this many bytes is passed on in parts. */
  longest?: number;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
/** Other nodes' lines could come in between a longer one; for a single node they cannot. */
const LONGEST = 64 * 1024 * 1024;

/** A node's line that has not ended yet. */
interface Started {
  readonly prefix: Uint8Array;
  parts: Uint8Array[];
  length: number;
  /** The beginning was passed on already. */
  passedOn: boolean;
}

/** Puts `<node>: ` before every line. Carriage returns at the ends of lines are dropped. */
export class LogLines {
  readonly #look: Required<LogLineOptions>;
  readonly #nodes = new Map<string, Started>();

  constructor({ terminal, longest = LONGEST }: LogLineOptions) {
    this.#look = { terminal, longest };
  }

  /** The lines that a piece of a node's log completes; empty when it completes none. */
  push(node: string, bytes: Uint8Array): Uint8Array {
    const started = this.#of(node);
    const out = new Bytes(bytes.length + started.length + started.prefix.length);
    let from = 0;
    for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, from)) {
      if (end > from) started.parts.push(bytes.subarray(from, end));
      this.#emit(started, out, true);
      from = end + 1;
    }
    if (from < bytes.length) {
      // A copy, since the piece may be a part of something much larger.
      started.parts.push(bytes.slice(from));
      started.length += bytes.length - from;
      if (started.length > this.#look.longest) this.#emit(started, out, false);
    }
    return out.taken();
  }

  /** The unfinished last lines, as if they had ended. */
  end(): Uint8Array {
    const out = new Bytes(256);
    for (const started of this.#nodes.values()) {
      if (started.length > 0 || started.passedOn) this.#emit(started, out, true);
    }
    return out.taken();
  }

  #of(node: string): Started {
    let started = this.#nodes.get(node);
    if (!started) {
      const prefix = new TextEncoder().encode(`${node}: `);
      started = { prefix, parts: [], length: 0, passedOn: false };
      this.#nodes.set(node, started);
    }
    return started;
  }

  #emit(started: Started, out: Bytes, complete: boolean): void {
    if (!started.passedOn) out.add(started.prefix);
    const last = started.parts.length - 1;
    for (const [index, part] of started.parts.entries()) {
      const cut = complete && index === last && part.at(-1) === CARRIAGE_RETURN;
      started.parts[index] = cut ? part.subarray(0, -1) : part;
    }
    if (this.#look.terminal) out.add(forTerminal(started.parts));
    else for (const part of started.parts) out.add(part);
    if (complete) out.addByte(LINE_FEED);
    started.parts = [];
    started.length = 0;
    started.passedOn = !complete;
  }
}

function forTerminal(parts: readonly Uint8Array[]): Uint8Array {
  const decoder = new TextDecoder();
  const text = parts.map((part) => decoder.decode(part, { stream: true })).join("");
  return new TextEncoder().encode(escapeTerminalLine(text + decoder.decode()));
}

/** Bytes that grow as needed. */
class Bytes {
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

  taken(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = new Uint8Array((this.#length + more) * 2);
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
