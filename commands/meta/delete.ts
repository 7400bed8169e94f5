import { command } from "../wiring.ts";
import { groupFlags } from "./group_flags.ts";

export default command("delete")
  .summary("Delete a META key")
  .changesNodes("prints")
  .args({ key: "<key>" })
  .usage("key")
  .inherits(groupFlags)
  .example("osctl meta delete 0x0c -n 10.5.0.2", "Delete a key")
  .run(async (context, { args, flags }) => {
    const { MachineService } = await import("../../proto/machine.ts");
    const { requireSuccess } = await import("../../lib/client/mod.ts");
    const { parseMetaKey } = await import("../../lib/node/system/mod.ts");
    const key = parseMetaKey(args.key);
    await using client = await context.openClient({
      connection: flags,
      insecure: flags.insecure ?? false,
    });
    requireSuccess(await client.call(MachineService.MetaDelete, { key }));
  });
