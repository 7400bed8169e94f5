import { string } from "../lib/cli/flags.ts";
import { tableFlags } from "./shared_flags.ts";
import { command } from "./wiring.ts";

export default command("time")
  .summary("Compare node clocks with an NTP server")
  .section("Read nodes")
  .paged()
  .usage("[--check server]")
  .flags({
    check: string({
      short: "c",
      help: "NTP server to query instead of the node's own",
      placeholder: "server",
    }),
  })
  .flags(tableFlags)
  .example("osctl time -n 10.5.0.2,10.5.0.3", "Check the clocks of two nodes")
  .example("osctl time --check pool.ntp.org", "Check against another NTP server")
  .run(async (context, { flags }) => {
    const { TimeService } = await import("../proto/time.ts");
    const { timeView } = await import("../lib/node/time/mod.ts");
    const { check } = flags;
    const { printNodeRows } = await import("../lib/node/print_rows.ts");
    await printNodeRows(context, flags, {
      call: (client) =>
        check === ""
          ? client.call(TimeService.Time, {})
          : client.call(TimeService.TimeCheck, { server: check }),
      toRows: (clocks) => [clocks],
      view: timeView,
    });
  });
