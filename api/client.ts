/**
 * Client of the API of Talos Linux nodes: calls, streams and resources.
 *
 * @example Print the version of each node
 * ```ts
 * import { MachineService, openClient } from "@osctl/osctl/client";
 *
 * const config = await Deno.readTextFile("talosconfig");
 * await using client = openClient({ config, nodes: ["10.0.0.2", "10.0.0.3"] });
 * for (const { node, value, error } of await client.call(MachineService.Version, {})) {
 *   console.log(node, value?.version?.tag ?? error?.message);
 * }
 * ```
 *
 * @module
 */
import { type NodeClient, throwFailures } from "../lib/client/mod.ts";
import { openClientWith, openContext } from "../lib/client/open.ts";
import { parseTimeouts } from "../lib/client/timeouts.ts";
import { OsctlError } from "../lib/errors.ts";
import { parseConfig, selectContext } from "../lib/osconfig/mod.ts";
import { formatRfc3339, type Timestamp } from "../lib/output/go_time.ts";
import { toFieldValue } from "../lib/output/value.ts";
import { wallClock } from "../lib/platform/wall_clock.ts";
import {
  findDefinition,
  parseSelector,
  type Resource as SentResource,
  ResourceReader,
  specOf,
  watchNode,
} from "../lib/resource/mod.ts";
import type { Method, Plain } from "../proto/method.ts";

export {
  type ErrorKind,
  failuresOf,
  type NodeFailure,
  OsctlError,
  type OsctlErrorOptions,
} from "./errors.ts";
export { cluster, ClusterService } from "../proto/cluster.ts";
export { common, google } from "../proto/common.ts";
export { inspect, InspectService } from "../proto/inspect.ts";
export { ImageService, LifecycleService, machine, MachineService } from "../proto/machine.ts";
export type { Long } from "../proto/long.ts";
export type { Method, Plain } from "../proto/method.ts";
export { storage, StorageService } from "../proto/storage.ts";
export { time, TimeService } from "../proto/time.ts";

/** Settings of every client. */
export interface ClientSettings {
  /** Cancels all calls. */
  readonly signal?: AbortSignal;
  /**
   * Settings that programs take from the environment: `HTTPS_PROXY`, `NO_PROXY`,
   * `OSCTL_CALL_TIMEOUT`, `OSCTL_CONNECT_TIMEOUT`. Nothing is read from the process.
   */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A client configuration and what to use of it. */
export interface ConfigOptions extends ClientSettings {
  /** Text of a client configuration (`talosconfig`). */
  readonly config: string;
  /** Name of the context; default: the current one. */
  readonly context?: string;
  /** Nodes of the calls, host names or addresses; default: from the context. */
  readonly nodes?: readonly string[];
  /** Hosts or `host:port` of nodes to connect to; default: from the context. */
  readonly endpoints?: readonly string[];
}

/** Addresses and credentials, without a client configuration. */
export interface AddressOptions extends ClientSettings {
  /** Hosts or `host:port` of nodes to connect to. */
  readonly endpoints: readonly string[];
  /** Nodes of the calls, host names or addresses. */
  readonly nodes: readonly string[];
  /** CA of the node API, PEM. */
  readonly ca: string;
  /** Client certificate, PEM. */
  readonly crt: string;
  /** Its key, PEM. */
  readonly key: string;
}

/** The result of one node: a value or an error. */
export type NodeResult<Value> =
  | { readonly node: string; readonly value: Value; readonly error?: undefined }
  | { readonly node: string; readonly error: OsctlError; readonly value?: undefined };

/** Options of a call. */
export interface CallOptions {
  /** Cancels the call. */
  readonly signal?: AbortSignal;
  /** Deadline of each node's call, milliseconds. */
  readonly timeoutMs?: number;
}

/** A resource of a node. */
export interface Resource {
  /** The node that has it. */
  readonly node: string;
  /** Namespace of the resource, such as `network`. */
  readonly namespace: string;
  /** Full name of the type, such as `Members.cluster.talos.dev`. */
  readonly type: string;
  /** Name among the resources of its type and namespace. */
  readonly id: string;
  /** Number of changes, decimal. */
  readonly version: string;
  /** Owning controller; empty without one. */
  readonly owner: string;
  /** `running` or `tearingDown`. */
  readonly phase: string;
  /** RFC 3339; undefined when the node does not know it. */
  readonly created?: string;
  /** RFC 3339; undefined when the node does not know it. */
  readonly updated?: string;
  /** Labels, which selectors match. */
  readonly labels: Readonly<Record<string, string>>;
  /** Annotations, which nothing selects by. */
  readonly annotations: Readonly<Record<string, string>>;
  /** Controllers that must release the resource before it is removed. */
  readonly finalizers: readonly string[];
  /** The specification: strings, numbers, bigints, booleans, null, lists and objects. */
  readonly spec: unknown;
  /** The specification as the node sent it. */
  readonly yaml: string;
}

/** Selects resources. */
export interface ResourceOptions {
  /** Default: the type's. */
  readonly namespace?: string;
  /** Ends the list or the watch. */
  readonly signal?: AbortSignal;
  /** Label selector, such as `role=worker,!tainted`. */
  readonly selector?: string;
}

/** A change of a watched resource; each existing resource is `created` first. */
export interface ResourceEvent {
  /** What happened. */
  readonly kind: "created" | "updated" | "destroyed";
  /** The resource afterwards; of a destroyed one its last state, after an outage without a spec. */
  readonly resource: Resource;
}

/** Options of {@linkcode Client.watch}. */
export interface WatchOptions extends ResourceOptions {
  /** Id of a single resource; default: all of the type. */
  readonly id?: string;
  /** Called when the connection was lost and is opened again. */
  onLost?(reason: string): void;
}

/** A client for a fixed set of nodes. Connects on first use. */
export interface Client extends AsyncDisposable {
  /** Nodes of the calls. */
  readonly nodes: readonly string[];
  /** What the client connects to. */
  readonly endpoints: readonly string[];
  /**
   * Calls a unary method on all nodes in parallel; returns a result per node, in the order of
   * `nodes`. Does not throw for a node's failure.
   */
  call<Request, Message>(
    method: Method<Request, { messages?: Message[] | null }>,
    request: Request | Plain<Request>,
    options?: CallOptions,
  ): Promise<NodeResult<Message>[]>;
  /**
   * Opens the stream of one node.
   *
   * @throws {OsctlError} from the iteration, with the error of the node.
   */
  stream<Request, Message>(
    node: string,
    method: Method<Request, Message>,
    request: Request | Plain<Request>,
    options?: CallOptions,
  ): AsyncIterable<Message>;
  /**
   * Lists the resources of a type, by its name or an alias, of all nodes in order.
   *
   * @throws {OsctlError} from the iteration; after the resources of the other nodes when some failed.
   */
  list(type: string, options?: ResourceOptions): AsyncIterable<Resource>;
  /**
   * Fetches one resource of one node.
   *
   * @throws {OsctlError} of kind `node`, also when it does not exist.
   */
  get(
    node: string,
    type: string,
    id: string,
    options?: Pick<ResourceOptions, "namespace">,
  ): Promise<Resource>;
  /**
   * Yields all resources of one node, then every change. Reconnects after an outage; ends when the
   * signal aborts.
   *
   * @throws {OsctlError} from the iteration, when an outage exceeds ten minutes.
   */
  watch(node: string, type: string, options?: WatchOptions): AsyncIterable<ResourceEvent>;
  /** Closes all connections. */
  close(): void;
}

/**
 * Opens a client.
 *
 * @throws {OsctlError} of kind `input` for an unusable configuration, `usage` without nodes.
 */
export function openClient(options: ConfigOptions | AddressOptions): Client {
  const environment = options.environment ?? {};
  const system = {
    env: { get: (name: string) => environment[name] },
    clock: wallClock,
    random: { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) },
    signal: options.signal ?? new AbortController().signal,
    denoTls: false,
  };
  const { callMs } = parseTimeouts(system.env);
  if (!("config" in options)) {
    const { endpoints, nodes, ca, crt, key } = options;
    if (nodes.length === 0) throw new OsctlError("usage", "no nodes");
    return createClient(
      openClientWith(system, { endpoints, nodes, tls: { ca, crt, key } }),
      callMs,
    );
  }
  const { config } = parseConfig(options.config, "client configuration");
  const context = selectContext(config, options.context ?? "");
  const target = {
    nodes: options.nodes ?? [],
    endpoints: options.endpoints ?? [],
    context: "",
    cluster: "",
    osconfig: "",
  };
  return createClient(openContext(system, context, { target }), callMs);
}

