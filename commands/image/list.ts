import { tableFlags } from "../shared_flags.ts";
import { command } from "../wiring.ts";
import { groupFlags } from "./group_flags.ts";

export default command("list")
  .alias("l", "ls")
  .summary("List images on nodes")
  .paged()
  .inherits(groupFlags)
  .flags(tableFlags)
  .example("osctl image list -n 10.5.0.2,10.5.0.3", "List CRI images of two nodes")
  .example("osctl image list --namespace system -o json", "List system images as JSON")
  .run(async (context, { flags }) => {
    const { printStreamRows } = await import("../../lib/node/print_rows.ts");
    const { imagesView, listImages } = await import("../../lib/node/images/mod.ts");
    await printStreamRows(context, flags, {
      open: (client, node, signal) => listImages(client, node, flags.namespace, signal),
      view: imagesView,
      headerWithoutRows: true,
    });
  });
