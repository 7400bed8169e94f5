/**
 * Reads the last lines of a log.
 *
 * @module
 */
import type { NodeClient } from "../../../client/mod.ts";
import { parseLineTime } from "../../../node/logs/mod.ts";
import type { LogLine } from "../facts.ts";

/** Options of {@linkcode readLog}. */
export interface ReadLogOptions {
  /** Lines to retain, the last ones. */
  readonly limit: number;
  /** Decides the year where a line has none, milliseconds since 1970. */
  readonly now: number;
  readonly idleMs: number;
  readonly signal: AbortSignal;
}

/** Characters of a line that are retained. */
const MAX_LINE = 800;

/** Reads the last lines of a log of a node. */
export async function readLog<Req>(
  client: NodeClient,
  method: Parameters<typeof client.plainStream<Req, { readonly bytes?: Uint8Array | null }>>[0],
  request: Req,
  node: string,
  { limit, now, idleMs, signal }: ReadLogOptions,
): Promise<readonly LogLine[]> {
  const lines = new LastLines(limit, now);
  const decoder = new TextDecoder();
  for await (const { bytes } of client.plainStream(method, request, node, { signal, idleMs })) {
    if (bytes) lines.add(decoder.decode(bytes, { stream: true }));
  }
  return lines.end();
}

/** Returns the last lines of a text. */
export function splitLog(text: string, limit: number, now: number): readonly LogLine[] {
  const lines = new LastLines(limit, now);
  lines.add(text);
  return lines.end();
}

/** Retains the last lines of a text that arrives in parts. */
export class LastLines {
  readonly #limit: number;
  readonly #now: number;
  #texts: string[] = [];
  #rest = "";

  constructor(limit: number, now: number) {
    this.#limit = limit;
    this.#now = now;
  }

  add(text: string): void {
    const parts = (this.#rest + text).split("\n");
    this.#rest = parts.pop()!.slice(0, MAX_LINE * 4);
    for (const part of parts) this.#texts.push(part.slice(0, MAX_LINE));
    if (this.#texts.length > this.#limit * 2) this.#texts = this.#texts.slice(-this.#limit);
  }

  end(): readonly LogLine[] {
    if (this.#rest !== "") this.#texts.push(this.#rest.slice(0, MAX_LINE));
    return this.#texts.slice(-this.#limit).filter((text) => text.trim() !== "").map((text) => {
      const time = parseLineTime(text, this.#now);
      return time === undefined ? { text } : { time, text };
    });
  }
}
