import { command } from "./wiring.ts";

export default command("context")
  .summary("Switch the current context")
  .details(
    "Without a name, on a terminal, prompts with a list to filter. With - switches to the previous " +
      "context.",
  )
  .args({ context: "[context]" }, { context: "context" })
  .example("osctl context lab", 'Switch to context "lab"')
  .example("osctl context -", "Switch back to the previous context")
  .extra()
  .run(async (context, { args, flags }) => {
    const { switchContext } = await import("../lib/operations/switch_context.ts");
    const { osconfig } = flags;
    await switchContext(context, { name: args.context, osconfig, typed: "osctl context" });
  });
