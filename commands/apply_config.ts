import { bool, string, strings } from "../lib/cli/flags.ts";
import { OsctlError } from "../lib/errors.ts";
import { applyConfigFlags } from "./apply_flags.ts";
import { command } from "./wiring.ts";

export default command("apply-config")
  .alias("apply")
  .summary("Apply a machine configuration to nodes")
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
      help: "configuration file, or - for stdin (required, except in mode interactive)",
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
  .run(async (context, { args, flags, given }) => {
    const { parseRollingOptions } = await import("../lib/operations/rolling/parse_options.ts");
    const rolling = parseRollingOptions(flags, given);
    const { mode, dryRun, insecure, certFingerprint, configPatch, file } = flags;
    const { readConfigFile, readPatchFlags } = await import(
      "../lib/operations/configure_node/read_config_file.ts"
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
      const { configureNode } = await import("../lib/operations/configure_node/mod.ts");
      const patches = await readPatchFlags(context, configPatch);
      const fingerprints = certFingerprint;
      return await configureNode(context, { flags, insecure, fingerprints, dryRun, patches });
    }
    if (file === "") refuse("--file is required", "use a path, or - for stdin");
    const { output } = flags;
    const options = { mode, dryRun, tryTimeoutMs: flags.timeout, insecure, flags, output };
    const { checkApplyOptions, checkConfigForNodes, toReleases } = await import(
      "../lib/node/machine_config/mod.ts"
    );
    if (rolling === undefined) checkApplyOptions(options);
    else if (insecure) {
      refuse("--rolling cannot be combined with --insecure", "remove one of them");
    }

    const { applyChanges } = await import("../lib/operations/configure_node/apply_changes.ts");
    const { readPreviousConfigs } = await import(
      "../lib/operations/configure_node/read_configs.ts"
    );
    const { throwFailures } = await import("../lib/client/mod.ts");
    const { readNodeTags, warnUnknownReleases } = await import(
      "../lib/node/version/version_skew.ts"
    );
    const source = await readConfigFile(context, flags);
    const { runRollingApply, withRecordedNodes } = await import(
      "../lib/operations/rolling/commands.ts"
    );
    const target = await withRecordedNodes(context, flags, rolling);
    await using client = await context.openClient({
      flags: target,
      insecure,
      fingerprints: certFingerprint,
    });
    const { nodes } = client;
    const { signal, stderr } = context;
    const [tags, previous] = await Promise.all([
      readNodeTags(client, { signal }),
      insecure ? new Map<string, string>() : readPreviousConfigs(context, client),
    ]);
    const newer = warnUnknownReleases(tags);
    if (newer !== undefined) await stderr.write(newer);
    const releases = toReleases(tags);
    const checked = checkConfigForNodes(source, context.release, { nodes, releases });
    throwFailures(checked.failures);
    await stderr.write(checked.warnings);
    const changes = nodes.map((node) => {
      const known = previous.get(node);
      return { node, text: source.text, ...known === undefined ? {} : { previous: known } };
    });
    if (rolling !== undefined) {
      return await runRollingApply(context, {
        flags: target,
        rolling,
        mode,
        changes,
        releases,
        secret: source.text,
        command: "osctl apply-config with the same configuration,",
      });
    }
    throwFailures(await applyChanges(context, client, changes, { ...options, releases }));
  });
