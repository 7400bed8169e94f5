import { OsctlError } from "../../lib/errors.ts";
import { command } from "../wiring.ts";

export default command("unset")
  .summary("Remove a preference")
  .args({ key: "<key>" }, { key: "preference" })
  .example("osctl preferences unset groups.db", "Remove the group @db")
  .extra()
  .run(async (context, { args: { key } }) => {
    const { changePreferences, getValue, parseKey, setValue } = await import(
      "../../lib/preferences/mod.ts"
    );
    const path = parseKey(key);
    await changePreferences(context, (text) => {
      if (getValue(text, path) !== undefined) return setValue(text, path, undefined);
      throw new OsctlError("input", `preference "${key}" is not set`, {
        hint: 'list them with "osctl preferences show"',
      });
    });
  });
