import { command } from "../wiring.ts";
import { groupFlags } from "./group_flags.ts";

export default command("write")
  .summary("Write a META key")
  .changesNodes("prints")
  .details(
    "META keys survive reboots, upgrades and most resets. A key is a number from 0 to 255, " +
      "decimal or with 0x, 0o or 0b. 0x0a holds the network configuration of the metal " +
      "platform; 0x0c to 0x0e are reserved for users.",
  )
  .args({ key: "<key>", value: "<value>" })
  .usage("key value")
  .inherits(groupFlags)
  .example("osctl meta write 0x0c rack-7 -n 10.5.0.2", "Store a user-defined value")
  .run(async (context, { args, flags }) => {
    const { MachineService } = await import("../../proto/machine.ts");
    const { requireSuccess } = await import("../../lib/client/mod.ts");
    const { parseMetaKey } = await import("../../lib/node/system/mod.ts");
    const request = { key: parseMetaKey(args.key), value: new TextEncoder().encode(args.value) };
    await using client = await context.openClient({
      connection: flags,
      insecure: flags.insecure ?? false,
    });
    requireSuccess(await client.call(MachineService.MetaWrite, request));
  });
