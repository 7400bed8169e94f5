import type { NodeFailure } from "../lib/errors.ts";
import { bool, int32 } from "../lib/cli/flags.ts";
import { outputFlags } from "./shared_flags.ts";
import { command } from "./wiring.ts";

export default command("logs")
  .summary("Print service logs")
  .details(
    "Lines of several nodes are interleaved in order of arrival; each starts with its " +
      "node.",
  )
  .args({ service: "<service name>" }, { service: "container" })
  .flags({
    follow: bool({ short: "f", help: "stream new lines until ^C" }),
    kubernetes: bool({ short: "k", help: "read a Kubernetes (CRI) container's log" }),
    tail: int32({ default: -1, help: "number of past lines; -1: all" }),
  })
  .flags(outputFlags)
  .example(
    "osctl logs kubelet --tail 20 -n 10.5.0.2,10.5.0.3",
    "Print the last 20 lines of two nodes",
  )
  .example("osctl logs -f machined", "Stream a log")
  .run(async (context, { args, flags }) => {
    const { MachineService } = await import("../proto/machine.ts");
    const { containerSelection } = await import("../lib/node/containers/mod.ts");
    const { followNodes } = await import("../lib/cli/follow_nodes.ts");
    const { throwFailures } = await import("../lib/client/mod.ts");
    const { printLogs } = await import("../lib/node/logs/mod.ts");
    const { follow, tail: tailLines } = flags;
    const request = { ...containerSelection(flags), id: args.service, follow, tailLines };
    await using client = await context.openClient({ flags });
    const { nodes } = client;
    const idleLimit = follow ? "none" : "call";
    const print = (failures: { push(failure: NodeFailure): unknown }) =>
      printLogs(context, {
        nodes,
        output: flags.output,
        failures,
        follow,
        open: (node, signal) =>
          client.stream(MachineService.Logs, request, node, { signal, idleLimit }),
      });
    if (follow) return await followNodes(context, { nodes, typed: "osctl logs" }, print);
    const failures: NodeFailure[] = [];
    await print(failures);
    throwFailures(failures);
  });
