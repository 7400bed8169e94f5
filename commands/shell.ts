import { command } from "./wiring.ts";

export default command("shell")
  .summary("Start a shell bound to one context")
  .details(
    "Starts SHELL with OSCTL_CONTEXT, for a prompt such as PS1='($OSCTL_CONTEXT) $ '. All osctl " +
      "commands in it use this context and the same client configuration; others are refused. The " +
      "current context of other shells stays.",
  )
  .args({ context: "[context]" }, { context: "context" })
  .example("osctl shell production", "Start a shell for one context")
  .extra()
  .run(async (context, { args, flags }) => {
    const { runShell } = await import("../lib/operations/run_shell.ts");
    await runShell(context, { ...flags, context: args.context ?? flags.context });
  });
