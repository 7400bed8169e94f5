/**
 * Transport to nodes: endpoints, calls, streams and per-node results.
 *
 * @module
 */
export {
  callNode,
  type DataMessage,
  type NodeValue,
  requireSuccess,
  splitResults,
  throwFailures,
  toByteStream,
} from "./collect.ts";
export { isUnimplemented, withOlderStream } from "./fallback.ts";
export { mergeStreams } from "./merge_streams.ts";
export { toNodeFailure } from "./node_error.ts";
export { checkNode } from "./endpoints.ts";
export { type ClientOptions, type ClientSystem, openClient, openClientWith } from "./open.ts";
export {
  type KnownMember,
  LIST_NODES,
  MEMBER_LOOKUP_MS,
  type MemberLookup,
} from "./unknown_node.ts";
export type { Envelope, NodeCallOptions, NodeClient, NodeResult } from "./types.ts";
