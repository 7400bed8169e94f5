import { tableFlags } from "../shared_flags.ts";
import { command } from "../wiring.ts";

export default command("members")
  .summary("List etcd members")
  .paged()
  .details(
    "Each control plane node reports all members it sees.",
  )
  .flags(tableFlags)
  .example("osctl etcd members -n 10.5.0.2", "List the members seen by one node")
  .example("osctl etcd members -n 10.5.0.2,10.5.0.3", "Compare the members seen by two nodes")
  .run(async (context, { flags }) => {
    const { MachineService } = await import("../../proto/machine.ts");
    const { etcdMembersView } = await import("../../lib/node/etcd/mod.ts");
    const { printNodeRows } = await import("../../lib/node/print_rows.ts");
    await printNodeRows(context, flags, {
      call: (client) => client.call(MachineService.EtcdMemberList, { queryLocal: true }),
      toRows: ({ members }) => members ?? [],
      view: etcdMembersView,
    });
  });
