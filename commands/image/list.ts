import { tableFlags } from "../shared_flags.ts";
import { command } from "../wiring.ts";
import { groupFlags } from "./group_flags.ts";

export default command("list")
  .alias("l", "ls")
  .summary("List images on nodes")
  .inherits(groupFlags)
  .flags(tableFlags)
  .example("osctl image list -n 10.5.0.2,10.5.0.3", "List CRI images of two nodes")
  .example("osctl image list --namespace system -o json", "List system images as JSON")
  .run(async (context, { flags }) => {
    const { MachineService } = await import("../../proto/machine.ts");
    const { printStreamRows } = await import("../../lib/node/print_rows.ts");
    const { imagesView, toContainerdNamespace } = await import(
      "../../lib/node/images/mod.ts"
    );
    const request = { namespace: toContainerdNamespace(flags.namespace) };
    await printStreamRows(context, flags, {
      open: (client, node, signal) =>
        client.stream(MachineService.ImageList, request, node, { signal }),
      view: imagesView,
      headerWithoutRows: true,
    });
  });
