import { command } from "../../wiring.ts";
import { groupFlags } from "../group_flags.ts";

export default command("resume")
  .summary("Resume a paused virtual machine")
  .args({ node: "<node>" })
  .extra()
  .inherits(groupFlags)
  .example("osctl cluster vm resume worker-1", "Continue a paused node")
  .run(async (context, { args, flags, given }) => {
    const { resolveStateFolder } = await import("../../../lib/cluster/mod.ts");
    const { selectMachine } = await import("../../../lib/cluster/qemu/select_machine.ts");
    const { request } = await import("../../../lib/cluster/qemu/machine_states.ts");
    const selection = {
      name: flags.name,
      stateFolder: resolveStateFolder(flags.state, context),
      provisioner: given.has("provisioner") ? flags.provisioner : undefined,
    };
    const { name, files } = await selectMachine(selection, args.node, context);
    await request(files.control, context, "cont");
    await context.stderr.write(`resumed "${name}"\n`);
  });
