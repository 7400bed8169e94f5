/**
 * Adds hints to the errors of nodes.
 *
 * @module
 */
import { rolesFor } from "../pki/method_roles.ts";
import { NOT_AUTHORIZED, RpcError, StatusCode } from "../rpc/mod.ts";
import { hostOf } from "./endpoints.ts";

/** The context whose client certificate a call uses. */
export interface CallerIdentity {
  readonly context: string;
  /** Organizations of the certificate. */
  readonly roles: readonly string[];
}

/** The node and endpoint of a call. */
export interface CallRoute {
  /** The node as the user named it. */
  readonly node: string;
  /** The endpoint that received the call, `host:port`; undefined when none was reached. */
  readonly endpoint: string | undefined;
  /** Whether the endpoint proxies the call to the node; false in maintenance mode. */
  readonly isProxied: boolean;
  /** Path of the method: `/machine.MachineService/Read`. */
  readonly path: string;
  /** Undefined without a context. */
  readonly identity?: CallerIdentity | undefined;
}

/** Returns a node's error with a hint; errors without one unchanged. */
export function describeError(error: unknown, route: CallRoute): unknown {
  if (!(error instanceof RpcError) || error.kind !== "node") return error;
  const { details } = error;
  const endpoint = route.isProxied ? route.endpoint : undefined;
  const dialError = DIAL_ERROR.exec(details)?.[1];
  if (endpoint !== undefined && dialError !== undefined) {
    const message = `cannot be reached from ${hostOf(endpoint)}: ` +
      `${formatDialError(dialError, route.node)} (${error.codeName})`;
    const hint = dialError.includes("unknown authority")
      ? "check that the node belongs to this cluster and has a machine configuration"
      : "check that the node is running and its address is correct";
    return withHint(error, hint, message);
  }
  if (error.code === StatusCode.permissionDenied && details === NOT_AUTHORIZED && route.identity) {
    return withHint(error, describeRoles(route.identity, route.path));
  }
  if (details.endsWith("is only available on control plane nodes")) {
    return withHint(error, "select a control plane node with --nodes");
  }
  if (details === "no request forwarding" && endpoint !== undefined) {
    const worker = `${hostOf(endpoint)} is a worker and does not forward calls`;
    return withHint(error, `set a control plane node with --endpoints: ${worker}`);
  }
  if (/^log ".*" was not registered$/.test(details)) {
    return withHint(error, 'list the services with "osctl service"');
  }
  if (details.startsWith("error parsing tail_id: ")) {
    return withHint(error, "use an ID that events prints, or --duration for a time span");
  }
  if (/^service ".*" doesn't support \w+ operation via API$/.test(details)) {
    return withHint(error, 'it runs as long as the node; restart the node with "osctl reboot"');
  }
  const unsupported = UNSUPPORTED.exec(details)?.[1];
  if (unsupported !== undefined) {
    const [plural, type] = unsupported === "namespace" ? ["namespaces"] : ["types", "rd"];
    return withHint(error, `list the ${plural} with "osctl get ${type ?? plural}"`);
  }
  const stopped = STOPPED.find(([pattern]) => pattern.test(details));
  if (stopped !== undefined) {
    const hint = `check it with "osctl version -n ${route.node}"`;
    return withHint(error, hint, `${stopped[1]} (${error.codeName})`);
  }
  const refused = NOT_IN_MAINTENANCE.find(([pattern]) => pattern.test(details));
  if (refused !== undefined) return withHint(error, refused[1]);
  const isUnauthenticated = !route.isProxied && details === NOT_AUTHORIZED;
  // Maintenance mode reads resources with the role os:reader.
  if (isUnauthenticated && route.path.startsWith("/cosi.resource.State/")) {
    const hint = "maintenance mode refuses sensitive resources: apply a machine configuration, " +
      "then read them without --insecure";
    return withHint(error, hint);
  }
  if (isUnauthenticated || details.endsWith("in maintenance mode")) {
    return withHint(error, "the node is in maintenance mode: apply a machine configuration first");
  }
  return error;
}

/**
 * Removes the endpoint from messages about unreachable nodes, to compare them: calls alternate between
 * the endpoints.
 */
export function withoutEndpoint(message: string): string {
  return message.replaceAll(/\bcannot be reached from \S+: /g, "cannot be reached: ")
    .replaceAll(/\bname does not resolve on \S+/g, "name does not resolve");
}

/** Names the roles of the caller and those that the method needs. */
function describeRoles({ context, roles }: CallerIdentity, path: string): string {
  const own = roles.filter((role) => role.startsWith("os:"));
  const allowed = rolesFor(path);
  // With a sufficient role for the method, the resource is sensitive.
  const needed = allowed.some((role) => own.includes(role)) ? ["os:admin"] : allowed;
  const has = own.length === 0
    ? "no role"
    : `the role${own.length === 1 ? "" : "s"} ${own.join(", ")}`;
  return `context "${context}" has ${has}, the call needs ${needed.join(" or ")}; ` +
    'select another context with --context, see "osctl config contexts"';
}

/** A node's error for a namespace or resource type that it does not have. */
const UNSUPPORTED = /^(namespace|resource type) ".*" is not supported$/s;

/** What maintenance mode refuses of a method that it has, and what works (v1.4 to v1.12). */
const NOT_IN_MAINTENANCE: readonly (readonly [details: RegExp, hint: string])[] = [
  [
    /^apply configuration --mode='[\w-]+' is not supported in maintenance mode$/,
    "use --mode auto, reboot or try",
  ],
  [
    /^upgrade --preserve, --stage, and --force are not supported in maintenance mode$/,
    "remove --preserve, --stage and --force",
  ],
];

/** Errors of Go programs that end: of grpc-go at a graceful stop, of the reader of the kernel log. */
const STOPPED: readonly (readonly [details: RegExp, message: string])[] = [
  [
    /^(?:error reading from server: EOF|closing transport due to: .*|connection error: desc = "error reading server preface: EOF")$/s,
    "the node ended the connection: its API restarts or the node shuts down",
  ],
  [
    /^(?:read|close) \/dev\/kmsg: file already closed$/,
    "the node ended the kernel log: it restarts or shuts down",
  ],
];

/** The error of grpc-go, and so of a node's proxy, for a failed connection. */
const DIAL_ERROR = /^connection error: desc = "transport: (?:Error while dialing: )?(.*)"$/s;

/** Returns the reason of a Go dial error, with the address unless it is the node's. */
function formatDialError(dialError: string, node: string): string {
  const [, address, rest] = /^dial \w+ (\S+): (.*)$/s.exec(dialError) ?? [];
  if (address === undefined || rest === undefined) return dialError.replace(/^dial \w+: /, "");
  const reason = rest.replace(/^connect: /, "");
  return hostOf(address) === node ? reason : `${address}: ${reason}`;
}

function withHint(error: RpcError, hint: string, message = error.message): RpcError {
  return new RpcError(error.kind, message, error.code, error.details, { hint, cause: error });
}
