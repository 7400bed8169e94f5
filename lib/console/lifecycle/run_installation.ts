/**
 * Runs the installation of a version without reboot.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { escapeControls } from "../../output/text.ts";
import { throwFailures } from "../../client/mod.ts";
import { MAX_TIMER_MS } from "../../client/timeouts.ts";
import type { NodeClient } from "../../client/types.ts";
import {
  findDroppedArguments,
  lostExtensions,
  MIGRATION_HINT,
} from "../../procedures/lifecycle/mod.ts";
import { installWithProgress } from "./track_with_progress.ts";
import { updateFields } from "./progress_view.ts";
import { selectFormat } from "../../output/select_format.ts";
import {
  checkUpgradePath,
  describeUpgrades,
  type UpgradePathOptions,
} from "../../node/version/upgrade_path.ts";
import { readNodeTags } from "../../node/version/version_skew.ts";
import { requireFeature } from "../../node/version/require_feature.ts";
import { confirmDisruption } from "../confirm_disruption.ts";
import type { ConsoleContext } from "../context.ts";
import type { LifecycleValues } from "./run_lifecycle_action.ts";

/** Options of {@linkcode runInstallation}. */
export interface InstallationOptions extends UpgradePathOptions {
  readonly flags: LifecycleValues;
}

/**
 * Confirms the installation, checks the versions of all nodes and installs.
 *
 * @throws {MultiNodeError} when nodes are too old, before anything is installed, or failed.
 */
export async function runInstallation(
  context: ConsoleContext<NodeClient>,
  { flags, image, isDefault, allowDowngrade }: InstallationOptions,
): Promise<void> {
  const { stderr, signal } = context;
  const format = flags.output === "text" ? "table" : await selectFormat(flags.output, {
    view: { fields: updateFields },
    terminal: context.terminal.isTerminal("stdout"),
  });
  await using client = await context.openClient({ connection: flags });
  const tags = await readNodeTags(client, { signal });
  const skipped = await checkUpgradePath(client.nodes, tags, {
    image,
    isDefault,
    allowDowngrade,
  });
  if (skipped !== undefined) await stderr.write(skipped);
  await confirmDisruption(context, {
    action: `Install ${image}`,
    connection: flags,
    yes: flags.yes,
    client,
    notes: describeUpgrades(tags, image),
  });
  await requireFeature(client, "lifecycle", "--no-reboot");
  const versions = new Map(tags.map(({ node, tag }) => [node, tag]));
  rejectDropped(await findDroppedArguments(client, versions, { clock: context.clock, signal }));
  const warning = await lostExtensions(client, image, signal);
  if (warning !== undefined) await stderr.write(warning);
  // The progress lines replace the line about awaited nodes.
  await context.status?.hide();
  const timeoutMs = Math.min(flags.timeout, MAX_TIMER_MS);
  throwFailures(await installWithProgress(context, client, { image, timeoutMs, format, signal }));
}

/** Rejects nodes that would start without their kernel arguments. */
function rejectDropped(dropped: ReadonlyMap<string, readonly string[]>): void {
  if (dropped.size === 0) return;
  const nodes = [...dropped].map(([node, args]) => `${node} (${args.join(" ")})`).join(", ");
  throw new OsctlError(
    "unsupported",
    `--no-reboot would drop machine.install.extraKernelArgs of ${escapeControls(nodes)}`,
    { hint: `omit --no-reboot; or, ${MIGRATION_HINT}` },
  );
}
