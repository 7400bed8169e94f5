/**
 * Opens a client from a target, the client configuration and the environment.
 *
 * @module
 */
import { SERVICE_ACCOUNT_CONFIG } from "../distribution.ts";
import { OsctlError } from "../errors.ts";
import {
  type CertificateFacts,
  type ContextRecord,
  credentialsOf,
  expiryError,
  loadClientConfig,
  type NamedContext,
  type Osconfig,
  selectContext,
} from "../osconfig/load.ts";
import { isNamedFileMissing } from "../osconfig/locate.ts";
import type { CallTrace } from "../output/call_trace.ts";
import { parseProxyChoice, type ProxyChoice } from "../platform/proxy_url.ts";
import type { System } from "../platform/system.ts";
import { openChannel } from "../rpc/mod.ts";
import type { Headers, TlsSettings } from "../rpc/types.ts";
import { hostOf, normaliseEndpoint, normaliseEndpoints } from "./endpoints.ts";
import type { CallerIdentity } from "./describe_error.ts";
import { EndpointPool } from "./endpoint_pool.ts";
import type { WaitStatus } from "./awaited_nodes.ts";
import { createNodeClient } from "./node_client.ts";
import { parseTimeouts, type Timeouts } from "./timeouts.ts";
import type { NodeClient } from "./types.ts";
import type { MemberLookup } from "./unknown_node.ts";

/** The parts of the system that a client uses. */
export type ClientSystem =
  & Pick<System, "env" | "home" | "cwd" | "clock" | "random" | "signal">
  & {
    readonly status?: WaitStatus | undefined;
    readonly trace?: CallTrace | undefined;
    /** Whether to connect with `Deno.connectTls` where it can verify servers; default true. */
    readonly denoTls?: boolean;
    /** Folder of sessions to use; none by default. */
    readonly sessions?: string | undefined;
    /** Called when an endpoint has no usable session. */
    readonly onSessionMissing?: (() => void) | undefined;
    /** Called when the context in use has keys without meaning. */
    readonly onUnknownKeys?: ((context: string, keys: readonly string[]) => void) | undefined;
  };

/** The parts of the system that a client with known credentials uses. */
type ProxiedSystem = Omit<ClientSystem, "home" | "cwd">;

/** Selects nodes and endpoints; empty values are read from the client configuration. */
export interface ClientTarget {
  readonly nodes: readonly string[];
  readonly endpoints: readonly string[];
  /** Context name; the current context when empty. */
  readonly context: string;
  /** Cluster name, for a proxy endpoint. */
  readonly cluster: string;
  /** Path of the client configuration. */
  readonly osconfig: string;
}

/** Options of {@linkcode openClient}. */
export interface ClientOptions {
  target: ClientTarget;
  /** Use the maintenance service: no client certificate, the nodes are the endpoints. */
  insecure?: boolean;
  /** In maintenance mode, the accepted fingerprints (base64 SHA-256 of the leaf's SPKI). */
  fingerprints?: readonly string[];
  /** Use the hosts of the endpoints when no nodes are set. */
  defaultToEndpoints?: boolean;
  /** Reads the members of the cluster, for hints about unknown names. */
  members?: MemberLookup;
  /** Whether the endpoint that is connected handles the calls, whatever the nodes are. */
  isLocal?: boolean;
  /** Nodes that are called at the same time; default 32. */
  maxParallel?: number;
  /** Returns the addresses that the nodes of the client configuration stand for. */
  resolveConfigured?: (nodes: readonly string[]) => Promise<readonly string[]>;
}

/**
 * Opens a client for the nodes of the target or the client configuration. Connects on first use.
 *
 * @throws {OsctlError} of kind `usage` without nodes, `input` or `file` for an unusable configuration.
 */
export async function openClient(
  system: ClientSystem,
  options: ClientOptions,
): Promise<NodeClient> {
  const timeouts = parseTimeouts(system.env);
  return options.insecure === true
    ? openMaintenance(system, options, timeouts, await maintenanceProxy(system, options.target))
    : await openConfigured(system, options, timeouts);
}

async function openConfigured(
  system: ClientSystem,
  options: ClientOptions,
  timeouts: Timeouts,
): Promise<NodeClient> {
  const config = await loadClientConfig(options.target.osconfig, system);
  const { path } = config;
  const open = (current: Osconfig) => openWithConfig(system, options, timeouts, current);
  if (path === undefined || !path.endsWith(SERVICE_ACCOUNT_CONFIG)) return await open(config);
  const { createRotatingClient } = await import("./rotating_client.ts");
  return await createRotatingClient({
    clock: system.clock,
    path,
    open: async () => await open(await loadClientConfig(options.target.osconfig, system)),
  });
}

