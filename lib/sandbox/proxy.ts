/**
 * Proxying by the headers `nodes` and `node`: a node handles a call itself, forwards it to one
 * other node, or fans it out and merges the responses. Messages stay encoded.
 *
 * - `nodes` (one value per node): unary responses are concatenated in order of arrival, streams
 *   interleave. Every message has the node as given by the caller in its metadata; a node's failure
 *   is a message with metadata only. The call itself succeeds.
 * - `node` (exactly one value): messages and status of that node, unmodified.
 * - A worker has no certificate to forward with. It handles calls to itself and rejects all others.
 *
 * @module
 */
import { appendMetadata, errorEnvelope } from "../../proto/metadata.ts";
import type { OutgoingMessage } from "../rpc/server.ts";
import { StatusCode, StatusError } from "../rpc/status.ts";
import { onAbort } from "../async/on_abort.ts";
import { type CallTurns, processTurns } from "./call_turns.ts";
import { broadcast, interleave } from "./merge.ts";
import {
  firstRequest,
  joinParts,
  messageParts,
  type RawCall,
  type RawHandler,
} from "./raw_call.ts";
import { FORWARDED_HEADER } from "./roles.ts";

/** The streaming directions of a method. */
export interface Direction {
  readonly clientStreaming: boolean;
  readonly serverStreaming: boolean;
}

/** Options of a node's proxy. */
export interface ProxyOptions {
  /** Handles calls to this node. */
  readonly local: RawHandler;
  /** Forwards a call to another node; undefined on workers. */
  readonly remote: ((target: string, call: RawCall) => AsyncIterable<OutgoingMessage>) | undefined;
  /** Reports whether a target is this node. */
  isLocal(target: string): boolean;
  /** Returns why a text is not a valid target, or undefined. */
  invalid(target: string): string | undefined;
  /** Returns the directions of a method; undefined for an unknown one. */
  direction(path: string): Direction | undefined;
  /**
   * Limits the calls that start or are cancelled at the same time; by default the limits of the
   * process.
   */
  readonly turns?: CallTurns;
}

/** Maximum number of targets of one call; each requires a separate call. */
const MAX_TARGETS = 1000;

/** Targets of a call that are called at once; the others wait for turns. */
const IMMEDIATE = 16;

/** Creates the handler of all calls to a node's port. */
export function createProxy(options: ProxyOptions): RawHandler {
  return (call) => {
    if (call.headers[FORWARDED_HEADER] !== undefined) return options.local(call);
    let { nodes, node } = call.headers;
    if (node !== undefined && node.length !== 1) {
      throw new StatusError(StatusCode.invalidArgument, "node metadata must be single-valued");
    }
    if (options.remote === undefined) {
      if (node !== undefined && options.isLocal(node[0]!)) node = undefined;
      if (nodes?.length === 1 && options.isLocal(nodes[0]!)) nodes = undefined;
    }
    if (nodes !== undefined) {
      if (call.path.startsWith("/cosi.")) {
        throw new StatusError(
          StatusCode.invalidArgument,
          "one-2-many proxying is not supported for COSI methods",
        );
      }
      return callMany(options, nodes, call);
    }
    if (node !== undefined) return callOne(options, node[0]!, call);
    return options.local(call);
  };
}

function checkTarget(options: ProxyOptions, target: string): void {
  if (options.remote === undefined) {
    throw new StatusError(StatusCode.permissionDenied, "no request forwarding");
  }
  const reason = options.invalid(target);
  if (reason !== undefined) throw new StatusError(StatusCode.internal, reason);
}

function callOne(
  options: ProxyOptions,
  target: string,
  call: RawCall,
): AsyncIterable<OutgoingMessage> {
  checkTarget(options, target);
  // Forwarding to itself would give the same result.
  return options.isLocal(target) ? options.local(call) : options.remote!(target, call);
}

function callMany(
  options: ProxyOptions,
  targets: readonly string[],
  call: RawCall,
): AsyncIterable<OutgoingMessage> {
  if (targets.length > MAX_TARGETS) {
    const reason = `${targets.length} nodes in one call, the sandbox accepts ${MAX_TARGETS}`;
    throw new StatusError(StatusCode.resourceExhausted, reason);
  }
  for (const target of targets) checkTarget(options, target);
  const { clientStreaming = false, serverStreaming = false } = options.direction(call.path) ?? {};
  const requests = clientStreaming
    ? broadcast(call.requests, targets.length)
    : repeatRequest(call.requests, targets.length);
  const responses = targets.map((target, index) => {
    const own = { ...call, requests: requests[index]! };
    const start = () =>
      index < IMMEDIATE ? callOne(options, target, own) : callInTurn(options, target, own);
    // A finished node must not block the requests to the others.
    const onEnd = () => void own.requests.return?.();
    return withMetadata(start, target, serverStreaming, onEnd);
  });
  return serverStreaming ? interleave(responses) : concatMessages(interleave(responses));
}

/** Returns iterators of one request message, which is read when the first of them is. */
function repeatRequest(
  requests: AsyncIterable<Uint8Array>,
  count: number,
): AsyncGenerator<Uint8Array>[] {
  let first: Promise<Uint8Array> | undefined;
  return Array.from({ length: count }, async function* () {
    yield await (first ??= firstRequest(requests));
  });
}

/** Calls a target in its turn, and cancels the call in its turn. */
async function* callInTurn(
  options: ProxyOptions,
  target: string,
  call: RawCall,
): AsyncGenerator<OutgoingMessage> {
  const { turns = processTurns } = options;
  await turns.next();
  if (call.signal.aborted) throw new StatusError(StatusCode.canceled, "context canceled");
  const controller = new AbortController();
  const cancel = async () => {
    await turns.next();
    controller.abort(call.signal.reason);
  };
  const remove = onAbort(call.signal, () => void cancel());
  try {
    yield* callOne(options, target, { ...call, signal: controller.signal });
  } finally {
    remove();
  }
}

/** Adds metadata to the messages of a node, and turns its failure into a last message. */
async function* withMetadata(
  call: () => AsyncIterable<OutgoingMessage>,
  target: string,
  streaming: boolean,
  onEnd: () => void,
): AsyncGenerator<OutgoingMessage> {
  try {
    // The metadata is equal for all messages of a stream, so it is encoded once as a separate part.
    const metadata = appendMetadata(new Uint8Array(), target, true);
    for await (const message of call()) {
      yield streaming
        ? [...messageParts(message), metadata]
        : appendMetadata(joinParts(message), target, false);
    }
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    yield errorEnvelope(target, error, streaming);
  } finally {
    onEnd();
  }
}

async function* concatMessages(
  messages: AsyncIterable<OutgoingMessage>,
): AsyncGenerator<OutgoingMessage> {
  const parts: Uint8Array[] = [];
  for await (const message of messages) parts.push(...messageParts(message));
  yield parts;
}
