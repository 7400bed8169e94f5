/**
 * Spreads calls over endpoints: one channel each, in turn, passing over those that are down.
 *
 * @module
 */
import { firstSuccess } from "../async/hedge.ts";
import { OsctlError } from "../errors.ts";
import type { Clock, Random } from "../platform/system.ts";
import type { Channel } from "../rpc/types.ts";

/** The next endpoint is tried when one takes longer than this to connect, milliseconds. */
const HEDGE_AFTER_MS = 250;

/** What a pool needs. */
export interface PoolOptions {
  /** Opens the channel of an endpoint; called once for each endpoint that is used. */
  open(endpoint: string): Channel;
  clock: Clock;
  random: Random;
}

/** One endpoint and what is known of it. */
interface Link {
  readonly endpoint: string;
  channel?: Channel;
  /** Resolves once connected. */
  attempt?: Promise<Channel>;
  /** The last attempt failed. */
  down: boolean;
  /** The last attempt took long. */
  slow: boolean;
}

/**
 * Hands out connected channels. The endpoints are shuffled once; then every call starts with the
 * next one. Nothing of a call has been sent when an endpoint turns out to be down, so the call goes
 * through another one.
 */
export class EndpointPool {
  readonly #links: readonly Link[];
  readonly #options: PoolOptions;
  #next = 0;

  constructor(endpoints: readonly string[], options: PoolOptions) {
    this.#options = options;
    this.#links = shuffle(endpoints, options.random)
      .map((endpoint) => ({ endpoint, down: false, slow: false }));
  }

  /**
   * A channel that is connected.
   *
   * @throws {OsctlError} of kind `connection` naming every endpoint when none can be reached; the
   * signal's reason when it is aborted.
   */
  channel(signal: AbortSignal): Promise<Channel> {
    const start = this.#next++ % this.#links.length;
    const turn = [...this.#links.slice(start), ...this.#links.slice(0, start)];
    const order = turn.toSorted((a, b) => rank(a) - rank(b));
    return this.#firstConnected(order, signal);
  }

  /** Closes every channel. */
  close(): void {
    for (const { channel } of this.#links) channel?.close();
  }

  async #firstConnected(order: readonly Link[], signal: AbortSignal): Promise<Channel> {
    return await firstSuccess(order, (link) => this.#connect(link), {
      clock: this.#options.clock,
      delayMs: HEDGE_AFTER_MS,
      signal,
      onSlow: (link) => link.slow = true,
      allFailed: noneReached,
    });
  }

  /** Joins the attempt under way, or starts one. Succeeds at once on a connected channel. */
  #connect(link: Link): Promise<Channel> {
    link.attempt ??= this.#attempt(link).finally(() => delete link.attempt);
    return link.attempt;
  }

  async #attempt(link: Link): Promise<Channel> {
    link.channel ??= this.#options.open(link.endpoint);
    try {
      await link.channel.connect();
      link.down = link.slow = false;
      return link.channel;
    } catch (error) {
      if (error instanceof OsctlError) link.down = true;
      throw error;
    }
  }
}

/** Which to try first: those that are or may be up, then the slow, then the failed. */
function rank({ down, slow }: Link): number {
  return down ? 2 : slow ? 1 : 0;
}

function noneReached(failures: readonly OsctlError[]): OsctlError {
  const [first] = failures;
  if (failures.length === 1) return first!;
  const reasons = failures.map(({ message }) => message).join("; ");
  return new OsctlError("connection", `none of ${failures.length} endpoints works: ${reasons}`, {
    ...(first?.hint === undefined ? {} : { hint: first.hint }),
    cause: first,
  });
}

/** A random order, every order equally likely (Fisher and Yates). */
function shuffle(items: readonly string[], random: Random): string[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last--) {
    const draw = new DataView(random.bytes(4).buffer).getUint32(0) / 2 ** 32;
    const other = Math.floor(draw * (last + 1));
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}
