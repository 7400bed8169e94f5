import { bool } from "../lib/cli/flags.ts";
import { outputFlags } from "./shared_flags.ts";
import { command } from "./wiring.ts";

export default command("dmesg")
  .summary("Print what the kernels of nodes say")
  .details(
    "Lines of several nodes appear as they arrive; each starts with its node and is never mixed " +
      "with another.",
  )
  .flags({
    follow: bool({ short: "f", help: "stay and print what the kernel says later; ^C ends that" }),
    tail: bool({ help: "leave out what it said before; only of use with --follow" }),
  })
  .flags(outputFlags)
  .example("osctl dmesg -n 10.5.0.2", "All the kernel of a node remembers")
  .example("osctl dmesg -f --tail -n 10.5.0.2,10.5.0.3", "What two kernels say from now on")
  .run(async (context, { flags: { follow, tail, ...flags } }) => {
    const { MachineService } = await import("../proto/machine.ts");
    const { printLogs } = await import("../lib/client/print_logs.ts");
    await printLogs(context, flags, {
      typed: "osctl dmesg",
      follow,
      open: (client, node, signal) =>
        client.stream(MachineService.Dmesg, { follow, tail }, node, {
          signal,
          pace: follow ? "endless" : "answer",
        }),
    });
  });
