import { bool, string } from "../../../lib/cli/flags.ts";
import { command } from "../../wiring.ts";
import { groupFlags } from "../group_flags.ts";

export default command("screenshot")
  .summary("Save a screenshot of a virtual machine")
  .args({ node: "<node>" })
  .flags({
    file: string({
      short: "f",
      help: "PNG file (default: <node>.png)",
      placeholder: "path",
      complete: "localFile",
    }),
    force: bool({ help: "overwrite an existing file" }),
  })
  .extra()
  .inherits(groupFlags)
  .example("osctl cluster vm screenshot worker-1", "Save the screen of a node as PNG")
  .run(async (context, { args, flags, given }) => {
    const { selectCluster } = await import("../../../lib/cluster/mod.ts");
    const { selectMachine } = await import("../../../lib/cluster/qemu/select_machine.ts");
    const { saveScreen } = await import("../../../lib/cluster/qemu/save_screen.ts");
    const selection = selectCluster(flags, given, context);
    const machine = await selectMachine(selection, args.node, context);
    const file = flags.file === "" ? `${machine.name}.png` : flags.file;
    await saveScreen(context, machine, { file, force: flags.force });
    await context.stderr.write(`saved the screen of "${machine.name}" to ${file}\n`);
  });
