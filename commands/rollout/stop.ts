import { command } from "../wiring.ts";
import { rolloutFlags } from "./rollout_flags.ts";

export default command("stop")
  .summary("Stop a rollout")
  .details(
    "Finishes the nodes in progress, starts no others, and releases the lock. osctl rollout " +
      "resume continues it. Without a name, uses the newest rollout.",
  )
  .args({ name: "[rollout]" })
  .flags(rolloutFlags)
  .extra()
  .example("osctl rollout stop", "Stop the newest rollout")
  .run(async (context, { args, flags }) => {
    const { controlRollout } = await import(
      "../../lib/console/rolling/in_cluster/control_rollout.ts"
    );
    await controlRollout(context, flags, args.name, "stop");
  });
