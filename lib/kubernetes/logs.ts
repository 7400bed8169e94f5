/**
 * Container logs.
 *
 * @module
 */
import { withIdleTimeout } from "../async/idle_timeout.ts";
import { createTimeoutError } from "../client/timeouts.ts";
import type { Connection } from "./connection.ts";
import { openStream } from "./http/stream.ts";
import { withQuery } from "./paths.ts";
import type { PodLogOptions } from "./types.ts";

/** Yields the log of a container; see `KubernetesClient.logs`. */
export async function* streamLogs(
  connection: Connection,
  path: string,
  { idleTimeoutMs, signal, ...options }: PodLogOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  const all = signal === undefined
    ? connection.signal
    : AbortSignal.any([connection.signal, signal]);
  const target = withQuery(path, { ...options });
  const ms = idleTimeoutMs ?? (options.follow ? undefined : connection.callMs);
  if (ms === undefined) {
    // A kubelet sends no headers before the first line.
    yield* openStream(connection, { path: target, signal: all });
    return;
  }
  const { clock } = connection.system;
  const limits = { clock, ms, signal: all, expired: () => createTimeoutError(ms, "log data") };
  yield* withIdleTimeout(
    limits,
    (stop) => openStream(connection, { path: target, signal: stop }),
  );
}
