/**
 * Reads the state of nodes, over the route that responds first.
 *
 * @module
 */
import { MachineService } from "../../../../proto/machine.ts";
import { firstSuccess } from "../../../async/hedge.ts";
import type { NodeClient } from "../../../client/types.ts";
import { OsctlError } from "../../../errors.ts";
import type { Clock } from "../../../platform/system.ts";
import { errorClass, RpcError } from "../../../rpc/mod.ts";
import { listExtensions } from "../../lifecycle/extensions.ts";
import {
  type MachineStatus,
  nodeError,
  readBootId,
  readMachineStatus,
  readNodeId,
} from "../../lifecycle/node_facts.ts";

/** Facts of a node. */
export interface NodeFacts {
  readonly bootId: string;
  /** Undefined where the node does not serve it. */
  readonly nodeId: string | undefined;
  /** Version tag, such as `v1.8.4`. */
  readonly version: string;
  /** Empty without one. */
  readonly schematic: string;
  /** Undefined where the node does not serve it. */
  readonly status: MachineStatus | undefined;
}

/** Limit of reading a node, milliseconds. */
const TIMEOUT_MS = 4000;

/** The direct route is tried after this long, milliseconds. */
const HEDGE_MS = 100;

/** Stages of a machine in which a sequence of the request runs. */
const CHANGING_STAGES: ReadonlySet<string> = new Set([
  "installing",
  "rebooting",
  "shutting down",
  "resetting",
  "upgrading",
]);

/**
 * Reads nodes. A node that boots is often reachable directly long before its endpoint, which backs
 * off after refused connections, reaches it again.
 */
export class NodeReader implements AsyncDisposable {
  readonly #client: NodeClient;
  readonly #clock: Clock;
  readonly #direct = new Map<string, NodeClient>();

  constructor(client: NodeClient, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
  }

  /**
   * Returns the facts of a node.
   *
   * @throws {OsctlError} when the node does not respond, or refuses a call.
   */
  readFacts(node: string, signal: AbortSignal): Promise<NodeFacts> {
    return this.#read(node, signal, async (client, options) => {
      const [bootId, nodeId, status, version, schematic] = await Promise.all([
        readBootId(client, node, options),
        readNodeId(client, node, options),
        readMachineStatus(client, node, options),
        readVersion(client, node, options),
        readSchematic(client, node, options),
      ]);
      if (bootId === undefined) {
        throw new OsctlError("node", "the boot ID cannot be read", {
          hint: "use credentials with the role os:admin",
        });
      }
      return { bootId, nodeId, status, version, schematic };
    });
  }

  /** Reports whether a node runs a sequence that restarts or stops it. */
  async isChanging(node: string, signal: AbortSignal): Promise<boolean> {
    const status = await this.#read(node, signal, (client, options) => {
      return readMachineStatus(client, node, options);
    });
    return status !== undefined && CHANGING_STAGES.has(status.stage);
  }

  /** Reads over the endpoints, and directly when they are slow or fail. */
  async #read<T>(
    node: string,
    signal: AbortSignal,
    read: (client: NodeClient, options: CallOptions) => Promise<T>,
  ): Promise<T> {
    const attempt = async (route: "endpoint" | "direct", stop: AbortSignal): Promise<T> => {
      const client = route === "endpoint" ? this.#client : this.#directClient(node);
      try {
        return await read(client, { signal: stop, timeoutMs: TIMEOUT_MS });
      } catch (error) {
        if (route === "direct") {
          this.#direct.delete(node);
          client.close();
        }
        throw nodeError(node, error);
      }
    };
    return await firstSuccess(["endpoint", "direct"] as const, attempt, {
      clock: this.#clock,
      delayMs: HEDGE_MS,
      signal,
      allFailed: ([first]) => first,
    });
  }

  #directClient(node: string): NodeClient {
    return this.#direct.getOrInsertComputed(node, () => this.#client.openDirect(node));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of this.#direct.values()) await client[Symbol.asyncDispose]();
  }
}

type CallOptions = { readonly signal: AbortSignal; readonly timeoutMs: number };

async function readVersion(client: NodeClient, node: string, options: CallOptions) {
  const { messages } = await client.plainCall(MachineService.Version, {}, node, options);
  const tag = messages?.[0]?.version?.tag;
  if (tag) return tag;
  throw new OsctlError("node", "the node reports no version");
}

/** Nodes before v1.4 do not have the type; without the image factory there is no schematic. */
async function readSchematic(client: NodeClient, node: string, options: CallOptions) {
  try {
    return (await listExtensions(client, node, options)).schematic ?? "";
  } catch (failure) {
    const error = nodeError(node, failure);
    if (error instanceof RpcError && errorClass(error.code) === "refused") return "";
    throw error;
  }
}
