import { command } from "../wiring.ts";
import { rolloutFlags } from "./rollout_flags.ts";

export default command("resume")
  .summary("Continue a rollout")
  .details(
    "Continues a rollout that is paused, was stopped or has failed. Nodes that its journal " +
      "records as done are not changed again. Without a name, uses the newest rollout.",
  )
  .args({ name: "[rollout]" })
  .flags(rolloutFlags)
  .extra()
  .example("osctl rollout resume", "Continue the newest rollout")
  .run(async (context, { args, flags }) => {
    const { controlRollout } = await import(
      "../../lib/console/rolling/in_cluster/control_rollout.ts"
    );
    await controlRollout(context, flags, args.name, "run");
  });
