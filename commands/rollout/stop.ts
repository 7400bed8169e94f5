import { command } from "../wiring.ts";
import { rolloutFlags } from "./rollout_flags.ts";

export default command("stop")
  .summary("Stop a rollout")
  .details(
    "Nodes that are being changed are finished, no other begins, and the lock is released. osctl rollout resume continues it. Without a name, the newest rollout.",
  )
  .args({ name: "[rollout]" })
  .flags(rolloutFlags)
  .extra()
  .example("osctl rollout stop", "Stop the newest rollout")
  .run(async (context, { args, flags }) => {
    const { chooseRollout, withRollouts } = await import(
      "../../lib/operations/in_cluster/rollouts.ts"
    );
    const { control } = await import("../../lib/operations/in_cluster/control_rollout.ts");
    const { signal } = context;
    const text = await withRollouts(context, flags, async (connection) => {
      const { servers, namespace } = connection;
      const name = await chooseRollout(connection, args.name, signal);
      return await control(await servers.open(signal), { name, namespace }, "stop", signal);
    });
    await context.stderr.write(`osctl: ${text}\n`);
  });
