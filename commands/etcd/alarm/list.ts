import { tableFlags } from "../../shared_flags.ts";
import { command } from "../../wiring.ts";

export default command("list")
  .summary("List the alarms of etcd members")
  .details("Prints nothing when there are none. NOSPACE: the database is full. CORRUPT: damaged.")
  .flags(tableFlags)
  .example("osctl etcd alarm list -n 10.5.0.2", "The alarms that a control plane knows of")
  .run(async (context, { flags }) => {
    const { MachineService } = await import("../../../proto/machine.ts");
    const { etcdAlarmsView } = await import("../../../lib/output/views/etcd.ts");
    const { printNodeRows } = await import("../../../lib/client/print_rows.ts");
    await printNodeRows(context, flags, {
      ask: (client) => client.call(MachineService.EtcdAlarmList, {}),
      rowsOf: ({ memberAlarms }) => memberAlarms ?? [],
      view: etcdAlarmsView,
    });
  });
