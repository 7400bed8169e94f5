/**
 * Distributes calls over endpoints: one channel each, round robin after the first calls, without
 * endpoints that are down.
 *
 * @module
 */
import { firstSuccess } from "../async/hedge.ts";
import { OsctlError } from "../errors.ts";
import type { Clock, Random } from "../platform/system.ts";
import type { Channel } from "../rpc/types.ts";

/** Delay of the hedged attempt through the next endpoint, milliseconds. */
const HEDGE_AFTER_MS = 250;

/** Calls that use the first endpoint: connecting to others takes more than a few calls. */
export const FIRST_CALLS = 4;

/** Calls within this time of a failed attempt share its error, milliseconds. */
const SHARED_FAILURE_MS = 100;

/** Options of {@linkcode EndpointPool}. */
export interface PoolOptions {
  /** Opens the channel of an endpoint; called at most once per endpoint. */
  open(endpoint: string): Channel;
  clock: Clock;
  random: Random;
}

/** State of an endpoint. */
interface PooledEndpoint {
  readonly endpoint: string;
  channel?: Channel;
  /** Resolves once connected. */
  attempt?: Promise<Channel>;
  /** The last attempt if it failed. */
  failure?: { readonly error: OsctlError; readonly at: number } | undefined;
  /** Whether the last attempt exceeded the hedging delay. */
  isSlow: boolean;
}

/**
 * Returns connected channels. The endpoints are shuffled once. The first calls start with the first
 * endpoint, and then every call with the next one. An endpoint that is down is detected before
 * anything is sent, so that the call can use another one.
 */
export class EndpointPool {
  readonly #endpoints: readonly PooledEndpoint[];
  readonly #options: PoolOptions;
  #calls = 0;

  constructor(endpoints: readonly string[], options: PoolOptions) {
    this.#options = options;
    this.#endpoints = shuffle(endpoints, options.random)
      .map((endpoint) => ({ endpoint, isSlow: false }));
  }

  /**
   * Returns a connected channel.
   *
   * @throws {OsctlError} of kind `connection` with every endpoint when none can be reached; the
   * signal's reason when it is aborted.
   */
  channel(signal: AbortSignal): Promise<Channel> {
    const start = Math.max(0, ++this.#calls - FIRST_CALLS) % this.#endpoints.length;
    const rotated = [...this.#endpoints.slice(start), ...this.#endpoints.slice(0, start)];
    const order = rotated.toSorted((a, b) => getRank(a) - getRank(b));
    const { channel } = order[0]!;
    // Most calls: without a timer and a signal for attempts.
    if (channel?.isConnected && !signal.aborted) return Promise.resolve(channel);
    return this.#connectFirst(order, signal);
  }

  /** Closes every channel. */
  close(): void {
    for (const { channel } of this.#endpoints) channel?.close();
  }

  async #connectFirst(order: readonly PooledEndpoint[], signal: AbortSignal): Promise<Channel> {
    return await firstSuccess(order, (endpoint) => this.#connect(endpoint), {
      clock: this.#options.clock,
      delayMs: HEDGE_AFTER_MS,
      signal,
      onSlow: (endpoint) => endpoint.isSlow = true,
      allFailed: (errors) => createPoolError(order.map(({ endpoint }) => endpoint), errors),
    });
  }

  /**
   * Joins the pending attempt, or starts one. Resolves at once on a connected channel; rejects at once
   * after a recent failure, as each attempt costs a socket and many calls retry at the same time.
   */
  #connect(pooled: PooledEndpoint): Promise<Channel> {
    const { failure } = pooled;
    const age = failure && this.#options.clock.now() - failure.at;
    // A negative age: the clock was set back.
    if (age !== undefined && age >= 0 && age < SHARED_FAILURE_MS) {
      return Promise.reject(failure!.error);
    }
    pooled.attempt ??= this.#attempt(pooled).finally(() => delete pooled.attempt);
    return pooled.attempt;
  }

  async #attempt(pooled: PooledEndpoint): Promise<Channel> {
    pooled.channel ??= this.#options.open(pooled.endpoint);
    try {
      await pooled.channel.connect();
      pooled.failure = undefined;
      pooled.isSlow = false;
      return pooled.channel;
    } catch (error) {
      if (error instanceof OsctlError) {
        pooled.failure = { error, at: this.#options.clock.now() };
      }
      throw error;
    }
  }
}

/** Orders endpoints: reachable and untried ones first, then slow ones, then failed ones. */
function getRank({ failure, isSlow }: PooledEndpoint): number {
  return failure !== undefined ? 2 : isSlow ? 1 : 0;
}

/** Combines the errors of endpoints, in their order; equal reasons are one. */
function createPoolError(
  endpoints: readonly string[],
  failures: readonly OsctlError[],
): OsctlError {
  const [first] = failures;
  if (failures.length === 1) return first!;
  const equal = Map.groupBy(
    failures.map(({ message }, index) => ({ message, endpoint: endpoints[index]! })),
    ({ message, endpoint }) => message.replaceAll(endpoint, "\0"),
  );
  // A reason without endpoint, such as unusable credentials, concerns none of them.
  const isOwn = failures.every(({ message }) => message === first!.message);
  if (isOwn) return first!;
  const reasons = [...equal.values()].map(([one, ...others]) =>
    others.length === 0
      ? one!.message
      : `${one!.message}, the same for ${others.map(({ endpoint }) => endpoint).join(", ")}`
  );
  return new OsctlError(
    "connection",
    `all ${failures.length} endpoints failed: ${reasons.join("; ")}`,
    {
      ...(first?.hint === undefined ? {} : { hint: first.hint }),
      cause: first,
    },
  );
}

/** Shuffles with equal probability of every order (Fisher-Yates). */
function shuffle(items: readonly string[], random: Random): string[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last--) {
    const draw = new DataView(random.bytes(4).buffer).getUint32(0) / 2 ** 32;
    const other = Math.floor(draw * (last + 1));
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}
