import { command } from "../wiring.ts";

export default command("current-context")
  .summary("Print the name of the current context")
  .extra()
  .example("osctl config current-context", "Print the name, for a prompt or a script")
  .run(async (context, { flags }) => {
    const { loadClientConfig, selectContext } = await import("../../lib/osconfig/mod.ts");
    const { name } = selectContext(await loadClientConfig(flags.osconfig, context), "");
    const { escapeTerminalLine } = await import("../../lib/output/text.ts");
    const isTerminal = context.terminal.isTerminal("stdout");
    await context.stdout.write(`${isTerminal ? escapeTerminalLine(name) : name}\n`);
  });
