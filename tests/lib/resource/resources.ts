/** Fake resources and nodes. */
import type { NodeCallOptions, NodeClient } from "../../../lib/client/types.ts";
import { OsctlError } from "../../../lib/errors.ts";
import type { Resource } from "../../../lib/resource/resource.ts";
import { cosi, State } from "../../../proto/cosi.ts";
import type { Method } from "../../../proto/method.ts";

/** Creates a resource with the properties and defaults for the others. */
export function resource(properties: Partial<Resource> = {}): Resource {
  return {
    namespace: "ns",
    type: "Things.test.dev",
    id: "thing",
    version: "3",
    owner: "test.Controller",
    phase: "running",
    created: { seconds: 1_700_000_000, nanos: 5 },
    updated: { seconds: 1_700_000_001, nanos: 0 },
    finalizers: [],
    labels: {},
    annotations: {},
    yaml: "a: 1\n",
    ...properties,
  };
}

/** Creates the protobuf message of a resource. */
export function message(properties: Partial<Resource> = {}): cosi.resource.Resource {
  const { yaml, finalizers, ...metadata } = resource(properties);
  const plain = {
    metadata: { ...metadata, finalizers: [...finalizers] },
    spec: { yamlSpec: yaml },
  } as cosi.resource.IResource;
  return cosi.resource.Resource.decode(cosi.resource.Resource.encode(plain as never).finish());
}

/** Creates a definition resource. */
export function definition(
  type: string,
  aliases: readonly string[],
  columns: Readonly<Record<string, string>> = {},
): cosi.resource.Resource {
  const lines = [
    `type: ${type}`,
    `displayType: ${type.split(".")[0]!.replace(/(?<=s)es$|s$/, "")}`,
    "defaultNamespace: ns",
    "aliases:",
    ...aliases.map((alias) => `    - ${alias}`),
    "allAliases:",
    ...[type.split(".")[0]!.toLowerCase(), ...aliases].map((alias) => `    - ${alias}`),
    Object.keys(columns).length === 0 ? "printColumns: []" : "printColumns:",
    ...Object.entries(columns).flatMap(([name, path]) => [
      `    - name: ${name}`,
      `      jsonPath: '${path}'`,
    ]),
  ];
  return message({
    namespace: "meta",
    type: "ResourceDefinitions.meta.cosi.dev",
    id: type.toLowerCase(),
    yaml: `${lines.join("\n")}\n`,
  });
}

/** Script of a fake node. */
export interface NodeScript {
  list?(
    request: cosi.resource.IListRequest,
    signal: AbortSignal,
  ): AsyncIterable<cosi.resource.Resource> | Iterable<cosi.resource.Resource>;
  get?(request: cosi.resource.IGetRequest): Promise<cosi.resource.Resource>;
  watch?(
    request: cosi.resource.IWatchRequest,
    signal: AbortSignal,
  ): AsyncIterable<cosi.resource.IWatchResponse>;
}

/** Creates a client with scripted nodes. */
export function scriptedClient(scripts: Readonly<Record<string, NodeScript>>): NodeClient {
  const unused = () => {
    throw new Error("no test calls this");
  };
  return {
    nodes: Object.keys(scripts),
    endpoints: Object.keys(scripts),
    call: unused,
    stream: unused,
    upload: unused,
    openDirect: unused,
    async *plainStream<Req, Message>(
      method: Method<Req, Message>,
      request: Req,
      node: string,
      { signal = new AbortController().signal }: NodeCallOptions = {},
    ): AsyncGenerator<Message> {
      const script = scripts[node]!;
      if (method.path === State.List.path) {
        for await (const one of script.list!(request as cosi.resource.IListRequest, signal)) {
          yield { resource: one } as Message;
        }
        return;
      }
      for await (const one of script.watch!(request as cosi.resource.IWatchRequest, signal)) {
        yield cosi.resource.WatchResponse.decode(
          cosi.resource.WatchResponse.encode(one).finish(),
        ) as Message;
      }
    },
    async plainCall<Req, Res>(_: Method<Req, Res>, request: Req, node: string): Promise<Res> {
      const { get } = scripts[node]!;
      if (get === undefined) throw new OsctlError("node", "there is no such resource");
      const one = await get(request as cosi.resource.IGetRequest);
      return { resource: one } as Res;
    },
    singleNode: () => Object.keys(scripts)[0]!,
    close: () => {},
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

/** A promise rejected when the signal is aborted. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** The error of an unreachable node. */
export function unreachable(): OsctlError {
  return new OsctlError("connection", "connection refused");
}
