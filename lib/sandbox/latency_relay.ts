/**
 * A port with latency: relays its connections to another port and delays their data both ways.
 *
 * @module
 */
import { sleep } from "../async/sleep.ts";
import { acceptConnections } from "../platform/accept_connections.ts";
import type { Clock } from "../platform/system.ts";
import type { NodeSocket } from "./addresses.ts";
import { bindPort } from "./bind_port.ts";

/** Bytes of one read. */
const READ_SIZE = 64 * 1024;

/** Maximum bytes in transit in one direction, as a network has them in its buffers. */
const CAPACITY = 4 * 1024 * 1024;

/** Options of {@linkcode LatencyRelay.open}. */
export interface LatencyOptions {
  /** Port with latency. */
  readonly port: NodeSocket;
  /** Port of the server. */
  readonly server: NodeSocket;
  /** Returns the delay of each direction, milliseconds. */
  readonly delayMs: () => number;
  readonly clock: Clock;
}

/** Relays connections until it is closed. */
export class LatencyRelay {
  readonly #options: LatencyOptions;
  readonly #listener: Deno.TcpListener;
  /** Clients by the port with which the relay has connected to the server. */
  readonly #clients = new Map<number, NodeSocket>();
  readonly #closing = new AbortController();
  readonly #ended: Promise<void>;

  private constructor(options: LatencyOptions, listener: Deno.TcpListener) {
    this.#options = options;
    this.#listener = listener;
    this.#ended = acceptConnections(listener, options.clock, (client) => void this.#relay(client));
  }

  /**
   * Binds the port.
   *
   * @throws {Deno.errors.AddrInUse} When another process uses the port.
   */
  static async open(options: LatencyOptions): Promise<LatencyRelay> {
    return new LatencyRelay(options, await bindPort(options.port));
  }

  /** Returns the client of a connection of the relay to the server; undefined for other ports. */
  clientOf(port: number): NodeSocket | undefined {
    return this.#clients.get(port);
  }

  /** Closes the port and all connections. */
  async close(): Promise<void> {
    this.#listener.close();
    this.#closing.abort(new Error("the relay was closed"));
    await this.#ended;
  }

  async #relay(client: Deno.TcpConn): Promise<void> {
    const { server, delayMs, clock } = this.#options;
    // The system has completed the TCP handshake at once: its round trip precedes the first data.
    const connectedAt = clock.now() + 2 * delayMs();
    const { hostname, port } = client.remoteAddr;
    let upstream: Deno.TcpConn | undefined;
    const close = () => {
      closeConn(client);
      if (upstream !== undefined) closeConn(upstream);
    };
    this.#closing.signal.addEventListener("abort", close);
    let localPort = 0;
    try {
      upstream = await Deno.connect({ hostname: server.address, port: server.port });
      if (this.#closing.signal.aborted) return;
      localPort = upstream.localAddr.port;
      this.#clients.set(localPort, { address: hostname, port });
      const direction = { connectedAt, close };
      await Promise.all([
        this.#delay({ ...direction, source: client, sink: upstream }),
        this.#delay({ ...direction, source: upstream, sink: client }),
      ]);
    } catch (error) {
      // Both connections end when a side has disconnected, or the relay was closed.
      if (!this.#closing.signal.aborted && !isDisconnect(error)) throw error;
    } finally {
      this.#closing.signal.removeEventListener("abort", close);
      this.#clients.delete(localPort);
      close();
    }
  }

  /** Copies one direction; ends it when the source has ended. */
  async #delay({ source, sink, connectedAt, close }: Direction): Promise<void> {
    const { delayMs, clock } = this.#options;
    const { signal } = this.#closing;
    const buffer = new Uint8Array(READ_SIZE);
    let delivered = Promise.resolve();
    let inTransit = 0;
    for (;;) {
      const length = await source.read(buffer);
      if (length === null) break;
      const bytes = buffer.slice(0, length);
      const sentAt = Math.max(clock.now(), connectedAt);
      inTransit += length;
      delivered = delivered.then(async () => {
        const left = sentAt + delayMs() - clock.now();
        if (left > 0) await sleep(clock, left, signal);
        for (let rest = bytes; rest.length > 0;) rest = rest.subarray(await sink.write(rest));
        inTransit -= length;
      });
      // A sink that is gone ends the reads too.
      delivered.catch(close);
      if (inTransit > CAPACITY) await delivered;
    }
    await delivered;
    await sleep(clock, delayMs(), signal);
    await sink.closeWrite();
  }
}

/** One direction of a connection. */
interface Direction {
  readonly source: Deno.TcpConn;
  readonly sink: Deno.TcpConn;
  /** End of the TCP handshake, milliseconds since the epoch. */
  readonly connectedAt: number;
  /** Closes both connections. */
  close(): void;
}

function isDisconnect(error: unknown): boolean {
  return DISCONNECTS.some((type) => error instanceof type);
}

const DISCONNECTS = [
  Deno.errors.ConnectionRefused,
  Deno.errors.ConnectionReset,
  Deno.errors.ConnectionAborted,
  Deno.errors.BrokenPipe,
  Deno.errors.NotConnected,
  // Errors of operations on a connection that was closed here.
  Deno.errors.BadResource,
  Deno.errors.Interrupted,
];

/** Closes a connection that may be closed. */
function closeConn(conn: Deno.TcpConn): void {
  try {
    conn.close();
  } catch (error) {
    if (!(error instanceof Deno.errors.BadResource)) throw error;
  }
}
