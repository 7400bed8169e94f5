import type { NodeFailure } from "../lib/errors.ts";
import { bool } from "../lib/cli/flags.ts";
import { outputFlags } from "./shared_flags.ts";
import { command } from "./wiring.ts";

export default command("dmesg")
  .summary("Print kernel logs")
  .section("Read nodes")
  .paged()
  .details(
    "Lines of several nodes are interleaved in order of arrival; each starts with its " +
      "node.",
  )
  .flags({
    follow: bool({ short: "f", help: "stream new messages until ^C" }),
    tail: bool({ help: "print new messages only; requires --follow" }),
  })
  .flags(outputFlags)
  .example("osctl dmesg -n 10.5.0.2", "Print the kernel ring buffer")
  .example("osctl dmesg -f --tail -n 10.5.0.2,10.5.0.3", "Stream new messages of two nodes")
  .run(async (context, { flags: { follow, tail, ...flags } }) => {
    const { MachineService } = await import("../proto/machine.ts");
    const { followNodes } = await import("../lib/cli/follow_nodes.ts");
    const { throwFailures } = await import("../lib/client/mod.ts");
    const { printLogs } = await import("../lib/node/logs/mod.ts");
    await using client = await context.openClient({ connection: flags });
    const { nodes } = client;
    const idleLimit = follow ? "none" : "call";
    const print = (failures: { push(failure: NodeFailure): unknown }) =>
      printLogs(context, {
        nodes,
        output: flags.output,
        failures,
        follow,
        open: (node, signal) =>
          client.stream(MachineService.Dmesg, { follow, tail }, node, { signal, idleLimit }),
      });
    if (follow) return await followNodes(context, { nodes, typed: "osctl dmesg" }, print);
    const failures: NodeFailure[] = [];
    await print(failures);
    throwFailures(failures);
  });
