/**
 * Client of the QEMU machine protocol (QMP): one JSON object per line over a Unix socket.
 *
 * @module
 */
import { sleep } from "../../async/sleep.ts";
import { OsctlError } from "../../errors.ts";
import type { Clock } from "../../platform/system.ts";

/** An event of the machine. */
export interface QmpEvent {
  /** For example `SHUTDOWN`. */
  readonly name: string;
  readonly data: Readonly<Record<string, unknown>>;
}

interface Waiting {
  readonly command: string;
  resolve(value: unknown): void;
  reject(error: OsctlError): void;
}

/** Interval between connection attempts, milliseconds. */
const RETRY_MS = 20;

/** A connection to a machine. */
export class QmpClient {
  readonly #connection: Deno.UnixConn;
  readonly #onEvent: (event: QmpEvent) => void;
  readonly #waiting = new Map<number, Waiting>();
  #next = 1;
  #closed = Promise.withResolvers<void>();
  #isClosed = false;

  private constructor(connection: Deno.UnixConn, onEvent: (event: QmpEvent) => void) {
    this.#connection = connection;
    this.#onEvent = onEvent;
  }

  /**
   * Connects, retrying until the socket exists.
   *
   * @param signal cancels the attempts.
   */
  static async connect(
    path: string,
    options: {
      readonly clock: Clock;
      readonly signal: AbortSignal;
      readonly onEvent?: (event: QmpEvent) => void;
    },
  ): Promise<QmpClient> {
    for (;;) {
      try {
        const connection = await Deno.connect({ transport: "unix", path });
        const client = new QmpClient(connection, options.onEvent ?? (() => {}));
        client.#read();
        await client.execute("qmp_capabilities");
        return client;
      } catch (error) {
        const isStarting = error instanceof Deno.errors.NotFound ||
          error instanceof Deno.errors.ConnectionRefused;
        if (!isStarting) throw error;
      }
      await sleep(options.clock, RETRY_MS, options.signal);
    }
  }

  /** Resolves when the connection is closed. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  /**
   * Executes a command and returns its value.
   *
   * @throws {OsctlError} of kind `node` with the error of the machine, of kind `connection` when the
   *   connection ends first.
   */
  async execute(command: string, args?: Readonly<Record<string, unknown>>): Promise<unknown> {
    if (this.#isClosed) throw closedError(command);
    const id = this.#next++;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.set(id, { command, resolve, reject });
    const text = JSON.stringify({ execute: command, ...args && { arguments: args }, id });
    const bytes = new TextEncoder().encode(`${text}\n`);
    try {
      for (let at = 0; at < bytes.length;) at += await this.#connection.write(bytes.subarray(at));
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      this.close();
    }
    return await promise;
  }

  /** Closes the connection. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#connection.close();
    for (const { command, reject } of this.#waiting.values()) reject(closedError(command));
    this.#waiting.clear();
    this.#closed.resolve();
  }

  /** Reads until the connection ends. */
  #read(): void {
    (async () => {
      const decoder = new TextDecoder();
      const buffer = new Uint8Array(16_384);
      let text = "";
      for (;;) {
        const count = await this.#connection.read(buffer);
        if (count === null) return;
        text += decoder.decode(buffer.subarray(0, count), { stream: true });
        const lines = text.split("\n");
        text = lines.pop()!;
        for (const line of lines) if (line.trim() !== "") this.#receive(JSON.parse(line));
      }
    })().catch((error) => {
      // Every failed read ends the connection; an invalid line too.
      if (!(error instanceof Error)) throw error;
    }).finally(() => this.close());
  }

  #receive(message: Readonly<Record<string, unknown>>): void {
    if (typeof message["event"] === "string") {
      this.#onEvent({ name: message["event"], data: (message["data"] ?? {}) as QmpEvent["data"] });
      return;
    }
    const id = message["id"] as number;
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    const failure = message["error"] as { readonly desc?: string } | undefined;
    if (failure === undefined) return waiting.resolve(message["return"]);
    waiting.reject(
      new OsctlError("node", `the machine rejected "${waiting.command}": ${failure.desc}`),
    );
  }
}

function closedError(command: string): OsctlError {
  return new OsctlError("connection", `the machine stopped during "${command}"`);
}
