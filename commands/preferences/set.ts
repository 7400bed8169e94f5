import { command } from "../wiring.ts";

export default command("set")
  .summary("Set a preference")
  .details(
    "The value is YAML: a number, a text, or a list such as [worker-1, worker-2]. Keeps " +
      "comments and all other lines of the file. An invalid value changes nothing.",
  )
  .args({ key: "<key>", value: "<value>" }, { key: "preference" })
  .example("osctl preferences set groups.db worker-1,worker-2", "Define the group @db")
  .example("osctl preferences set commands.get.output yaml", "Print YAML on a terminal")
  .example("osctl preferences set time.zone Europe/Berlin", "Show times of tables in this zone")
  .example("osctl preferences set maxParallel 16", "Call at most 16 nodes at the same time")
  .extra()
  .run(async (context, { args: { key, value } }) => {
    const { changePreferences, parseKey, parseValue, setValue } = await import(
      "../../lib/preferences/mod.ts"
    );
    const path = parseKey(key);
    await changePreferences(context, (text) => setValue(text, path, parseValue(value)));
  });
