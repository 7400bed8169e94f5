/**
 * Dry runs of configurations.
 *
 * @module
 */
import type { machine } from "../../../proto/machine.ts";
import type { NodeClient, NodeResult } from "../../client/mod.ts";
import { parseTimeouts } from "../../client/timeouts.ts";
import { OsctlError } from "../../errors.ts";
import { hasSameContent } from "../../machineconfig/diff_configs.ts";
import { NEWEST } from "../../machineconfig/schema/releases.ts";
import {
  applyConfigs,
  type ApplyOptions,
  type ConfigChange,
  requiresReboot,
} from "../../node/machine_config/mod.ts";
import { MACHINE_CONFIG } from "../../resource/machine_config_type.ts";
import { ResourceReader } from "../../resource/mod.ts";
import type { ConsoleContext } from "../context.ts";

/**
 * Returns the plans of nodes. Nodes cancel the pending rollback of mode `try` before they process
 * a request in another mode, dry runs included (`ApplyConfiguration` of v1.4 to
 * v1.13). A dry run in mode `try` cancels nothing and has the same result unless the change
 * requires a reboot; only for such changes the mode itself is sent, after a warning about the
 * pending try.
 */
export async function planConfigs(
  context: ConsoleContext,
  client: NodeClient,
  changes: readonly ConfigChange[],
  options: ApplyOptions,
): Promise<readonly NodeResult<machine.IApplyConfiguration>[]> {
  if (options.mode === "try") return await applyConfigs(client, changes, options);
  const isTried = options.mode === "auto" || options.mode === "no-reboot";
  const plans: (NodeResult<machine.IApplyConfiguration> | undefined)[] = isTried
    ? await applyConfigs(client, changes, { ...options, mode: "try" })
    : changes.map(() => undefined);
  const isFinal = ({ error }: NodeResult<machine.IApplyConfiguration>) =>
    options.mode !== "auto" || error === undefined || !requiresReboot(error);
  const rest = changes.filter((_, index) => plans[index] === undefined || !isFinal(plans[index]));
  await warnAboutTries(context, client, [...new Set(rest.map(({ node }) => node))]);
  const answers = (await applyConfigs(client, rest, options)).values();
  return changes.map((change, index) =>
    rest.includes(change) ? answers.next().value! : plans[index]!
  );
}

/** Prints a line for each node with a try that the dry run keeps, or that may have one. */
async function warnAboutTries(
  { clock, env, stderr }: ConsoleContext,
  client: NodeClient,
  nodes: readonly string[],
): Promise<void> {
  const { callMs } = parseTimeouts(env);
  const reader = new ResourceReader(client, { clock, callMs });
  const found = await Promise.all(nodes.map((node) => findTry(reader, node)));
  const lines = nodes.flatMap((node, index) => {
    const hint = '"osctl diff" changes nothing';
    switch (found[index]!) {
      case "none":
        return [];
      case "pending":
        return [
          `${node}: the dry run keeps the tried configuration until the next reboot; ${hint}`,
        ];
      case "unknown":
        return [
          `${node}: the dry run keeps a tried configuration, if any, until the next reboot; ${hint}`,
        ];
    }
  });
  await stderr.write(lines.map((line) => `osctl: warning: ${line}\n`).join(""));
}

const CONFIGS = { namespace: "config", type: MACHINE_CONFIG };

/**
 * Reports whether a node runs a configuration that it has not stored. Nodes before v1.10 do not
 * return the stored one; a staged one differs as well, without a try.
 */
async function findTry(
  reader: ResourceReader,
  node: string,
): Promise<"pending" | "none" | "unknown"> {
  try {
    const configs = new Map<string, string>();
    for await (const { id, yaml } of reader.list(node, CONFIGS)) configs.set(id, yaml);
    const [active, stored] = [configs.get("v1alpha1"), configs.get("persistent")];
    if (active === undefined || stored === undefined) return "unknown";
    return hasSameContent(active, stored, NEWEST) ? "none" : "pending";
  } catch (error) {
    // The dry run itself reports an unreachable node.
    if (error instanceof OsctlError) return "unknown";
    throw error;
  }
}
