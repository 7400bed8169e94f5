/**
 * Calls handlers as a node's server does: requests and responses pass through the codecs.
 *
 * @module
 */
import type { Method } from "../../../../proto/method.ts";
import { machineBindings, type ServiceRegistries } from "../../../../lib/sandbox/machine/mod.ts";
import type { Call, NodeFacts } from "../../../../lib/sandbox/types.ts";

/** Returns the facts of a node with this folder. */
export function node(folder: string): NodeFacts {
  return {
    name: "demo-controlplane-1",
    address: "127.42.0.2",
    port: 50000,
    type: "controlplane",
    cluster: "demo",
    folder,
  };
}

/** Options of a call. */
export interface CallParts {
  folder?: string;
  signal?: AbortSignal;
  registries?: ServiceRegistries;
}

/** Calls a method and collects all responses. */
export async function callAll<Req, Res>(
  method: Method<Req, Res>,
  request: Req,
  parts: CallParts = {},
): Promise<Res[]> {
  const answers: Res[] = [];
  for await (const answer of callStream(method, request, parts)) answers.push(answer);
  return answers;
}

/** Calls a method and returns its only response. */
export async function callOne<Req, Res>(
  method: Method<Req, Res>,
  request: Req,
  parts: CallParts = {},
): Promise<Res> {
  const [answer, ...others] = await callAll(method, request, parts);
  if (answer === undefined || others.length > 0) throw new Error("Expected exactly one response");
  return answer;
}

/** Calls a method and yields its responses. */
export async function* callStream<Req, Res>(
  method: Method<Req, Res>,
  request: Req,
  { folder = "/nonexistent", signal = new AbortController().signal, registries }: CallParts = {},
): AsyncGenerator<Res> {
  const binding = machineBindings(registries).find((each) => each.method.path === method.path);
  if (binding === undefined) throw new Error(`No binding of ${method.path}`);
  const call: Call = { node: node(folder), roles: new Set(["os:admin"]), signal };
  const received = method.decodeRequest(method.encodeRequest(request));
  const result = binding.handler(received, call);
  if (method.serverStreaming) {
    for await (const message of result) yield method.decodeResponse(method.encodeResponse(message));
  } else {
    yield method.decodeResponse(method.encodeResponse(await result));
  }
}
