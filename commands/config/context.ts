import { unaskable } from "../../lib/platform/unaskable.ts";
import { OsctlError } from "../../lib/errors.ts";
import { command } from "../wiring.ts";

export default command("context")
  .alias("use-context")
  .summary("Set the current context")
  .details(
    "Without a name, on a terminal, prompts with a list.",
  )
  .args({ context: "[context]" }, { context: "context" })
  .usage("<context>")
  .example("osctl config context lab", 'Switch to context "lab"')
  .example("osctl config context", "Select a context from a list")
  .run(async (context, { args, flags }) => {
    const { defined, editExisting, loadClientConfig } = await import("../../lib/osconfig/mod.ts");
    let name = args.context;
    if (name === undefined) {
      const { contexts, current } = await loadClientConfig(flags.osconfig, context);
      const names = [...contexts.keys()];
      if (names.length === 0 || unaskable(context.terminal) !== undefined) {
        const known = names.map((one) => `"${one}"`).join(", ");
        throw new OsctlError("usage", 'missing <context> for "osctl config context"', {
          hint: `known contexts: ${known === "" ? "none" : known}`,
        });
      }
      const initial = contexts.has(current) ? current : undefined;
      name = await context.prompts.select("Current context", names, initial);
    }
    const chosen = name;
    await editExisting(flags.osconfig, context, (editor) => {
      editor.setCurrent(defined(editor.config, chosen).name);
    });
  });
