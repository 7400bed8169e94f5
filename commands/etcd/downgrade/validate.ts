import { tableFlags } from "../../shared_flags.ts";
import { command } from "../../wiring.ts";

export default command("validate")
  .summary("Check whether etcd storage can be downgraded")
  .details(
    "Requires a control plane node of v1.11 or later. The version is MAJOR.MINOR, one minor version below the cluster's.",
  )
  .extra()
  .args({ version: "<version>" })
  .flags(tableFlags)
  .example("osctl etcd downgrade validate 3.5 -n 10.5.0.2", "Check a downgrade from 3.6")
  .run(async (context, { args, flags }) => {
    const { MachineService } = await import("../../../proto/machine.ts");
    const { etcdDowngradeView } = await import("../../../lib/node/etcd/mod.ts");
    const { printNodeRows } = await import("../../../lib/node/print_rows.ts");
    await printNodeRows(context, flags, {
      selectControlPlane: true,
      call: (client) => {
        client.singleNode("etcd downgrade validate");
        return client.call(MachineService.EtcdDowngradeValidate, { version: args.version });
      },
      toRows: ({ clusterDowngrade }) => clusterDowngrade ? [clusterDowngrade] : [],
      view: etcdDowngradeView("validate"),
    });
  });
