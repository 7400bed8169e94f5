import { unaskable } from "../../lib/platform/unaskable.ts";
import { OsctlError } from "../../lib/errors.ts";
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
    const { defined, editExisting, loadClientConfig, readPreviousContext, writePreviousContext } =
      await import("../../lib/osconfig/mod.ts");
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
    await editExisting(flags.osconfig, context, async (editor) => {
      const { config: { path }, current } = editor;
      // A context of that name has priority.
      const isPrevious = chosen === "-" && !editor.config.contexts.has(chosen);
      const next = isPrevious ? await readPreviousContext(path!) : chosen;
      editor.setCurrent(defined(editor.config, next).name);
      if (current !== "" && current !== next) await writePreviousContext(path!, current);
      if (isPrevious) {
        const { escapeControls } = await import("../../lib/output/text.ts");
        await context.stderr.write(`the current context is now "${escapeControls(next)}"\n`);
      }
    });
  });
