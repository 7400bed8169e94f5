/**
 * Starts a rolling application of machine configurations in the cluster. The configurations are
 * computed here, once: a patch that appends to a list must not be applied again by the next pod.
 *
 * @module
 */
import type { NodeClient } from "../../../client/types.ts";
import type { ConfigChange } from "../../../node/machine_config/mod.ts";
import type { ConsoleContext } from "../../context.ts";
import { requireRollingMode } from "../../../procedures/rolling/changes/apply.ts";
import type { RollingOptions } from "../../../procedures/rolling/options.ts";
import { type InClusterFlags, launchRolling } from "./launch_rolling.ts";
import { FILES } from "../../../procedures/rolling/in_cluster/manifests.ts";

/** Folder of the configurations, below the folder of all files. */
const FOLDER = "configurations";

/** Configurations to apply. */
export interface ConfigLaunch {
  readonly flags: InClusterFlags;
  readonly rolling: RollingOptions;
  readonly mode: string;
  readonly changes: readonly ConfigChange[];
  /** Further arguments of `apply-config` in the pod. */
  readonly args: readonly string[];
}

/** Starts the application to the nodes of the changes; nothing without any. */
export async function launchConfig(
  context: ConsoleContext<NodeClient>,
  { flags, rolling, mode, changes, args }: ConfigLaunch,
): Promise<void> {
  requireRollingMode(mode);
  if (changes.length === 0) return;
  await launchRolling(context, {
    flags: { ...flags, nodes: changes.map(({ node }) => node) },
    rolling,
    purpose: "config",
    title: "apply the configuration",
    args: ["apply-config", `--file=${FILES}/${FOLDER}/`, `--mode=${mode}`, ...args],
    isDrained: true,
    files: new Map(changes.map(({ node, text }) => [`${FOLDER}/${node}.yaml`, text])),
  });
}
