/**
 * A client in a pod: its certificate lives for six hours, and the mounted file is replaced before its
 * end. Calls after that use the new one.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import type { Clock } from "../platform/system.ts";
import type { Method } from "../rpc/types.ts";
import type { Envelope, NodeCallOptions, NodeClient, NodeResult } from "./types.ts";

/** The file is compared at this interval, milliseconds; its certificate is replaced an hour early. */
const CHECK_MS = 60_000;

/** Options of {@linkcode createRotatingClient}. */
export interface RotatingOptions {
  readonly clock: Pick<Clock, "now">;
  /** Path of the mounted client configuration. */
  readonly path: string;
  /** Opens a client with the configuration as it is now. */
  open(): Promise<NodeClient>;
}

/** Returns a client that is opened again after its configuration was replaced. */
export async function createRotatingClient(options: RotatingOptions): Promise<NodeClient> {
  const version = await readVersion(options.path);
  return new RotatingClient(await options.open(), options, version);
}

class RotatingClient implements NodeClient {
  readonly nodes: readonly string[];
  readonly endpoints: readonly string[];
  readonly #options: RotatingOptions;
  readonly #opened: NodeClient[];
  #current: NodeClient;
  #version: string | undefined;
  #checkedAt: number;
  #checking: Promise<void> | undefined;

  constructor(client: NodeClient, options: RotatingOptions, version: string | undefined) {
    this.nodes = client.nodes;
    this.endpoints = client.endpoints;
    this.#current = client;
    this.#opened = [client];
    this.#options = options;
    this.#version = version;
    this.#checkedAt = options.clock.now();
  }

  openDirect(node: string): NodeClient {
    const open = async () => (await this.#options.open()).openDirect(node);
    return new RotatingClient(
      this.#current.openDirect(node),
      { ...this.#options, open },
      this.#version,
    );
  }

  async call<Req, Message>(
    method: Method<Req, Envelope<Message>>,
    request: Req,
    options?: NodeCallOptions,
  ): Promise<NodeResult<Message>[]> {
    return await (await this.#client()).call(method, request, options);
  }

  async *stream<Req, Message>(
    method: Method<Req, Message>,
    request: Req,
    node: string,
    options?: NodeCallOptions,
  ): AsyncGenerator<Message> {
    yield* (await this.#client()).stream(method, request, node, options);
  }

  async *plainStream<Req, Message>(
    method: Method<Req, Message>,
    request: Req,
    node: string,
    options?: NodeCallOptions,
  ): AsyncGenerator<Message> {
    yield* (await this.#client()).plainStream(method, request, node, options);
  }

  async plainCall<Req, Res>(
    method: Method<Req, Res>,
    request: Req,
    node: string,
    options?: NodeCallOptions,
  ): Promise<Res> {
    return await (await this.#client()).plainCall(method, request, node, options);
  }

  async upload<Req, Message>(
    method: Method<Req, Envelope<Message>>,
    requests: AsyncIterable<Req>,
    node: string,
    options?: NodeCallOptions,
  ): Promise<Message> {
    return await (await this.#client()).upload(method, requests, node, options);
  }

  singleNode(command: string): string {
    return this.#current.singleNode(command);
  }

  close(): void {
    for (const client of this.#opened) client.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of this.#opened) await client[Symbol.asyncDispose]();
  }

  /** Returns the client of the present configuration. */
  async #client(): Promise<NodeClient> {
    if (this.#options.clock.now() >= this.#checkedAt + CHECK_MS) {
      await (this.#checking ??= this.#check().finally(() => this.#checking = undefined));
    }
    return this.#current;
  }

  async #check(): Promise<void> {
    const version = await readVersion(this.#options.path);
    this.#checkedAt = this.#options.clock.now();
    if (version === undefined || version === this.#version) return;
    try {
      // Calls of the earlier client end with it; both are closed in the end.
      this.#current = await this.#options.open();
      this.#opened.push(this.#current);
      this.#version = version;
    } catch (error) {
      // The earlier certificate is valid for another hour: a file that is incomplete is read again.
      if (!(error instanceof OsctlError)) throw error;
    }
  }
}

/** Identifies the content of the file; undefined while it is replaced. */
async function readVersion(path: string): Promise<string | undefined> {
  try {
    const { mtime, size, ino } = await Deno.stat(path);
    return `${mtime?.getTime()} ${size} ${ino}`;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
