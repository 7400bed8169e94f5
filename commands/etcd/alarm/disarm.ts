import { tableFlags } from "../../shared_flags.ts";
import { command } from "../../wiring.ts";

export default command("disarm")
  .summary("Disarm etcd alarms")
  .changesNodes("prints")
  .details(
    "Prints the disarmed alarms. An alarm returns if its cause persists: defragment the " +
      "database or raise its quota first.",
  )
  .flags(tableFlags)
  .example("osctl etcd alarm disarm -n 10.5.0.2", "Disarm the alarms of the cluster")
  .run(async (context, { flags }) => {
    const { MachineService } = await import("../../../proto/machine.ts");
    const { etcdAlarmsView } = await import("../../../lib/node/etcd/mod.ts");
    const { printNodeRows } = await import("../../../lib/node/print_rows.ts");
    await printNodeRows(context, flags, {
      call: (client) => client.call(MachineService.EtcdAlarmDisarm, {}),
      toRows: ({ memberAlarms }) => memberAlarms ?? [],
      view: etcdAlarmsView,
    });
  });
