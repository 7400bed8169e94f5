/**
 * Applies a patch to the machine configuration of a node, after its dry run.
 *
 * @module
 */
import { parseTimeouts } from "../../client/timeouts.ts";
import { type NodeFailure, OsctlError } from "../../errors.ts";
import { readSource } from "../../machineconfig/patch/files.ts";
import { readPatches } from "../../machineconfig/patch/mod.ts";
import { schemaRelease } from "../../machineconfig/schema/releases.ts";
import {
  applyConfigs,
  type ConfigChange,
  findRebootingNodes,
  formatEffects,
  type NodeReleases,
  planPatches,
  predictChange,
  reportApply,
  toReleases,
} from "../../node/machine_config/mod.ts";
import { requireQuorum } from "../../procedures/disruption.ts";
import { readNodeTags } from "../../node/version/version_skew.ts";
import { createColours } from "../../output/colour.ts";
import { readMachineConfigs, ResourceReader } from "../../resource/mod.ts";
import {
  findTargetMismatches,
  mismatchError,
} from "../../procedures/configure_node/check_targets.ts";
import { applyRolling } from "./rolling_actions.ts";
import type { ActionContext, NodeAction } from "./types.ts";

/** Unused: the mode is not `try`. */
const TRY_TIMEOUT_MS = 60_000;

/**
 * Patches nodes. The configurations are applied as the dry run has shown them; to several nodes, one
 * after the other.
 */
export function patchAction(
  actionContext: ActionContext,
  nodes: readonly string[],
  { path, nameOf }: { readonly path: string; nameOf(node: string): string },
): NodeAction {
  const { context, client } = actionContext;
  const options = { mode: "auto" as const, tryTimeoutMs: TRY_TIMEOUT_MS };
  const colours = createColours({ env: { get: noColour }, terminal: { isTerminal: () => false } });
  const named = ({ node, error }: NodeFailure) => {
    if (nodes.length === 1) return error;
    const { kind, message, hint } = error;
    const cause = { cause: error };
    return new OsctlError(kind, `${nameOf(node)}: ${message}`, hint ? { hint, ...cause } : cause);
  };
  let changes: readonly ConfigChange[] = [];
  let releases: NodeReleases = new Map();
  const plan = async (signal: AbortSignal) => {
    const { release, clock, env } = context;
    const { callMs } = parseTimeouts(env);
    const patches = await readPatches({
      values: [`@${path}`],
      flag: "patch",
      release: schemaRelease(release),
      read: async (name) => (await readSource(name, context)).text,
    });
    const [{ configs, failures }, tags] = await Promise.all([
      readMachineConfigs(new ResourceReader(client, { clock, callMs }), {
        nodes,
        name: "machineconfig",
        id: undefined,
        namespace: "",
        verb: "patched",
      }),
      readNodeTags(client, { signal }),
    ]);
    releases = toReleases(tags);
    const planned = planPatches(configs, patches, release, releases);
    const [failure] = [...failures, ...planned.failures];
    if (failure !== undefined) throw named(failure);
    const mismatches = await findTargetMismatches(context, client, planned.changes);
    for (const [node, some] of mismatches) {
      const error = mismatchError(some, []);
      if (error !== undefined) throw named({ node, error });
    }
    changes = planned.changes;
    return planned;
  };
  return {
    title: `apply ${path}`,
    async describe(signal) {
      const { warnings } = await plan(signal);
      if (changes.length === 0) return `${warnings}unchanged: the patch changes nothing\n`;
      const answers = await applyConfigs(client, changes, { ...options, dryRun: true });
      return warnings + answers.map((answer, index) => {
        const change = changes[index]!;
        const { text, diff, failure } = reportApply(answer, change, colours);
        if (failure !== undefined) throw named(failure);
        return text + formatEffects(change.node, predictChange(change, releases)) + diff;
      }).join("");
    },
    async run(run) {
      const { report } = run;
      if (changes.length === 0) return report("unchanged");
      if (nodes.length > 1) {
        return await applyRolling(actionContext, run, { path, changes, releases });
      }
      const rebooting = await findRebootingNodes(client, changes, { ...options, dryRun: false });
      if (rebooting.length > 0) {
        await requireQuorum(context, {
          action: "Apply the configuration and reboot",
          connection: actionContext.flags,
          client,
          nodes: rebooting,
          effect: "restart",
        });
      }
      const answers = await applyConfigs(client, changes, { ...options, dryRun: false });
      for (const [index, answer] of answers.entries()) {
        const { text, failure } = reportApply(answer, changes[index]!, colours);
        if (failure !== undefined) throw failure.error;
        for (const line of text.trim().split("\n")) report(line || "applied");
      }
    },
  };
}

/** The dashboard has colours of its own. */
function noColour(name: string): string | undefined {
  return name === "NO_COLOR" ? "1" : undefined;
}
