/**
 * Clients of a rotation: which certificate works in which phase, and the checks that they do.
 *
 * @module
 */
import { MachineService } from "../../../proto/machine.ts";
import { openClientWith } from "../../client/open.ts";
import { splitResults } from "../../client/collect.ts";
import type { NodeClient } from "../../client/types.ts";
import { MultiNodeError, OsctlError } from "../../errors.ts";
import { parseProxyChoice } from "../../platform/proxy_url.ts";
import { type Journal, rank } from "./journal.ts";
import type { ClientPair, Direction, RotationSystem, Step } from "./types.ts";
import { waitFor } from "./wait.ts";
import { NotYet } from "../waits.ts";

/** A client certificate and trusted roots, PEM, and the proxy of the context. */
export interface Identity extends ClientPair {
  readonly roots: readonly string[];
  readonly proxyUrl?: string | undefined;
}

/** Opens a client with an identity. Connects on first use. */
export function openNodes(
  system: RotationSystem,
  endpoints: readonly string[],
  nodes: readonly string[],
  { roots, crt, key, proxyUrl = "" }: Identity,
): NodeClient {
  return openClientWith(system, {
    endpoints,
    nodes,
    tls: { ca: roots.join("\n"), crt, key },
    proxy: parseProxyChoice(proxyUrl),
  });
}

/** Returns the client certificates before and after a step's direction. */
export function clientsOf(
  { context, client }: Journal,
  direction: Direction,
): { readonly from: ClientPair; readonly to: ClientPair } {
  const [before, after] = [context.client, client ?? context.client];
  return direction === "rotate" ? { from: before, to: after } : { from: after, to: before };
}

/**
 * Returns the identity that all nodes accept now, whichever of them a phase has reached. It trusts
 * both authorities because endpoints change their certificates one by one.
 */
export function presentIdentity(journal: Journal): Identity {
  const { context, os, client } = journal;
  const { proxyUrl } = context;
  if (os === undefined) return { ...context.client, roots: [context.ca], proxyUrl };
  const roots = [os.old.crt, os.new.crt];
  // Nodes accept the old authority until it is dropped; the new one once all nodes accepted it.
  const acceptsNew = rank(os.rotate) >= rank("issue") && rank(os.rollback) <= rank("accept");
  return { ...(acceptsNew ? client! : context.client), roots, proxyUrl };
}

/** Options of the checks. */
export interface CheckOptions {
  readonly system: RotationSystem;
  readonly endpoints: readonly string[];
  readonly nodes: readonly string[];
  /** Time limit, milliseconds. */
  readonly ms: number;
  readonly signal: AbortSignal;
}

/**
 * Calls every node through every endpoint on new connections, until all respond.
 *
 * @param what the client, for the error: `the old client`.
 * @returns The version of each node.
 * @throws {OsctlError} of kind `node` after the time limit.
 */
export async function checkNodes(
  { system, endpoints, nodes, ms, signal }: CheckOptions,
  identity: Identity,
  what: string,
): Promise<ReadonlyMap<string, string>> {
  const versions = new Map<string, string>();
  await Promise.all(endpoints.map(async (endpoint) => {
    let left = nodes;
    const subject = `check of ${what} through ${endpoint}`;
    await waitFor({ clock: system.clock, signal, ms, what: subject }, async (signal) => {
      await using client = openNodes(system, [endpoint], left, identity);
      const results = await client.call(MachineService.Version, {}, { signal });
      const { values, failures } = splitResults(results);
      for (const { node, value } of values) versions.set(node, value.version?.tag ?? "");
      left = failures.map(({ node }) => node);
      if (failures.length > 0) throw new MultiNodeError(failures);
    });
  }));
  return versions;
}

/**
 * Waits until no endpoint accepts a client any more.
 *
 * @throws {OsctlError} of kind `node` after the time limit.
 */
export async function checkRefused(
  { system, endpoints, ms, signal, nodes }: CheckOptions,
  identity: Identity,
  what: string,
): Promise<void> {
  await Promise.all(endpoints.map(async (endpoint) => {
    const subject = `rejection of ${what} by ${endpoint}`;
    await waitFor({ clock: system.clock, signal, ms, what: subject }, async (signal) => {
      await using client = openNodes(system, [endpoint], nodes.slice(0, 1), identity);
      if (await isRejected(client, signal)) return;
      throw new NotYet(`${endpoint} still accepts ${what}`);
    });
  }));
}

/** Reports whether the endpoint does not accept a connection. */
async function isRejected(client: NodeClient, signal: AbortSignal): Promise<boolean> {
  try {
    const [result] = await client.call(MachineService.Version, {}, { signal });
    return result?.error?.kind === "connection";
  } catch (error) {
    if (error instanceof OsctlError && error.kind === "connection") return true;
    throw error;
  }
}

/** Returns the names of a step's clients: for the authority it replaces and for the next one. */
export function clientNames({ direction }: Step): { readonly from: string; readonly to: string } {
  const names = ["the old client", "the new client"] as const;
  return direction === "rotate"
    ? { from: names[0], to: names[1] }
    : { from: names[1], to: names[0] };
}
