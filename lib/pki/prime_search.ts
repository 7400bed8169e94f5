/**
 * Searches primes on several processors. Each worker runs this module, which the bundle therefore
 * keeps as a file of its own: nothing but the key generation imports it, and only lazily.
 *
 * @module
 */
import { type PrimeOptions, primes } from "./primes.ts";

/** What to search. */
type Search = Pick<PrimeOptions, "bits" | "exponent">;

/** The part of a worker's global scope that the search uses. */
interface WorkerScope {
  readonly name?: string;
  onmessage: ((event: MessageEvent<Search>) => void) | null;
  postMessage(prime: bigint): void;
}

/** Name by which this module recognizes that it runs in one of its workers. */
const WORKER_NAME = "prime search";
/** A key has two primes; more workers start for less than they save. */
const MOST_WORKERS = 4;

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
}

/**
 * Yields random primes without end: from one worker per processor, or from this thread where there is
 * one processor only. The workers end with the iteration.
 *
 * @throws The reason of an aborted signal.
 */
export async function* searchPrimes(options: SearchOptions): AsyncGenerator<bigint> {
  const { bits, exponent, signal, processors = navigator.hardwareConcurrency } = options;
  if (processors < 2) return yield* primes({ bits, exponent, signal });
  signal?.throwIfAborted();
  yield* startWorkers({ bits, exponent }, Math.min(processors, MOST_WORKERS), signal);
}

/** Returns the primes of workers, which end with the stream. */
function startWorkers(
  search: Search,
  count: number,
  signal: AbortSignal | undefined,
): ReadableStream<bigint> {
  const workers: Worker[] = [];
  const abort = new AbortController();
  const end = () => {
    abort.abort();
    for (const worker of workers) {
      // A message may be on its way.
      worker.onmessage = null;
      worker.terminate();
    }
  };
  return new ReadableStream({
    start(controller) {
      const fail = (error: unknown) => {
        end();
        controller.error(error);
      };
      signal?.addEventListener("abort", () => fail(signal.reason), abort);
      while (workers.length < count) {
        const worker = new Worker(import.meta.url, { type: "module", name: WORKER_NAME });
        workers.push(worker);
        worker.onmessage = ({ data }: MessageEvent<bigint>) => controller.enqueue(data);
        worker.onerror = (event) => {
          event.preventDefault();
          fail(new Error(`the search for primes failed: ${event.message}`));
        };
        worker.postMessage(search);
      }
    },
    cancel: end,
  });
}
