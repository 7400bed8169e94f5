/**
 * Names of the sockets of a session.
 *
 * @module
 */
import type { SessionTarget } from "../../client/session_target.ts";
import { chooseProxy } from "../../rpc/mod.ts";
import { sessionName } from "../../rpc/session/mod.ts";
import type { ProcedureSystem } from "../context.ts";

/** Returns the name of the socket for an endpoint. */
export function targetName(
  { env }: Pick<ProcedureSystem, "env">,
  endpoint: string,
  { tls, proxy }: SessionTarget,
): Promise<string> {
  return sessionName({ endpoint, tls, proxy: chooseProxy(endpoint, env, proxy) });
}

/** Returns the names of all endpoints, in their order. */
export function targetNames(
  system: Pick<ProcedureSystem, "env">,
  target: SessionTarget,
): Promise<string[]> {
  return Promise.all(target.endpoints.map((endpoint) => targetName(system, endpoint, target)));
}
