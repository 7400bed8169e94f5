/**
 * Creates actions by name.
 *
 * @module
 */
import { MachineService } from "../../../proto/machine.ts";
import { callNode } from "../../client/mod.ts";
import { OsctlError } from "../../errors.ts";
import { checkImage } from "../../operations/lifecycle/upgrade.ts";
import { ACTIONS } from "./names.ts";
import { cordonAction, drainAction, uncordonAction } from "./kubernetes_actions.ts";
import { patchAction } from "./patch_action.ts";
import { rebootAction, upgradeAction } from "./tracked_actions.ts";
import type { ActionContext, NodeAction } from "./types.ts";

/**
 * Creates an action.
 *
 * @throws {OsctlError} of kind `usage` for missing or additional arguments.
 */
export function createAction(
  context: ActionContext,
  name: string,
  node: string,
  words: readonly string[],
): NodeAction {
  const [word, ...rest] = words;
  const needed = ACTIONS[name]!;
  const isComplete = needed.startsWith("<") ? word !== undefined : true;
  const hasMore = rest.length > 0 || (needed === "" && word !== undefined) ||
    (name === "reboot" && word !== undefined && word !== "drain");
  if (!isComplete || hasMore) {
    throw new OsctlError("usage", `invalid arguments of "${name}"`, {
      hint: `use :${name} <node> ${needed}`.trimEnd(),
    });
  }
  switch (name) {
    case "restart":
      return restartAction(context, node, word!);
    case "reboot":
      return rebootAction(context, node, word === "drain");
    case "cordon":
      return cordonAction(context, node);
    case "uncordon":
      return uncordonAction(context, node);
    case "drain":
      return drainAction(context, node);
    case "upgrade":
      checkImage(word!);
      return upgradeAction(context, node, word!);
    default:
      return patchAction(context, node, word!);
  }
}

/** Restarts a service. */
function restartAction({ client }: ActionContext, node: string, id: string): NodeAction {
  return {
    title: `restart ${id}`,
    describe: () => Promise.resolve(`restart service ${id}\n`),
    async run({ signal, report }) {
      const { resp } = await callNode(client, MachineService.ServiceRestart, { id }, node, {
        signal,
      });
      report(resp || `service ${id} restarted`);
    },
  };
}
