import { tableFlags } from "../../shared_flags.ts";
import { command } from "../../wiring.ts";

export default command("list")
  .summary("List etcd alarms")
  .paged()
  .details(
    "Prints no table when there are no alarms. NOSPACE: the database is full. CORRUPT: the " +
      "database is corrupt.",
  )
  .flags(tableFlags)
  .example("osctl etcd alarm list -n 10.5.0.2", "List the alarms seen by a control plane node")
  .run(async (context, { flags }) => {
    const { MachineService } = await import("../../../proto/machine.ts");
    const { etcdAlarmsView } = await import("../../../lib/node/etcd/mod.ts");
    const { printNodeRows } = await import("../../../lib/node/print_rows.ts");
    await printNodeRows(context, flags, {
      call: (client) => client.call(MachineService.EtcdAlarmList, {}),
      toRows: ({ memberAlarms }) => memberAlarms ?? [],
      view: etcdAlarmsView,
      emptyNote: "no alarms",
    });
  });
