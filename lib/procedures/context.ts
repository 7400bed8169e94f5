/**
 * Context of a procedure: the system without a terminal, and a factory of clients.
 *
 * @module
 */
import type { Release } from "../distribution.ts";
import type { CallTrace } from "../output/call_trace.ts";
import type { System } from "../platform/system.ts";

/** The nodes of a procedure and how to reach them. Empty values default to the client configuration. */
export interface ConnectionOptions {
  /** Cluster to connect to through a proxy endpoint. */
  readonly cluster: string;
  /** Context of the client configuration. */
  readonly context: string;
  readonly endpoints: readonly string[];
  readonly nodes: readonly string[];
  /** Path of the client configuration. */
  readonly osconfig: string;
  /** The call changes nodes, in a command that also reads them: print the nodes before. */
  readonly isChange?: boolean;
  /** Nodes to call at the same time; 0: the preference, or 32. */
  readonly maxParallel?: number;
  /** Ignore the preferences of the user. */
  readonly noPreferences?: boolean;
}

/** A node of a change; what is unknown is undefined or empty. */
export interface TargetNode {
  readonly address: string;
  readonly name?: string | undefined;
  readonly role?: string | undefined;
}

/** Options of a connection to nodes. */
export interface OpenOptions {
  /** The nodes, and how to reach them. */
  connection: ConnectionOptions;
  /** Use the maintenance service: no client certificate, the nodes are the endpoints. */
  insecure?: boolean;
  /** In maintenance mode, the accepted fingerprints (base64 SHA-256 of the leaf's SPKI). */
  fingerprints?: readonly string[];
  /** Use the hosts of the endpoints when no nodes are set. */
  defaultToEndpoints?: boolean;
  /**
   * The command calls one control plane node: of several nodes in the client configuration, use one
   * that responds and print which.
   */
  selectControlPlane?: boolean;
  /** An interruption does not cancel calls: the command ends what it must not interrupt. */
  isUninterrupted?: boolean;
}

/**
 * The system of a procedure: it has no streams, no terminal and no prompts. A procedure reports with
 * events, and what needs an answer is part of its options.
 */
export type ProcedureSystem = Omit<System, "stdin" | "stdout" | "stderr" | "terminal">;

/** Everything a procedure may access. `openClient` returns a `Client` (see `commands/wiring.ts`). */
export interface ProcedureContext<Client = unknown> extends ProcedureSystem {
  /** The selected interface release. */
  release: Release;
  /** Prints every connection and call on stderr; undefined without `OSCTL_DEBUG=1`. */
  trace?: CallTrace | undefined;
  /** Opens a client for nodes. */
  openClient(options: OpenOptions): Promise<Client>;
}
