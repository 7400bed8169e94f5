/**
 * Generates RSA keys with WebCrypto, which does not cancel a generation: workers run it and can be
 * terminated. They run this module, which the bundle therefore keeps as a file of its own: only the
 * key generation imports it, and only lazily.
 *
 * @module
 */
import type { Der } from "./der_writer.ts";

/** The encoded halves of a new key. */
export interface RsaKey {
  readonly pkcs8: Der;
  /** SubjectPublicKeyInfo. */
  readonly spki: Der;
}

/** The part of a worker's global scope that the generation uses. */
interface WorkerScope {
  readonly name?: string;
  onmessage: ((event: MessageEvent<number>) => void) | null;
  postMessage(key: RsaKey): void;
}

/** Name by which this module recognizes that it runs in one of its workers. */
const WORKER_NAME = "RSA key generation";

const scope = globalThis as unknown as WorkerScope;
if (scope.name === WORKER_NAME) {
  scope.onmessage = async ({ data }) => scope.postMessage(await generateHere(data));
}

/**
 * Generates an RSA key with the public exponent 65537. The time varies with the luck of the search
 * for primes; two workers compete, and the first key counts.
 *
 * @param bits Length of the modulus, at least 1024.
 * @throws The reason of an aborted signal.
 */
export async function generateRsa(bits: number, signal?: AbortSignal): Promise<RsaKey> {
  signal?.throwIfAborted();
  // Node has no workers of this kind.
  if (typeof Worker === "undefined") return await generateHere(bits);
  const { promise, resolve, reject } = Promise.withResolvers<RsaKey>();
  using cleanup = new DisposableStack();
  const abort = () => reject(signal?.reason);
  signal?.addEventListener("abort", abort);
  cleanup.defer(() => signal?.removeEventListener("abort", abort));
  for (let thread = 0; thread < Math.min(navigator.hardwareConcurrency, 2); thread++) {
    const worker = new Worker(import.meta.url, { type: "module", name: WORKER_NAME });
    cleanup.defer(() => worker.terminate());
    worker.onmessage = ({ data }: MessageEvent<RsaKey>) => resolve(data);
    worker.onerror = (event) => {
      event.preventDefault();
      reject(new Error(`RSA key generation failed: ${event.message}`));
    };
    worker.postMessage(bits);
  }
  return await promise;
}

async function generateHere(bits: number): Promise<RsaKey> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(
    {
      name: "RSASSA-PKCS1-v1_5",
      hash: "SHA-512",
      modulusLength: bits,
      publicExponent: new Uint8Array([1, 0, 1]),
    },
    true,
    ["sign", "verify"],
  );
  return {
    pkcs8: new Uint8Array(await crypto.subtle.exportKey("pkcs8", privateKey)),
    spki: new Uint8Array(await crypto.subtle.exportKey("spki", publicKey)),
  };
}
