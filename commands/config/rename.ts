import { OsctlError } from "../../lib/errors.ts";
import { command } from "../wiring.ts";

export default command("rename")
  .alias("rename-context")
  .summary("Rename a context")
  .details("The current context stays current under its new name.")
  .extra()
  .args({ context: "<context>", newName: "<new-name>" }, { context: "context" })
  .example("osctl config rename admin@lab lab", 'Rename context "admin@lab" to "lab"')
  .run(async (context, { args, flags }) => {
    const { defined, editExisting, renamePreviousContext, requirePlain } = await import(
      "../../lib/osconfig/mod.ts"
    );
    const { context: name, newName } = args;
    if (newName === "") throw new OsctlError("usage", "the new name of the context is empty");
    requirePlain(newName, "the context name");
    await editExisting(flags.osconfig, context, async (editor) => {
      defined(editor.config, name);
      if (newName === name) return;
      if (editor.config.contexts.has(newName)) {
        throw new OsctlError("input", `context "${newName}" already exists`, {
          hint: `choose another name, or remove it with "osctl config remove ${newName}"`,
        });
      }
      editor.rename(name, newName);
      await renamePreviousContext(editor.config.path!, name, newName);
    });
  });
