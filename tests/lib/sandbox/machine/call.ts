/**
 * Calls a handler the way a node's server does: request and answers pass through the codecs.
 *
 * @module
 */
import type { Method } from "../../../../proto/method.ts";
import { machineBindings, type ServiceBooks } from "../../../../lib/sandbox/machine/mod.ts";
import type { Call, NodeFacts } from "../../../../lib/sandbox/types.ts";

/** A node whose folder is `folder`. */
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

/** What surrounds a call, where the defaults do not do. */
export interface CallParts {
  folder?: string;
  signal?: AbortSignal;
  books?: ServiceBooks;
}

/** Every answer to a call. */
export async function answersTo<Req, Res>(
  method: Method<Req, Res>,
  request: Req,
  parts: CallParts = {},
): Promise<Res[]> {
  const answers: Res[] = [];
  for await (const answer of streamOf(method, request, parts)) answers.push(answer);
  return answers;
}

/** The only answer to a call. */
export async function answerTo<Req, Res>(
  method: Method<Req, Res>,
  request: Req,
  parts: CallParts = {},
): Promise<Res> {
  const [answer, ...others] = await answersTo(method, request, parts);
  if (answer === undefined || others.length > 0) throw new Error("Expected exactly one answer");
  return answer;
}

/** The answers to a call as they come. */
export async function* streamOf<Req, Res>(
  method: Method<Req, Res>,
  request: Req,
  { folder = "/nonexistent", signal = new AbortController().signal, books }: CallParts = {},
): AsyncGenerator<Res> {
  const binding = machineBindings(books).find((each) => each.method.path === method.path);
  if (binding === undefined) throw new Error(`Nothing answers ${method.path}`);
  const call: Call = { node: node(folder), roles: new Set(["os:admin"]), signal };
  const received = method.decodeRequest(method.encodeRequest(request));
  const result = binding.handler(received, call);
  if (method.serverStreaming) {
    for await (const message of result) yield method.decodeResponse(method.encodeResponse(message));
  } else {
    yield method.decodeResponse(method.encodeResponse(await result));
  }
}
