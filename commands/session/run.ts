import { command } from "../wiring.ts";
import { idleFlags } from "./idle_flags.ts";

export default command("run")
  .summary("Run a session in the foreground")
  .flags(idleFlags)
  .example("osctl session run", "Run the background process of session start")
  .extra()
  .hidden()
  .run(async (context, { flags }) => {
    const { requireSupport } = await import("../../lib/procedures/shared_connection/start.ts");
    requireSupport();
    const { runSession } = await import("../../lib/console/shared_connection/run_session.ts");
    await runSession(context, { target: flags, idleMs: flags.idle });
  });
