/**
 * Lines about connections and calls on stderr, for `OSCTL_DEBUG=1`. They contain neither headers nor
 * messages, which may be secret.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { escapeControls } from "./text.ts";

/** Facts of a line, in order; undefined ones are omitted. */
export type TraceFacts = Readonly<Record<string, string | number | undefined>>;

/** A connection or call in progress. */
export interface TracedCall {
  /**
   * Prints its line.
   *
   * @param error The error that ended it; undefined after a success.
   */
  end(facts: TraceFacts, error?: unknown): void;
}

/** Prints a line for each connection and each call when it ends. */
export class CallTrace {
  readonly #print: (line: string) => Promise<void>;
  readonly #clock: { now(): number };
  #written = Promise.resolve();

  /** @param print Writes a line to stderr. */
  constructor(print: (line: string) => Promise<void>, clock: { now(): number }) {
    this.#print = print;
    this.#clock = clock;
  }

  /** Starts the time of a connection or call. */
  begin(kind: "connection" | "call" | "request", facts: TraceFacts): TracedCall {
    const startedAt = this.#clock.now();
    return {
      end: (more, error) => {
        const time = `${Math.max(0, this.#clock.now() - startedAt)}ms`;
        const all = { ...facts, status: "OK", ...more, time, ...errorFacts(error) };
        const pairs = Object.entries(all).flatMap(([name, value]) =>
          value === undefined ? [] : [`${name}=${formatValue(String(value))}`]
        );
        this.#write(`osctl: debug: ${kind} ${pairs.join(" ")}\n`);
      },
    };
  }

  /**
   * Resolves when all lines are written.
   *
   * @throws The first error of a write.
   */
  async flush(): Promise<void> {
    await this.#written;
  }

  #write(line: string): void {
    this.#written = this.#written.then(() => this.#print(line));
    this.#written.catch(() => {}); // `flush` rejects with the error
  }
}

function errorFacts(error: unknown): TraceFacts {
  if (error === undefined) return {};
  if (!(error instanceof OsctlError)) return { status: "internal", error: String(error) };
  // Errors of calls have a gRPC status.
  const code = "codeName" in error ? String(error.codeName) : error.kind;
  return { status: code, error: error.message };
}

function formatValue(text: string): string {
  const escaped = escapeControls(text);
  return /^[^\s"=]+$/.test(escaped) ? escaped : `"${escaped.replaceAll('"', '\\"')}"`;
}
