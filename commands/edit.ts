import { MultiError, type NodeFailure, OsctlError } from "../lib/errors.ts";
import type { Source } from "../lib/machineconfig/load/mod.ts";
import { editFlags, toConfigArguments } from "./apply_flags.ts";
import { runsRollingInCluster } from "./in_cluster_flags.ts";
import { parseRollingFlags, toShowOptions } from "./rolling_flags.ts";
import { command } from "./wiring.ts";

export default command("edit")
  .summary("Edit machine configurations of nodes")
  .section("Change nodes")
  .changesNodes("prints")
  .details(
    "Opens the configuration of each node in turn in your editor (OS_EDITOR, then EDITOR, " +
      "then vi), validates the result locally and applies it. After an error, opens the " +
      "editor again with the error at the top. Only machine configurations can be edited.",
  )
  .args({ type: "<type>", id: "[<id>]" }, { type: ["machineconfig"], id: ["v1alpha1"] })
  .flags(editFlags)
  .example("osctl edit mc -n 10.5.0.2", "Edit the machine configuration of a node")
  .example("osctl edit mc --dry-run -n 10.5.0.2", "Show what an edit would change")
  .example(
    "osctl edit mc -n @workers --rolling",
    "Edit all configurations, then apply them node by node",
  )
  .run(async (context, { args, flags, given }) => {
    const rolling = await parseRollingFlags(flags, given);
    const { mode, dryRun, output } = flags;
    const options = { mode, dryRun, tryTimeoutMs: flags.timeout, flags, output };
    const { checkApplyOptions, editConfig, findConfigErrors, isRejection } = await import(
      "../lib/node/machine_config/mod.ts"
    );
    if (rolling === undefined) checkApplyOptions(options);
    const isInCluster = runsRollingInCluster({ ...flags, manifests: false }, given, rolling);

    const { applyChanges } = await import("../lib/console/configure_node/apply_changes.ts");
    const { readConfigs } = await import("../lib/console/configure_node/read_configs.ts");
    const { findTargetMismatches, mismatchError } = await import(
      "../lib/procedures/configure_node/check_targets.ts"
    );
    const { throwFailures } = await import("../lib/client/mod.ts");
    const { release, stderr } = context;
    await using client = await context.openClient({ connection: flags });
    const { configs, failures, releases } = await readConfigs(context, client, {
      args,
      flags,
      verb: "edited",
    });
    const failed: NodeFailure[] = [...failures];
    const edited: { readonly node: string; readonly text: string; readonly previous: string }[] =
      [];
    for (const config of configs) {
      const { node, text: previous } = config;
      const check = (source: Source) => findConfigErrors(source, release, releases.get(node));
      const apply = async (text: string): Promise<readonly OsctlError[]> => {
        await stderr.write(check({ text, name: config.id }).warnings);
        const changes = [{ node, text, previous }];
        const mismatches = await findTargetMismatches(context, client, changes);
        const mismatch = mismatchError(mismatches.get(node) ?? [], flags.acceptMismatch);
        if (mismatch !== undefined) return [mismatch];
        if (rolling !== undefined) {
          edited.push(...changes);
          return [];
        }
        const [failure] = await applyChanges(context, client, changes, {
          ...options,
          releases,
          mismatches,
        });
        if (failure === undefined) return [];
        if (isRejection(failure.error)) return [failure.error];
        throw failure.error;
      };
      try {
        const outcome = await editConfig(context, config, {
          check: (source) => check(source).errors,
          apply,
        });
        if (outcome === "unchanged") await stderr.write(`${node}: unchanged\n`);
        if (outcome === "empty") await stderr.write(`${node}: empty, not applied\n`);
      } catch (error) {
        if (!(error instanceof OsctlError) || error.kind === "cancelled") throw error;
        const errors = error instanceof MultiError ? error.errors : [error];
        failed.push(...errors.map((one) => ({ node, error: one })));
        // An editor that does not run fails for the other nodes as well.
        if (error.kind === "file") break;
      }
    }
    throwFailures(failed);
    if (rolling === undefined) return;
    if (isInCluster) {
      const { launchConfig } = await import("../lib/console/rolling/in_cluster/launch_config.ts");
      const args = toConfigArguments(flags, given);
      const target = { ...flags, manifests: false };
      return await launchConfig(context, { flags: target, rolling, mode, changes: edited, args });
    }
    const { rollConfigs } = await import("../lib/console/rolling/roll_nodes.ts");
    await rollConfigs(context, {
      ...toShowOptions(flags, rolling),
      mode,
      changes: edited,
      releases,
      secret: JSON.stringify(edited),
      command: "osctl edit",
      continuation: "the same edit with --rolling, which skips nodes that have the configuration",
    });
  });
