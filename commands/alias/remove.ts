import { OsctlError } from "../../lib/errors.ts";
import { command } from "../wiring.ts";

export default command("remove")
  .summary("Remove an alias")
  .args({ name: "<name>" }, { name: "alias" })
  .example("osctl alias remove cps", "Remove an alias")
  .extra()
  .run(async (context, { args: { name } }) => {
    const { changePreferences, getValue, setValue } = await import(
      "../../lib/preferences/mod.ts"
    );
    const key = ["aliases", name];
    await changePreferences(context, (text) => {
      if (getValue(text, key) !== undefined) return setValue(text, key, undefined);
      throw new OsctlError("input", `alias "${name}" does not exist`, {
        hint: 'list aliases with "osctl alias list"',
      });
    });
  });
