import { bool, int32 } from "../lib/cli/flags.ts";
import { outputFlags } from "./shared_flags.ts";
import { command } from "./wiring.ts";

export default command("logs")
  .summary("Print the log of a service")
  .details(
    "Lines of several nodes appear as they arrive; each starts with its node and is never mixed " +
      "with another.",
  )
  .args({ service: "<service name>" }, { service: "container" })
  .flags({
    follow: bool({ short: "f", help: "stay and print new lines; ^C ends that" }),
    kubernetes: bool({ short: "k", help: "the name is a container of Kubernetes" }),
    tail: int32({ default: -1, help: "lines to begin with, counted from the end; -1 for all" }),
  })
  .flags(outputFlags)
  .example("osctl logs kubelet --tail 20 -n 10.5.0.2,10.5.0.3", "The last lines of two nodes")
  .example("osctl logs -f machined", "Follow a log")
  .run(async (context, { args, flags }) => {
    const { MachineService } = await import("../proto/machine.ts");
    const { containersOf } = await import("../lib/client/containers.ts");
    const { printLogs } = await import("../lib/client/print_logs.ts");
    const { follow, tail: tailLines } = flags;
    const request = { ...containersOf(flags), id: args.service, follow, tailLines };
    await printLogs(context, flags, {
      typed: "osctl logs",
      follow,
      open: (client, node, signal) =>
        client.stream(MachineService.Logs, request, node, {
          signal,
          pace: flags.follow ? "endless" : "answer",
        }),
    });
  });
