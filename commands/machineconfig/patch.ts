import { string, stringArray } from "../../lib/cli/flags.ts";
import { command } from "../wiring.ts";

export default command("patch")
  .summary("Patch a machine configuration")
  .details(
    "A patch is a strategic merge patch or a JSON patch (RFC 6902), given inline or as " +
      "@file. Everything else keeps its formatting and comments. The result is not " +
      "validated; see osctl validate.",
  )
  .args({ path: "<machineconfig-file>" }, { path: "localFile" })
  .flags({
    patch: stringArray({
      short: "p",
      help: "patch or @file; repeatable, applied in order",
      placeholder: "patch",
      complete: "localFile",
    }),
    output: string({
      short: "o",
      help: "output file (default: stdout)",
      placeholder: "path",
      complete: "localFile",
    }),
  })
  .example(
    "osctl machineconfig patch worker.yaml -p @disks.yaml -o worker.yaml",
    "Merge disks.yaml into worker.yaml",
  )
  .example(
    `osctl machineconfig patch worker.yaml -p '{"machine": {"network": {"hostname": "w1"}}}'`,
    "Print worker.yaml with a hostname set",
  )
  .run(async (context, { args, flags }) => {
    const { readSource, writeConfig } = await import("../../lib/machineconfig/patch/files.ts");
    // Read the file while modules load.
    const [{ patchText, readPatches }, { schemaRelease }, source] = await Promise.all([
      import("../../lib/machineconfig/patch/mod.ts"),
      import("../../lib/machineconfig/schema/releases.ts"),
      readSource(args.path, context),
    ]);
    const release = schemaRelease(context.release);
    const read = async (path: string) => (await readSource(path, context)).text;
    const patches = await readPatches({ values: flags.patch, flag: "--patch", release, read });
    const text = patchText({ ...source, release }, patches);
    if (flags.output === "") {
      await context.stdout.write(text === "" || text.endsWith("\n") ? text : `${text}\n`);
    } else await writeConfig(flags.output, text, context.cwd);
  });
