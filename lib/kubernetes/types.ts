/**
 * The client of the Kubernetes API.
 *
 * @module
 */
import type { KubernetesObject, ResourceType, Status } from "./objects.ts";

/** The name of an object. */
export interface ObjectRef {
  readonly name: string;
  /** Of a namespaced object; the namespace of the context by default. */
  readonly namespace?: string | undefined;
}

/** Options of every request. */
export interface RequestOptions {
  /** Time limit of the request, milliseconds; 30 s by default. */
  readonly timeoutMs?: number;
  /** Cancels the request. */
  readonly signal?: AbortSignal;
}

/** Options of requests that change objects. */
export interface WriteOptions extends RequestOptions {
  /** Validate and admit the request without storing the result. */
  readonly dryRun?: boolean;
  /** Name of the field manager; `osctl` by default. */
  readonly fieldManager?: string;
  /** How the server treats unknown and duplicate fields; the server's default when undefined. */
  readonly fieldValidation?: "Ignore" | "Warn" | "Strict";
}

/** Options of a selection of objects. */
export interface SelectOptions extends RequestOptions {
  /** Only this namespace; all namespaces when undefined. */
  readonly namespace?: string | undefined;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
}

/** Options of {@linkcode KubernetesClient.list}. */
export interface ListOptions extends SelectOptions {
  /** Objects per request; 500 by default. */
  readonly pageSize?: number;
}

/** Objects of one type at one resource version. */
export interface ObjectList<T> {
  readonly items: readonly T[];
  /** Where a watch continues. */
  readonly resourceVersion: string;
}

/** A patch by its type. */
export type Patch =
  | { readonly type: "strategic" | "merge"; readonly body: unknown }
  | { readonly type: "json"; readonly body: readonly JsonPatchOperation[] }
  /** Server-side apply; `force` takes over fields of other managers. */
  | { readonly type: "apply"; readonly body: KubernetesObject; readonly force?: boolean };

/** An operation of a JSON patch (RFC 6902). */
export interface JsonPatchOperation {
  readonly op: "add" | "remove" | "replace" | "move" | "copy" | "test";
  readonly path: string;
  readonly from?: string;
  readonly value?: unknown;
}

/** Options of a patch. */
export interface PatchOptions extends WriteOptions {
  /** Patch a subresource, such as `status`. */
  readonly subresource?: string;
}

/** Options of a deletion. */
export interface DeleteOptions extends RequestOptions {
  readonly dryRun?: boolean;
  /** Seconds until containers are killed; the object's default when undefined. */
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: "Orphan" | "Background" | "Foreground";
  /** Delete only the object with this UID. */
  readonly uid?: string;
}

/** Options of an eviction. */
export interface EvictOptions extends RequestOptions {
  readonly dryRun?: boolean;
  readonly gracePeriodSeconds?: number;
  /** Evict only the pod with this UID. */
  readonly uid?: string;
}

/** Options of container logs. */
export interface PodLogOptions {
  /** The container; the only one by default. */
  readonly container?: string;
  /** Continue with new lines, until the container ends. */
  readonly follow?: boolean;
  /** The previous instance of the container. */
  readonly previous?: boolean;
  readonly tailLines?: number;
  readonly sinceSeconds?: number;
  /** Start of the log, RFC 3339. */
  readonly sinceTime?: string;
  readonly limitBytes?: number;
  /** Prefix every line with its time. */
  readonly timestamps?: boolean;
  /** Longest wait for data, milliseconds; 30 s by default, none with `follow`. */
  readonly idleTimeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** Options of a command in a container. */
export interface ExecOptions {
  readonly command: readonly string[];
  /** The container; the only one by default. */
  readonly container?: string;
  /** Input of the command; none when undefined. */
  readonly stdin?: AsyncIterable<Uint8Array>;
  /** Longest wait for output, milliseconds; 30 s by default. */
  readonly idleTimeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** Output of a command in a container; `exit` is the last. */
export type ExecEvent =
  | { readonly kind: "stdout" | "stderr"; readonly data: Uint8Array }
  | { readonly kind: "exit"; readonly code: number };

/** Options of {@linkcode KubernetesClient.watch}. */
export interface WatchOptions extends Omit<SelectOptions, "timeoutMs"> {
  /** Longest outage, milliseconds; the watch fails after it. 5 minutes by default. */
  readonly maxOutageMs?: number;
  /** Called with the reason when the connection is lost, once per outage. */
  onLost?(reason: string): void | Promise<void>;
  /** Called when the watch continues after an outage. */
  onRecovered?(): void;
}

/** A change of a watched selection. `synced` follows the objects that existed at the start. */
export type WatchEvent<T> =
  | { readonly kind: "added" | "modified" | "deleted"; readonly object: T }
  | { readonly kind: "synced" };

/** Version of the API server. */
export interface ServerVersion {
  readonly major: string;
  readonly minor: string;
  /** Such as `v1.31.4`. */
  readonly gitVersion: string;
}

/**
 * A client of one API server with one identity. Every method throws a `KubernetesError` for an error
 * response, and an `OsctlError` of kind `connection` when the server is unreachable or too late.
 */
export interface KubernetesClient extends Disposable {
  /** URL of the server. */
  readonly server: string;
  /** Namespace of the context; `default` when it has none. */
  readonly namespace: string;

