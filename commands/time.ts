import { string } from "../lib/cli/flags.ts";
import { tableFlags } from "./shared_flags.ts";
import { command } from "./wiring.ts";

export default command("time")
  .summary("Compare the clocks of nodes with a time server")
  .usage("[--check server]")
  .flags({
    check: string({
      short: "c",
      help: "the time server to ask instead of the one the node uses",
      placeholder: "server",
    }),
  })
  .flags(tableFlags)
  .example("osctl time -n 10.5.0.2,10.5.0.3", "The clocks of two nodes")
  .example("osctl time --check pool.ntp.org", "Against another time server")
  .run(async (context, { flags }) => {
    const { TimeService } = await import("../proto/time.ts");
    const { timeView } = await import("../lib/output/views/time.ts");
    const { check } = flags;
    const { printNodeRows } = await import("../lib/client/print_rows.ts");
    await printNodeRows(context, flags, {
      ask: (client) =>
        check === ""
          ? client.call(TimeService.Time, {})
          : client.call(TimeService.TimeCheck, { server: check }),
      rowsOf: (clocks) => [clocks],
      view: timeView,
    });
  });
