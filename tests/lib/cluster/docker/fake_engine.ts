/** A container engine that answers from a table, on a socket of its own. */

/** An answer: status and JSON, or the bytes of a whole response. */
export type Answer =
  | { readonly status?: number; readonly json?: unknown; readonly text?: string }
  | { readonly raw: string };

/** A received request. */
export interface Received {
  readonly method: string;
  /** Path and query without the version. */
  readonly path: string;
  readonly version: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Returns the answer to a request; undefined to close the connection. */
export type Respond = (request: Received) => Answer | undefined;

/** Serves one request per connection. */
export class FakeEngine implements AsyncDisposable {
  readonly path: string;
  readonly requests: Received[] = [];
  readonly #folder: string;
  readonly #listener: Deno.UnixListener;
  readonly #ended: Promise<void>;

  private constructor(folder: string, respond: Respond) {
    this.#folder = folder;
    this.path = `${folder}/engine.sock`;
    this.#listener = Deno.listen({ transport: "unix", path: this.path });
    this.#ended = this.#serve(respond);
  }

  /** @param respond also receives requests other than the ping. */
  static async start(respond: Respond, apiVersion = "1.41"): Promise<FakeEngine> {
    const folder = await Deno.makeTempDir({ prefix: "osctl-engine-" });
    const ping = {
      raw: `HTTP/1.1 200 OK\r\nApi-Version: ${apiVersion}\r\nContent-Length: 2\r\n\r\nOK`,
    };
    return new FakeEngine(folder, (request) => request.path === "/_ping" ? ping : respond(request));
  }

  /** Environment that selects this engine. */
  get env(): Record<string, string> {
    return { DOCKER_HOST: `unix://${this.path}` };
  }

  async #serve(respond: Respond): Promise<void> {
    const connections: Promise<void>[] = [];
    for await (const connection of this.#listener) {
      connections.push(this.#answer(connection, respond).finally(() => connection.close()));
    }
    await Promise.all(connections);
  }

  async #answer(connection: Deno.UnixConn, respond: Respond): Promise<void> {
    const request = await readRequest(connection);
    if (request === undefined) return;
    this.requests.push(request);
    const answer = respond(request);
    if (answer === undefined) return;
    const bytes = new TextEncoder().encode("raw" in answer ? answer.raw : toText(answer));
    for (let sent = 0; sent < bytes.length;) sent += await connection.write(bytes.subarray(sent));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#listener.close();
    await this.#ended;
    await Deno.remove(this.#folder, { recursive: true });
  }
}

function toText({ status = 200, json, text = json === undefined ? "" : JSON.stringify(json) }: {
  status?: number;
  json?: unknown;
  text?: string;
}): string {
  const length = new TextEncoder().encode(text).length;
  return `HTTP/1.1 ${status} Status\r\nContent-Length: ${length}\r\n\r\n${text}`;
}

async function readRequest(connection: Deno.Conn): Promise<Received | undefined> {
  let text = "";
  const buffer = new Uint8Array(65536);
  const decoder = new TextDecoder();
  const more = async () => {
    const length = await connection.read(buffer).catch(() => null);
    if (length === null) return false;
    text += decoder.decode(buffer.subarray(0, length), { stream: true });
    return true;
  };
  while (!text.includes("\r\n\r\n")) if (!await more()) return undefined;
  const [head = ""] = text.split("\r\n\r\n");
  const [first = "", ...lines] = head.split("\r\n");
  const headers = new Map(lines.map((line): [string, string] => {
    const [name = "", value = ""] = line.split(/: ?(.*)/s);
    return [name.toLowerCase(), value];
  }));
  const start = head.length + 4;
  if (headers.get("transfer-encoding") === "chunked") {
    while (!text.endsWith("0\r\n\r\n")) if (!await more()) return undefined;
  } else {
    const length = Number(headers.get("content-length") ?? 0);
    const received = () => new TextEncoder().encode(text.slice(start)).length;
    while (received() < length) if (!await more()) return undefined;
  }
  const [method = "", target = ""] = first.split(" ");
  const [, version = "", path = ""] = /^(?:\/v([\d.]+))?(\/.*)$/.exec(target) ?? [];
  return { method, path, version, headers, body: text.slice(start) };
}
