import { string, strings } from "../lib/cli/flags.ts";
import { NegativeResult, OsctlError } from "../lib/errors.ts";
import { recordFlags } from "./shared_flags.ts";
import { command } from "./wiring.ts";

export default command("diff")
  .summary("Compare a machine configuration with nodes")
  .section("Change nodes")
  .details(
    "Prints what applying the file would change on each node, as a unified diff with " +
      "secrets redacted. Ignores comments and style, and changes nothing. The exit code is 0 " +
      "if all nodes have this configuration, and 1 if one differs. Values of --config-patch " +
      "that start with [, { or @ are not split at commas.",
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
    ...recordFlags,
  })
  .example("osctl diff -f worker.yaml -n 10.5.0.3", "Compare a file with a node")
  .example("osctl diff -f worker.yaml -n @workers -o json=node,differs", "List which nodes differ")
  .example("osctl diff -f worker.yaml -p @disks.yaml -n 10.5.0.3", "Patch the file first")
  .run(async (context, { flags }) => {
    if (flags.file === "") {
      throw new OsctlError("usage", "--file is required", { hint: "use a path, or - for stdin" });
    }
    const { readConfigFile } = await import("../lib/console/configure_node/read_config_file.ts");
    const { printDifferences, selectDiffFormat } = await import(
      "../lib/console/configure_node/print_differences.ts"
    );
    const format = await selectDiffFormat(context, flags.output);
    const { text } = await readConfigFile(context, flags);
    await using client = await context.openClient({ connection: flags });
    const hasDifference = await printDifferences(context, client, { text, format });
    if (hasDifference) throw new NegativeResult("configurations differ");
  });
