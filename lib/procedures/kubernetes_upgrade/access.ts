/**
 * Access to the Kubernetes API of a cluster whose API servers restart: each request uses the next
 * server when the present one is unreachable.
 *
 * @module
 */
import { raceWithAbort } from "../../async/deadline.ts";
import { sleep } from "../../async/sleep.ts";
import { OsctlError } from "../../errors.ts";
import type { Clock } from "../../platform/system.ts";
import { KubernetesError } from "../../kubernetes/kubernetes_error.ts";
import type { KubernetesObject, ResourceType } from "../../kubernetes/objects.ts";
import type { KubernetesClient, SelectOptions } from "../../kubernetes/types.ts";
import type { Wait } from "../waits.ts";

/** Options of {@linkcode KubernetesAccess}. */
export interface AccessOptions {
  readonly clock: Clock;
  /** Servers in the order of their use; at least one. */
  readonly servers: readonly URL[];
  open(server: URL): KubernetesClient;
  /** Reports the change to another server. */
  note(text: string): void;
}

/** Codes of responses of a server that starts, stops or is overloaded. */
const TEMPORARY: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);
/** Pause after an attempt at each server, milliseconds. */
const PAUSE_MS = 250;
/** Interval and time limit of the requests that detect a dead connection, milliseconds. */
const PROBE_MS = 5000;

/** Start of the message about a change to another server, which replaces an earlier one. */
export const CHANGE = "using the API server";

/** Reports whether the next server, or a later attempt, may answer. */
function isTemporary(error: unknown): error is OsctlError {
  if (error instanceof KubernetesError) return TEMPORARY.has(error.code);
  return error instanceof OsctlError && error.kind === "connection";
}

/** The API servers of a cluster. */
export class KubernetesAccess implements Disposable {
  readonly #options: AccessOptions;
  readonly #servers: URL[];
  #current = 0;
  #client: KubernetesClient | undefined;
  /** Failed attempts since the last response. */
  #failures = 0;
  /** Whether the change to another server was reported since the last response. */
  #isReported = false;

  constructor(options: AccessOptions) {
    this.#options = options;
    this.#servers = [...options.servers];
  }

  /** The server that requests use at present. */
  get server(): URL {
    return this.#servers[this.#current]!;
  }

  /** Adds servers that are used when the present ones are unreachable. */
  addServers(servers: readonly URL[]): void {
    for (const server of servers) {
      if (!this.#servers.some(({ host }) => host === server.host)) this.#servers.push(server);
    }
  }

  #open(): KubernetesClient {
    return this.#client ??= this.#options.open(this.server);
  }

  /** Changes to the next server. */
  async #change(failed: KubernetesClient, error: OsctlError, wait: Wait): Promise<void> {
    const reason = error.message.replaceAll("\n", "; ");
    if (this.#client === failed) {
      failed.close();
      this.#client = undefined;
      this.#current = (this.#current + 1) % this.#servers.length;
      if (this.#servers.length > 1 && !this.#isReported) {
        this.#isReported = true;
        this.#options.note(`${CHANGE} ${this.server.host}: ${reason}`);
      }
    }
    if (++this.#failures % this.#servers.length > 0) return;
    wait.report(reason);
    await sleep(this.#options.clock, PAUSE_MS, wait.signal);
  }

  #responded(): void {
    this.#isReported = false;
    this.#failures = 0;
  }

  /**
   * Sends a request, and repeats it at the next server while a server is unreachable.
   *
   * @throws {OsctlError} other errors of the request, at once.
   */
  async request<T>(
    wait: Wait,
    run: (client: KubernetesClient, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    while (true) {
      wait.signal.throwIfAborted();
      const client = this.#open();
      try {
        const result = await run(client, wait.signal);
        this.#responded();
        return result;
      } catch (error) {
        wait.signal.throwIfAborted();
        if (!isTemporary(error)) throw error;
        await this.#change(client, error, wait);
      }
    }
  }

  /**
   * Watches a selection of objects until `check` returns a result. Continues at the next server
   * when the connection is lost or does not answer.
   *
   * @param check Called with all objects after each change; reports the reason for no result.
   */
  async waitFor<T extends KubernetesObject, R>(
    wait: Wait,
    { type, ...selection }: { readonly type: ResourceType<T> } & SelectOptions,
    check: (objects: readonly T[]) => R | undefined,
  ): Promise<R> {
    while (true) {
      wait.signal.throwIfAborted();
      const client = this.#open();
      const stop = new AbortController();
      const signal = AbortSignal.any([wait.signal, stop.signal]);
      try {
        const watching = this.#watch(client, { type, ...selection, signal }, check);
        return await Promise.race([watching, this.#probe(client, signal)]);
      } catch (error) {
        wait.signal.throwIfAborted();
        if (!isTemporary(error)) throw error;
        await this.#change(client, error, wait);
      } finally {
        stop.abort(new OsctlError("cancelled", "the watch ended"));
      }
    }
  }

  async #watch<T extends KubernetesObject, R>(
    client: KubernetesClient,
    { type, signal, ...selection }: {
      readonly type: ResourceType<T>;
      readonly signal: AbortSignal;
    } & SelectOptions,
    check: (objects: readonly T[]) => R | undefined,
  ): Promise<R> {
    const objects = new Map<string, T>();
    let isSynced = false;
    const events = client.watch<T>(type, { ...selection, signal, maxOutageMs: 0 });
    for await (const event of events) {
      this.#responded();
      if (event.kind === "synced") isSynced = true;
      else {
        const { namespace = "", name = "" } = event.object.metadata ?? {};
        const key = `${namespace}/${name}`;
        if (event.kind === "deleted") objects.delete(key);
        else objects.set(key, event.object);
      }
      if (!isSynced) continue;
      const result = check([...objects.values()]);
      if (result !== undefined) return result;
    }
    throw new OsctlError("connection", `the API server ${this.server.host} ended the watch`);
  }

  /** Rejects when the server does not answer any more. */
  async #probe(client: KubernetesClient, signal: AbortSignal): Promise<never> {
    while (true) {
      await sleep(this.#options.clock, PROBE_MS, signal);
      await raceWithAbort(client.version({ timeoutMs: PROBE_MS, signal }), signal);
    }
  }

  [Symbol.dispose](): void {
    this.#client?.close();
  }
}
