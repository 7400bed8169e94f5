import { tableFlags } from "../shared_flags.ts";
import { command } from "../wiring.ts";

export default command("status")
  .summary("Show etcd member status")
  .paged()
  .flags(tableFlags)
  .example("osctl etcd status -n 10.5.0.2,10.5.0.3,10.5.0.4", "Compare three members")
  .run(async (context, { flags }) => {
    const { MachineService } = await import("../../proto/machine.ts");
    const { etcdStatusView } = await import("../../lib/node/etcd/mod.ts");
    const { printNodeRows } = await import("../../lib/node/print_rows.ts");
    await printNodeRows(context, flags, {
      call: (client) => client.call(MachineService.EtcdStatus, {}),
      toRows: ({ memberStatus }) => memberStatus ? [memberStatus] : [],
      view: etcdStatusView,
      headerWithoutRows: true,
    });
  });
