import { tableFlags } from "../shared_flags.ts";
import { wantsScreen, WATCH_DETAILS, watchFlags } from "../watch_flags.ts";
import { command } from "../wiring.ts";
import { fileFlags, machineFlags, rejectLocalFlags } from "./file_flags.ts";

export default command("status")
  .summary("Show declared and actual state of nodes")
  .paged()
  .details(
    "Prints for each node of a cluster file whether its configuration matches the file, its " +
      "current and declared versions, and whether it is an etcd member and ready. Nodes that " +
      "do not respond are unknown; the exit code is then 1. " + WATCH_DETAILS,
  )
  .flags({ ...fileFlags, ...machineFlags, ...watchFlags })
  .flags(tableFlags)
  .example("osctl cluster status", "Show the state of the nodes of cluster.yaml")
  .example("osctl cluster status -w --interval 5s", "Refresh the table every 5 seconds")
  .extra()
  .run(async (context, { flags, given }) => {
    rejectLocalFlags(given);
    const isScreen = wantsScreen(context, flags);
    const { printStatus, watchStatus } = await import(
      "../../lib/console/cluster/status_view.ts"
    );
    await (isScreen ? watchStatus : printStatus)(context, flags);
  });
