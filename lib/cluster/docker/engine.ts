/**
 * Client of the Docker Engine API, which Podman serves too.
 *
 * @module
 */
import { createDeadline } from "../../async/deadline.ts";
import { OsctlError } from "../../errors.ts";
import type { System } from "../../platform/system.ts";
import { ProvisionerUnavailableError } from "../unavailable.ts";
import { ConnectTimeout, type EngineConnection, openConnection } from "./connect.ts";
import { type EngineEndpoint, findEndpoints, formatAddress } from "./endpoint.ts";
import {
  type EngineRequest,
  type EngineResponse,
  ProtocolError,
  RequestBodyError,
  sendRequest,
} from "./http.ts";

/** Newest API version that the requests are written for, and the oldest that has all of them. */
const NEWEST_API = 1.47;
const OLDEST_API = 1.3;

/** Time limit of the first response, milliseconds. */
const PING_MS = 15_000;
/** Largest JSON response, bytes. */
const MAX_JSON_SIZE = 64 * 2 ** 20;

/** The parts of the system that the client uses. */
export type EngineSystem = Pick<System, "clock" | "spawn" | "env" | "home">;

/** An error response. */
export class EngineError extends OsctlError {
  override readonly name = "EngineError";

  constructor(message: string, readonly status: number) {
    super("node", message);
  }
}

/** Options of a request. */
export interface RequestOptions {
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is. */
  readonly stream?: ReadableStream<Uint8Array>;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** A client of one engine. */
export class EngineClient {
  readonly #system: EngineSystem;
  readonly #endpoint: EngineEndpoint;
  #prefix = "";

  private constructor(system: EngineSystem, endpoint: EngineEndpoint) {
    this.#system = system;
    this.#endpoint = endpoint;
  }

  /** The address, as in `DOCKER_HOST`. */
  get address(): string {
    return formatAddress(this.#endpoint.address);
  }

  /** Whether the engine runs on this machine and shares its network. */
  get isLocal(): boolean {
    return Deno.build.os === "linux" && this.#endpoint.address.kind === "unix";
  }

  /**
   * Connects to the configured engine, or the first default socket that responds, and selects the
   * API version.
   *
   * @throws {ProvisionerUnavailableError} with every address that was tried.
   */
  static async connect(system: EngineSystem, signal: AbortSignal): Promise<EngineClient> {
    const failures: string[] = [];
    let hint = "start the docker daemon, or use --provisioner sandbox";
    const endpoints = await findEndpoints(system);
    if (endpoints.length === 0) {
      throw new ProvisionerUnavailableError(
        "cannot connect to docker: enable TCP in its settings and set " +
          "DOCKER_HOST=tcp://127.0.0.1:2375",
        { hint: "use --provisioner sandbox" },
      );
    }
    for (const endpoint of endpoints) {
      const client = new EngineClient(system, endpoint);
      try {
        const expired = () => new ConnectionError("no response in time");
        const { clock } = system;
        using deadline = createDeadline({ clock, ms: PING_MS, signals: [signal], expired });
        await client.#negotiate(deadline.signal);
        return client;
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof ConnectionError)) throw error;
        const from = endpoint.source === "default" ? "" : ` (${endpoint.source})`;
        failures.push(`${client.address}${from}: ${error.reason}`);
        if (error.reason === PERMISSION_DENIED) {
          hint = "add your user to the group docker, or use --provisioner sandbox";
        }
      }
    }
    // Sockets that do not exist are named only when there is no other.
    const found = failures.filter((text) => !text.endsWith(`: ${NO_SOCKET}`));
    throw new ProvisionerUnavailableError(
      `cannot connect to docker: ${(found.length > 0 ? found : failures).join("; ")}`,
      { hint },
    );
  }

