/**
 * Follows the log of the conformance tests to its end, across lost connections.
 *
 * @module
 */
import type { Clock } from "../../async/clock.ts";
import { IdleTimeout } from "../../async/idle_timeout.ts";
import { withReconnect } from "../../async/reconnect.ts";
import { sleep } from "../../async/sleep.ts";
import { OsctlError } from "../../errors.ts";
import { splitLines } from "../../kubernetes/json_lines.ts";
import { KubernetesError } from "../../kubernetes/kubernetes_error.ts";
import type { KubernetesClient } from "../../kubernetes/types.ts";
import { NAMESPACE, POD_NAME, TEST_CONTAINER } from "./objects.ts";
import { exitCodeOf, getPod } from "./pod_state.ts";

/** After this time without a line the log is requested again, milliseconds: tests can be quiet. */
const IDLE_MS = 120_000;
/** Time from the end of the log to the status of the container, milliseconds. */
const STATUS_MS = 15_000;
const STATUS_PAUSE_MS = 500;
const PAUSES_MS = [500, 1000, 2000, 5000, 10_000] as const;
const MAX_OUTAGE_MS = 300_000;

/** Options of {@linkcode followTestLog}. */
export interface FollowOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called with the reason when the connection is lost, once per outage. */
  onLost(reason: string): void | Promise<void>;
  onRecovered(): void;
}

/** A line, the exit code of the tests, or a sign that the connection works. */
type Progress =
  | { readonly kind: "line"; readonly text: string }
  | { readonly kind: "alive" }
  | { readonly kind: "exit"; readonly code: number };

/** Yields the lines of the log; returns the exit code of the tests. */
export async function* followTestLog(
  client: KubernetesClient,
  { clock, signal, onLost, onRecovered }: FollowOptions,
): AsyncGenerator<string, number, undefined> {
  const follower = new Follower(client, clock, signal);
  const progress = withReconnect<Progress>(() => follower.open(), {
    clock,
    signal,
    pausesMs: PAUSES_MS,
    maxOutageMs: MAX_OUTAGE_MS,
    getReason: temporaryReason,
    // The status of the pod can be available while its log is not.
    isProgress: ({ kind }) => kind !== "alive",
    onLost,
    onRecovered,
    endedError: () => new OsctlError("connection", "the log of the tests ended before the tests"),
  });
  for await (const event of progress) {
    if (event.kind === "exit") return event.code;
    if (event.kind === "line") yield event.text;
  }
  throw new Error("the log ended without exit code");
}

/** The reason to continue after an error; undefined for a permanent one. */
function temporaryReason(error: unknown): string | undefined {
  if (error instanceof KubernetesError) {
    return error.code === 408 || error.code === 429 || error.code >= 500
      ? error.message
      : undefined;
  }
  return error instanceof OsctlError && error.kind === "connection" ? error.message : undefined;
}

/** Time and text of a line; the time is undefined for a line without one. */
interface StampedLine {
  readonly time: string | undefined;
  readonly text: string;
}

/** The log across its connections. */
class Follower {
  readonly #client: KubernetesClient;
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  /** Time of the last line, with 9 digits of the second. */
  #last = "";
  /** Number of lines with that time. */
  #lines = 0;

  constructor(client: KubernetesClient, clock: Clock, signal: AbortSignal) {
    this.#client = client;
    this.#clock = clock;
    this.#signal = signal;
  }

  /** Yields progress until the connection fails or the tests end. */
  async *open(): AsyncGenerator<Progress, void, undefined> {
    let code = await this.#exitCode();
    yield { kind: "alive" };
    while (true) {
      const isWhole = yield* this.#read(code === undefined);
      if (code !== undefined) break;
      code = isWhole ? await this.#awaitExitCode() : await this.#exitCode();
      // A connection that the server ended during the tests counts as an outage.
      if (code === undefined && isWhole) return;
    }
    yield { kind: "exit", code };
  }

  /** Yields new lines; returns whether the log ended, and no idle timeout. */
  async *#read(follow: boolean): AsyncGenerator<Progress, boolean, undefined> {
    using idle = new IdleTimeout(this.#clock, IDLE_MS, () => new DOMException("idle"));
    const log = this.#client.logs({ name: POD_NAME, namespace: NAMESPACE }, {
      container: TEST_CONTAINER,
      follow,
      timestamps: true,
      ...(this.#last === "" ? {} : { sinceTime: this.#last }),
      signal: AbortSignal.any([this.#signal, idle.signal]),
    });
    // The server rounds the time down to the second.
    let repeated = this.#lines;
    idle.begin();
    try {
      for await (const line of splitLines(log)) {
        idle.end();
        const { time, text } = parseLine(line);
        if (time !== undefined) {
          if (time < this.#last) continue;
          if (time === this.#last && repeated-- > 0) continue;
          this.#lines = time === this.#last ? this.#lines + 1 : 1;
          if (time !== this.#last) repeated = 0;
          this.#last = time;
        }
        yield { kind: "line", text };
        idle.begin();
      }
    } catch (error) {
      if (!idle.signal.aborted || this.#signal.aborted) throw error;
      return false;
    }
    return true;
  }

  async #exitCode(): Promise<number | undefined> {
    return exitCodeOf(await getPod(this.#client, { signal: this.#signal }));
  }

  async #awaitExitCode(): Promise<number | undefined> {
    const end = this.#clock.now() + STATUS_MS;
    while (true) {
      const code = await this.#exitCode();
      if (code !== undefined || this.#clock.now() >= end) return code;
      await sleep(this.#clock, STATUS_PAUSE_MS, this.#signal);
    }
  }
}

/** Splits a line of a log with timestamps (RFC 3339, up to 9 digits of the second). */
function parseLine(line: string): StampedLine {
  const found = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)(?: |$)/.exec(
    line,
  );
  if (found === null) return { time: undefined, text: line };
  const [prefix, seconds = "", fraction = "", zone = ""] = found;
  return {
    time: `${seconds}.${fraction.padEnd(9, "0")}${zone}`,
    text: line.slice(prefix.length).replace(/\r$/, ""),
  };
}
