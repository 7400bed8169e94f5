/**
 * Watches a selection of objects across lost connections and expired resource versions.
 *
 * @module
 */
import { IdleTimeout } from "../async/idle_timeout.ts";
import { withReconnect } from "../async/reconnect.ts";
import { OsctlError } from "../errors.ts";
import { formatDuration } from "../output/duration.ts";
import type { Connection } from "./connection.ts";
import { openStream } from "./http/stream.ts";
import { parseObject, statusError } from "./http/responses.ts";
import { splitLines } from "./json_lines.ts";
import { KubernetesError } from "./kubernetes_error.ts";
import { isExpired, listPages, selectQuery } from "./list.ts";
import type { KubernetesObject, ResourceType, Status } from "./objects.ts";
import { collectionPath, withQuery } from "./paths.ts";
import type { WatchEvent, WatchOptions } from "./types.ts";

/** The server ends a watch after this time, seconds; the client continues it. */
const WATCH_SECONDS = 60;
/** Longest wait for data, milliseconds: a dead connection is detected after it. */
const IDLE_MS = (WATCH_SECONDS + 15) * 1000;
/** A watch that the server ends earlier and without data has failed, milliseconds. */
const SHORTEST_MS = 10_000;
const PAUSES_MS = [200, 1000, 2000, 5000, 10_000] as const;
const MAX_OUTAGE_MS = 300_000;
/** Codes of temporary errors. */
const TEMPORARY = new Set([408, 410, 429, 500, 502, 503, 504]);

/** A frame of a watch in its JSON form. */
interface Frame<T> {
  readonly type?: string;
  readonly object?: T;
}

/** An event, or a sign that the connection works. */
type Progress<T> = WatchEvent<T> | { readonly kind: "alive" };

/** Yields the objects of a selection, `synced`, and changes; see `KubernetesClient.watch`. */
export async function* watchObjects<T extends KubernetesObject>(
  connection: Connection,
  type: ResourceType<T>,
  options: WatchOptions,
): AsyncGenerator<WatchEvent<T>, void, undefined> {
  const signal = options.signal === undefined
    ? connection.signal
    : AbortSignal.any([connection.signal, options.signal]);
  const watcher = new Watcher<T>(connection, type, options, signal);
  const progress = withReconnect<Progress<T>>(() => watcher.open(), {
    clock: connection.system.clock,
    signal,
    pausesMs: PAUSES_MS,
    maxOutageMs: options.maxOutageMs ?? MAX_OUTAGE_MS,
    getReason: temporaryReason,
    onLost: async (reason) => await options.onLost?.(reason),
    onRecovered: () => options.onRecovered?.(),
    endedError: () => endedError(connection.http.host),
  });
  for await (const event of progress) if (event.kind !== "alive") yield event;
}

/** The reason to continue after an error; undefined for a permanent error. */
function temporaryReason(error: unknown): string | undefined {
  if (error instanceof KubernetesError) {
    return TEMPORARY.has(error.code) ? error.message : undefined;
  }
  return error instanceof OsctlError && error.kind === "connection" ? error.message : undefined;
}

function endedError(host: string): OsctlError {
  return new OsctlError("connection", `the API server ${host} ended the watch`);
}

/** State of one watch across its connections. */
class Watcher<T extends KubernetesObject> {
  readonly #connection: Connection;
  readonly #type: ResourceType<T>;
  readonly #options: WatchOptions;
  readonly #signal: AbortSignal;
  /** Objects by namespace and name, to find the changes when the list is fetched again. */
  readonly #known = new Map<string, T>();
  /** Where the next connection continues; undefined when the list is required. */
  #resourceVersion: string | undefined;
  #isSynced = false;

  constructor(
    connection: Connection,
    type: ResourceType<T>,
    options: WatchOptions,
    signal: AbortSignal,
  ) {
    this.#connection = connection;
    this.#type = type;
    this.#options = options;
    this.#signal = signal;
  }

