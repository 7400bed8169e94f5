import { command } from "../wiring.ts";
import { rolloutFlags } from "./rollout_flags.ts";

export default command("resume")
  .summary("Continue a rollout")
  .details(
    "Continues a rollout that is paused, was stopped, or has failed: with its journal, so that nodes " +
      "that are done stay as they are. Without a name, the newest rollout.",
  )
  .args({ name: "[rollout]" })
  .flags(rolloutFlags)
  .extra()
  .example("osctl rollout resume", "Continue the newest rollout")
  .run(async (context, { args, flags }) => {
    const { chooseRollout, withRollouts } = await import(
      "../../lib/operations/in_cluster/rollouts.ts"
    );
    const { resume } = await import("../../lib/operations/in_cluster/control_rollout.ts");
    const { clock, signal } = context;
    const text = await withRollouts(context, flags, async (connection) => {
      const { servers, namespace } = connection;
      const name = await chooseRollout(connection, args.name, signal);
      return await resume(await servers.open(signal), { name, namespace }, { clock, signal });
    });
    await context.stderr.write(`osctl: ${text}\n`);
  });
