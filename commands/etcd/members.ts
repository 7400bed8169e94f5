import { tableFlags } from "../shared_flags.ts";
import { command } from "../wiring.ts";

export default command("members")
  .summary("List the members of etcd")
  .details("Every control plane tells of all members as it knows them.")
  .flags(tableFlags)
  .example("osctl etcd members -n 10.5.0.2", "The members one control plane knows of")
  .example("osctl etcd members -n 10.5.0.2,10.5.0.3", "See whether two of them agree")
  .run(async (context, { flags }) => {
    const { MachineService } = await import("../../proto/machine.ts");
    const { etcdMembersView } = await import("../../lib/output/views/etcd.ts");
    const { printNodeRows } = await import("../../lib/client/print_rows.ts");
    await printNodeRows(context, flags, {
      ask: (client) => client.call(MachineService.EtcdMemberList, { queryLocal: true }),
      rowsOf: ({ members }) => members ?? [],
      view: etcdMembersView,
    });
  });
