/**
 * Commands in containers: WebSocket with the subprotocol `v5.channel.k8s.io`.
 *
 * @module
 */
// @ts-types="./ws.d.ts"
import { WebSocket } from "ws";
import { IdleTimeout } from "../async/idle_timeout.ts";
import { createTimeoutError } from "../client/timeouts.ts";
import { OsctlError } from "../errors.ts";
import type { Connection } from "./connection.ts";
import { gateOf } from "../rpc/gated_socket.ts";
import { parseObject, statusError, toError } from "./http/responses.ts";
import type { Status } from "./objects.ts";
import { withQuery } from "./paths.ts";
import type { ExecEvent, ExecOptions } from "./types.ts";

/** Channels: the first byte of every message. */
const CHANNEL = { stdin: 0, stdout: 1, stderr: 2, error: 3, close: 255 } as const;

/**
 * Version 5 adds the close message, without which a command cannot receive the end of its input.
 */
const PROTOCOLS = ["v5.channel.k8s.io", "v4.channel.k8s.io"] as const;

const MAX_MESSAGE_SIZE = 32 * 2 ** 20;
/** Received bytes that stop reading from the connection. */
const MAX_QUEUED = 2 ** 20;
/** Bytes of input that stop reading the input until they are sent. */
const MAX_BUFFERED = 2 ** 20;
const MAX_INPUT_SIZE = 32 * 1024;
const MAX_ERROR_LENGTH = 64 * 1024;

/** Runs a command; see `KubernetesClient.exec`. */
export async function* execCommand(
  connection: Connection,
  path: string,
  { command, container, stdin, idleTimeoutMs, signal }: ExecOptions,
): AsyncGenerator<ExecEvent, void, undefined> {
  const { http, callMs, system: { clock } } = connection;
  const ms = idleTimeoutMs ?? callMs;
  using idle = new IdleTimeout(clock, ms, () => createTimeoutError(ms, "output"));
  const stopped = new AbortController();
  const signals = [connection.signal, signal, idle.signal, stopped.signal];
  const all = AbortSignal.any(signals.filter((one) => one !== undefined));
  const query = withQuery(path, {
    container,
    stdin: stdin === undefined ? undefined : true,
    stdout: true,
    stderr: true,
  });
  // The parameter is repeated for every argument.
  const target = [query, ...command.map((word) => `command=${encodeURIComponent(word)}`)].join("&");
  idle.begin();
  const session = new Session(connection, all);
  try {
    await session.open(target);
    const input = stdin === undefined ? undefined : session.send(stdin);
    // Reported by `messages`.
    input?.catch((error) => session.fail(error));
    for await (const event of session.messages()) {
      idle.end();
      yield event;
      idle.begin();
    }
  } catch (error) {
    all.throwIfAborted();
    throw http.requestError(error);
  } finally {
    stopped.abort(new OsctlError("cancelled", "the command's output is no longer read"));
    session.close();
  }
}

/** One WebSocket connection. */
class Session {
  readonly #connection: Connection;
  readonly #signal: AbortSignal;
  readonly #queue: ExecEvent[] = [];
  #queuedBytes = 0;
  #socket: WebSocket | undefined;
  #gate = gateOf(null);
  #wake = () => {};
  #ended: { readonly error: unknown } | undefined;

  constructor(connection: Connection, signal: AbortSignal) {
    this.#connection = connection;
    this.#signal = signal;
    signal.addEventListener("abort", () => this.fail(signal.reason), { once: true });
  }

