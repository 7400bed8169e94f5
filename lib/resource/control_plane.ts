/**
 * Selects a control plane node among configured nodes.
 *
 * @module
 */
import { createDeadline } from "../async/deadline.ts";
import { firstSuccess } from "../async/hedge.ts";
import { hostOf } from "../client/endpoints.ts";
import { createTimeoutError } from "../client/timeouts.ts";
import type { NodeClient } from "../client/types.ts";
import { OsctlError } from "../errors.ts";
import type { Clock } from "../platform/system.ts";
import { ResourceReader } from "./client.ts";
import { specOf } from "./document.ts";

/** Namespace and type of the machine type of a node. */
const MACHINE_TYPE = { namespace: "config", type: "MachineTypes.config.talos.dev" };

/** Limit of the selection, milliseconds. */
const SELECTION_MS = 5000;

/** Delay of the request to a further node, milliseconds. */
const HEDGE_AFTER_MS = 250;

/** The system of the selection. */
export interface SelectionOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** A node responded that it is not a control plane node. */
class WorkerError extends OsctlError {
  constructor(node: string) {
    super("node", `${node} is not a control plane node`);
  }
}

/**
 * Returns the first node of the client that responds as a control plane node. When none does, returns
 * one that is also an endpoint, else the first, whose error the caller then reports.
 *
 * @throws {OsctlError} of kind `usage` when all nodes respond and none is a control plane node.
 */
export async function selectControlPlane(
  client: NodeClient,
  { clock, signal }: SelectionOptions,
): Promise<string> {
  const reader = new ResourceReader(client, { clock, callMs: SELECTION_MS });
  const expired = () => createTimeoutError(SELECTION_MS, "response");
  using deadline = createDeadline({ clock, ms: SELECTION_MS, signals: [signal], expired });
  const workers = new Set<string>();
  const attempt = async (node: string) => {
    const type = await specOf(await reader.get(node, MACHINE_TYPE, "machine-type"));
    // v1.4 has the legacy type "init".
    if (type === "controlplane" || type === "init") return node;
    workers.add(node);
    throw new WorkerError(node);
  };
  try {
    return await firstSuccess(client.nodes, attempt, {
      clock,
      delayMs: HEDGE_AFTER_MS,
      signal: deadline.signal,
      allFailed: ([error]) => error,
    });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof OsctlError)) throw error;
    const others = client.nodes.filter((node) => !workers.has(node));
    if (others.length === 0) throw noControlPlane(client);
    const hosts = client.endpoints.map(hostOf);
    return others.find((node) => hosts.includes(node)) ?? others[0]!;
  }
}

function noControlPlane({ nodes, endpoints }: NodeClient): OsctlError {
  const [endpoint] = endpoints.map(hostOf);
  return new OsctlError(
    "usage",
    `none of the ${nodes.length} configured nodes is a control plane node: ${nodes.join(", ")}`,
    { hint: `select one, for example with --nodes ${endpoint}` },
  );
}
