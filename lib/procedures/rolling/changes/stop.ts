/**
 * Shuts down and wipes nodes.
 *
 * @module
 */
import { type machine, MachineService } from "../../../../proto/machine.ts";
import { StorageService } from "../../../../proto/storage.ts";
import type { NodeClient } from "../../../client/types.ts";
import { OsctlError } from "../../../errors.ts";
import { formatDuration } from "../../../output/duration.ts";
import type { Clock } from "../../../platform/system.ts";
import type { ChangeState, NodeBaseline, NodeChange, RollingNode } from "../types.ts";
import { type ChangeSources, REQUEST_MS } from "./reboot.ts";
import { readBaseline } from "./restarted.ts";

/** A node that is unreachable for this long after its acknowledgement is off, milliseconds. */
const OFF_AFTER_MS = 20_000;

/** Limit of a call to the maintenance service, milliseconds. */
const MAINTENANCE_MS = 4000;

type StopSources = ChangeSources & { readonly clock: Clock };

/** Creates a change that shuts nodes down. The engine has drained them, if they are drained. */
export function createShutdown(sources: StopSources, { force }: { force: boolean }): NodeChange {
  const off = new OffDetector(sources.clock);
  return {
    ...stopping(sources),
    kind: "shutdown",
    title: "shut down",
    isFinal: true,
    async start({ address }, { signal }) {
      const options = { signal, timeoutMs: REQUEST_MS };
      await sources.client.plainCall(MachineService.Shutdown, { force }, address, options);
    },
    observe: (node, baseline, signal) =>
      off.observe(node, async () => {
        const { bootId } = await sources.reader.readFacts(node.address, signal);
        return restartedInstead(bootId, baseline);
      }),
  };
}

/** Options of a reset: its request, and the connection to a wiped node. */
export interface ResetOptions {
  readonly request: machine.IResetRequest;
  openMaintenance(node: string): Promise<NodeClient>;
}

/** Reports whether a wiped node does not return with its configuration. */
export function losesNode({ reboot, systemPartitionsToWipe }: machine.IResetRequest): boolean {
  const labels = (systemPartitionsToWipe ?? []).map(({ label }) => label);
  const keepsConfig = labels.length > 0 && !labels.includes("STATE");
  return !(reboot && keepsConfig);
}

/** Creates a change that wipes nodes. */
export function createReset(
  sources: StopSources,
  { request, openMaintenance }: ResetOptions,
): NodeChange {
  const { client, reader, clock } = sources;
  const off = new OffDetector(clock);
  const reboots = request.reboot ?? false;
  const isInMaintenance = async (node: string, signal: AbortSignal): Promise<boolean> => {
    await using maintenance = await openMaintenance(node);
    try {
      const options = { signal, timeoutMs: MAINTENANCE_MS };
      await maintenance.plainCall(StorageService.Disks, {}, node, options);
      return true;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof OsctlError) return false;
      throw error;
    }
  };
  return {
    ...stopping(sources),
    kind: "reset",
    title: "wipe the disks",
    isFinal: losesNode(request),
    async start({ address }, { signal }) {
      const options = { signal, timeoutMs: REQUEST_MS };
      await client.plainCall(MachineService.Reset, request, address, options);
    },
    async observe(node, baseline, signal) {
      const read = async (): Promise<ChangeState> => {
        const { bootId, status } = await reader.readFacts(node.address, signal);
        if (!reboots || bootId === baseline.bootId) return restartedInstead(bootId, baseline);
        const isReady = status?.stage === "running" && status.ready;
        return isReady
          ? { kind: "done", bootId }
          : { kind: "pending", reason: `stage ${status?.stage}` };
      };
      if (!reboots) return await off.observe(node, read);
      try {
        return await read();
      } catch (error) {
        signal.throwIfAborted();
        const isUnreachable = error instanceof OsctlError;
        if (isUnreachable && await isInMaintenance(node.address, signal)) return { kind: "done" };
        throw error;
      }
    },
  };
}

/** Returns the common parts of shutdown and reset. */
function stopping({ reader }: StopSources) {
  return {
    readBaseline: (node: RollingNode, signal: AbortSignal) => readBaseline(reader, node, signal),
    isUnneeded: () => Promise.resolve(undefined),
    isStarted: ({ address }: RollingNode, signal: AbortSignal) =>
      reader.isChanging(address, signal),
  };
}

/** Returns the state of a node that responds and must be off. */
function restartedInstead(bootId: string, baseline: NodeBaseline): ChangeState {
  return bootId === baseline.bootId
    ? { kind: "pending", reason: "the node still runs" }
    : { kind: "failed", reason: "the node restarted instead" };
}

/** Detects that nodes are off: they are unreachable for some time. */
class OffDetector {
  readonly #clock: Clock;
  readonly #since = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async observe(
    { address }: RollingNode,
    read: () => Promise<ChangeState>,
  ): Promise<ChangeState> {
    try {
      const state = await read();
      this.#since.delete(address);
      return state;
    } catch (error) {
      if (!(error instanceof OsctlError) || error.kind === "cancelled") throw error;
      const now = this.#clock.now();
      const away = now - this.#since.getOrInsertComputed(address, () => now);
      if (away >= OFF_AFTER_MS) return { kind: "done" };
      return { kind: "pending", reason: `unreachable for ${formatDuration(Math.round(away))}` };
    }
  }
}
