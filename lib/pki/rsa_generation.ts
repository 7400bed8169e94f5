/**
 * RSA keys. WebCrypto's own search takes three times as long, and cannot be stopped.
 *
 * @module
 */
import type { Der } from "./der_writer.ts";
import { primes } from "./primes.ts";

/** A new key's encoded halves. */
export interface RsaKey {
  readonly pkcs8: Der;
  /** SubjectPublicKeyInfo. */
  readonly spki: Der;
}

const EXPONENT = 65537n;

const ALGORITHM = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-512" };

/**
 * Makes an RSA key with the public exponent 65537, and signs with it once, to see that it works.
 *
 * @param bits Of the modulus; a multiple of 16, 1024 at the least.
 * @param signal Ends the search; what it was aborted with is thrown.
 */
export async function generateRsa(bits: number, signal?: AbortSignal): Promise<RsaKey> {
  const [p, q] = await twoPrimes(bits / 2, signal);
  const jwk = composed(p, q);
  const { kty, n, e } = jwk;
  const secret = await crypto.subtle.importKey("jwk", jwk, ALGORITHM, true, ["sign"]);
  const open = await crypto.subtle.importKey("jwk", { kty, n, e }, ALGORITHM, true, ["verify"]);
  const message = crypto.getRandomValues(new Uint8Array(32));
  const signature = await crypto.subtle.sign(ALGORITHM.name, secret, message);
  if (!await crypto.subtle.verify(ALGORITHM.name, open, signature, message)) {
    throw new Error("a new RSA key does not verify what it signed");
  }
  return {
    pkcs8: new Uint8Array(await crypto.subtle.exportKey("pkcs8", secret)),
    spki: new Uint8Array(await crypto.subtle.exportKey("spki", open)),
  };
}

/** Two primes, the larger first, as far apart as FIPS 186-4 (B.3.3) wants them. */
async function twoPrimes(bits: number, signal?: AbortSignal): Promise<[bigint, bigint]> {
  const found: bigint[] = [];
  for await (const prime of primes({ bits, exponent: EXPONENT, signal })) {
    const [other] = found;
    if (other === undefined) found.push(prime);
    else if (prime - other > 1n << BigInt(bits - 100)) return [prime, other];
    else if (other - prime > 1n << BigInt(bits - 100)) return [other, prime];
  }
  throw new Error("the search for primes ended");
}

/** The private key of two primes (RFC 8017, section 3.2; RFC 7518, section 6.3). */
function composed(p: bigint, q: bigint) {
  const d = inverse(EXPONENT, leastCommonMultiple(p - 1n, q - 1n));
  return {
    kty: "RSA",
    n: encoded(p * q),
    e: encoded(EXPONENT),
    d: encoded(d),
    p: encoded(p),
    q: encoded(q),
    dp: encoded(d % (p - 1n)),
    dq: encoded(d % (q - 1n)),
    qi: encoded(inverse(q, p)),
  };
}

function leastCommonMultiple(a: bigint, b: bigint): bigint {
  let [divisor, rest] = [a, b];
  while (rest !== 0n) [divisor, rest] = [rest, divisor % rest];
  return a / divisor * b;
}

/** What `number`, coprime to `modulus`, must be multiplied with to leave the rest 1. */
function inverse(number: bigint, modulus: bigint): bigint {
  let [rest, next] = [modulus, number % modulus];
  let [factor, nextFactor] = [0n, 1n];
  while (next !== 0n) {
    const quotient = rest / next;
    [rest, next] = [next, rest - quotient * next];
    [factor, nextFactor] = [nextFactor, factor - quotient * nextFactor];
  }
  return factor < 0n ? factor + modulus : factor;
}

/** Base64urlUInt of RFC 7518. */
function encoded(number: bigint): string {
  const hex = number.toString(16);
  const bytes = Uint8Array.fromHex(hex.length % 2 === 0 ? hex : `0${hex}`);
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}
