import { bool } from "../../lib/cli/flags.ts";
import { recordFlags } from "../shared_flags.ts";
import { command } from "../wiring.ts";
import { rolloutFlags } from "./rollout_flags.ts";

export default command("status")
  .summary("Follow a rollout")
  .details(
    "Shows the progress of each node until the rollout ends; the exit code is 1 if it " +
      "fails. ^C leaves the rollout running. Without a name, uses the newest rollout.",
  )
  .args({ name: "[rollout]" })
  .flags({
    ...rolloutFlags,
    ...recordFlags,
    watch: bool({
      default: true,
      help: "follow the rollout until it ends",
      short: "w",
      extra: true,
    }),
  })
  .extra()
  .example("osctl rollout status", "Follow the newest rollout")
  .example("osctl rollout status --watch=false", "Print its current state")
  .run(async (context, { args, flags }) => {
    const { chooseRollout, withRollouts } = await import(
      "../../lib/procedures/rolling/in_cluster/rollouts.ts"
    );
    const { followRollout, selectRolloutFormat } = await import(
      "../../lib/console/rolling/in_cluster/follow_rollout.ts"
    );
    const format = await selectRolloutFormat(context, flags.output);
    await withRollouts(context, flags, async (connection) => {
      const name = await chooseRollout(connection, args.name, context.signal);
      await followRollout(context, connection, { name, format, isWatching: flags.watch });
    });
  });
