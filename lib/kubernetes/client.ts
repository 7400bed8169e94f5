/**
 * The client of the Kubernetes API.
 *
 * @module
 */
import { raceWithAbort } from "../async/deadline.ts";
import { sleep } from "../async/sleep.ts";
import { parseTimeouts } from "../client/timeouts.ts";
import { OsctlError } from "../errors.ts";
import { Authenticator } from "./auth/authenticator.ts";
import type { Connection, KubernetesSystem } from "./connection.ts";
import {
  HttpClient,
  type HttpRequest,
  type HttpResponse,
  requestDeadline,
} from "./http/http_client.ts";
import { isError, parseObject, readBody, readError } from "./http/responses.ts";
import type { ConnectionSettings } from "./kubeconfig/types.ts";
import { isNotFound } from "./kubernetes_error.ts";
import { listPages } from "./list.ts";
import {
  apiVersionOf,
  type KubernetesObject,
  type ObjectMeta,
  PODS,
  type ResourceType,
  type Status,
} from "./objects.ts";
import { collectionPath, groupPath, objectPath, type Query, withQuery } from "./paths.ts";
import type {
  DeleteOptions,
  EvictOptions,
  ExecEvent,
  ExecOptions,
  KubernetesClient,
  ListOptions,
  ObjectList,
  ObjectRef,
  Patch,
  PatchOptions,
  PodLogOptions,
  RequestOptions,
  ServerVersion,
  WatchEvent,
  WatchOptions,
  WriteOptions,
} from "./types.ts";

const FIELD_MANAGER = "osctl";

const PATCH_TYPES: Readonly<Record<Patch["type"], string>> = {
  strategic: "application/strategic-merge-patch+json",
  merge: "application/merge-patch+json",
  json: "application/json-patch+json",
  // JSON is YAML, and older servers accept no other type.
  apply: "application/apply-patch+yaml",
};

/** Maximum number of attempts of a request that the server defers by `Retry-After`. */
const MAX_ATTEMPTS = 10;

/**
 * Creates a client. It connects on first use; the caller closes it.
 *
 * @throws {OsctlError} of kind `usage` when a timeout in the environment is invalid.
 */
export function createKubernetesClient(
  settings: ConnectionSettings,
  system: KubernetesSystem,
): KubernetesClient {
  return new RestClient(settings, system);
}

class RestClient implements KubernetesClient {
  readonly server: string;
  readonly namespace: string;
  readonly #closed = new AbortController();
  readonly #connection: Connection;