  /** Yields progress until the connection fails. */
  async *open(): AsyncGenerator<Progress<T>, void, undefined> {
    const { system: { clock }, http } = this.#connection;
    // A server whose lists expire at once is retried with pauses.
    let mayRelist = true;
    while (true) {
      if (this.#resourceVersion === undefined) yield* this.#list();
      const start = clock.now();
      let isAlive = false;
      try {
        for await (const progress of this.#watch()) {
          isAlive = mayRelist = true;
          yield progress;
        }
      } catch (error) {
        if (!isExpired(error)) throw error;
        this.#resourceVersion = undefined;
        if (!mayRelist) throw error;
        mayRelist = false;
        continue;
      }
      if (!isAlive && clock.now() - start < SHORTEST_MS) throw endedError(http.host);
      yield { kind: "alive" };
    }
  }

  async *#list(): AsyncGenerator<Progress<T>, void, undefined> {
    const listed = new Map<string, T>();
    let resourceVersion = "";
    const options = { ...this.#options, signal: this.#signal };
    const pages = listPages(this.#connection, this.#type, options, () => listed.clear());
    for await (const page of pages) {
      for (const item of page.items) listed.set(keyOf(item), item);
      resourceVersion = page.resourceVersion;
    }
    for (const [key, object] of this.#known) {
      const uid = listed.get(key)?.metadata?.uid;
      if (uid !== undefined && uid === object.metadata?.uid) continue;
      this.#known.delete(key);
      yield { kind: "deleted", object };
    }
    for (const [key, object] of listed) yield* this.#store(key, object);
    this.#resourceVersion = resourceVersion;
    if (!this.#isSynced) yield { kind: "synced" };
    this.#isSynced = true;
  }

  /** Stores an object; yields an event unless it is the known version. */
  *#store(key: string, object: T): Generator<WatchEvent<T>, void, undefined> {
    const known = this.#known.get(key);
    this.#known.set(key, object);
    if (known === undefined) yield { kind: "added", object };
    else if (known.metadata?.resourceVersion !== object.metadata?.resourceVersion) {
      yield { kind: "modified", object };
    }
  }

  async *#watch(): AsyncGenerator<Progress<T>, void, undefined> {
    const { http, callMs, system: { clock } } = this.#connection;
    using idle = new IdleTimeout(clock, IDLE_MS, () =>
      new OsctlError(
        "connection",
        `no data from the API server ${http.host} within ${formatDuration(IDLE_MS)}`,
      ));
    const signal = AbortSignal.any([this.#signal, idle.signal]);
    const query = {
      ...selectQuery(this.#options),
      watch: true,
      allowWatchBookmarks: true,
      resourceVersion: this.#resourceVersion,
      timeoutSeconds: WATCH_SECONDS,
    };
    const path = withQuery(collectionPath(this.#type, this.#options.namespace), query);
    idle.begin();
    const chunks = openStream(this.#connection, { path, headersMs: callMs, signal });
    for await (const line of splitLines(chunks)) {
      idle.end();
      yield* this.#frame(parseObject(line, http.host));
      idle.begin();
    }
  }

  *#frame({ type, object }: Frame<T>): Generator<Progress<T>, void, undefined> {
    if (type === "ERROR") throw statusError(object as Status);
    const version = object?.metadata?.resourceVersion;
    if (object === undefined || version === undefined) {
      throw new OsctlError("connection", "the API server sent a watch event without an object");
    }
    switch (type) {
      case "ADDED":
      case "MODIFIED":
        yield* this.#store(keyOf(object), object);
        break;
      case "DELETED":
        this.#known.delete(keyOf(object));
        yield { kind: "deleted", object };
        break;
      default:
        // A bookmark, or a type of a newer server.
        yield { kind: "alive" };
    }
    this.#resourceVersion = version;
  }
}

function keyOf({ metadata }: KubernetesObject): string {
  return `${metadata?.namespace ?? ""}/${metadata?.name ?? ""}`;
}
