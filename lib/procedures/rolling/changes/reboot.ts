/**
 * Reboots nodes.
 *
 * @module
 */
import { MachineService } from "../../../../proto/machine.ts";
import type { NodeClient } from "../../../client/types.ts";
import type { NodeChange } from "../types.ts";
import type { NodeReader } from "./node_reader.ts";
import { compareRestarted, readBaseline } from "./restarted.ts";

/** Limit of the request, milliseconds. */
export const REQUEST_MS = 30_000;

/** Dependencies of a change. */
export interface ChangeSources {
  readonly client: NodeClient;
  readonly reader: NodeReader;
}

/**
 * Creates a change that reboots nodes.
 *
 * @param mode Number of the reboot mode.
 */
export function createReboot({ client, reader }: ChangeSources, mode: number): NodeChange {
  return {
    kind: "reboot",
    title: "reboot",
    isFinal: false,
    readBaseline: (node, signal) => readBaseline(reader, node, signal),
    isUnneeded: () => Promise.resolve(undefined),
    async start({ address }, { signal }) {
      const options = { signal, timeoutMs: REQUEST_MS };
      await client.plainCall(MachineService.Reboot, { mode }, address, options);
    },
    isStarted: ({ address }, signal) => reader.isChanging(address, signal),
    async observe({ address }, baseline, signal) {
      const facts = await reader.readFacts(address, signal);
      return compareRestarted(facts, baseline, () => undefined);
    },
  };
}
