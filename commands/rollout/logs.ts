import { bool } from "../../lib/cli/flags.ts";
import { command } from "../wiring.ts";
import { rolloutFlags } from "./rollout_flags.ts";

export default command("logs")
  .summary("Print the logs of a rollout")
  .details(
    "Prints the logs of the rollout's pods one after the other. Without a name, uses the " +
      "newest rollout.",
  )
  .args({ name: "[rollout]" })
  .flags({
    ...rolloutFlags,
    follow: bool({ short: "f", help: "continue until the rollout ends", extra: true }),
  })
  .extra()
  .example("osctl rollout logs -f", "Follow the logs of the newest rollout")
  .run(async (context, { args, flags }) => {
    const { chooseRollout, withRollouts } = await import(
      "../../lib/procedures/rolling/in_cluster/rollouts.ts"
    );
    const { printLogs } = await import("../../lib/console/rolling/in_cluster/rollout_logs.ts");
    await withRollouts(context, flags, async (connection) => {
      const name = await chooseRollout(connection, args.name, context.signal);
      await printLogs(context, connection, { name, isFollowed: flags.follow });
    });
  });
