/**
 * Random probable primes by FIPS 186-5, appendix A.1.3, step 4: each candidate is a fresh random
 * number, never a neighbour of one that failed. Trial division and a Fermat test, both cheap, reject
 * most composites; the Miller-Rabin test confirms the rest.
 *
 * @module
 */

/**
 * Miller-Rabin rounds with random bases. FIPS 186-5, table B.1, requires 5 for an error probability
 * of 2^-112 at 1024 bits, and fewer at more bits.
 */
const MILLER_RABIN_ROUNDS = 5;

/** Options of a search for primes. */
export interface PrimeOptions {
  /** Length, a multiple of 8. The two highest bits are set, so a product has twice the length. */
  readonly bits: number;
  /** A prime that must not divide a prime found minus 1. */
  readonly exponent: bigint;
  /** Cancels the search. */
  readonly signal?: AbortSignal | undefined;
  /** Returns a candidate: odd, of full length, with fresh random bits. */
  readonly randomCandidate?: (bits: number) => bigint;
}

/** Yields random primes indefinitely. Throws the reason of an aborted signal. */
export async function* primes(options: PrimeOptions): AsyncGenerator<bigint> {
  const { bits, exponent, signal, randomCandidate = randomOdd } = options;
  // Where another small prime costs more time than the Fermat tests it saves.
  const hasSmallFactor = trialDivision(bits * bits / 64);
  for (;;) {
    const candidate = randomCandidate(bits);
    if (hasSmallFactor(candidate)) continue;
    await yieldToEvents();
    signal?.throwIfAborted();
    if (!passesFermat(candidate)) continue;
    if (candidate % exponent !== 1n && isProbablyPrime(candidate)) yield candidate;
  }
}

/**
 * Returns a check whether an odd prime below `limit` divides a number larger than `limit`. Products
 * of small primes up to 2^53 share one long division.
 */
export function trialDivision(limit: number): (candidate: bigint) => boolean {
  const groups: { product: bigint; factors: number[] }[] = [];
  let product = 1;
  let factors: number[] = [];
  for (const prime of oddPrimesBelow(limit)) {
    if (product * prime > Number.MAX_SAFE_INTEGER) {
      groups.push({ product: BigInt(product), factors });
      [product, factors] = [1, []];
    }
    product *= prime;
    factors.push(prime);
  }
  groups.push({ product: BigInt(product), factors });
  return (candidate) =>
    groups.some(({ product, factors }) => {
      const remainder = Number(candidate % product);
      return factors.some((factor) => remainder % factor === 0);
    });
}

/** Returns whether `2 ** (number - 1)` is 1 modulo `number`, as for every odd prime. */
export function passesFermat(number: bigint): boolean {
  let power = 1n;
  for (const bit of (number - 1n).toString(2)) {
    power = power * power % number;
    if (bit === "1") power <<= 1n;
  }
  return power % number === 1n;
}

/** Returns the odd primes below a limit, ascending. */
export function oddPrimesBelow(limit: number): number[] {
  const found: number[] = [];
  const isComposite = new Uint8Array(limit / 2);
  for (let index = 1; index < isComposite.length; index++) {
    if (isComposite[index] === 1) continue;
    const prime = 2 * index + 1;
    found.push(prime);
    for (let at = 2 * index * (index + 1); at < isComposite.length; at += prime) {
      isComposite[at] = 1;
    }
  }
  return found;
}

/** Returns an odd number with the two highest bits set and all others random. */
export function randomOdd(bits: number): bigint {
  const bytes = crypto.getRandomValues(new Uint8Array(bits / 8));
  bytes[0]! |= 0b1100_0000;
  bytes[bytes.length - 1]! |= 1;
  return BigInt(`0x${bytes.toHex()}`);
}

/**
 * Returns whether an odd number above 3 passes {@linkcode MILLER_RABIN_ROUNDS} rounds of the
 * Miller-Rabin test with random bases (FIPS 186-5, B.3.1).
 */
export function isProbablyPrime(number: bigint): boolean {
  const minusOne = number - 1n;
  const bits = minusOne.toString(2);
  const twos = bits.length - 1 - bits.lastIndexOf("1");
  const odd = minusOne >> BigInt(twos);
  for (let round = 0; round < MILLER_RABIN_ROUNDS; round++) {
    let power = modularPower(randomBelow(number - 3n) + 2n, odd, number);
    if (power === 1n || power === minusOne) continue;
    let isWitness = true;
    for (let square = 1; square < twos && isWitness; square++) {
      power = power * power % number;
      isWitness = power !== minusOne;
    }
    if (isWitness) return false;
  }
  return true;
}

/** Returns `base ** exponent % modulus`, four bits of the exponent at a time. */
function modularPower(base: bigint, exponent: bigint, modulus: bigint): bigint {
  const powers = [1n];
  while (powers.length < 16) powers.push(powers.at(-1)! * base % modulus);
  let power = 1n;
  for (const digit of exponent.toString(16)) {
    for (let square = 0; square < 4; square++) power = power * power % modulus;
    power = power * powers[Number.parseInt(digit, 16)]! % modulus;
  }
  return power;
}

/** Returns a random number from 0 to `limit`, exclusive, with 64 bits more than needed against bias. */
function randomBelow(limit: bigint): bigint {
  const length = Math.ceil(limit.toString(16).length / 2) + 8;
  return BigInt(`0x${crypto.getRandomValues(new Uint8Array(length)).toHex()}`) % limit;
}

/** Lets events be handled: a Fermat test at 2048 bits takes about 5 ms. A timer of the runtime would load a module that takes 4 ms. */
function yieldToEvents(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
