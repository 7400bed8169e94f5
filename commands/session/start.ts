import { command } from "../wiring.ts";
import { idleFlags } from "./idle_flags.ts";

export default command("start")
  .summary("Start a session of a context")
  .details(
    "A background process of this user keeps connections to the endpoints of the context open. " +
      "Commands in a terminal send their calls through it, which saves the TLS handshake; without a " +
      "terminal or with CI set they do so only with OSCTL_SESSION=1. The session ends after the idle " +
      "time, when the client certificate expires, or when the context changes. A command connects " +
      "directly whenever the session does not respond.",
  )
  .flags(idleFlags)
  .example("osctl session start", "Share connections of the current context")
  .example("osctl session start --context lab --idle 1h", "Keep them for an hour without calls")
  .extra()
  .run(async (context, { flags }) => {
    const { startSession } = await import("../../lib/procedures/shared_connection/start.ts");
    const { formatDuration } = await import("../../lib/output/duration.ts");
    const { record, isNew } = await startSession(context, flags, flags.idle);
    const what = isNew ? "started" : "already running:";
    await context.stdout.write(
      `${what} a session of context "${record.context}" (process ${record.process.pid}); it ends ` +
        `after ${formatDuration(record.idleMs)} without calls\n`,
    );
  });
