/**
 * Random primes. A sieve by small primes and Fermat's test to the base 2, both cheap, throw out
 * what is none; that what is left is prime is for the runtime's Miller-Rabin test to say.
 *
 * @module
 */
import { checkPrime } from "node:crypto";
import { setImmediate } from "node:timers";

/** Odd numbers looked at from a random start; among 2048 bit ones, 23 primes on average. */
const SPAN = 1 << 14;

/** FIPS 186-4, table C.3, asks for 5 rounds with 1024 bits and for 4 with 1536. */
const ROUNDS = 5;

/** Fermat tests between looks at the signal; of 2048 bits, one takes some 4 ms. */
const SLICE = 8;

/** What the primes are for, as far as it matters to the search. */
export interface PrimeOptions {
  /** A multiple of 8; the two highest bits of the primes are set. */
  readonly bits: number;
  /** A prime that must not divide a found prime less one. */
  readonly exponent: bigint;
  /** Ends the search. */
  readonly signal?: AbortSignal | undefined;
}

/** Gives one random prime after the other, forever. Throws the signal's reason when it is aborted. */
export async function* primes(options: PrimeOptions): AsyncGenerator<bigint> {
  const { bits, exponent, signal } = options;
  // The larger the numbers, the more a test costs, and the more sieving saves.
  const small = oddPrimesBelow(bits * bits / 4);
  while (true) {
    const prime = await search(randomOdd(bits), small, options);
    if (prime !== undefined && prime % exponent !== 1n && await isPrime(prime)) yield prime;
    signal?.throwIfAborted();
  }
}

/** The first number from the odd `start` on, within the span, that passes Fermat's test. */
async function search(
  start: bigint,
  small: readonly number[],
  { signal }: PrimeOptions,
): Promise<bigint | undefined> {
  let tests = 0;
  for (const offset of sieve(start, small)) {
    if (tests++ % SLICE === 0) await new Promise<void>((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
    const candidate = start + BigInt(offset);
    if (passesFermat(candidate)) return candidate;
  }
  return undefined;
}

/** The even offsets from the odd `start` on, within the span, at which no small prime divides. */
export function* sieve(start: bigint, small: readonly number[]): Generator<number> {
  const divided = new Uint8Array(SPAN);
  for (const prime of small) {
    const rest = Number(start % BigInt(prime));
    // Half the distance to the next multiple that is odd.
    let index = rest === 0 ? 0 : (rest % 2 === 0 ? 2 * prime - rest : prime - rest) / 2;
    for (; index < SPAN; index += prime) divided[index] = 1;
  }
  for (let index = 0; index < SPAN; index++) if (divided[index] === 0) yield 2 * index;
}

/** Whether `2 ** (number - 1)` leaves the rest 1: true for primes, and for next to nothing else. */
export function passesFermat(number: bigint): boolean {
  let power = 1n;
  for (const bit of (number - 1n).toString(2)) {
    power = power * power % number;
    if (bit === "1") power <<= 1n;
  }
  return power % number === 1n;
}

/** The odd primes below a limit, in order. */
export function oddPrimesBelow(limit: number): number[] {
  const found: number[] = [];
  const divided = new Uint8Array(limit / 2);
  for (let index = 1; index < divided.length; index++) {
    if (divided[index] === 1) continue;
    const prime = 2 * index + 1;
    found.push(prime);
    for (let at = 2 * index * (index + 1); at < divided.length; at += prime) divided[at] = 1;
  }
  return found;
}

function randomOdd(bits: number): bigint {
  const bytes = crypto.getRandomValues(new Uint8Array(bits / 8));
  bytes[0]! |= 0xc0;
  bytes[bytes.length - 1]! |= 1;
  return BigInt(`0x${bytes.toHex()}`);
}

async function isPrime(number: bigint): Promise<boolean> {
  return await new Promise((resolve, reject) => {
    checkPrime(number, { checks: ROUNDS }, (error, result) => {
      if (error === null) resolve(result);
      else reject(error);
    });
  });
}
