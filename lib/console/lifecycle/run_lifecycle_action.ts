/**
 * Runs the commands that reboot, shut down, reset or upgrade nodes.
 *
 * @module
 */
import { splitResults, throwFailures } from "../../client/mod.ts";
import { MAX_TIMER_MS } from "../../client/timeouts.ts";
import type { NodeClient } from "../../client/types.ts";
import { OS_VERSION } from "../../distribution.ts";
import type { ActionPlan, LifecycleAction } from "../../procedures/lifecycle/mod.ts";
import { updateFields } from "./progress_view.ts";
import { trackWithProgress } from "./track_with_progress.ts";
import {
  describeVersionSkew,
  type NodeTag,
  readNodeTags,
} from "../../node/version/version_skew.ts";
import { type RecordOutput, selectFormat } from "../../output/select_format.ts";
import type { Effect } from "../../procedures/quorum/decide_quorum.ts";
import { confirmDisruption, printDryRun } from "../confirm_disruption.ts";
import type { ConnectionOptions } from "../../procedures/context.ts";
import type { ConsoleContext } from "../context.ts";

/** Values of the flags of every lifecycle command. */
export interface LifecycleValues extends ConnectionOptions {
  readonly debug: boolean;
  readonly timeout: number;
  readonly wait: boolean;
  readonly output: RecordOutput;
  /** Print what would be confirmed and change nothing. */
  readonly dryRun: boolean;
  readonly yes: boolean;
  readonly acceptQuorumLoss: boolean;
}

/** Result of a check of the nodes' versions. */
export interface VersionCheck {
  readonly warning: string | undefined;
  /** Texts of the confirmation by node. */
  readonly notes: ReadonlyMap<string, string>;
}

/** Options of {@linkcode runLifecycleAction}. */
export interface LifecycleOptions {
  readonly flags: LifecycleValues;
  /** Question to confirm, imperative: `Reboot`. */
  readonly question: string;
  /** The action; untracked, the action of all nodes. */
  readonly action: LifecycleAction;
  /** Returns the tracked actions of nodes, which may depend on their versions. */
  plan?(client: NodeClient, versions: ReadonlyMap<string, string>): ActionPlan;
  readonly insecure?: boolean;
  /** What happens to the nodes. */
  readonly effect: Effect;
  /** Whether the action destroys data. */
  readonly isIrreversible?: boolean;
  /**
   * Checks the versions of the nodes before the confirmation. Returns a warning, and texts for the
   * confirmation by node.
   */
  checkVersions?(nodes: readonly string[], tags: readonly NodeTag[]): Promise<VersionCheck>;
  /** Called with the client after the confirmation, before the action. */
  prepare?(client: NodeClient, versions: ReadonlyMap<string, string>): Promise<void>;
  /** Called with the responses when the action is not tracked. */
  // deno-lint-ignore no-explicit-any -- the action's method defines the type
  printResponses?(values: readonly { node: string; value: any }[]): Promise<void>;
}

/**
 * Confirms an action, warns about version skew and performs it; tracks it unless `--wait=false`.
 *
 * @throws {MultiNodeError} when nodes failed.
 */
export async function runLifecycleAction(
  context: ConsoleContext<NodeClient>,
  options: LifecycleOptions,
): Promise<void> {
  const { stderr, signal } = context;
  const { flags, question, action, insecure = false, prepare, plan, printResponses } = options;
  const { effect, isIrreversible = false } = options;
  const isTracked = (flags.wait || flags.debug) && !insecure;
  const format = flags.output === "text" || !isTracked
    ? "table"
    : await selectFormat(flags.output, {
      view: { fields: updateFields },
      terminal: context.terminal.isTerminal("stdout"),
    });
  await using client = await context.openClient({ connection: flags, insecure });
  const tags = insecure && options.checkVersions === undefined
    ? []
    : await readNodeTags(client, { signal });
  const checked = await options.checkVersions?.(client.nodes, tags);
  if (checked?.warning !== undefined) await stderr.write(checked.warning);
  const disruption = {
    action: question,
    connection: flags,
    yes: flags.yes,
    acceptsQuorumLoss: flags.acceptQuorumLoss,
    client,
    insecure,
    effect,
    isIrreversible,
    ...checked && { notes: checked.notes },
  };
  if (flags.dryRun) {
    return await printDryRun(context, disruption);
  }
  await confirmDisruption(context, disruption);
  if (!insecure) {
    const warning = await describeVersionSkew(tags, OS_VERSION[context.release]);
    if (warning !== undefined) await stderr.write(warning);
  }
  signal.throwIfAborted();
  const versions = new Map(tags.map(({ node, tag }) => [node, tag]));
  await prepare?.(client, versions);
  const timeoutMs = Math.min(flags.timeout, MAX_TIMER_MS);
  if (!isTracked) {
    if (insecure && (flags.wait || flags.debug)) {
      await stderr.write("osctl: --insecure does not wait for completion\n");
    }
    const { method, request, isSlow } = action;
    const limit = isSlow ? { timeoutMs, timeoutFlag: "--timeout" } : {};
    const { values, failures } = splitResults(await client.call(method, request, limit));
    await printResponses?.(values);
    return throwFailures(failures);
  }
  // The progress lines replace the line about awaited nodes.
  await context.status?.hide();
  await using planned = plan?.(client, versions);
  const actionOf = (node: string) => planned?.actionOf(node) ?? action;
  const failures = await trackWithProgress(context, client, actionOf, {
    openMaintenance: (node) =>
      context.openClient({ connection: { ...flags, nodes: [node] }, insecure: true }),
    timeoutMs,
    signal,
    format,
    debug: flags.debug,
  });
  throwFailures(failures);
}
