import { defaultsOf } from "../../lib/cli/release.ts";
import { configFlags, generateFiles } from "../config_flags.ts";
import { command } from "../wiring.ts";

export default command("gen")
  .summary("Generate machine configurations for a new cluster")
  .details(
    "Same as gen config without flags: writes controlplane.yaml, worker.yaml and osconfig " +
      "into the working directory, with new secrets.",
  )
  .args({ name: "<cluster name>", endpoint: "<cluster endpoint>" })
  .example(
    "osctl machineconfig gen lab https://10.0.0.10:6443",
    "Generate configurations for cluster lab",
  )
  .run((context, { args }) =>
    generateFiles(context, args, {
      ...defaultsOf(configFlags, context.release, context),
      force: false,
    }, new Set())
  );
