/**
 * Files of nodes on a terminal.
 *
 * @module
 */
import { isBinary } from "./binary.ts";
import { escapeLogLine } from "./text.ts";

/** Options of {@linkcode toTerminal}. */
export interface TerminalOptions {
  /** Leave SGR sequences of text. */
  readonly colour: boolean;
  /** Called before binary data is passed on unchanged. */
  confirm(): Promise<void>;
}

/** Escapes text; passes binary data on after a confirmation. The first chunk with data decides. */
export async function* toTerminal(
  source: AsyncIterable<Uint8Array>,
  { colour, confirm }: TerminalOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  const iterator = source[Symbol.asyncIterator]();
  let first = await iterator.next();
  while (!first.done && first.value.length === 0) first = await iterator.next();
  if (first.done) return;
  const all = withFirst(first.value, iterator);
  if (!isBinary(first.value)) return yield* toTerminalText(all, colour);
  try {
    await confirm();
  } catch (error) {
    await iterator.return?.();
    throw error;
  }
  yield* all;
}

async function* withFirst(
  first: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield first;
  yield* { [Symbol.asyncIterator]: () => rest };
}

/** A longer line is written in parts; code units. */
const MAX_LINE = 1024 * 1024;

/**
 * Escapes the control characters of a text except line feeds and tabs; carriage returns at the end of
 * lines are removed.
 *
 * @param colour Leave SGR sequences, up to the end of their line.
 */
async function* toTerminalText(
  chunks: AsyncIterable<Uint8Array>,
  colour: boolean,
): AsyncGenerator<Uint8Array, void, undefined> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const escaped = (text: string) => {
    const lines = text.split("\n").map((line) => escapeLogLine(line.replace(/\r$/, ""), colour));
    return encoder.encode(lines.join("\n"));
  };
  let rest = "";
  for await (const chunk of chunks) {
    const text = rest + decoder.decode(chunk, { stream: true });
    const end = text.length > MAX_LINE ? text.length : text.lastIndexOf("\n") + 1;
    rest = text.slice(end);
    if (end > 0) yield escaped(text.slice(0, end));
  }
  rest += decoder.decode();
  if (rest !== "") yield escaped(rest);
}