  get<T extends KubernetesObject>(
    type: ResourceType<T>,
    ref: ObjectRef,
    options?: RequestOptions,
  ): Promise<T>;
  /** Fetches all pages. A list that expires between two pages is fetched again. */
  list<T extends KubernetesObject>(
    type: ResourceType<T>,
    options?: ListOptions,
  ): Promise<ObjectList<T>>;
  /** Yields pages as they arrive, for lists that exceed the memory. */
  listPages<T extends KubernetesObject>(
    type: ResourceType<T>,
    options?: ListOptions,
  ): AsyncIterable<ObjectList<T>>;
  create<T extends KubernetesObject>(
    type: ResourceType<T>,
    object: T,
    options?: WriteOptions,
  ): Promise<T>;
  /** Replaces an object; with its `resourceVersion`, only if it is unchanged. */
  replace<T extends KubernetesObject>(
    type: ResourceType<T>,
    object: T,
    options?: PatchOptions,
  ): Promise<T>;
  patch<T extends KubernetesObject>(
    type: ResourceType<T>,
    ref: ObjectRef,
    patch: Patch,
    options?: PatchOptions,
  ): Promise<T>;
  /** Deletes an object; returns it, or a `Status`, once the server has accepted the deletion. */
  delete<T extends KubernetesObject>(
    type: ResourceType<T>,
    ref: ObjectRef,
    options?: DeleteOptions,
  ): Promise<T | Status>;
  /**
   * Evicts a pod, within its disruption budget.
   *
   * @throws {KubernetesError} with the code 429 while the budget does not permit it, 409 for a pod with
   *   another UID.
   */
  evict(ref: ObjectRef, options?: EvictOptions): Promise<void>;
  /**
   * Yields the objects of a selection, then `synced`, then changes. Continues after lost connections
   * and expired resource versions, without gaps and without repeated events. Does not end by itself,
   * and retains the objects of the selection.
   */
  watch<T extends KubernetesObject>(
    type: ResourceType<T>,
    options?: WatchOptions,
  ): AsyncIterable<WatchEvent<T>>;
  /** Yields the log of a container, with back-pressure. */
  logs(ref: ObjectRef, options?: PodLogOptions): AsyncIterable<Uint8Array>;
  /** Runs a command in a container, and yields its output with back-pressure. */
  exec(ref: ObjectRef, options: ExecOptions): AsyncIterable<ExecEvent>;
  /**
   * Finds the resource type of a manifest.
   *
   * @throws {KubernetesError} with the code 404 when the server does not serve it.
   */
  resolveType(
    apiVersion: string,
    kind: string,
    options?: RequestOptions,
  ): Promise<ResourceType>;
  version(options?: RequestOptions): Promise<ServerVersion>;
  /** Fetches a path that is not a resource, such as `/readyz?verbose`, as text. */
  getText(path: string, options?: RequestOptions): Promise<string>;
  /** Closes all connections. */
  close(): void;
}
