/**
 * Errors of nodes: in the metadata of a response (`common.Metadata`), attributed to a node, and
 * classified for reconnects.
 *
 * @module
 */
import { Long } from "../../proto/long.ts";
import { MultiNodeError, type NodeFailure, OsctlError } from "../errors.ts";
import { quoteNodeText } from "../pki/redact_node_text.ts";
import { errorClass, RpcError, statusError } from "../rpc/mod.ts";

/** Metadata of every response message: its node and error. */
interface Metadata {
  readonly hostname?: string | null;
  readonly error?: string | null;
  readonly status?: { readonly code?: number | null; readonly message?: string | null } | null;
}

/** Returns the error in a message's metadata, or undefined. */
export function getMetadataError(message: unknown): OsctlError | undefined {
  const metadata = (message as { metadata?: Metadata | null } | null | undefined)?.metadata;
  if (!metadata) return undefined;
  const { error, status } = metadata;
  if (status?.code) return statusError(status.code, status.message || error || "");
  return error ? new OsctlError("node", quoteNodeText(error)) : undefined;
}

/** Reports whether a decoded message has non-zero fields other than its metadata. */
export function hasContent(message: unknown): boolean {
  return Object.entries(message as Record<string, unknown>).some(([key, value]) => {
    if (key === "metadata" || !value) return false;
    if (typeof value !== "object") return true;
    if (Array.isArray(value) || value instanceof Uint8Array) return value.length > 0;
    return Long.isLong(value) ? !value.isZero() : Object.keys(value).length > 0;
  });
}

/** Attributes an error to a node; a {@linkcode MultiNodeError} of that node is unwrapped. */
export function toNodeFailure(node: string, error: OsctlError): NodeFailure {
  if (error instanceof MultiNodeError && error.failures.length === 1) return error.failures[0]!;
  return { node, error };
}

/** Adds the node to an error that it returned; errors of other kinds name their source themselves. */
export function addNodeName(node: string, error: unknown): unknown {
  const fromNode = error instanceof OsctlError && error.kind === "node" &&
    !(error instanceof MultiNodeError);
  return fromNode ? new MultiNodeError([{ node, error }]) : error;
}

/** Returns the message of an error that a reconnect may resolve, else undefined. */
export function getReconnectReason(error: unknown): string | undefined {
  if (error instanceof MultiNodeError) {
    const reasons = error.failures.map((failure) => getReconnectReason(failure.error));
    return reasons.includes(undefined) ? undefined : reasons[0];
  }
  if (!(error instanceof OsctlError)) return undefined;
  if (error instanceof RpcError && errorClass(error.code) !== "lost") return undefined;
  return error.kind === "connection" || error.kind === "node" ? error.message : undefined;
}
