import { string, strings } from "../lib/cli/flags.ts";
import { NegativeResult, OsctlError } from "../lib/errors.ts";
import { command } from "./wiring.ts";

export default command("diff")
  .summary("Compare a machine configuration with nodes")
  .details(
    "Prints the difference between the active configuration of each node and the file, as a " +
      "unified diff on stdout, with secrets redacted. Comments and style are not compared. " +
      "Changes nothing. The exit code is 1 when a node differs. Values of --config-patch that " +
      "start with [, { or @ are not split at commas.",
  )
  .extra()
  .flags({
    file: string({
      short: "f",
      help: "configuration file, or - for stdin (required)",
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
  })
  .example("osctl diff -f worker.yaml -n 10.5.0.3", "Compare a file with a node")
  .example("osctl diff -f worker.yaml -p @disks.yaml -n 10.5.0.3", "Patch the file first")
  .run(async (context, { flags }) => {
    if (flags.file === "") {
      throw new OsctlError("usage", "--file is required", { hint: "use a path, or - for stdin" });
    }
    const { readConfigFile } = await import("../lib/operations/configure_node/read_config_file.ts");
    const { readMachineConfigs, ResourceReader } = await import("../lib/resource/mod.ts");
    const { diffConfigs } = await import("../lib/machineconfig/diff_configs.ts");
    const { writeDiff } = await import("../lib/operations/configure_node/apply_changes.ts");
    const { throwFailures } = await import("../lib/client/mod.ts");
    const { parseTimeouts } = await import("../lib/client/timeouts.ts");
    const { clock, env, stderr } = context;
    const { text } = await readConfigFile(context, flags);
    await using client = await context.openClient({ flags });
    const reader = new ResourceReader(client, { clock, callMs: parseTimeouts(env).callMs });
    const { configs, failures } = await readMachineConfigs(reader, {
      nodes: client.nodes,
      name: "machineconfig",
      id: undefined,
      namespace: "",
      verb: "compared",
    });
    let hasDifference = false;
    for (const { node, text: active } of configs) {
      const diff = diffConfigs(active, text, node);
      if (diff === "") await stderr.write(`${node}: unchanged\n`);
      else await writeDiff(context, diff);
      hasDifference ||= diff !== "";
    }
    throwFailures(failures);
    if (hasDifference) throw new NegativeResult("configurations differ");
  });
