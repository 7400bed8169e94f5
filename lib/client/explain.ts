/**
 * Nodes' standard refusals in words that say what to do.
 *
 * @module
 */
import { NOT_AUTHORIZED, RpcError } from "../rpc/mod.ts";

/** Where a call went. */
export interface Way {
  /** The node as the user named it. */
  readonly node: string;
  /** The endpoint the call was sent to, `host:port`; undefined when none was found. */
  readonly endpoint: string | undefined;
  /** Whether the endpoint was to pass the call on; not in maintenance mode. */
  readonly naming: boolean;
}

/** A node's error with the hint that fits; whatever needs none, as it is. */
export function explain(error: unknown, way: Way): unknown {
  if (!(error instanceof RpcError) || error.kind !== "node") return error;
  const endpoint = way.naming ? way.endpoint : undefined;
  const dialing = DIALING.exec(error.details)?.[1];
  if (endpoint !== undefined && dialing !== undefined) {
    const message = `cannot be reached from ${hostOf(endpoint)}: ${reasonOf(dialing, way.node)} ` +
      `(${error.codeName})`;
    const hint = dialing.includes("unknown authority")
      ? "check that the node belongs to this cluster and has a machine configuration"
      : "check that the node is up and its address is right";
    return reworded(error, message, hint);
  }
  if (error.details.endsWith("is only available on control plane nodes")) {
    return reworded(error, error.message, "name a control plane with --nodes");
  }
  if (error.details === "no request forwarding" && endpoint !== undefined) {
    const worker = `${hostOf(endpoint)} is a worker and passes no calls on to other nodes`;
    return reworded(error, error.message, `give a control plane with --endpoints: ${worker}`);
  }
  if (/^log ".*" was not registered$/.test(error.details)) {
    return reworded(error, error.message, 'list the services with "osctl service"');
  }
  const unsupported = UNSUPPORTED.exec(error.details)?.[1];
  if (unsupported !== undefined) {
    const [plural, type] = unsupported === "namespace" ? ["namespaces"] : ["types", "rd"];
    return reworded(error, error.message, `list the ${plural} with "osctl get ${type ?? plural}"`);
  }
  const refused = !way.naming && error.details === NOT_AUTHORIZED;
  if (refused || error.details.endsWith("in maintenance mode")) {
    const hint = "the node is in maintenance mode: give it a machine configuration first";
    return reworded(error, error.message, hint);
  }
  return error;
}

/** The text of nodes for a namespace or resource type that they do not have. */
const UNSUPPORTED = /^(namespace|resource type) ".*" is not supported$/s;

/** What grpc-go, and so the proxy of a node, says when it cannot connect. */
const DIALING = /^connection error: desc = "transport: (?:Error while dialing: )?(.*)"$/s;

/** The reason in a Go dial error, with the address unless it only repeats the node's. */
function reasonOf(dialing: string, node: string): string {
  const [, address, rest] = /^dial \w+ (\S+): (.*)$/s.exec(dialing) ?? [];
  if (address === undefined || rest === undefined) return dialing.replace(/^dial \w+: /, "");
  const reason = rest.replace(/^connect: /, "");
  return hostOf(address) === node ? reason : `${address}: ${reason}`;
}

/** `host` of `host:port` or `[host]:port`. */
function hostOf(endpoint: string): string {
  return endpoint.replace(/:\d+$/, "").replace(/^\[(.*)\]$/, "$1");
}

function reworded(error: RpcError, message: string, hint: string): RpcError {
  return new RpcError(error.kind, message, error.code, error.details, { hint, cause: error });
}
