import { command } from "../wiring.ts";

export default command("context")
  .alias("use-context")
  .summary("Set the current context")
  .details(
    "Without a name, on a terminal, prompts with a list. With - switches to the previous context, " +
      "whose name is in a file beside the client configuration.",
  )
  .args({ context: "[context]" }, { context: "context" })
  .usage("<context>")
  .example("osctl config context lab", 'Switch to context "lab"')
  .example("osctl config context", "Select a context from a list")
  .example("osctl config context -", "Switch back to the previous context")
  .run(async (context, { args, flags }) => {
    const { switchContext } = await import("../../lib/operations/switch_context.ts");
    const { osconfig } = flags;
    await switchContext(context, {
      name: args.context,
      osconfig,
      typed: "osctl config context",
    });
  });
