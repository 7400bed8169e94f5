/**
 * Connects to an endpoint: TCP or proxy tunnel, TLS, server identity, HTTP/2 settings.
 *
 * @module
 */
import type { Clock } from "../platform/system.ts";
import { createDeadline, raceWithAbort } from "../async/deadline.ts";
import type { Dialer, DialTarget } from "./dialer.ts";
import { DialError, type Phase } from "./dial_error.ts";
import { parseEndpoint } from "./endpoint.ts";
import { systemCode } from "./errors.ts";
import { Connection } from "./http2/connection.ts";
import { CLIENT_RECEIVE_BUDGET, CONNECTION_WINDOW, FRAME_SIZE } from "./tuning.ts";
import { HEADER_LIMIT, STREAM_WINDOW } from "./tuning.ts";
import type { TlsSettings } from "./types.ts";

/** Options of {@linkcode dial}. */
export interface DialOptions {
  /** Time limit of the whole attempt, milliseconds. */
  connectTimeoutMs: number;
  clock: Clock;
  /** The proxy; a direct connection when undefined. */
  proxy: URL | undefined;
  /** Whether the context sets the proxy, not the environment; for hints. */
  isProxyOfContext?: boolean;
  /** Aborts the attempt. */
  signal: AbortSignal;
  /** Whether to try `Deno.connectTls` first; default false. */
  denoTls?: boolean;
  /** Called when an attempt with `Deno.connectTls` failed. */
  onDenoTlsFailure?(): void;
}

/**
 * Connects to an endpoint. With `Deno.connectTls`, where it can verify the server; `node:tls`
 * otherwise, and after a failure, because its errors contain the reason.
 *
 * @throws {OsctlError} `connection`, with the endpoint and the reason;
 *   `input` when the endpoint, certificate or key is malformed.
 */
export async function dial(
  endpoint: string,
  tls: TlsSettings,
  options: DialOptions,
): Promise<Connection> {
  const address = parseEndpoint(endpoint);
  const { proxy, denoTls = false } = options;
  const opened: { destroy(): void }[] = [];
  const destroyAll = () => {
    for (const item of opened.splice(0).reverse()) item.destroy();
  };
  let phase: Phase = "connect";
  using bound = createDeadline({
    clock: options.clock,
    ms: options.connectTimeoutMs,
    signals: [options.signal],
    expired: () => new DialError("timeout"),
  });
  const { signal } = bound;
  const target: DialTarget = {
    endpoint,
    address,
    tls,
    proxy,
    signal,
    opened: (item) => opened.push(item),
    reached: (next) => phase = next,
  };
  const connect = async (open: Dialer): Promise<Connection> => {
    const { stream, ...streamOptions } = await open(target);
    phase = "preface";
    const connection = new Connection(stream, {
      role: "client",
      streamWindow: STREAM_WINDOW,
      connectionWindow: CONNECTION_WINDOW,
      receiveBudget: CLIENT_RECEIVE_BUDGET,
      frameSize: FRAME_SIZE,
      headerLimit: HEADER_LIMIT,
      maxStreams: 0,
      clock: options.clock,
      ...streamOptions,
    });
    opened.push(connection);
    await raceWithAbort(connection.ready, signal);
    return connection;
  };
  try {
    const hasRoots = tls.ca !== undefined && tls.insecure !== true;
    if (denoTls && hasRoots && proxy === undefined) {
      try {
        const { dialDeno } = await import("./dial_deno.ts");
        return await connect(dialDeno);
      } catch (error) {
        destroyAll();
        options.onDenoTlsFailure?.();
        if (signal.aborted) throw error;
        if (phase === "connect" && systemCode(error) !== "") {
          const { toTlsCredentials } = await import("./credentials.ts");
          toTlsCredentials(tls); // malformed credentials are reported first
          throw error;
        }
        phase = "connect";
      }
    }
    const { dialNode } = await import("./dial_node.ts");
    return await connect(dialNode);
  } catch (error) {
    destroyAll();
    const { describeDialError } = await import("./describe_dial_error.ts");
    throw await describeDialError(error, { endpoint, address, tls, phase, ...options });
  }
}

/**
 * Loads the modules that {@linkcode dial} imports on first use. When stderr is a terminal and the
 * runtime was started without `--quiet`, it erases the screen below the cursor after each import:
 * full-screen programs load their modules first.
 */
export async function loadDialers(): Promise<void> {
  await Promise.all([
    import("./dial_deno.ts"),
    import("./dial_node.ts"),
    import("./credentials.ts"),
    import("./describe_dial_error.ts"),
    import("../pki/mod.ts"),
  ]);
}