function createClient(client: NodeClient, callMs: number): Client {
  const reader = new ResourceReader(client, { clock: wallClock, callMs });
  const kindOf = async (type: string, namespace?: string) => {
    const definition = await findDefinition(await reader.definitions(), type);
    return { type: definition.type, namespace: namespace ?? definition.defaultNamespace };
  };
  return {
    nodes: client.nodes,
    endpoints: client.endpoints,
    call: (method, request, options) => client.call(method, request as never, { ...options }),
    stream: (node, method, request, options) =>
      client.stream(method, request as never, node, { ...options }),
    async *list(type, { namespace, selector, signal } = {}) {
      const kind = await kindOf(type, namespace);
      const selection = parseSelector(selector ?? "");
      const failures: NodeError[] = [];
      for (const node of client.nodes) {
        try {
          for await (const one of reader.list(node, kind, { selector: selection, signal })) {
            yield await toResource(node, one);
          }
        } catch (error) {
          if (!(error instanceof OsctlError) || signal?.aborted === true) throw error;
          failures.push({ node, error });
        }
      }
      throwFailures(failures);
    },
    async get(node, type, id, { namespace } = {}) {
      return await toResource(node, await reader.get(node, await kindOf(type, namespace), id));
    },
    async *watch(node, type, options = {}) {
      const { namespace, selector, id, signal, onLost } = options;
      const kind = await kindOf(type, namespace);
      const selection = parseSelector(selector ?? "");
      const events = watchNode(client, node, {
        kind,
        id,
        selector: selection,
        clock: wallClock,
        callMs,
        signal: signal ?? new AbortController().signal,
        lost: (reason) => onLost?.(reason),
      });
      for await (const event of events) {
        // Every resource was sent; only changes follow.
        if (event.kind === "bootstrapped") continue;
        yield { kind: event.kind, resource: await toResource(node, event.resource) };
      }
    },
    close: () => client.close(),
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  };
}

interface NodeError {
  readonly node: string;
  readonly error: OsctlError;
}

async function toResource(node: string, resource: SentResource): Promise<Resource> {
  const { created, updated, ...rest } = resource;
  return {
    node,
    ...rest,
    ...time("created", created),
    ...time("updated", updated),
    spec: toFieldValue(await specOf(resource)),
  };
}

function time(name: "created" | "updated", at: Timestamp | null): { [name]?: string } {
  return at === null ? {} : { [name]: formatRfc3339(at) };
}
