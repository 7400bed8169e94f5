import type { NodeFailure } from "../../lib/errors.ts";
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
    const { common: { ContainerdNamespace } } = await import("../../proto/common.ts");
    const { toNodeFailure, throwFailures } = await import("../../lib/client/mod.ts");
    const { readInOrder, createRowWriter, writeRows } = await import("../../lib/output/mod.ts");
    const { imagesView } = await import("../../lib/node/images/images_view.ts");
    const { NS_CRI, NS_SYSTEM } = ContainerdNamespace;
    const request = { namespace: flags.namespace === "system" ? NS_SYSTEM : NS_CRI };
    await using client = await context.openClient({ flags });
    const writer = createRowWriter(context.stdout, imagesView, {
      format: flags.output,
      headers: !flags.noHeaders,
      headerWithoutRows: true,
    });
    const failures: NodeFailure[] = [];
    await writeRows(writer, () =>
      readInOrder(client.nodes, {
        open: (node, signal) => client.stream(MachineService.ImageList, request, node, { signal }),
        take: (node, image) => writer.add(node, image),
        toNodeFailure,
        failures,
      }));
    throwFailures(failures);
  });
