/**
 * A TCP load balancer with health checks.
 *
 * @module
 */
import { createDeadline, raceWithAbort } from "../../async/deadline.ts";
import { sleep } from "../../async/sleep.ts";
import { acceptConnections } from "../../platform/accept_connections.ts";
import type { Clock } from "../../platform/system.ts";

/** A host and a port. */
export interface Upstream {
  readonly hostname: string;
  readonly port: number;
}

/** Options of {@linkcode LoadBalancer}. */
export interface LoadBalancerOptions {
  readonly listen: Upstream;
  readonly upstreams: readonly Upstream[];
  readonly clock: Clock;
  /** Receives changes of health and failed connections, one line each. */
  readonly log: (line: string) => void;
}

/** Interval and time limit of a health check, milliseconds. */
const CHECK_MS = 1000;
const CHECK_TIMEOUT_MS = 1000;
/** Time limit of a connection to an upstream, milliseconds. */
const CONNECT_TIMEOUT_MS = 5000;

/** Forwards each connection to one healthy upstream, in turn. */
export class LoadBalancer {
  readonly #options: LoadBalancerOptions;
  readonly #listener: Deno.TcpListener;
  readonly #healthy = new Set<Upstream>();
  readonly #connections = new Set<Deno.Conn>();
  readonly #stop = new AbortController();
  #turn = 0;

  /** Listens, and starts the health checks. */
  constructor(options: LoadBalancerOptions) {
    this.#options = options;
    this.#listener = Deno.listen({ ...options.listen, reuseAddress: true } as Deno.ListenOptions);
    this.#accept();
    for (const upstream of options.upstreams) this.#check(upstream);
  }

  /** Port it listens on. */
  get port(): number {
    return this.#listener.addr.port;
  }

  /** Upstreams that accepted their last check. */
  get healthy(): readonly Upstream[] {
    return this.#options.upstreams.filter((upstream) => this.#healthy.has(upstream));
  }

  /** Stops listening and closes all connections. */
  close(): void {
    this.#stop.abort();
    this.#listener.close();
    for (const connection of this.#connections) this.#end(connection);
  }

  async #accept(): Promise<void> {
    await acceptConnections(this.#listener, this.#options.clock, (client) => {
      this.#connections.add(client);
      this.#forward(client).catch((error) => {
        if (!isConnectionError(error)) throw error;
      }).finally(() => this.#end(client));
    });
  }

  async #forward(client: Deno.TcpConn): Promise<void> {
    const server = await this.#connect();
    if (server === undefined) return;
    this.#connections.add(server);
    try {
      client.setNoDelay(true);
      server.setNoDelay(true);
      await Promise.all([pipe(client, server), pipe(server, client)]);
    } finally {
      this.#end(server);
    }
  }

  /** Connects to the next upstream; to the unhealthy ones when no healthy one accepts. */
  async #connect(): Promise<Deno.TcpConn | undefined> {
    const { upstreams, log } = this.#options;
    const start = this.#turn++;
    const inTurn = upstreams.map((_, index) => upstreams[(start + index) % upstreams.length]!);
    const isHealthy = (upstream: Upstream) => this.#healthy.has(upstream);
    const order = [...inTurn.filter(isHealthy), ...inTurn.filter((other) => !isHealthy(other))];
    for (const upstream of order) {
      const connection = await this.#dial(upstream, CONNECT_TIMEOUT_MS);
      if (connection !== undefined) return connection;
    }
    log(`no upstream accepts connections`);
    return undefined;
  }

  async #check(upstream: Upstream): Promise<void> {
    const { clock, log } = this.#options;
    const name = `${upstream.hostname}:${upstream.port}`;
    try {
      for (;;) {
        const connection = await this.#dial(upstream, CHECK_TIMEOUT_MS);
        connection?.close();
        const isHealthy = connection !== undefined;
        if (isHealthy !== this.#healthy.has(upstream)) {
          log(`upstream ${name} is ${isHealthy ? "healthy" : "unhealthy"}`);
          if (isHealthy) this.#healthy.add(upstream);
          else this.#healthy.delete(upstream);
        }
        await sleep(clock, CHECK_MS, this.#stop.signal);
      }
    } catch (error) {
      if (error !== this.#stop.signal.reason) throw error;
    }
  }

  /** Connects; undefined when the upstream refuses or the time limit expires. */
  async #dial(upstream: Upstream, ms: number): Promise<Deno.TcpConn | undefined> {
    using deadline = createDeadline({
      clock: this.#options.clock,
      ms,
      signals: [this.#stop.signal],
      expired: () => new DOMException("no connection", "TimeoutError"),
    });
    const connecting = Deno.connect(upstream);
    try {
      return await raceWithAbort(connecting, deadline.signal);
    } catch (error) {
      if (this.#stop.signal.aborted) throw this.#stop.signal.reason;
      // Closes a connection that is made after the time limit.
      connecting.then((late) => late.close(), () => {});
      if (deadline.signal.aborted || isConnectionError(error)) return undefined;
      throw error;
    }
  }

  #end(connection: Deno.Conn): void {
    if (!this.#connections.delete(connection)) return;
    connection.close();
  }
}

/** Copies a direction to its end, then ends the other side's input. */
async function pipe(from: Deno.TcpConn, to: Deno.TcpConn): Promise<void> {
  const buffer = new Uint8Array(65_536);
  for (;;) {
    const count = await from.read(buffer);
    if (count === null) break;
    for (let at = 0; at < count;) at += await to.write(buffer.subarray(at, count));
  }
  await to.closeWrite();
}

/** Returns whether an error is one of a connection, whose peer receives its end. */
function isConnectionError(error: unknown): boolean {
  return error instanceof Error && ("code" in error || error instanceof Deno.errors.BadResource ||
    error instanceof Deno.errors.Interrupted || error.name === "AbortError");
}
