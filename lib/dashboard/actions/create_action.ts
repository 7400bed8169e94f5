/**
 * Creates actions by name.
 *
 * @module
 */
import { MachineService } from "../../../proto/machine.ts";
import { callNode } from "../../client/mod.ts";
import { OsctlError } from "../../errors.ts";
import { checkImage } from "../../procedures/lifecycle/upgrade.ts";
import { ACTIONS } from "./names.ts";
import { cordonAction, drainAction, uncordonAction } from "./kubernetes_actions.ts";
import { patchAction } from "./patch_action.ts";
import { inTurn, rollingReboot, rollingUpgrade } from "./rolling_actions.ts";
import { rebootAction, upgradeAction } from "./tracked_actions.ts";
import type { ActionContext, NodeAction } from "./types.ts";

/**
 * Creates an action on nodes. On several, it is performed on one after the other.
 *
 * @param nameOf Returns the name of a node.
 * @throws {OsctlError} of kind `usage` for missing or additional arguments.
 */
export function createAction(
  context: ActionContext,
  { name, nodes, words, nameOf }: {
    readonly name: string;
    readonly nodes: readonly string[];
    readonly words: readonly string[];
    nameOf(node: string): string;
  },
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
  const [node, ...others] = nodes;
  const isSingle = others.length === 0;
  const each = (create: (node: string) => NodeAction) =>
    isSingle
      ? create(node!)
      : inTurn(nodes.map((one) => ({ name: nameOf(one), action: create(one) })));
  switch (name) {
    case "restart":
      return each((one) => restartAction(context, one, word!));
    case "reboot":
      return isSingle
        ? rebootAction(context, node!, word === "drain")
        : rollingReboot(context, nodes);
    case "cordon":
      return each((one) => cordonAction(context, one));
    case "uncordon":
      return each((one) => uncordonAction(context, one));
    case "drain":
      return each((one) => drainAction(context, one));
    case "upgrade":
      checkImage(word!);
      return isSingle
        ? upgradeAction(context, node!, word!)
        : rollingUpgrade(context, nodes, { image: word!, nameOf });
    default:
      return patchAction(context, nodes, { path: word!, nameOf });
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
