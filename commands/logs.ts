import { NodeErrors, type NodeFailure, OsctlError } from "../lib/errors.ts";
import { bool, int32 } from "../lib/cli/flags.ts";
import { outputFlags } from "./shared_flags.ts";
import { command } from "./wiring.ts";

export default command("logs")
  .summary("Print the log of a service")
  .details(
    "Lines of several nodes appear as they arrive; each starts with its node and is never mixed " +
      "with another.",
  )
  .args({ service: "<service name>" }, { service: "service" })
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
    const { common: { ContainerDriver } } = await import("../proto/common.ts");
    const { mergeStreams, throwFailures } = await import("../lib/client/mod.ts");
    const { untilInterrupted } = await import("../lib/cli/until_interrupted.ts");
    const { report } = await import("../lib/cli/report.ts");
    const { logPrinter } = await import("../lib/output/log_printer.ts");
    const { follow, kubernetes, output } = flags;
    const request = {
      namespace: kubernetes ? "k8s.io" : "system",
      driver: kubernetes ? ContainerDriver.CRI : ContainerDriver.CONTAINERD,
      id: args.service,
      follow,
      tailLines: flags.tail,
    };
    await using client = await context.openClient({ flags });
    const { nodes } = client;
    const printer = logPrinter(context.stdout, {
      format: output,
      terminal: context.terminal.isTerminal("stdout"),
    });
    const failures: NodeFailure[] = [];
    const tellNow = follow && nodes.length > 1;
    const failed = {
      push(failure: NodeFailure) {
        failures.push(failure);
        // The other nodes may go on for hours.
        const line = report(new NodeErrors([failure]), { typed: "osctl logs", debug: false });
        if (tellNow) void context.stderr.write(line);
      },
    };
    const print = async () => {
      const open = (node: string, signal: AbortSignal) =>
        client.stream(MachineService.Logs, request, node, { signal });
      try {
        for await (const { node, value } of mergeStreams(nodes, open, failed)) {
          const full = value.bytes && printer.add(node, value.bytes);
          if (full) await full;
        }
      } finally {
        await printer.end();
      }
    };
    if (follow) {
      if (await untilInterrupted(context.signal, print)) return;
    } else await print();
    if (!tellNow) throwFailures(failures);
    if (failures.length > 0) {
      const message = `${failures.length} of ${nodes.length} nodes could not be followed`;
      throw new OsctlError("node", message);
    }
  });
