import { command } from "./wiring.ts";

export default command("shell")
  .summary("Start a shell bound to one context")
  .section("Configuration")
  .usesGlobals("context", "osconfig")
  .details(
    "Starts your shell (SHELL) for one context: every osctl command in it uses this context, and " +
      "--context with another one is an error. Other terminals keep their context. The shell's " +
      "variable OSCTL_CONTEXT contains the name, for example for the prompt: " +
      "PS1='($OSCTL_CONTEXT) $ '. End the shell with exit.",
  )
  .args({ context: "[context]" }, { context: "context" })
  .example("osctl shell production", "Start a shell for one context")
  .extra()
  .run(async (context, { args, flags }) => {
    const { runShell } = await import("../lib/console/run_shell.ts");
    await runShell(context, { ...flags, context: args.context ?? flags.context });
  });
