import { bool } from "../lib/cli/flags.ts";
import { tableFlags } from "./shared_flags.ts";
import { command } from "./wiring.ts";

export default command("disks")
  .summary("List disks")
  .section("Read nodes")
  .paged()
  .flags({
    insecure: bool({
      short: "i",
      help: "use the maintenance service, without client authentication",
    }),
  })
  .flags(tableFlags)
  .example("osctl disks -n 10.5.0.2", "List the disks of a node")
  .example("osctl disks --insecure -n 10.5.0.4", "List the disks of a node in maintenance mode")
  .run(async (context, { flags }) => {
    const { StorageService } = await import("../proto/storage.ts");
    const { disksView } = await import("../lib/node/system/mod.ts");
    const { printNodeRows } = await import("../lib/node/print_rows.ts");
    await printNodeRows(context, flags, {
      call: (client) => client.call(StorageService.Disks, {}),
      toRows: ({ disks }) => disks ?? [],
      view: disksView({ readOnly: context.release !== "v1.4" }),
      insecure: flags.insecure,
    });
  });
