/**
 * Context of an operation: the system, prompts, progress, and a factory of clients.
 *
 * @module
 */
import type { Release } from "../distribution.ts";
import type { CallTrace } from "../output/call_trace.ts";
import type { StatusLine } from "../output/status_line.ts";
import type { FormatTime } from "../output/time_style.ts";
import type { System } from "../platform/system.ts";

/** The nodes of an operation and how to reach them. Empty values default to the client configuration. */
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

/** Options of a prompt for a text. */
export interface TextOptions {
  readonly initial?: string;
  /** Returns why a trimmed text is invalid. */
  readonly validate?: (text: string) => string | undefined;
}

/** Prompts. Every method throws a usage error when stdin is not a terminal. */
export interface Prompts {
  /** Asks for confirmation; anything but yes is no. */
  confirm(question: string): Promise<boolean>;
  /** Asks for a text, `initial` to be edited; returns it trimmed. */
  text(question: string, options?: TextOptions): Promise<string>;
  /** Asks for one of the choices; `initial` or the first is preselected. */
  select(question: string, choices: readonly string[], initial?: string): Promise<string>;
}

/** Options of a connection to nodes. */
export interface OpenOptions {
  /** The nodes, and how to reach them. */
  flags: ConnectionOptions;
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

/** Everything an operation may access. `openClient` returns a `Client` (see `commands/wiring.ts`). */
export interface OperationContext<Client = unknown> extends System {
  /** The selected interface release. */
  release: Release;
  prompts: Prompts;
  /** Shows progress on the terminal; undefined when stderr is none. */
  status: StatusLine | undefined;
  /** Prints every connection and call on stderr; undefined without `OSCTL_DEBUG=1`. */
  trace?: CallTrace | undefined;
  /** Formats times as the user chose; absent without a preference, and in a pipe. */
  times?: FormatTime | undefined;
  /** Opens a client for nodes. */
  openClient(options: OpenOptions): Promise<Client>;
}
