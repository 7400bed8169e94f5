/**
 * What a node does with the headers `nodes` and `node`: it answers itself, passes the call on to
 * one other node unchanged, or asks several and merges what they say. Messages pass as bytes.
 *
 * - `nodes` (one value a node): unary answers are concatenated in the order they arrive, streams
 *   interleave; every message carries the node as the caller wrote it, and a node's failure is a
 *   message that holds nothing else. The call itself ends well.
 * - `node` (exactly one value): the other node's messages and status, untouched.
 * - a worker has no certificate to ask others with; it answers for itself and refuses the rest.
 *
 * @module
 */
import { appendMetadata, errorEnvelope } from "../../proto/metadata.ts";
import type { OutgoingMessage } from "../rpc/server.ts";
import { StatusCode, StatusError } from "../rpc/status.ts";
import { broadcast, interleave } from "./merge.ts";
import { partsOf, type RawCall, type RawHandler, wholeOf } from "./raw.ts";
import { FORWARDED_HEADER } from "./roles.ts";

/** How messages of a method flow. */
export interface Direction {
  readonly clientStreaming: boolean;
  readonly serverStreaming: boolean;
}

/** What the proxy of one node needs. */
export interface ProxyParts {
  /** Answers as this node. */
  readonly local: RawHandler;
  /** Asks another node; undefined on a worker, which forwards nothing. */
  readonly remote: ((target: string, call: RawCall) => AsyncIterable<OutgoingMessage>) | undefined;
  /** Whether a target as the caller wrote it is this node. */
  isLocal(target: string): boolean;
  /** Why a target cannot be one, or undefined. */
  invalid(target: string): string | undefined;
  /** The directions of a method; undefined when no service has it. */
  direction(path: string): Direction | undefined;
}

/** The handler of everything that reaches a node's port. */
export function proxy(parts: ProxyParts): RawHandler {
  return (call) => {
    if (call.headers[FORWARDED_HEADER] !== undefined) return parts.local(call);
    let { nodes, node } = call.headers;
    if (node !== undefined && node.length !== 1) {
      throw new StatusError(StatusCode.invalidArgument, "node metadata must be single-valued");
    }
    if (parts.remote === undefined) {
      if (node !== undefined && parts.isLocal(node[0]!)) node = undefined;
      if (nodes?.length === 1 && parts.isLocal(nodes[0]!)) nodes = undefined;
    }
    if (nodes !== undefined) {
      if (call.path.startsWith("/cosi.")) {
        throw new StatusError(
          StatusCode.invalidArgument,
          "one-2-many proxying is not supported for COSI methods",
        );
      }
      return askMany(parts, nodes, call);
    }
    if (node !== undefined) return askOne(parts, node[0]!, call);
    return parts.local(call);
  };
}

function checkTarget(parts: ProxyParts, target: string): void {
  if (parts.remote === undefined) {
    throw new StatusError(StatusCode.permissionDenied, "no request forwarding");
  }
  const reason = parts.invalid(target);
  if (reason !== undefined) throw new StatusError(StatusCode.internal, reason);
}

function askOne(parts: ProxyParts, target: string, call: RawCall): AsyncIterable<OutgoingMessage> {
  checkTarget(parts, target);
  // A node that is asked for itself by name would only call itself; the answer is the same.
  return parts.isLocal(target) ? parts.local(call) : parts.remote!(target, call);
}

function askMany(
  parts: ProxyParts,
  targets: readonly string[],
  call: RawCall,
): AsyncIterable<OutgoingMessage> {
  for (const target of targets) checkTarget(parts, target);
  const streaming = parts.direction(call.path)?.serverStreaming ?? false;
  const readers = targets.length > 1 ? broadcast(call.requests, targets.length) : [];
  const answers = targets.map((target, index) => {
    const reader = readers[index];
    const own = reader === undefined ? call : { ...call, requests: reader };
    // The other nodes' requests must not wait for a node that has ended.
    const ended = () => void reader?.return?.();
    return labelled(() => askOne(parts, target, own), target, streaming, ended);
  });
  return streaming ? interleave(answers) : concatenated(interleave(answers));
}

/** One node's messages, each with the node in it, and its failure as a last message. */
async function* labelled(
  ask: () => AsyncIterable<OutgoingMessage>,
  target: string,
  streaming: boolean,
  ended: () => void,
): AsyncGenerator<OutgoingMessage> {
  try {
    // What is appended to a streamed message is the same for each: another part of it.
    const metadata = appendMetadata(new Uint8Array(), target, true);
    for await (const message of ask()) {
      yield streaming
        ? [...partsOf(message), metadata]
        : appendMetadata(wholeOf(message), target, false);
    }
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    yield errorEnvelope(target, error, streaming);
  } finally {
    ended();
  }
}

async function* concatenated(
  messages: AsyncIterable<OutgoingMessage>,
): AsyncGenerator<OutgoingMessage> {
  const parts: Uint8Array[] = [];
  for await (const message of messages) parts.push(...partsOf(message));
  yield parts;
}
