/**
 * Prints the logs of several nodes, as text or as records.
 *
 * @module
 */
import { type LogLineOptions, LogLines } from "./log_lines.ts";
import { createRecordWriter, type RowFormat } from "./rows.ts";
import { WriteBehind, type Writer } from "./write_behind.ts";

/** Prints log chunks as they arrive. */
export interface LogPrinter {
  /** Prints a chunk of a node's log. A returned promise must be awaited before the next chunk. */
  add(node: string, bytes: Uint8Array): Promise<void> | undefined;
  /** Prints incomplete last lines and flushes. */
  end(): Promise<void>;
}

/** Options of {@linkcode createLogPrinter}. */
export interface LogPrinterOptions {
  format: RowFormat;
  /** Standard output is a terminal, so control sequences are escaped. */
  terminal: boolean;
  /** Leave SGR sequences on a terminal; default true. */
  colour?: boolean;
}

/** Creates the printer of a format. */
export function createLogPrinter(
  out: Writer,
  { format, ...options }: LogPrinterOptions,
): LogPrinter {
  return format === "table" ? createTextPrinter(out, options) : createRecordPrinter(out, format);
}

function createTextPrinter(out: Writer, options: LogLineOptions): LogPrinter {
  const behind = new WriteBehind(out, { startAt: 0 });
  const lines = new LogLines(options);
  return {
    add: (node, bytes) => behind.push(lines.push(node, bytes)),
    async end() {
      await behind.push(lines.end());
      await behind.flush();
    },
  };
}

/** Fields of a log line. */
export const logView = { fields: { text: (line: string) => line }, name: null };

/** The incomplete last line of a node. */
interface PartialLine {
  readonly decoder: TextDecoder;
  parts: string[];
}

function createRecordPrinter(out: Writer, format: RowFormat): LogPrinter {
  const writer = createRecordWriter(out, logView.fields, { format, endless: true });
  const nodes = new Map<string, PartialLine>();

  async function addAll(node: string, lines: readonly string[]): Promise<void> {
    for (const line of lines) {
      const full = writer.add(node, line.replace(/\r$/, ""));
      if (full) await full;
    }
  }

  return {
    add(node, bytes) {
      let started = nodes.get(node);
      if (!started) nodes.set(node, started = { decoder: new TextDecoder(), parts: [] });
      const text = started.decoder.decode(bytes, { stream: true });
      const last = text.lastIndexOf("\n");
      if (last === -1) {
        started.parts.push(text);
        return undefined;
      }
      const complete = started.parts.join("") + text.slice(0, last);
      started.parts = [text.slice(last + 1)];
      return addAll(node, complete.split("\n"));
    },
    async end() {
      for (const [node, { decoder, parts }] of nodes) {
        const rest = parts.join("") + decoder.decode();
        if (rest !== "") await addAll(node, [rest]);
      }
      await writer.end();
    },
  };
}
