/**
 * The checksum of meta pages.
 *
 * @module
 */

/** Returns the 64-bit FNV-1a hash. */
export function fnv1a(bytes: Uint8Array): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const byte of bytes) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash;
}
