import { tableFlags } from "../shared_flags.ts";
import { command } from "../wiring.ts";
import { rolloutFlags } from "./rollout_flags.ts";

export default command("list")
  .alias("ls")
  .summary("List rollouts")
  .paged()
  .flags({ ...rolloutFlags, ...tableFlags })
  .extra()
  .example("osctl rollout list", "List the rolling changes of --in-cluster, the newest first")
  .run(async (context, { flags }) => {
    const { listRollouts, withRollouts } = await import(
      "../../lib/procedures/rolling/in_cluster/rollouts.ts"
    );
    const { rolloutsView } = await import("../../lib/console/rolling/in_cluster/rollouts_view.ts");
    const { printRows } = await import("../../lib/output/print_rows.ts");
    const rollouts = await withRollouts(
      context,
      flags,
      (connection) => listRollouts(connection, context.signal),
    );
    await printRows(context, rollouts, rolloutsView(context.clock.now()), flags, {
      text: "no rollouts; start one with --rolling --in-cluster",
      to: context.stderr,
    });
  });
