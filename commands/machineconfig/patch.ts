import { string, stringArray } from "../../lib/cli/flags.ts";
import { command } from "../wiring.ts";

export default command("patch")
  .summary("Change a machine configuration by patches")
  .details(
    "A patch is a part of a configuration to be merged, or a list of JSON patch operations " +
      "(RFC 6902). It is given as it is, or as @ and the path of a file. What patches do not " +
      "touch stays as it is, with its comments. The result is not checked: see osctl validate.",
  )
  .args({ path: "<machineconfig-file>" }, { path: "localFile" })
  .flags({
    patch: stringArray({
      short: "p",
      help: "a patch, or @ and the path of a file with one; repeat it for more, applied in order",
      placeholder: "patch",
      complete: "localFile",
    }),
    output: string({
      short: "o",
      help: "write to this file in place of standard output",
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
    "Print worker.yaml with a host name",
  )
  .run(async (context, { args, flags }) => {
    const { readSource, writeConfig } = await import("../../lib/machineconfig/patch/files.ts");
    // The file is read while the rest is being loaded.
    const [{ patchText, readPatches }, source] = await Promise.all([
      import("../../lib/machineconfig/patch/mod.ts"),
      readSource(args.path, context),
    ]);
    const { release } = context;
    const read = async (path: string) => (await readSource(path, context)).text;
    const patches = await readPatches({ values: flags.patch, flag: "--patch", release, read });
    const text = patchText({ ...source, release }, patches);
    if (flags.output === "") {
      await context.stdout.write(text === "" || text.endsWith("\n") ? text : `${text}\n`);
    } else await writeConfig(flags.output, text, context.cwd);
  });
