import { command } from "../wiring.ts";
import { rolloutFlags } from "./rollout_flags.ts";

export default command("pause")
  .summary("Pause a rollout")
  .details(
    "Finishes the nodes in progress and starts no others; the pod waits and keeps the lock. " +
      "Without a name, uses the newest rollout.",
  )
  .args({ name: "[rollout]" })
  .flags(rolloutFlags)
  .extra()
  .example("osctl rollout pause", "Pause the newest rollout")
  .run(async (context, { args, flags }) => {
    const { controlRollout } = await import(
      "../../lib/console/rolling/in_cluster/control_rollout.ts"
    );
    await controlRollout(context, flags, args.name, "pause");
  });
