import { string, stringArray } from "../lib/cli/flags.ts";
import { OsctlError } from "../lib/errors.ts";
import { applyFlags, toConfigArguments } from "./apply_flags.ts";
import { runsRollingInCluster } from "./in_cluster_flags.ts";
import { parseRollingFlags, toShowOptions } from "./rolling_flags.ts";
import { command } from "./wiring.ts";

export default command("patch")
  .summary("Patch machine configurations of nodes")
  .section("Change nodes")
  .changesNodes("prints")
  .details(
    "Reads the configuration of each node, patches and validates it locally, and applies it " +
      "if it changed. A patch is a strategic merge patch or a JSON patch (RFC 6902), given " +
      "inline or as @file. Only machine configurations can be patched.",
  )
  .args({ type: "<type>", id: "[<id>]" }, { type: ["machineconfig"], id: ["v1alpha1"] })
  .flags({
    ...applyFlags,
    patch: stringArray({
      short: "p",
      help: "patch or @file; repeatable, applied in order",
      placeholder: "patch",
      complete: "localFile",
    }),
    patchFile: string({
      help: "file with a patch, applied last",
      placeholder: "path",
      complete: "localFile",
    }),
  })
  .example(
    `osctl patch mc -p '{"machine": {"sysctls": {"net.core.somaxconn": "4096"}}}' -n 10.5.0.2`,
    "Set a kernel parameter",
  )
  .example(
    "osctl patch mc --patch-file dns.yaml --dry-run",
    "Show the changes without applying them",
  )
  .example("osctl patch mc --patch-file dns.yaml -n @all --rolling", "Patch node by node")
  .example(
    "osctl patch mc --patch-file dns.yaml -n @all --rolling --in-cluster " +
      "--pod-image registry.example.com/osctl:v1",
    "Patch by a Job of the cluster",
  )
  .run(async (context, { args, flags, given }) => {
    const rolling = await parseRollingFlags(flags, given);
    const { mode, dryRun, output, patchFile } = flags;
    const options = { mode, dryRun, tryTimeoutMs: flags.timeout, flags, output };
    const values = [...flags.patch, ...patchFile === "" ? [] : [`@${patchFile}`]];
    if (values.length === 0) {
      const hint = "use --patch or --patch-file";
      throw new OsctlError("usage", "no patch", { hint });
    }
    const { checkApplyOptions, planPatches } = await import("../lib/node/machine_config/mod.ts");
    if (rolling === undefined) checkApplyOptions(options);
    const isInCluster = runsRollingInCluster(flags, given, rolling);

    const { readSource } = await import("../lib/machineconfig/patch/files.ts");
    const { readPatches } = await import("../lib/machineconfig/patch/mod.ts");
    const { applyChanges } = await import("../lib/console/configure_node/apply_changes.ts");
    const { readConfigs } = await import("../lib/console/configure_node/read_configs.ts");
    const { throwFailures } = await import("../lib/client/mod.ts");
    const { schemaRelease } = await import("../lib/machineconfig/schema/releases.ts");
    const { release, stderr } = context;
    const read = async (path: string) => (await readSource(path, context)).text;
    const patches = await readPatches({
      values,
      flag: "--patch",
      release: schemaRelease(release),
      read,
    });
    const { rollConfigs } = await import("../lib/console/rolling/roll_nodes.ts");
    const { withRecordedNodes } = await import("../lib/procedures/rolling/requests.ts");
    const target = await withRecordedNodes(context, flags, rolling);
    await using client = await context.openClient({ connection: target });
    const { configs, failures, releases } = await readConfigs(context, client, {
      args,
      flags,
      verb: "patched",
    });
    const plan = planPatches(configs, patches, release, releases);
    await stderr.write(plan.warnings);
    for (const node of plan.unchanged) await stderr.write(`${node}: unchanged\n`);
    const { findTargetMismatches, rejectMismatches } = await import(
      "../lib/procedures/configure_node/check_targets.ts"
    );
    const mismatches = await findTargetMismatches(context, client, plan.changes);
    if (rolling !== undefined) {
      throwFailures([...failures, ...plan.failures]);
      const { changes } = plan;
      // A journal is continued with the patches that its first run has checked.
      if (rolling.resume === undefined) rejectMismatches(mismatches, flags.acceptMismatch);
      if (isInCluster) {
        const { launchConfig } = await import("../lib/console/rolling/in_cluster/launch_config.ts");
        const args = toConfigArguments(flags, given);
        return await launchConfig(context, { flags, rolling, mode, changes, args });
      }
      return await rollConfigs(context, {
        ...toShowOptions(target, rolling),
        mode,
        isDefaultMode: !given.has("mode"),
        changes,
        releases,
        secret: JSON.stringify(values),
        command: "osctl patch mc with the same patches,",
      });
    }
    const failed = await applyChanges(context, client, plan.changes, {
      ...options,
      releases,
      mismatches,
    });
    throwFailures([...failures, ...plan.failures, ...failed]);
  });
