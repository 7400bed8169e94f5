import { tableFlags } from "../../shared_flags.ts";
import { command } from "../../wiring.ts";

export default command("cancel")
  .summary("Cancel a downgrade of etcd storage")
  .changesNodes("prints")
  .details(
    "Requires a control plane node of v1.11 or later. etcd migrates the storage back.",
  )
  .extra()
  .flags(tableFlags)
  .example("osctl etcd downgrade cancel -n 10.5.0.2", "Cancel the downgrade in progress")
  .run(async (context, { flags }) => {
    const { MachineService } = await import("../../../proto/machine.ts");
    const { etcdDowngradeView } = await import("../../../lib/node/etcd/mod.ts");
    const { printNodeRows } = await import("../../../lib/node/print_rows.ts");
    await printNodeRows(context, flags, {
      selectControlPlane: true,
      call: (client) => {
        client.singleNode("etcd downgrade cancel");
        return client.call(MachineService.EtcdDowngradeCancel, {});
      },
      toRows: ({ clusterDowngrade }) => clusterDowngrade ? [clusterDowngrade] : [],
      view: etcdDowngradeView("cancel"),
    });
  });
