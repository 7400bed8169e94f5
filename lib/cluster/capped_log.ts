/**
 * The log of a background process: a file that is its stderr, with a limited size.
 *
 * @module
 */
import { redactNodeText } from "../pki/redact_node_text.ts";

/** Size at which the content moves to the older file, bytes. */
const LIMIT = 10_000_000;
/** Longest entry, characters; an error may quote a request. */
const MAX_ENTRY_LENGTH = 10_000;

/** Files of a log. */
export interface LogPaths {
  readonly logPath: string;
  readonly olderLogPath: string;
}

/** Receives the lines of a log. */
export interface LogOutput {
  write(line: string): Promise<void>;
}

/** Writes errors to stderr, which appends to a file. Writes are sequential. */
export class CappedLog {
  readonly #stderr: LogOutput;
  readonly #paths: LogPaths;
  readonly #limit: number;
  /** Bytes of the file, of other processes' errors as well; undefined before the first write. */
  #size: number | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(stderr: LogOutput, paths: LogPaths, limit: number = LIMIT) {
    this.#stderr = stderr;
    this.#paths = paths;
    this.#limit = limit;
  }

  /** Writes an error and where it occurred, without machine configuration. */
  report(error: unknown, where: string): Promise<void> {
    const text = error instanceof Error ? error.stack ?? error.message : String(error);
    return this.write(`${where}: ${redactNodeText(text).slice(0, MAX_ENTRY_LENGTH)}`);
  }

  /** Writes a line. */
  write(line: string): Promise<void> {
    const written = this.#last.then(() => this.#append(`${line}\n`));
    // The caller receives the error; the next write does not.
    this.#last = written.catch(() => {});
    return written;
  }

  async #append(line: string): Promise<void> {
    const { logPath, olderLogPath } = this.#paths;
    this.#size ??= await fileSize(logPath);
    if (this.#size >= this.#limit) {
      // stderr appends to the same file, so that renaming it would have no effect.
      await Deno.copyFile(logPath, olderLogPath);
      await Deno.truncate(logPath);
      this.#size = 0;
    }
    await this.#stderr.write(line);
    this.#size += new TextEncoder().encode(line).length;
  }
}

/** Returns the size of a file, bytes; 0 when it does not exist. */
async function fileSize(path: string): Promise<number> {
  try {
    return (await Deno.stat(path)).size;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return 0;
    throw error;
  }
}
