import { bool, oneOf, string } from "../lib/cli/flags.ts";
import { OsctlError } from "../lib/errors.ts";
import { SELECTIONS } from "./shared_flags.ts";
import { command } from "./wiring.ts";

const MODES = ["metal", "cloud", "container"] as const;

export default command("validate")
  .summary("Validate a machine configuration")
  .section("Configuration")
  .usesGlobals()
  .paged()
  .details(
    "Reports all errors of the configuration with line, column and path. Nodes " +
      "additionally check their hardware, such as the installation disk.",
  )
  .argumentFlag("config")
  .flags({
    config: string({
      short: "c",
      help: "configuration file, or - for stdin (required)",
      placeholder: "path",
      complete: "localFile",
    }),
    mode: string({
      short: "m",
      values: MODES,
      help: "machine mode (required)",
    }),
    strict: bool({ help: "treat warnings as errors" }),
    osVersion: string({
      help: "Talos Linux version of the node (default: the newest known)",
      placeholder: "version",
      extra: true,
    }),
    output: oneOf(["text", "json", "yaml"], {
      short: "o",
      default: "text",
      extraValues: SELECTIONS,
      help: "output format; json= lists the fields",
      extra: true,
    }),
  })
  .example("osctl validate -c controlplane.yaml -m metal", "Validate a file")
  .example("osctl validate -c - -m cloud -o json < worker.yaml", "Validate stdin and print JSON")
  .run(async (context, { flags }) => {
    const { config, strict, output } = flags;
    const mode = MODES.find((one) => one === flags.mode);
    if (config === "") {
      throw createMissingFlagError("--config", "use the path of a file, or - for stdin");
    }
    if (mode === undefined) {
      throw createMissingFlagError("--mode", `use one of ${MODES.join(", ")}`);
    }

    const { checkSource } = await import("../lib/machineconfig/validate/check_source.ts");
    const { parseConfigRelease } = await import("../lib/machineconfig/schema/releases.ts");
    const release = parseConfigRelease(flags.osVersion, context.release);
    const { source, problems } = await checkSource(config, context, {
      mode,
      release,
      strict,
      ...(flags.osVersion === "" ? { oldestRules: context.release } : {}),
    });
    if (output === "text") {
      const { printProblems } = await import("../lib/machineconfig/validate/print_problems.ts");
      await context.stderr.write(printProblems(problems, source));
    } else {
      const { problemsView, toProblemRows } = await import("../lib/machineconfig/load/mod.ts");
      const { printRows } = await import("../lib/output/print_rows.ts");
      await printRows(context, toProblemRows(problems, source), problemsView, { output });
    }
    const errors = problems.filter(({ severity }) => severity === "error").length;
    if (errors > 0) {
      const count = errors === 1 ? "an error" : `${errors} errors`;
      throw new OsctlError("input", `${source.name} is not valid for ${mode}: it has ${count}`);
    }
    if (output === "text") await context.stdout.write(`${source.name} is valid for ${mode}\n`);
  });

function createMissingFlagError(flag: string, hint: string): OsctlError {
  return new OsctlError("usage", `${flag} is required`, { hint });
}
