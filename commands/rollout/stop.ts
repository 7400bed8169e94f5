import { command } from "../wiring.ts";
import { rolloutFlags } from "./rollout_flags.ts";

export default command("stop")
  .summary("Stop a rollout")
  .details(
    "Nodes that are being changed are finished, no other begins, and the lock is released. " +
      "osctl rollout resume continues it. Without a name, the newest rollout.",
  )
  .args({ name: "[rollout]" })
  .flags(rolloutFlags)
  .extra()
  .example("osctl rollout stop", "Stop the newest rollout")
  .run(async (context, { args, flags }) => {
    const { controlRollout } = await import("../../lib/operations/in_cluster/control_rollout.ts");
    await controlRollout(context, flags, args.name, "stop");
  });