  async open(path: string): Promise<void> {
    const { http } = this.#connection;
    const headers = await http.headers(this.#signal);
    const authorization = headers["authorization"]?.toString();
    this.#signal.throwIfAborted();
    const url = http.url(path);
    // The agent's connections have TLS already.
    const socket = new WebSocket(url.href.replace(/^https?/, "ws"), [...PROTOCOLS], {
      agent: http.agent,
      headers,
      maxPayload: MAX_MESSAGE_SIZE,
      perMessageDeflate: false,
      followRedirects: false,
    });
    this.#socket = socket;
    socket.binaryType = "nodebuffer";
    await new Promise<void>((resolve, reject) => {
      this.#wake = () => this.#ended !== undefined && reject(this.#ended.error);
      socket.on("message", (data: Uint8Array) => this.#receive(data));
      socket.on("error", (error) => this.fail(error));
      socket.on("close", () => this.fail(closedError(http.host)));
      socket.once("upgrade", (response) => this.#gate = gateOf(response.socket));
      socket.once("open", resolve);
      socket.once("unexpected-response", (_request, response) => {
        let body = "";
        response.on("data", (chunk) => {
          if (body.length < MAX_ERROR_LENGTH) body += String(chunk);
        });
        const { statusCode = 0, statusMessage = "" } = response;
        response.once(
          "close",
          () => {
            const rejection = {
              status: statusCode,
              statusText: statusMessage,
              authorization,
              body,
            };
            this.fail(toError(rejection, `GET ${url.pathname}`));
          },
        );
      });
    });
  }

  /** Sends the input, then its end. */
  async send(input: AsyncIterable<Uint8Array>): Promise<void> {
    const socket = this.#socket!;
    for await (const chunk of input) {
      for (let start = 0; start < chunk.length; start += MAX_INPUT_SIZE) {
        if (this.#ended !== undefined) return;
        const part = chunk.subarray(start, start + MAX_INPUT_SIZE);
        const message = new Uint8Array(part.length + 1);
        message[0] = CHANNEL.stdin;
        message.set(part, 1);
        const sent = new Promise<void>((resolve, reject) =>
          socket.send(message, (error) => error ? reject(error) : resolve())
        );
        if (socket.bufferedAmount > MAX_BUFFERED) await sent;
        else sent.catch((error) => this.fail(error));
      }
    }
    if (this.#ended !== undefined) return;
    if (socket.protocol !== PROTOCOLS[0]) {
      throw new OsctlError("unsupported", "the API server cannot close the input of a command", {
        hint: "it requires Kubernetes v1.30",
      });
    }
    socket.send(Uint8Array.of(CHANNEL.close, CHANNEL.stdin));
  }

  /** Yields the output up to the exit of the command. */
  async *messages(): AsyncGenerator<ExecEvent, void, undefined> {
    while (true) {
      const event = this.#queue.shift();
      if (event !== undefined) {
        if (event.kind !== "exit") this.#queuedBytes -= event.data.length;
        if (this.#queuedBytes <= MAX_QUEUED / 2) this.#gate.release();
        yield event;
        if (event.kind === "exit") return;
        continue;
      }
      if (this.#ended !== undefined) throw this.#ended.error;
      await new Promise<void>((resolve) => this.#wake = resolve);
    }
  }

  /** Ends the session; the first error counts. */
  fail(error: unknown): void {
    this.#ended ??= { error };
    this.#wake();
  }

  close(): void {
    this.#socket?.terminate();
  }

  #receive(message: Uint8Array): void {
    const [channel] = message;
    // The message shares the memory of the receive buffer.
    const data = new Uint8Array(message.subarray(1));
    if (channel === CHANNEL.error) {
      try {
        const status = parseObject(new TextDecoder().decode(data), this.#connection.http.host);
        this.#queue.push({ kind: "exit", code: exitCode(status) });
      } catch (error) {
        return this.fail(error);
      }
    } else if (data.length > 0 && (channel === CHANNEL.stdout || channel === CHANNEL.stderr)) {
      this.#queue.push({ kind: channel === CHANNEL.stdout ? "stdout" : "stderr", data });
      this.#queuedBytes += data.length;
      if (this.#queuedBytes > MAX_QUEUED) this.#gate.hold();
    }
    this.#wake();
  }
}

/**
 * The exit code in the status of a command.
 *
 * @throws {KubernetesError} when the command was not run.
 */
function exitCode(status: Status): number {
  if (status.status === "Success") return 0;
  const cause = status.details?.causes?.find(({ reason }) => reason === "ExitCode");
  const code = Number(cause?.message ?? NaN);
  if (status.reason === "NonZeroExitCode" && Number.isInteger(code)) return code;
  throw statusError(status);
}

function closedError(host: string): OsctlError {
  return new OsctlError(
    "connection",
    `the API server ${host} closed the connection before the command ended`,
  );
}
