/**
 * Errors that nodes put into the metadata of an answer (`common.Metadata`).
 *
 * @module
 */
import { MultiNodeError, type NodeFailure, OsctlError } from "../errors.ts";
import { statusError } from "../rpc/mod.ts";

/** The part of every answer that says who answers and what went wrong. */
interface Metadata {
  readonly hostname?: string | null;
  readonly error?: string | null;
  readonly status?: { readonly code?: number | null; readonly message?: string | null } | null;
}

/** The error in a message's metadata, or undefined. */
export function errorIn(message: unknown): OsctlError | undefined {
  const metadata = (message as { metadata?: Metadata | null } | null | undefined)?.metadata;
  if (!metadata) return undefined;
  const { error, status } = metadata;
  if (status?.code) return statusError(status.code, status.message || error || "");
  return error ? new OsctlError("node", error) : undefined;
}

/** Whether a message says anything beside its metadata. */
export function hasContent(message: unknown): boolean {
  return Object.entries(message as Record<string, unknown>).some(([key, value]) =>
    // A decoded message holds an empty list for every repeated field.
    key !== "metadata" && value !== undefined && value !== null &&
    !(Array.isArray(value) && value.length === 0)
  );
}

/** What a node threw, as its failure; a {@linkcode MultiNodeError} of that node is unwrapped. */
export function failureOf(node: string, error: OsctlError): NodeFailure {
  if (error instanceof MultiNodeError && error.failures.length === 1) return error.failures[0]!;
  return { node, error };
}

/** Names the node in an error that came from it; other kinds name their place themselves. */
export function naming(node: string, error: unknown): unknown {
  const fromNode = error instanceof OsctlError && error.kind === "node" &&
    !(error instanceof MultiNodeError);
  return fromNode ? new MultiNodeError([{ node, error }]) : error;
}