async function openWithConfig(
  system: ClientSystem,
  options: ClientOptions,
  timeouts: Timeouts,
  config: Osconfig,
): Promise<NodeClient> {
  const { target, resolveConfigured } = options;
  const context = selectContext(config, target.context);
  const ignored = config.unknownKeys?.get(context.name);
  if (ignored !== undefined) system.onUnknownKeys?.(context.name, ignored);
  const configured = nodesOf(target.nodes) === undefined
    ? nodesOf(context.record.nodes)
    : undefined;
  const nodes = configured && await resolveConfigured?.(configured);
  const resolved = nodes === undefined ? options : { ...options, target: { ...target, nodes } };
  return openContext(system, context, resolved, timeouts);
}

/**
 * Opens a client with a context of a client configuration. Connects on first use.
 *
 * @throws {OsctlError} of kind `usage` without nodes, `input` for unusable credentials.
 */
export function openContext(
  system: ProxiedSystem,
  context: NamedContext,
  { target, defaultToEndpoints = false, members, isLocal, maxParallel }: ClientOptions,
  timeouts: Timeouts = parseTimeouts(system.env),
): NodeClient {
  const { name, record } = context;
  checkAuthentication(context);
  const endpoints = endpointsOf(target, context);
  const from = sourceOf(target);
  const hosts = () => normaliseEndpoints(endpoints, from).map(hostOf);
  const nodes = nodesOf(target.nodes) ?? nodesOf(record.nodes) ??
    (defaultToEndpoints ? nodesOf(hosts()) : undefined);
  if (nodes === undefined) throw noNodes(name);
  const { facts, ...tls } = validCredentials(context, target, system.clock.now());
  const headers = headersOf(record, target.cluster);
  const proxy = proxyOf(record);
  const identity = facts && { context: name, roles: facts.organizations };
  return openProxied(
    system,
    { nodes, endpoints, from, tls, proxy, headers, identity, members, isLocal, maxParallel },
    timeouts,
  );
}

/** Endpoints of a context, `host:port`, and its credentials. */
export interface ContextRoute {
  readonly endpoints: readonly string[];
  readonly tls: TlsSettings;
  /** The proxy of the context. */
  readonly proxy: ProxyChoice | undefined;
  readonly facts: CertificateFacts | undefined;
}

/**
 * Resolves the endpoints and credentials of a context.
 *
 * @param now Milliseconds since the epoch.
 * @throws {OsctlError} of kind `usage` or `input`.
 */
export function resolveRoute(
  context: NamedContext,
  target: Pick<ClientTarget, "endpoints" | "osconfig">,
  now: number,
): ContextRoute {
  checkAuthentication(context);
  const endpoints = normaliseEndpoints(endpointsOf(target, context), sourceOf(target));
  const { facts, ...tls } = validCredentials(context, target, now);
  return { endpoints, tls, proxy: proxyOf(context.record), facts };
}

function checkAuthentication({ name, record }: NamedContext): void {
  if (record.auth?.siderov1 === undefined) return;
  throw new OsctlError(
    "unsupported",
    `context "${name}" uses unsupported authentication (auth.siderov1)`,
    { hint: "use a context with a client certificate" },
  );
}

/** Returns where the endpoints come from, for errors. */
function sourceOf({ endpoints }: Pick<ClientTarget, "endpoints">): "usage" | "input" {
  return endpoints.length > 0 ? "usage" : "input";
}

/** Returns the credentials of a context unless they have expired. */
function validCredentials(
  context: NamedContext,
  { osconfig }: Pick<ClientTarget, "osconfig">,
  now: number,
) {
  const credentials = credentialsOf(context);
  const { facts } = credentials;
  const expired = facts && expiryError(context, facts, now, osconfig);
  if (expired !== undefined) throw expired;
  return credentials;
}

/** Endpoints, nodes and credentials of {@linkcode openClientWith}. */
export interface ClientAddresses {
  readonly endpoints: readonly string[];
  readonly nodes: readonly string[];
  readonly tls: TlsSettings;
  /** The proxy of the context, instead of the environment's. */
  readonly proxy?: ProxyChoice | undefined;
}

/** Opens a client without a client configuration. Connects on first use. */
export function openClientWith(
  system: ProxiedSystem,
  addresses: ClientAddresses,
): NodeClient {
  const headers = { runtime: ["Talos"] };
  const route: Route = { ...addresses, from: "input", headers };
  return openProxied(system, route, parseTimeouts(system.env));
}

interface Route extends ClientAddresses {
  /** Source of the endpoints, for errors. */
  readonly from: "usage" | "input";
  readonly headers: Headers;
  readonly identity?: CallerIdentity | undefined;
  readonly members?: MemberLookup | undefined;
  readonly isLocal?: boolean | undefined;
  readonly maxParallel?: number | undefined;
}

