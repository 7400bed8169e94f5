import { OsctlError } from "../../lib/errors.ts";
import { oneOf } from "../../lib/cli/flags.ts";
import { command } from "../wiring.ts";

export default command("show")
  .summary("Print the preferences")
  .details("Prints the file, or the value of one key. An invalid file is an error.")
  .args({ key: "[key]" }, { key: "preference" })
  .flags({
    output: oneOf(["yaml", "json"], {
      short: "o",
      default: "yaml",
      help: "output format",
      extra: true,
    }),
  })
  .example("osctl preferences show", "Print all preferences")
  .example("osctl preferences show groups.db", "Print the nodes of a group")
  .extra()
  .run(async (context, { args, flags }) => {
    const { getValue, parseKey, parsePreferences, readPreferencesText } = await import(
      "../../lib/preferences/mod.ts"
    );
    const { preferencesPath } = await import("../../lib/distribution.ts");
    const text = await readPreferencesText(context);
    parsePreferences(text, preferencesPath(context.home));
    if (args.key === undefined && text === "") {
      await context.stderr.write(
        "no preferences; set one with: osctl preferences set <key> <value>\n",
      );
    }
    if (args.key === undefined && flags.output === "yaml") return await context.stdout.write(text);
    const value = getValue(text, args.key === undefined ? [] : parseKey(args.key));
    if (value === undefined) {
      throw new OsctlError("input", `preference "${args.key}" is not set`, {
        hint: `set it with "osctl preferences set ${args.key} <value>"`,
      });
    }
    const { NARROW_LAYOUT, writeYaml } = await import("../../lib/yaml/mod.ts");
    await context.stdout.write(
      flags.output === "json"
        ? `${JSON.stringify(value, null, 2)}\n`
        : writeYaml(value, NARROW_LAYOUT),
    );
  });
