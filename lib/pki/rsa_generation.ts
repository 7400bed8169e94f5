/**
 * RSA key generation with probable primes (FIPS 186-5, appendix A.1.3).
 *
 * @module
 */
import type { Der } from "./der_writer.ts";
import type { SearchOptions } from "./prime_search.ts";

/** The encoded halves of a new key. */
export interface RsaKey {
  readonly pkcs8: Der;
  /** SubjectPublicKeyInfo. */
  readonly spki: Der;
}

/** The public exponent. */
const EXPONENT = 65537n;

/** Shorter primes are found before a worker has started. */
const SHORTEST_FOR_WORKERS = 1536;

const ALGORITHM = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-512" };

/** Options of {@linkcode generateRsa}. */
export type RsaOptions = Pick<SearchOptions, "signal" | "isBackground">;

/**
 * Generates an RSA key with the public exponent 65537 and verifies a signature made with it.
 *
 * @param bits Length of the modulus: a multiple of 16, at least 1024.
 * @throws The reason of an aborted signal.
 */
export async function generateRsa(bits: number, options: RsaOptions = {}): Promise<RsaKey> {
  const jwk = await generateJwk(bits, options);
  const { kty, n, e } = jwk;
  const privateKey = await crypto.subtle.importKey("jwk", jwk, ALGORITHM, true, ["sign"]);
  const publicKey = await crypto.subtle.importKey("jwk", { kty, n, e }, ALGORITHM, true, [
    "verify",
  ]);
  const message = crypto.getRandomValues(new Uint8Array(32));
  const signature = await crypto.subtle.sign(ALGORITHM.name, privateKey, message);
  if (!await crypto.subtle.verify(ALGORITHM.name, publicKey, signature, message)) {
    throw new Error("a new RSA key does not verify its own signature");
  }
  return {
    pkcs8: new Uint8Array(await crypto.subtle.exportKey("pkcs8", privateKey)),
    spki: new Uint8Array(await crypto.subtle.exportKey("spki", publicKey)),
  };
}

async function generateJwk(bits: number, options: RsaOptions): Promise<RsaJwk> {
  const { searchPrimes } = await import("./prime_search.ts");
  const search = {
    bits: bits / 2,
    exponent: EXPONENT,
    ...(bits / 2 < SHORTEST_FOR_WORKERS ? { processors: 1 } : {}),
  };
  let first: bigint | undefined;
  for await (const prime of searchPrimes({ ...search, ...options })) {
    if (first === undefined) {
      first = prime;
      continue;
    }
    const key = composeKey(first, prime);
    if (key !== undefined) return key;
    first = undefined;
  }
  throw new Error("the search for primes ended");
}

/** A private key as a JSON Web Key (RFC 7518, section 6.3). */
type RsaJwk = Readonly<
  Record<"kty" | "n" | "e" | "d" | "p" | "q" | "dp" | "dq" | "qi", string>
>;

/**
 * Returns the private key of two primes of the same length (RFC 8017, section 3.2), or undefined
 * when FIPS 186-5 rejects the pair: primes closer than `2 ** (length - 100)` (A.1.3, step 5.5), or a
 * private exponent of at most half the length of the modulus (A.1.1, criterion 3).
 */
export function composeKey(p: bigint, q: bigint): RsaJwk | undefined {
  if (p < q) [p, q] = [q, p];
  const length = BigInt(p.toString(2).length);
  if (p - q <= 1n << (length - 100n)) return undefined;
  const d = inverse(EXPONENT, leastCommonMultiple(p - 1n, q - 1n));
  if (d <= 1n << length) return undefined;
  return {
    kty: "RSA",
    n: toBase64urlUint(p * q),
    e: toBase64urlUint(EXPONENT),
    d: toBase64urlUint(d),
    p: toBase64urlUint(p),
    q: toBase64urlUint(q),
    dp: toBase64urlUint(d % (p - 1n)),
    dq: toBase64urlUint(d % (q - 1n)),
    qi: toBase64urlUint(inverse(q, p)),
  };
}

function leastCommonMultiple(a: bigint, b: bigint): bigint {
  let [divisor, remainder] = [a, b];
  while (remainder !== 0n) [divisor, remainder] = [remainder, divisor % remainder];
  return a / divisor * b;
}

/** Returns the multiplicative inverse of `number` modulo a coprime `modulus`. */
function inverse(number: bigint, modulus: bigint): bigint {
  let [remainder, next] = [modulus, number % modulus];
  let [factor, nextFactor] = [0n, 1n];
  while (next !== 0n) {
    const quotient = remainder / next;
    [remainder, next] = [next, remainder - quotient * next];
    [factor, nextFactor] = [nextFactor, factor - quotient * nextFactor];
  }
  return factor < 0n ? factor + modulus : factor;
}

/** Encodes Base64urlUInt (RFC 7518, section 2). */
function toBase64urlUint(number: bigint): string {
  const hex = number.toString(16);
  const bytes = Uint8Array.fromHex(hex.length % 2 === 0 ? hex : `0${hex}`);
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}
