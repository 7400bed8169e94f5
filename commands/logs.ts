import type { NodeFailure } from "../lib/errors.ts";
import { bool, int32, string, stringArray } from "../lib/cli/flags.ts";
import { outputFlags } from "./shared_flags.ts";
import { command } from "./wiring.ts";

export default command("logs")
  .summary("Print service logs")
  .section("Read nodes")
  .paged()
  .details(
    "With several nodes, prints lines as they arrive; each starts with its node. With " +
      "several services, or with --since, --grep, --exclude or --no-prefix, sorts lines by " +
      "time; each starts with node and service.",
  )
  .args({ services: "<service name>..." }, { services: "container" })
  .usage("<service name>")
  .flags({
    follow: bool({ short: "f", help: "stream new lines until ^C" }),
    kubernetes: bool({ short: "k", help: "read a Kubernetes (CRI) container's log" }),
    tail: int32({ default: -1, help: "number of past lines; -1: all" }),
  })
  .flags({
    since: string({
      help: "print only lines since this time, or of this past duration",
      placeholder: "time",
      extra: true,
    }),
    grep: stringArray({
      help: "print only lines that match a regular expression; repeatable",
      placeholder: "regexp",
      extra: true,
    }),
    exclude: stringArray({
      help: "omit lines that match a regular expression; repeatable",
      placeholder: "regexp",
      extra: true,
    }),
    noPrefix: bool({ help: "omit node and service at the start of lines", extra: true }),
  })
  .flags(outputFlags)
  .example(
    "osctl logs kubelet --tail 20 -n 10.5.0.2,10.5.0.3",
    "Print the last 20 lines of two nodes",
  )
  .example(
    "osctl logs kubelet --since 10m --grep error -n @all",
    "Print errors of the last ten minutes",
  )
  .example("osctl logs -f machined", "Stream a log")
  .example(
    "osctl logs kubelet etcd -n @controlplane -f --grep 'error|warn'",
    "Stream matching lines of two services of the control plane",
  )
  .run(async (context, { args, flags }) => {
    const { MachineService } = await import("../proto/machine.ts");
    const { containerSelection } = await import("../lib/node/containers/mod.ts");
    const { followNodes } = await import("../lib/cli/follow_nodes.ts");
    const { throwFailures } = await import("../lib/client/mod.ts");
    const { parseLineFilter, printLogs, printManyLogs } = await import("../lib/node/logs/mod.ts");
    const { follow, tail: tailLines, output } = flags;
    const services = [...new Set(args.services)];
    const isMany = services.length > 1 || flags.noPrefix || flags.since !== "" ||
      flags.grep.length + flags.exclude.length > 0;
    const filter = parseLineFilter(flags, context.clock.now());
    await using client = await context.openClient({ connection: flags });
    const { nodes } = client;
    const idleLimit = follow ? "none" : "call";
    const open = (node: string, id: string, signal: AbortSignal, isMerged: boolean) => {
      const request = { ...containerSelection(flags), id, follow, tailLines };
      return client.stream(MachineService.Logs, request, node, { signal, idleLimit, isMerged });
    };
    const print = (failures: { push(failure: NodeFailure): unknown }) =>
      isMany
        ? printManyLogs(context, {
          sources: nodes.flatMap((node) => services.map((service) => ({ node, service }))),
          output,
          failures,
          follow,
          filter,
          hasPrefix: !flags.noPrefix,
          open: ({ node, service }, signal) => open(node, service, signal, true),
        })
        : printLogs(context, {
          nodes,
          output,
          failures,
          follow,
          open: (node, signal) => open(node, services[0]!, signal, false),
        });
    if (follow) return await followNodes(context, { nodes, typed: "osctl logs" }, print);
    const failures: NodeFailure[] = [];
    await print(failures);
    throwFailures(failures);
  });
