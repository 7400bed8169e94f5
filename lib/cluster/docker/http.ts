/**
 * HTTP/1.1 with one request per connection, for the API of a container engine.
 *
 * @module
 */
import type { EngineConnection } from "./connect.ts";

/** A request. */
export interface EngineRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text, or a stream that is sent in chunks. */
  readonly body?: string | ReadableStream<Uint8Array>;
}

/** A response, whose body ends with the connection. */
export interface EngineResponse {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Largest header section, bytes. */
const MAX_HEAD_SIZE = 64 * 1024;

/** A response that violates the protocol, or ends early. */
export class ProtocolError extends Error {}

/** The body of a request cannot be read; `cause` is the error of its stream. */
export class RequestBodyError extends Error {}

/**
 * Sends a request and returns its response when the headers have arrived. The body of the request
 * is sent meanwhile.
 *
 * @throws {ProtocolError} for an invalid response; {@linkcode RequestBodyError}; errors of the
 *   transport.
 */
export async function sendRequest(
  connection: EngineConnection,
  { method, path, headers = {}, body }: EngineRequest,
): Promise<EngineResponse> {
  const encoder = new TextEncoder();
  const text = typeof body === "string" ? encoder.encode(body) : undefined;
  const framing = text !== undefined
    ? { "content-length": String(text.length) }
    : body !== undefined
    ? { "transfer-encoding": "chunked" }
    : method === "POST"
    ? { "content-length": "0" }
    : {};
  const lines = Object.entries({ host: "docker", connection: "close", ...headers, ...framing })
    .map(([name, value]) => `${name}: ${value}\r\n`);
  const head = encoder.encode(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
  const writer = connection.writable.getWriter();
  const sending = (async () => {
    await writer.write(head);
    if (text !== undefined) await writer.write(text);
    else if (body !== undefined) await sendChunks(writer, body as ReadableStream<Uint8Array>);
  })();
  // The engine may respond with an error before it has read the body; it does not respond to a
  // part.
  const unreadable = sending.then(() => new Promise<never>(() => {}), (error) => {
    if (error instanceof RequestBodyError) throw error;
    return new Promise<never>(() => {});
  });
  unreadable.catch(() => {}); // thrown by the reader
  const reader = new ByteReader(connection.readable, unreadable);
  let response: Omit<EngineResponse, "body">;
  do response = parseHead(await reader.head()); while (response.status < 200);
  return { ...response, body: readBody(reader, response, method) };
}

async function sendChunks(
  writer: WritableStreamDefaultWriter<Uint8Array>,
  body: ReadableStream<Uint8Array>,
): Promise<void> {
  const encoder = new TextEncoder();
  const reader = body.getReader();
  const read = () =>
    reader.read().catch((cause) => {
      throw new RequestBodyError("the body of the request is not readable", { cause });
    });
  try {
    for (let { done, value } = await read(); !done; { done, value } = await read()) {
      if (value === undefined || value.length === 0) continue;
      await writer.write(encoder.encode(`${value.length.toString(16)}\r\n`));
      await writer.write(value);
      await writer.write(encoder.encode("\r\n"));
    }
    await writer.write(encoder.encode("0\r\n\r\n"));
  } finally {
    // Rejects with the error of a stream that failed, which is thrown already.
    await reader.cancel().catch(() => {});
  }
}

function parseHead(text: string): Omit<EngineResponse, "body"> {
  const [first = "", ...lines] = text.split("\r\n");
  const match = /^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(first);
  if (match === null) throw new ProtocolError("the response is not HTTP");
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return { status: Number(match[1]), headers };
}

async function* readBody(
  reader: ByteReader,
  { status, headers }: Omit<EngineResponse, "body">,
  method: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (method === "HEAD" || status === 204 || status === 304) return;
  if (/\bchunked\b/i.test(headers.get("transfer-encoding") ?? "")) {
    while (true) {
      const size = Number.parseInt(await reader.line(), 16);
      if (!(size >= 0)) throw new ProtocolError("invalid chunk size");
      if (size === 0) return;
      yield* reader.exactly(size);
      await reader.line();
    }
  }
  const length = headers.get("content-length");
  if (length !== undefined) yield* reader.exactly(Number(length));
  else yield* reader.rest();
}

/** Reads lines and byte counts from a stream. */
class ByteReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #failure: Promise<never>;
  #buffer: Uint8Array = new Uint8Array();

  /** @param failure Rejects when the rest of the stream will not arrive. */
  constructor(stream: ReadableStream<Uint8Array>, failure: Promise<never>) {
    this.#reader = stream.getReader();
    this.#failure = failure;
  }

  /** Reads up to an empty line. */
  async head(): Promise<string> {
    const lines: string[] = [];
    let length = 0;
    while (true) {
      const line = await this.line();
      if (line === "" && lines.length > 0) return lines.join("\r\n");
      length += line.length;
      if (length > MAX_HEAD_SIZE) throw new ProtocolError("the response headers are too large");
      if (line !== "") lines.push(line);
    }
  }

  /** Reads a line without its end. */
  async line(): Promise<string> {
    let scanned = 0;
    while (true) {
      const end = this.#buffer.indexOf(10, scanned);
      if (end >= 0) {
        const line = this.#take(end + 1).subarray(0, end);
        return new TextDecoder().decode(line).replace(/\r$/, "");
      }
      scanned = this.#buffer.length;
      if (scanned > MAX_HEAD_SIZE) throw new ProtocolError("a line of the response is too long");
      if (!await this.#fill()) throw new ProtocolError("the connection was closed");
    }
  }

  async *exactly(length: number): AsyncGenerator<Uint8Array, void, undefined> {
    let left = length;
    while (left > 0) {
      if (this.#buffer.length === 0 && !await this.#fill()) {
        throw new ProtocolError("the connection was closed before the end of the response");
      }
      const chunk = this.#take(Math.min(left, this.#buffer.length));
      left -= chunk.length;
      yield chunk;
    }
  }

  async *rest(): AsyncGenerator<Uint8Array, void, undefined> {
    do if (this.#buffer.length > 0) yield this.#take(this.#buffer.length); while (
      await this.#fill()
    );
  }

  #take(length: number): Uint8Array {
    const taken = this.#buffer.subarray(0, length);
    this.#buffer = this.#buffer.subarray(length);
    return taken;
  }

  /** Appends the next chunk; false at the end of the stream. */
  async #fill(): Promise<boolean> {
    const { done, value } = await Promise.race([this.#reader.read(), this.#failure]);
    if (done) return false;
    if (this.#buffer.length === 0) this.#buffer = value;
    else {
      const joined = new Uint8Array(this.#buffer.length + value.length);
      joined.set(this.#buffer);
      joined.set(value, this.#buffer.length);
      this.#buffer = joined;
    }
    return true;
  }
}
