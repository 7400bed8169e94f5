import { bool, oneOf } from "../lib/cli/flags.ts";
import { wideFlag } from "./shared_flags.ts";
import { command } from "./wiring.ts";

/** Subjects with columns. */
const PRESETS = ["cpu", "cpuset", "io", "memory", "process", "psi", "swap"] as const;

export default command("cgroups")
  .alias("cg")
  .summary("Show resource usage of control groups")
  .section("Read nodes")
  .paged()
  .details(
    "Prints the control group (cgroup v2) tree of one node. Nodes of v1.9 or later show the " +
      "names of pods and containers, older nodes show their IDs.",
  )
  .extra()
  .flags({
    preset: oneOf(PRESETS, { default: "memory", help: "columns to print" }),
    ...wideFlag,
    skipCriResolve: bool({ help: "print IDs instead of names of pods and containers" }),
  })
  .example("osctl cgroups -n 10.5.0.2", "Show the memory usage of each group")
  .example("osctl cgroups --preset cpu -n 10.5.0.2", "Show the CPU usage of each group")
  .run(async (context, { flags }) => {
    const { printCgroups } = await import("../lib/node/cgroups/mod.ts");
    await using client = await context.openClient({ connection: flags });
    await printCgroups(context, client, client.singleNode("cgroups"), {
      preset: flags.preset,
      wide: flags.wide,
      resolveNames: !flags.skipCriResolve,
    });
  });
