import { command } from "./wiring.ts";

export default command("context")
  .summary("Switch the current context")
  .section("Configuration")
  .usesGlobals("osconfig")
  .details(
    "Without a name, shows the contexts on a terminal: type to filter the list, Enter switches. With " +
      "-, switches back to the previous context. The choice applies to all terminals; for one " +
      "terminal, use --context or osctl shell.",
  )
  .args({ context: "[context]" }, { context: "context" })
  .example("osctl context", "Choose a context from a list")
  .example("osctl context lab", 'Switch to context "lab"')
  .example("osctl context -", "Switch back to the previous context")
  .extra()
  .run(async (context, { args, flags }) => {
    const { switchContext } = await import("../lib/console/switch_context.ts");
    const { osconfig } = flags;
    await switchContext(context, { name: args.context, osconfig, typed: "osctl context" });
  });
