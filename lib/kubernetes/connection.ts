/**
 * Types that the parts of a client share.
 *
 * @module
 */
import type { CallTrace } from "../output/call_trace.ts";
import type { System } from "../platform/system.ts";
import type { AuthSystem } from "./auth/exec_plugin.ts";
import type { HttpClient, HttpRequest } from "./http/http_client.ts";
import type { RequestOptions } from "./types.ts";

/** The parts of the system that a client uses. */
export type KubernetesSystem =
  & AuthSystem
  & Pick<System, "clock" | "env" | "signal">
  & { readonly trace?: CallTrace | undefined };

/** The connection of a client to its server. */
export interface Connection {
  readonly http: HttpClient;
  readonly system: KubernetesSystem;
  /** Aborted by the user's interrupt and when the client is closed. */
  readonly signal: AbortSignal;
  /** Default time limit of a request, milliseconds. */
  readonly callMs: number;
  /** Sends a request and reads the response as an object. */
  json(request: Omit<HttpRequest, "signal">, options?: RequestOptions): Promise<unknown>;
}
