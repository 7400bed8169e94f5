/**
 * The serial console of a machine on a Unix socket: every client receives the output, and its input is
 * sent to the machine.
 *
 * @module
 */
import { acceptConnections } from "../../platform/accept_connections.ts";
import { wallClock } from "../../platform/wall_clock.ts";

/** Output sent to a new client, bytes. */
const BACKLOG_BYTES = 8192;
/** Queued output of a client that does not read, bytes; then it is disconnected. */
const QUEUE_BYTES = 1 << 20;

interface ConsoleClient {
  readonly connection: Deno.Conn;
  queued: number;
  last: Promise<void>;
}

/** Serves the console of one machine. */
export class SerialConsole {
  readonly #listener: Deno.Listener;
  readonly #onInput: (data: Uint8Array) => void;
  readonly #clients = new Set<ConsoleClient>();
  #backlog = new Uint8Array();

  /**
   * Listens on a socket, which replaces an old one.
   *
   * @param onInput receives the input of the clients.
   */
  constructor(path: string, onInput: (data: Uint8Array) => void) {
    try {
      Deno.removeSync(path);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
    this.#listener = Deno.listen({ transport: "unix", path });
    Deno.chmodSync(path, 0o600);
    this.#onInput = onInput;
    this.#accept();
  }

  /** Sends output of the machine to the clients. */
  publish(data: Uint8Array): void {
    const all = new Uint8Array(this.#backlog.length + data.length);
    all.set(this.#backlog);
    all.set(data, this.#backlog.length);
    this.#backlog = all.subarray(Math.max(0, all.length - BACKLOG_BYTES)).slice();
    for (const client of this.#clients) this.#send(client, data.slice());
  }

  /** Stops listening and disconnects the clients. */
  close(): void {
    this.#listener.close();
    for (const client of this.#clients) this.#remove(client);
  }

  async #accept(): Promise<void> {
    await acceptConnections(this.#listener, wallClock, (connection) => {
      const client: ConsoleClient = { connection, queued: 0, last: Promise.resolve() };
      this.#clients.add(client);
      this.#send(client, this.#backlog);
      this.#read(client);
    });
  }

  #read(client: ConsoleClient): void {
    (async () => {
      const buffer = new Uint8Array(4096);
      for (;;) {
        const count = await client.connection.read(buffer);
        if (count === null) return;
        this.#onInput(buffer.slice(0, count));
      }
    })().catch(ignoreDisconnect).finally(() => this.#remove(client));
  }

  #send(client: ConsoleClient, data: Uint8Array): void {
    client.queued += data.length;
    if (client.queued > QUEUE_BYTES) return this.#remove(client);
    client.last = client.last.then(async () => {
      for (let at = 0; at < data.length;) at += await client.connection.write(data.subarray(at));
      client.queued -= data.length;
    }).catch((error) => {
      ignoreDisconnect(error);
      this.#remove(client);
    });
  }

  #remove(client: ConsoleClient): void {
    if (!this.#clients.delete(client)) return;
    client.connection.close();
  }
}

/** Ignores the errors of a connection that its peer closed. */
export function ignoreDisconnect(error: unknown): void {
  const isDisconnect = error instanceof Deno.errors.BrokenPipe ||
    error instanceof Deno.errors.ConnectionReset || error instanceof Deno.errors.BadResource ||
    error instanceof Deno.errors.Interrupted;
  if (!isDisconnect) throw error;
}
