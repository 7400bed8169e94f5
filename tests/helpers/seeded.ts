/** Property tests: many runs with random input, each from a seed that a failure prints. */

/** A deterministic generator (mulberry32). */
export class Seeded {
  #state: number;

  constructor(readonly seed: number) {
    this.#state = seed;
  }

  /** Returns an integer from 0 to `limit`, exclusive. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor(((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32 * limit);
  }

  /** Returns an integer between the limits, inclusive. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  /** Returns true with probability 1 in `times`. */
  oneIn(times: number): boolean {
    return this.below(times) === 0;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  list<T>(most: number, item: (index: number) => T): T[] {
    return Array.from({ length: this.below(most + 1) }, (_, index) => item(index));
  }

  /** Splits `bytes` into random chunks, some of them empty when `empty` is set. */
  pieces(bytes: Uint8Array, longest: number, empty = false): Uint8Array[] {
    const pieces: Uint8Array[] = [];
    for (let at = 0; at < bytes.length;) {
      const length = empty && this.oneIn(8) ? 0 : this.between(1, longest);
      pieces.push(bytes.slice(at, at + length));
      at += length;
    }
    return pieces;
  }
}

/**
 * Returns the seed of generated cases: fixed, so that a change alone decides the result of the
 * suite, unless `OSCTL_SEED` is a number, or `random`, which takes a new one.
 */
export function readSeed(): number {
  const seed = Deno.env.get("OSCTL_SEED") ?? "1";
  return seed === "random" ? crypto.getRandomValues(new Int32Array(1))[0]! : Number(seed);
}

/** Time after which a run counts as stuck, milliseconds. */
const MAX_RUN_MS = 60_000;

/**
 * Defines a property test: runs `body` `runs` times with consecutive seeds from
 * {@linkcode readSeed}. `OSCTL_PROPERTY_RUNS` sets the number of runs.
 */
export function property(
  name: string,
  runs: number,
  body: (random: Seeded) => Promise<void>,
): void {
  Deno.test(name, async () => {
    const first = readSeed() >>> 0;
    const count = Number(Deno.env.get("OSCTL_PROPERTY_RUNS") ?? runs);
    for (let run = 0; run < count; run++) {
      const seed = (first + run) % 2 ** 32;
      const timer = Promise.withResolvers<never>();
      const timeout = setTimeout(() => timer.reject(new Error("does not end")), MAX_RUN_MS);
      try {
        await Promise.race([body(new Seeded(seed)), timer.promise]);
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw new Error(`fails with OSCTL_SEED=${seed}: ${reason}`, { cause });
      } finally {
        clearTimeout(timeout);
      }
    }
  });
}
