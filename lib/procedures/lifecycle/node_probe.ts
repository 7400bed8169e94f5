/**
 * Reads whether a node has restarted, over the route that responds first.
 *
 * @module
 */
import { StorageService } from "../../../proto/storage.ts";
import { firstSuccess } from "../../async/hedge.ts";
import { sleep } from "../../async/sleep.ts";
import type { NodeClient } from "../../client/types.ts";
import { OsctlError } from "../../errors.ts";
import type { Clock } from "../../platform/system.ts";
import { parseIp } from "../../pki/ip.ts";
import {
  type MachineStatus,
  nodeError,
  readBootId,
  readDefaultAddress,
  readMachineStatus,
  readNodeId,
} from "./node_facts.ts";

/** Clients that reach a node. */
export interface NodeRoutes {
  readonly client: NodeClient;
  /** Opens a client for the maintenance service of the node. */
  openMaintenance(node: string): Promise<NodeClient>;
  readonly clock: Clock;
}

/** Result of a probe; `isDirect` when the endpoint did not respond first. */
export type Observation =
  & { readonly isDirect?: boolean }
  & (
    | { readonly kind: "maintenance" }
    | { readonly kind: "unchanged" }
    | {
      readonly kind: "restarted" | "unknown";
      readonly status: MachineStatus | undefined;
      readonly nodeId: string | undefined;
    }
  );

/** State of the action, which selects the routes of a probe. */
export interface ProbeOptions {
  /** Whether the connection was lost since the acknowledgement. */
  readonly isLost: boolean;
  /** Whether to try the maintenance service, once the connection was lost. */
  readonly mayBeInMaintenance: boolean;
}

/** Limit of one probe, milliseconds. */
const TIMEOUT_MS = 2000;

/** The next route to the node is tried after this long, milliseconds. */
const HEDGE_MS = 50;

/** Longest back-off of an endpoint's connection to a node, with its jitter, milliseconds. */
const ENDPOINT_MS = 20_000;
const ENDPOINT_POLL_MS = 200;

/** A way to call the node, and the name by which it is called. */
interface Route {
  readonly kind: "endpoint" | "direct" | "maintenance";
  readonly host: string;
}

/** Compares a node with its state before the action. */
export class NodeProbe implements AsyncDisposable {
  readonly #node: string;
  readonly #routes: NodeRoutes;
  readonly #clients = new Map<string, NodeClient>();
  /** Undefined without permission to read it. */
  #bootId: string | undefined;
  #nodeId: string | undefined;
  /** The node's address, when it was named: this machine may not resolve the name. */
  #address: string | undefined;

  constructor(node: string, routes: NodeRoutes) {
    this.#node = node;
    this.#routes = routes;
  }

  /** Reads what later probes compare with. */
  async readBaseline(signal: AbortSignal): Promise<void> {
    const { client } = this.#routes;
    const isNamed = parseIp(this.#node) === undefined;
    [this.#bootId, this.#nodeId, this.#address] = await Promise.all([
      readBootId(client, this.#node, { signal }),
      readNodeId(client, this.#node, { signal }),
      isNamed ? readDefaultAddress(client, this.#node, { signal }) : undefined,
    ]);
  }

  /** Returns what the first responding route shows. */
  observe(
    signal: AbortSignal,
    { isLost, mayBeInMaintenance }: ProbeOptions,
  ): Promise<Observation> {
    // A node that boots again is often reachable directly long before its endpoint reconnects to it.
    const hosts = [this.#node, this.#address].filter((host) => host !== undefined);
    const to = (kind: Route["kind"]) => hosts.map((host) => ({ kind, host }));
    const routes: Route[] = [{ kind: "endpoint", host: this.#node }];
    if (isLost) routes.push(...to("direct"));
    if (isLost && mayBeInMaintenance) routes.push(...to("maintenance"));
    return firstSuccess(routes, (route, stop) => this.#observeBy(route, stop), {
      clock: this.#routes.clock,
      delayMs: HEDGE_MS,
      signal,
      allFailed: ([first]) => first,
    });
  }

  /**
   * Waits until the endpoint, which backs off after refused connections, reaches the node again: the
   * next command uses it. Returns why it does not, after its longest back-off.
   */
  async awaitEndpoint(signal: AbortSignal): Promise<OsctlError | undefined> {
    const { client, clock } = this.#routes;
    const deadline = clock.now() + ENDPOINT_MS;
    while (true) {
      try {
        await readBootId(client, this.#node, { signal, timeoutMs: TIMEOUT_MS });
        return undefined;
      } catch (failure) {
        signal.throwIfAborted();
        const error = nodeError(this.#node, failure);
        if (!(error instanceof OsctlError)) throw error;
        if (clock.now() >= deadline) return error;
      }
      await sleep(clock, ENDPOINT_POLL_MS, signal);
    }
  }

  /** @throws {OsctlError} when the node ID differs from the baseline. */
  checkIdentity(nodeId: string | undefined): void {
    if (this.#nodeId === undefined || nodeId === undefined || nodeId === this.#nodeId) return;
    throw new OsctlError(
      "node",
      `a different node responds: node ID "${nodeId}", expected "${this.#nodeId}"`,
      { hint: "check whether the address was assigned to another machine" },
    );
  }

  async #observeBy(route: Route, signal: AbortSignal): Promise<Observation> {
    const limit = { signal, timeoutMs: TIMEOUT_MS };
    try {
      const client = await this.#clientOf(route);
      const { kind: routeKind, host } = route;
      if (routeKind === "maintenance") {
        await client.plainCall(StorageService.Disks, {}, host, limit);
        return { kind: "maintenance" };
      }
      const bootId = await readBootId(client, host, limit);
      if (bootId !== undefined && bootId === this.#bootId) return { kind: "unchanged" };
      const [status, nodeId] = await Promise.all([
        readMachineStatus(client, host, limit),
        readNodeId(client, host, limit),
      ]);
      const isKnown = bootId !== undefined && this.#bootId !== undefined;
      const kind = isKnown ? "restarted" : "unknown";
      return { kind, status, nodeId, isDirect: routeKind === "direct" };
    } catch (error) {
      const key = keyOf(route);
      this.#clients.get(key)?.close();
      this.#clients.delete(key);
      throw error;
    }
  }

  async #clientOf(route: Route): Promise<NodeClient> {
    const { client, openMaintenance } = this.#routes;
    if (route.kind === "endpoint") return client;
    const key = keyOf(route);
    const existing = this.#clients.get(key);
    if (existing !== undefined) return existing;
    const opened = route.kind === "direct"
      ? client.openDirect(route.host)
      : await openMaintenance(route.host);
    this.#clients.set(key, opened);
    return opened;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of this.#clients.values()) await client[Symbol.asyncDispose]();
  }
}

const keyOf = ({ kind, host }: Route): string => `${kind} ${host}`;
