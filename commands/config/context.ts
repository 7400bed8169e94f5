import { command } from "../wiring.ts";

export default command("context")
  .alias("use-context")
  .summary("Set the current context")
  .details(
    "Without a name, shows a list on a terminal. With -, switches back to the previous " +
      "context.",
  )
  .args({ context: "[context]" }, { context: "context" })
  .usage("<context>")
  .example("osctl config context lab", 'Switch to context "lab"')
  .example("osctl config context", "Select a context from a list")
  .example("osctl config context -", "Switch back to the previous context")
  .run(async (context, { args, flags }) => {
    const { switchContext } = await import("../../lib/console/switch_context.ts");
    const { osconfig } = flags;
    await switchContext(context, {
      name: args.context,
      osconfig,
      typed: "osctl config context",
    });
  });