  /** Pings the engine, whose answer has its newest API version. */
  async #negotiate(signal: AbortSignal): Promise<void> {
    const { status, headers, body } = await this.#send({ method: "GET", path: "/_ping" }, signal);
    await readAll(body);
    const version = headers["api-version"]?.toString();
    if (status !== 200 || version === undefined) {
      throw new ConnectionError("the peer is not a container engine");
    }
    const [major = 0, minor = 0] = version.split(".").map(Number);
    const number = major + minor / 100;
    if (!(major === 1 && number >= OLDEST_API)) {
      throw new ProvisionerUnavailableError(
        `docker at ${this.address} has API version ${version}; at least ${OLDEST_API}0 is required`,
        { hint: "update docker, or use --provisioner sandbox" },
      );
    }
    this.#prefix = number < NEWEST_API ? `/v${version}` : `/v${NEWEST_API}`;
  }

  /**
   * Sends a request and returns its JSON; undefined for an empty response.
   *
   * @throws {EngineError} for an error response; {@linkcode OsctlError} of kind `connection`.
   */
  async request<T = undefined>(
    method: string,
    path: string,
    options: RequestOptions,
  ): Promise<T> {
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of this.stream(method, path, options)) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > MAX_JSON_SIZE) throw this.#invalid();
    }
    const text = await new Blob(chunks as BlobPart[]).text();
    if (text.trim() === "") return undefined as T;
    try {
      return JSON.parse(text) as T;
    } catch {
      throw this.#invalid();
    }
  }

  /** Sends a request and yields the chunks of its response. */
  async *stream(
    method: string,
    path: string,
    { query = {}, json, stream, contentType, headers, signal }: RequestOptions,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    const search = new URLSearchParams(query).toString();
    const type = contentType ?? (json === undefined ? undefined : "application/json");
    const body = json === undefined ? stream : JSON.stringify(json);
    const request: EngineRequest = {
      method,
      path: `${this.#prefix}${path}${search === "" ? "" : `?${search}`}`,
      headers: { ...headers, ...(type === undefined ? {} : { "content-type": type }) },
      ...(body === undefined ? {} : { body }),
    };
    try {
      const response = await this.#send(request, signal);
      if (response.status >= 400) throw await toError(response);
      yield* response.body;
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      throw new OsctlError("connection", `lost the connection to docker: ${error.reason}`, {
        cause: error,
      });
    }
  }

  /** Yields the JSON values of a streamed response, one per line. */
  async *lines<T>(
    method: string,
    path: string,
    options: RequestOptions,
  ): AsyncGenerator<T, void, undefined> {
    const decoder = new TextDecoder();
    let text = "";
    const parse = (line: string): T => {
      try {
        return JSON.parse(line) as T;
      } catch {
        throw this.#invalid();
      }
    };
    for await (const chunk of this.stream(method, path, options)) {
      text += decoder.decode(chunk, { stream: true });
      const complete = text.split("\n");
      text = complete.pop()!;
      for (const line of complete) if (line.trim() !== "") yield parse(line);
    }
    if (text.trim() !== "") yield parse(text);
  }

  /** Sends a request on a new connection, which is closed after the body or by the signal. */
  async #send(request: EngineRequest, signal: AbortSignal): Promise<EngineResponse> {
    let connection: EngineConnection;
    try {
      connection = await openConnection(this.#endpoint.address, this.#system, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw new ConnectionError(reasonOf(error), { cause: error });
    }
    const abort = () => connection.close();
    signal.addEventListener("abort", abort, { once: true });
    const end = () => {
      signal.removeEventListener("abort", abort);
      connection.close();
    };
    const fail = async (error: unknown) => {
      end();
      signal.throwIfAborted();
      if (error instanceof OsctlError) return error;
      if (error instanceof RequestBodyError) return error.cause;
      const reason = error instanceof ProtocolError ? await connection.reason() : undefined;
      return new ConnectionError(reason ?? reasonOf(error), { cause: error });
    };
    try {
      const { body, ...response } = await sendRequest(connection, request);
      return { ...response, body: closing(body, end, fail) };
    } catch (error) {
      throw await fail(error);
    }
  }

  #invalid(): OsctlError {
    return new OsctlError("connection", `the response of docker at ${this.address} is invalid`);
  }
}

const PERMISSION_DENIED = "permission denied";
const NO_SOCKET = "no such socket";

/** A failed connection. */
class ConnectionError extends Error {
  constructor(readonly reason: string, options?: ErrorOptions) {
    super(reason, options);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof ConnectTimeout) return "no response in time";
  if (error instanceof Deno.errors.PermissionDenied) return PERMISSION_DENIED;
  if (error instanceof Deno.errors.NotFound) return NO_SOCKET;
  if (error instanceof Deno.errors.ConnectionRefused) return "connection refused";
  if (error instanceof Error) return error.message.replace(/ \(os error \d+\)$/, "");
  return String(error);
}

/** Yields a body and closes the connection at its end. */
async function* closing(
  body: AsyncIterable<Uint8Array>,
  end: () => void,
  fail: (error: unknown) => Promise<unknown>,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* body;
  } catch (error) {
    throw await fail(error);
  } finally {
    end();
  }
}

async function readAll(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return await new Blob(chunks as BlobPart[]).text();
}

async function toError({ status, body }: EngineResponse): Promise<EngineError> {
  const text = (await readAll(body)).trim();
  let message = text;
  try {
    const value = JSON.parse(text) as { message?: unknown };
    if (typeof value.message === "string") message = value.message.trim();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return new EngineError(`docker: ${message || `status ${status}`}`, status);
}