  constructor(settings: ConnectionSettings, system: KubernetesSystem) {
    const { connectMs, callMs } = parseTimeouts(system.env);
    const signal = AbortSignal.any([system.signal, this.#closed.signal]);
    this.server = settings.server.href.replace(/\/$/, "");
    this.namespace = settings.namespace;
    const http = new HttpClient({
      system,
      settings,
      authenticator: new Authenticator(settings, system, signal),
      connectTimeoutMs: connectMs,
      signal,
    });
    this.#connection = {
      http,
      system,
      signal,
      callMs,
      json: (request, options) => this.#json(request, options),
    };
  }

  async get<T extends KubernetesObject>(
    type: ResourceType<T>,
    ref: ObjectRef,
    options?: RequestOptions,
  ): Promise<T> {
    return await this.#json({ method: "GET", path: this.#path(type, ref) }, options) as T;
  }

  async list<T extends KubernetesObject>(
    type: ResourceType<T>,
    options?: ListOptions,
  ): Promise<ObjectList<T>> {
    const items: T[] = [];
    let resourceVersion = "";
    for await (
      const page of listPages<T>(this.#connection, type, options, () => items.length = 0)
    ) {
      for (const item of page.items) items.push(item);
      resourceVersion = page.resourceVersion;
    }
    return { items, resourceVersion };
  }

  listPages<T extends KubernetesObject>(
    type: ResourceType<T>,
    options?: ListOptions,
  ): AsyncIterable<ObjectList<T>> {
    return listPages<T>(this.#connection, type, options);
  }

  async create<T extends KubernetesObject>(
    type: ResourceType<T>,
    object: T,
    options: WriteOptions = {},
  ): Promise<T> {
    const path = collectionPath(type, object.metadata?.namespace ?? this.namespace);
    const body = JSON.stringify(withType(type, object));
    return await this.#json({
      method: "POST",
      path: withQuery(path, writeQuery(options)),
      ...jsonBody(body),
    }, options) as T;
  }

  async replace<T extends KubernetesObject>(
    type: ResourceType<T>,
    object: T,
    options: PatchOptions = {},
  ): Promise<T> {
    const path = this.#path(type, refOf(object), options.subresource);
    const body = JSON.stringify(withType(type, object));
    return await this.#json({
      method: "PUT",
      path: withQuery(path, writeQuery(options)),
      ...jsonBody(body),
    }, options) as T;
  }

  async patch<T extends KubernetesObject>(
    type: ResourceType<T>,
    ref: ObjectRef,
    patch: Patch,
    options: PatchOptions = {},
  ): Promise<T> {
    const isApply = patch.type === "apply";
    const body = isApply ? withType(type, patch.body) : patch.body;
    const query = { ...writeQuery(options), force: isApply ? patch.force : undefined };
    return await this.#json({
      method: "PATCH",
      path: withQuery(this.#path(type, ref, options.subresource), query),
      ...jsonBody(JSON.stringify(body), PATCH_TYPES[patch.type]),
    }, options) as T;
  }

  async delete<T extends KubernetesObject>(
    type: ResourceType<T>,
    ref: ObjectRef,
    options: DeleteOptions = {},
  ): Promise<T | Status> {
    const { gracePeriodSeconds, propagationPolicy, uid } = options;
    const body = JSON.stringify({
      apiVersion: "v1",
      kind: "DeleteOptions",
      gracePeriodSeconds,
      propagationPolicy,
      ...dryRunField(options.dryRun),
      ...preconditions(uid),
    });
    const request = { method: "DELETE", path: this.#path(type, ref), ...jsonBody(body) };
    return await this.#json(request, options) as T | Status;
  }

  async evict(ref: ObjectRef, options: EvictOptions = {}): Promise<void> {
    const namespace = ref.namespace ?? this.namespace;
    const body = JSON.stringify({
      apiVersion: "policy/v1",
      kind: "Eviction",
      metadata: { name: ref.name, namespace },
      deleteOptions: {
        gracePeriodSeconds: options.gracePeriodSeconds,
        ...dryRunField(options.dryRun),
        ...preconditions(options.uid),
      },
    });
    const path = this.#path(PODS, ref, "eviction");
    // The server defers an eviction that exceeds the budget; whether to wait is the caller's
    // choice.
    await this.#json({ method: "POST", path, ...jsonBody(body) }, options, 1);
  }

  async *watch<T extends KubernetesObject>(
    type: ResourceType<T>,
    options: WatchOptions = {},
  ): AsyncGenerator<WatchEvent<T>, void, undefined> {
    const { watchObjects } = await import("./watch.ts");
    yield* watchObjects<T>(this.#connection, type, options);
  }

  async *logs(
    ref: ObjectRef,
    options: PodLogOptions = {},
  ): AsyncGenerator<Uint8Array, void, undefined> {
    const { streamLogs } = await import("./logs.ts");
    yield* streamLogs(this.#connection, this.#path(PODS, ref, "log"), options);
  }

  async *exec(
    ref: ObjectRef,
    options: ExecOptions,
  ): AsyncGenerator<ExecEvent, void, undefined> {
    const { execCommand } = await import("./exec.ts");
    yield* execCommand(this.#connection, this.#path(PODS, ref, "exec"), options);
  }

  async resolveType(
    apiVersion: string,
    kind: string,
    options?: RequestOptions,
  ): Promise<ResourceType> {
    const [version = "", group = ""] = apiVersion.split("/").reverse();
    const { resolveKind, unknownKind } = await import("./discovery.ts");
    const type = { group, version, kind };
    try {
      const path = groupPath(group, version);
      return resolveKind(await this.#json({ method: "GET", path }, options), type);
    } catch (error) {
      // An unknown group or version has a response without a reason.
      throw isNotFound(error) ? unknownKind(type) : error;
    }
  }

  async version(options?: RequestOptions): Promise<ServerVersion> {
    return await this.#json({ method: "GET", path: "/version" }, options) as ServerVersion;
  }

  async getText(path: string, options: RequestOptions = {}): Promise<string> {
    return await this.#text({ method: "GET", path, headers: { accept: "*/*" } }, options);
  }

  close(): void {
    this.#closed.abort(new OsctlError("cancelled", "the Kubernetes client was closed"));
    this.#connection.http.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #path(type: ResourceType, { name, namespace }: ObjectRef, subresource?: string): string {
    return objectPath(type, namespace ?? this.namespace, name, subresource);
  }

  async #json(
    request: Omit<HttpRequest, "signal">,
    options: RequestOptions = {},
    mostAttempts = MAX_ATTEMPTS,
  ): Promise<unknown> {
    const headers = { accept: "application/json", ...request.headers };
    return parseObject(
      await this.#text({ ...request, headers }, options, mostAttempts),
      this.#connection.http.host,
    );
  }

  async #text(
    request: Omit<HttpRequest, "signal">,
    { timeoutMs, signal }: RequestOptions,
    mostAttempts = MAX_ATTEMPTS,
  ): Promise<string> {
    const { http, system: { clock }, callMs } = this.#connection;
    const ms = timeoutMs ?? callMs;
    using deadline = requestDeadline(clock, ms, http.host, [this.#connection.signal, signal]);
    const end = clock.now() + ms;
    for (let attempt = 1;; attempt++) {
      const response = await raceWithAbort(
        http.request({ ...request, signal: deadline.signal }),
        deadline.signal,
      );
      const retryMs = retryAfter(response);
      const isInTime = retryMs !== undefined && clock.now() + retryMs < end;
      if (isInTime && attempt < mostAttempts) {
        response.body.destroy();
        await sleep(clock, retryMs, deadline.signal);
        continue;
      }
      return await readResponse(http, response, request, deadline.signal);
    }
  }
}

async function readResponse(
  http: HttpClient,
  response: HttpResponse,
  { method, path }: Omit<HttpRequest, "signal">,
  signal: AbortSignal,
): Promise<string> {
  try {
    if (!isError(response)) return await readBody(response);
    throw await readError(response, `${method} ${http.url(path).pathname}`);
  } catch (error) {
    signal.throwIfAborted();
    throw http.requestError(error);
  }
}

/**
 * Milliseconds after which a throttled request may be sent again; undefined for other responses.
 */
function retryAfter({ status, headers }: HttpResponse): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  const seconds = headers["retry-after"];
  return seconds === undefined || !/^\d{1,4}$/.test(seconds) ? undefined : Number(seconds) * 1000;
}

function jsonBody(body: string, type = "application/json") {
  return { body, headers: { "content-type": type } };
}

function preconditions(uid: string | undefined): { preconditions?: { uid: string } } {
  return uid === undefined ? {} : { preconditions: { uid } };
}

function dryRunField(dryRun: boolean | undefined): { dryRun?: string[] } {
  return dryRun ? { dryRun: ["All"] } : {};
}

function writeQuery({ dryRun, fieldManager, fieldValidation }: WriteOptions): Query {
  return {
    dryRun: dryRun ? "All" : undefined,
    fieldManager: fieldManager ?? FIELD_MANAGER,
    fieldValidation,
  };
}

/** Adds the type to an object, which the server requires. */
function withType<T extends KubernetesObject>(type: ResourceType, object: T): T {
  return { ...object, apiVersion: apiVersionOf(type), kind: type.kind };
}

function refOf({ metadata }: { readonly metadata?: ObjectMeta }): ObjectRef {
  return { name: metadata?.name ?? "", namespace: metadata?.namespace };
}
