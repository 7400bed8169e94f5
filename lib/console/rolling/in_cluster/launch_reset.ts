/**
 * Starts a rolling reset of workers in the cluster.
 *
 * @module
 */
import type { machine } from "../../../../proto/machine.ts";
import type { NodeClient } from "../../../client/types.ts";
import type { ConsoleContext } from "../../context.ts";
import { losesNode } from "../../../procedures/rolling/changes/stop.ts";
import type { RollingOptions } from "../../../procedures/rolling/options.ts";
import { type InClusterFlags, launchRolling } from "./launch_rolling.ts";

/** A reset to start. */
export interface ResetLaunch {
  readonly flags: InClusterFlags & { readonly graceful: boolean };
  readonly rolling: RollingOptions;
  readonly request: machine.IResetRequest;
  /** Arguments of the command in the pod. */
  readonly args: readonly string[];
}

/** Starts the reset. */
export async function launchReset(
  context: ConsoleContext<NodeClient>,
  { flags, rolling, request, args }: ResetLaunch,
): Promise<void> {
  await launchRolling(context, {
    flags,
    rolling,
    purpose: "reset",
    title: "wipe the disks",
    isDrained: flags.graceful,
    isFinal: losesNode(request),
    isForWorkers: true,
    isIrreversible: true,
    args: ["reset", ...args],
  });
}
