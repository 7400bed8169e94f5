import { tableFlags } from "../../shared_flags.ts";
import { command } from "../../wiring.ts";

export default command("enable")
  .summary("Downgrade etcd storage to an earlier version")
  .changesNodes("prints")
  .details(
    "Requires a control plane node of v1.11 or later. etcd migrates the storage of all members; then install the earlier version on each member.",
  )
  .extra()
  .args({ version: "<version>" })
  .flags(tableFlags)
  .example("osctl etcd downgrade enable 3.5 -n 10.5.0.2", "Downgrade the storage from 3.6")
  .run(async (context, { args, flags }) => {
    const { MachineService } = await import("../../../proto/machine.ts");
    const { etcdDowngradeView } = await import("../../../lib/node/etcd/mod.ts");
    const { printNodeRows } = await import("../../../lib/node/print_rows.ts");
    await printNodeRows(context, flags, {
      selectControlPlane: true,
      call: (client) => {
        client.singleNode("etcd downgrade enable");
        return client.call(MachineService.EtcdDowngradeEnable, { version: args.version });
      },
      toRows: ({ clusterDowngrade }) => clusterDowngrade ? [clusterDowngrade] : [],
      view: etcdDowngradeView("enable"),
    });
  });
