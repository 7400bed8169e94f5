/**
 * Plans actions that reboot nodes: with a drain, and with an installation before.
 *
 * @module
 */
import { MachineService } from "../../../proto/machine.ts";
import type { NodeClient } from "../../client/types.ts";
import type { ActionStep } from "../action_step.ts";
import type { ActionPlan, LifecycleAction } from "./action.ts";
import { installVersion } from "./install_version.ts";
import { hasOsFeature } from "../../os_versions/mod.ts";
import type { ProcedureContext } from "../context.ts";
import { NodeDrain } from "../drain/node_drain.ts";

/** Options of a drain. */
export interface DrainOptions {
  readonly drain: boolean;
  /** Limit of each node, milliseconds. */
  readonly drainTimeout: number;
}

/** Plans an action whose nodes are drained first. */
export function planDrained(
  context: ProcedureContext<NodeClient>,
  client: NodeClient,
  { action, drainTimeout }: { readonly action: LifecycleAction; readonly drainTimeout: number },
): ActionPlan {
  const drain = new NodeDrain(context, client, { timeoutMs: drainTimeout });
  const drained: LifecycleAction = {
    ...action,
    prepare: (step) => drain.drain(step),
    finish: (step) => drain.uncordon(step),
    describeRest: (node) => drain.describeRest(node),
  };
  return {
    actionOf: () => drained,
    [Symbol.asyncDispose]: () => drain[Symbol.asyncDispose](),
  };
}

/** Options of {@linkcode planUpgrade}. */
export interface UpgradeOptions extends DrainOptions {
  /** Versions of the nodes. */
  readonly versions: ReadonlyMap<string, string>;
  /** The action of nodes before v1.13, which drain, install and reboot themselves. */
  readonly older: LifecycleAction;
  /** Newer nodes with the same action: the newer one would drop their kernel arguments. */
  readonly withOlder: ReadonlySet<string>;
  /** Reference of the installer image. */
  readonly image: string;
  /** Number of the reboot mode. */
  readonly mode: number;
  /** Limit of the installation, milliseconds. */
  readonly timeoutMs: number;
}

/**
 * Plans an upgrade. Nodes from v1.13 on have no call for all of it: the client lets them pull and
 * install the image, drains them, and reboots them when all nodes are ready for it.
 */
export function planUpgrade(
  context: ProcedureContext<NodeClient>,
  client: NodeClient,
  options: UpgradeOptions,
): ActionPlan {
  const { clock } = context;
  const { drain: isDrained, drainTimeout, versions, older, image, mode, timeoutMs } = options;
  const drain = new NodeDrain(context, client, { timeoutMs: drainTimeout });
  const installed = new Set<string>();
  const newer: LifecycleAction = {
    name: older.name,
    method: MachineService.Reboot,
    request: { mode },
    completion: "running",
    async prepare(step: ActionStep) {
      await installVersion(client, step, { clock, image, timeoutMs });
      installed.add(step.node);
      if (isDrained) await drain.drain(step);
      step.report("", "ready to reboot", "the other nodes");
    },
    finish: (step) => drain.uncordon(step),
    describeRest(node) {
      const rest = installed.has(node) ? [`${image} is installed`] : [];
      return [...rest, drain.describeRest(node)].filter((text) => text !== "").join("; ");
    },
  };
  const isNewer = (node: string) => {
    const version = versions.get(node);
    if (options.withOlder.has(node)) return false;
    return version !== undefined && hasOsFeature("lifecycle", version);
  };
  return {
    actionOf: (node) => isNewer(node) ? newer : older,
    [Symbol.asyncDispose]: () => drain[Symbol.asyncDispose](),
  };
}
