import { bool, string, strings } from "../lib/cli/flags.ts";
import { OsctlError } from "../lib/errors.ts";
import { applyConfigFlags, toConfigArguments } from "./apply_flags.ts";
import { runsRollingInCluster } from "./in_cluster_flags.ts";
import { parseRollingFlags, toShowOptions } from "./rolling_flags.ts";
import { command } from "./wiring.ts";

export default command("apply-config")
  .alias("apply")
  .summary("Apply a machine configuration to nodes")
  .section("Change nodes")
  .changesNodes("prints")
  .details(
    "Patches and validates the configuration locally, then sends it to each node. With " +
      "--mode try, the node reverts it after --timeout unless a configuration is applied in " +
      "another mode first. With --mode interactive, prompts for disk, cluster and network, " +
      "then generates, shows and applies a configuration. Values of --config-patch that start " +
      "with [, { or @ are not split at commas.",
  )
  .args({ word: "[config]" }, { word: ["config", "machineconfig"] })
  .usage("")
  .flags({
    ...applyConfigFlags,
    file: string({
      short: "f",
      help: "configuration file, - for stdin, or folder/ with <node>.yaml of each node " +
        "(required, except in mode interactive)",
      placeholder: "path",
      complete: "localFile",
    }),
    configPatch: strings({
      short: "p",
      help: "patch or @file; repeatable, applied in order",
      placeholder: "patch",
      unsplit: /^\s*[[{@]/,
      complete: "localFile",
    }),
    insecure: bool({
      short: "i",
      help: "use the maintenance service, without client authentication",
    }),
    certFingerprint: strings({
      help: "accept only this server certificate, with --insecure (base64 SHA-256 of its public " +
        "key)",
      placeholder: "fingerprint",
    }),
  })
  .example("osctl apply-config -f worker.yaml -n 10.5.0.3", "Apply a configuration")
  .example(
    "osctl apply-config -f worker.yaml -n 10.5.0.3 --dry-run",
    "Show the changes without applying them",
  )
  .example(
    "osctl apply-config -f worker.yaml -n 10.5.0.3 -i",
    "Configure a new node in maintenance mode",
  )
  .example(
    "osctl apply-config -m interactive -n 10.5.0.3 -i",
    "Answer prompts to configure a new node",
  )
  .example(
    "osctl apply-config -f worker.yaml -p @disks.yaml -m staged -n 10.5.0.3",
    "Patch the configuration, and apply it at the next reboot",
  )
  .example(
    "osctl apply-config -f worker.yaml -n @workers --rolling --max-unavailable 2",
    "Apply to workers, two at a time",
  )
  .example("osctl apply-config -f nodes/ -n 10.5.0.3,10.5.0.4", "Apply a separate file to each")
  .run(async (context, { args, flags, given }) => {
    const rolling = await parseRollingFlags(flags, given);
    const { mode, dryRun, insecure, certFingerprint, configPatch, file } = flags;
    const { readPatchFlags } = await import(
      "../lib/console/configure_node/read_config_file.ts"
    );
    const refuse = (message: string, hint: string) => {
      throw new OsctlError("usage", message, { hint });
    };
    const word = args.word ?? "config";
    if (!["config", "machineconfig"].includes(word.toLowerCase())) {
      refuse(`unexpected argument "${word}"`, "use --file for the configuration");
    }
    if (certFingerprint.length > 0 && !insecure) {
      refuse("--cert-fingerprint requires --insecure", "add --insecure, or remove the flag");
    }
    if (mode === "interactive") {
      if (file !== "") {
        refuse("--mode interactive generates the configuration", "remove --file, or the mode");
      }
      if (flags.output === "json") {
        refuse("--output json has no effect in mode interactive", "remove --output, or the mode");
      }
      const { configureNode } = await import("../lib/console/configure_node/mod.ts");
      const patches = await readPatchFlags(context, configPatch);
      const fingerprints = certFingerprint;
      return await configureNode(context, { flags, insecure, fingerprints, dryRun, patches });
    }
    if (file === "") refuse("--file is required", "use a path, or - for stdin");
    const { checkApplyOptions } = await import("../lib/node/machine_config/mod.ts");
    if (rolling === undefined) {
      checkApplyOptions({ mode, dryRun, tryTimeoutMs: flags.timeout, output: flags.output });
    } else if (insecure) {
      refuse("--rolling cannot be combined with --insecure", "remove one of them");
    }
    const isInCluster = runsRollingInCluster(flags, given, rolling);
    const { applyFile } = await import("../lib/console/configure_node/apply_file.ts");
    const podArgs = isInCluster ? toConfigArguments(flags, given) : undefined;
    const options = rolling === undefined ? undefined : toShowOptions(flags, rolling);
    const isDefaultMode = !given.has("mode");
    await applyFile(context, {
      flags: { ...flags, mode, isDefaultMode },
      rolling: options,
      podArgs,
    });
  });
