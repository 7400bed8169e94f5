/**
 * Searches primes on several processors. Each worker runs this module, which the bundle therefore
 * keeps as a file of its own: nothing but the key generation imports it, and only lazily.
 *
 * @module
 */
import { type PrimeOptions, primes } from "./primes.ts";

/** Parameters of the primes. */
type Search = Pick<PrimeOptions, "bits" | "exponent">;

/** The part of a worker's global scope that the search uses. */
interface WorkerScope {
  readonly name?: string;
  onmessage: ((event: MessageEvent<Search>) => void) | null;
  postMessage(prime: bigint): void;
}

/** Name by which this module recognizes that it runs in one of its workers. */
const WORKER_NAME = "prime search";
/** More threads take longer to start than they save: a key has two primes. */
const MAX_THREADS = 4;

const scope = globalThis as unknown as WorkerScope;
if (scope.name === WORKER_NAME) {
  scope.onmessage = async ({ data }) => {
    for await (const prime of primes(data)) scope.postMessage(prime);
  };
}

/** Options of {@linkcode searchPrimes}. */
export interface SearchOptions extends Search {
  /** Cancels the search. */
  readonly signal?: AbortSignal | undefined;
  /** Number of processors; those that this process may use by default. */
  readonly processors?: number;
  /**
   * Whether workers search alone where there are several processors, so that this thread responds
   * without delay. Otherwise it searches, too, in slices of a few milliseconds.
   */
  readonly isBackground?: boolean | undefined;
}

/**
 * Yields random primes indefinitely, from one thread per processor. The workers end with the
 * iteration. The stream fails with the reason of an aborted signal.
 */
export function searchPrimes(options: SearchOptions): ReadableStream<bigint> {
  const { bits, exponent, signal, isBackground = false } = options;
  const { processors = navigator.hardwareConcurrency } = options;
  // Node has no workers of this kind.
  const threads = typeof Worker === "undefined" ? 1 : Math.min(processors, MAX_THREADS);
  const count = isBackground && threads > 1 ? threads : threads - 1;
  const workers: Worker[] = [];
  const ended = new AbortController();
  const end = () => {
    ended.abort();
    for (const worker of workers) {
      // A message may be on its way.
      worker.onmessage = null;
      worker.terminate();
    }
  };
  return new ReadableStream({
    start(controller) {
      const fail = (error: unknown) => {
        if (ended.signal.aborted) return;
        end();
        controller.error(error);
      };
      if (signal?.aborted) return fail(signal.reason);
      signal?.addEventListener("abort", () => fail(signal.reason), { signal: ended.signal });
      while (workers.length < count) {
        const worker = new Worker(import.meta.url, { type: "module", name: WORKER_NAME });
        workers.push(worker);
        worker.onmessage = ({ data }: MessageEvent<bigint>) => controller.enqueue(data);
        worker.onerror = (event) => {
          event.preventDefault();
          fail(new Error(`the search for primes failed: ${event.message}`));
        };
        worker.postMessage({ bits, exponent } satisfies Search);
      }
      if (count === threads) return;
      const search = async () => {
        for await (const prime of primes({ bits, exponent, signal: ended.signal })) {
          controller.enqueue(prime);
        }
      };
      search().catch(fail);
    },
    cancel: end,
  });
}