function openProxied(
  system: ProxiedSystem,
  route: Route,
  timeouts: Timeouts,
): NodeClient {
  const { nodes, endpoints, from, tls, proxy } = route;
  const { headers, identity, members, isLocal, maxParallel } = route;
  const pool = openPool(system, normaliseEndpoints(endpoints, from), { tls, proxy }, timeouts);
  return createNodeClient({
    nodes,
    endpoints,
    headers,
    identity,
    members,
    isLocal,
    maxParallel,
    isProxied: true,
    callMs: timeouts.callMs,
    poolOf: () => pool,
    openDirect: (node) =>
      openProxied(system, { ...route, nodes: [node], endpoints: [node], from: "usage" }, timeouts),
    pools: [pool],
    clock: system.clock,
    signal: system.signal,
    status: system.status,
    trace: system.trace,
  });
}

function openMaintenance(
  system: ClientSystem,
  options: ClientOptions,
  timeouts: Timeouts,
  proxy: ProxyChoice | undefined,
): NodeClient {
  const { target, fingerprints = [] } = options;
  const nodes = nodesOf(target.nodes);
  if (nodes === undefined) {
    throw new OsctlError("usage", "no nodes: --insecure ignores the client configuration", {
      hint: "set node addresses with --nodes",
    });
  }
  const tls = { insecure: true, fingerprints };
  const pools = new Map(nodes.map((node) => [
    node,
    openPool(system, [normaliseEndpoint(node, "usage")], { tls, proxy }, timeouts),
  ]));
  return createNodeClient({
    nodes,
    endpoints: nodes,
    poolOf: (node) => pools.get(node)!,
    openDirect: (node) =>
      openMaintenance(
        system,
        { ...options, target: { ...target, nodes: [node] } },
        timeouts,
        proxy,
      ),
    pools: [...pools.values()],
    headers: { runtime: ["Talos"] },
    isProxied: false,
    maxParallel: options.maxParallel,
    callMs: timeouts.callMs,
    clock: system.clock,
    signal: system.signal,
    status: system.status,
    trace: system.trace,
  });
}

/**
 * Returns the proxy of the context: new machines are behind the one of their cluster.
 *
 * @throws {OsctlError} of kind `input` or `file` for an unusable client configuration.
 */
async function maintenanceProxy(
  system: ClientSystem,
  { osconfig, context }: ClientTarget,
): Promise<ProxyChoice | undefined> {
  // `apply-config --mode interactive` creates the file of a new cluster.
  if (await isNamedFileMissing(osconfig, system)) return undefined;
  const { contexts, current } = await loadClientConfig(osconfig, system);
  const record = contexts.get(context || current);
  return record && proxyOf(record);
}

/** Returns the proxy of a context, which is valid: its file was read. */
function proxyOf({ proxyUrl = "" }: ContextRecord): ProxyChoice | undefined {
  return parseProxyChoice(proxyUrl);
}

function openPool(
  system: ProxiedSystem,
  endpoints: readonly string[],
  { tls, proxy }: Pick<Route, "tls" | "proxy">,
  { connectMs }: Timeouts,
): EndpointPool {
  const { clock, env, random, trace, denoTls = true, sessions, onSessionMissing } = system;
  const connection = { connectTimeoutMs: connectMs, clock, env, proxy, trace, denoTls };
  const options = { ...connection, sessions, onSessionMissing };
  const open = (endpoint: string) => openChannel(endpoint, tls, options);
  return new EndpointPool(endpoints, { open, clock, random });
}

/** Returns the endpoints as the user wrote them. */
function endpointsOf(
  { endpoints }: Pick<ClientTarget, "endpoints">,
  { name, record }: NamedContext,
): readonly string[] {
  const chosen = endpoints.length > 0 ? endpoints : record.endpoints;
  if (chosen.length > 0) return chosen;
  throw new OsctlError("input", `context "${name}" has no endpoints`, {
    hint: 'use --endpoints, or set them with "osctl config endpoint <endpoint>..."',
  });
}

/**
 * Returns nodes in order, trimmed, without duplicates and brackets of IPv6 addresses, which calls do
 * not have; undefined when there are none.
 */
function nodesOf(nodes: readonly string[]): string[] | undefined {
  const plain = nodes.map((node) => node.trim().replace(/^\[([^\]]*:[^\]]*)\]$/, "$1"));
  const named = [...new Set(plain)].filter((node) => node !== "");
  return named.length === 0 ? undefined : named;
}

function noNodes(context: string): OsctlError {
  return new OsctlError("usage", `no nodes set with --nodes or in context "${context}"`, {
    hint: 'use --nodes, or set them with "osctl config node <node>..."',
  });
}

function headersOf({ auth, cluster }: ContextRecord, flag: string): Headers {
  const name = flag === "" ? cluster ?? "" : flag;
  const basic = auth?.basic;
  const login = basic && new TextEncoder().encode(`${basic.username}:${basic.password}`).toBase64();
  return {
    runtime: ["Talos"],
    ...(name === "" ? {} : { context: [name] }),
    ...(login === undefined ? {} : { authorization: [`Basic ${login}`] }),
  };
}
