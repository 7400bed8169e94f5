/**
 * Live values of a node without configuration.
 *
 * @module
 */
import { LiveValue } from "../../../../lib/sandbox/live_value.ts";
import type { ActiveConfig, LiveNode } from "../../../../lib/sandbox/state/mod.ts";
import type { MachineStage } from "../../../../lib/sandbox/state/definitions/runtime.ts";

/** Returns live values at a stage. */
export function liveNode(stage: MachineStage): LiveNode {
  return {
    version: "v1.8.0-alpha.2",
    stored: new LiveValue<string | undefined>(undefined),
    config: new LiveValue<ActiveConfig | undefined>(undefined),
    meta: new LiveValue<Readonly<Record<string, string>>>({}),
    stage: new LiveValue(stage),
  };
}
