import { command } from "../wiring.ts";

export default command("edit")
  .summary("Edit the preferences in an editor")
  .details(
    "Opens a copy of the file in the editor that OS_EDITOR or EDITOR names (default: vi). An " +
      "invalid result is not saved; the error names its line and the copy that remains.",
  )
  .example("osctl preferences edit", "Edit groups, aliases and defaults")
  .extra()
  .run(async (context) => {
    const { editPreferences } = await import("../../lib/console/edit_preferences.ts");
    await editPreferences(context);
  });
