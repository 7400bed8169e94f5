import { tableFlags } from "../shared_flags.ts";
import { command } from "../wiring.ts";

export default command("status")
  .summary("List sessions")
  .paged()
  .flags(tableFlags)
  .example("osctl session status", "List sessions with their endpoints and calls")
  .extra()
  .run(async (context, { flags }) => {
    const { sessionFolder } = await import("../../lib/rpc/session/mod.ts");
    const { checkFolder, listSessions } = await import(
      "../../lib/procedures/shared_connection/records.ts"
    );
    const { sessionsView } = await import("../../lib/console/shared_connection/session_view.ts");
    const { printRows } = await import("../../lib/output/print_rows.ts");
    const folder = sessionFolder(context);
    const sessions = checkFolder(folder) ? await listSessions(folder, context) : [];
    await printRows(context, sessions, sessionsView(context.clock.now()), flags, {
      text: "no sessions; start one with: osctl session start",
      to: context.stderr,
    });
  });
