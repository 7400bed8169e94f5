/**
 * What a session of a context connects to.
 *
 * @module
 */
import { loadClientConfig, type NamedContext, selectContext } from "../osconfig/load.ts";
import type { ProxyChoice } from "../platform/proxy_url.ts";
import type { System } from "../platform/system.ts";
import type { TlsSettings } from "../rpc/types.ts";
import { type ClientTarget, resolveRoute } from "./open.ts";

/** Endpoints and credentials of a session. */
export interface SessionTarget {
  readonly context: string;
  /** Path of the client configuration. */
  readonly path: string;
  /** `host:port` or `[address]:port`. */
  readonly endpoints: readonly string[];
  readonly tls: TlsSettings;
  /** The proxy of the context. */
  readonly proxy: ProxyChoice | undefined;
  /** End of the client certificate's validity, Unix time, milliseconds. */
  readonly notAfter: number | undefined;
}

/** Selects a context, and endpoints that replace its own. */
export type SessionSelection = Pick<ClientTarget, "context" | "endpoints" | "osconfig">;

/**
 * Reads the endpoints and credentials of a context.
 *
 * @throws {OsctlError} of kind `input` or `file`.
 */
export async function resolveSessionTarget(
  system: Pick<System, "env" | "home" | "cwd" | "clock">,
  target: SessionSelection,
): Promise<SessionTarget> {
  const config = await loadClientConfig(target.osconfig, system);
  const context: NamedContext = selectContext(config, target.context);
  const { endpoints, tls, proxy, facts } = resolveRoute(context, target, system.clock.now());
  return {
    context: context.name,
    // Without a file there is no context.
    path: config.path!,
    endpoints,
    tls,
    proxy,
    notAfter: facts?.notAfter,
  };
}
