/**
 * Talking to nodes: which nodes, through which endpoints, and what they answered.
 *
 * @module
 */
export { bytesOf, type DataMessage, type NodeValue, split, throwFailures } from "./collect.ts";
export { mergeStreams } from "./merge_streams.ts";
export { failureOf } from "./node_error.ts";
export { type ClientOptions, type ClientSystem, openClient } from "./open.ts";
export type { Envelope, NodeAnswer, NodeCallOptions, NodeClient } from "./types.ts";
