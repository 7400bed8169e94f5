import { bool } from "../../lib/cli/flags.ts";
import { command } from "../wiring.ts";

export default command("stop")
  .summary("Stop sessions")
  .details(
    "Calls in progress have 3 seconds to end. A process that does not respond is killed. Without " +
      "--all, stops the sessions of the context.",
  )
  .flags({ all: bool({ help: "stop the sessions of all contexts" }) })
  .example("osctl session stop", "Stop the session of the current context")
  .example("osctl session stop --all", "Stop all sessions")
  .extra()
  .run(async (context, { flags }) => {
    const { sessionFolder } = await import("../../lib/rpc/session/mod.ts");
    const { checkFolder } = await import("../../lib/procedures/shared_connection/records.ts");
    const { stopSessions } = await import("../../lib/procedures/shared_connection/stop.ts");
    const { selectedContext } = await import(
      "../../lib/procedures/shared_connection/selected_context.ts"
    );
    const name = flags.all ? undefined : await selectedContext(context, flags);
    const folder = sessionFolder(context);
    const stopped = checkFolder(folder) ? await stopSessions(folder, context, name) : [];
    for (const { context: of, process } of stopped) {
      await context.stdout.write(
        `stopped the session of context "${of}" (process ${process.pid})\n`,
      );
    }
    if (stopped.length === 0) await context.stderr.write("no session to stop\n");
  });
