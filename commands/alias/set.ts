import { OsctlError } from "../../lib/errors.ts";
import { command } from "../wiring.ts";

export default command("set")
  .summary("Set an alias")
  .details(
    "Defines a command of your own: osctl replaces the alias with the given words and " +
      "appends further arguments. Built-in commands take precedence over aliases. If the " +
      'words contain flags, put "--" before them.',
  )
  .args({ name: "<name>", command: "<command>..." })
  .example("osctl alias set cps get members", 'Define "osctl cps" as "osctl get members"')
  .example('osctl alias set wl "logs kubelet -n @workers"', "Define an alias with a flag")
  .extra()
  .run(async (context, { args, commandNames, given }) => {
    if (given.size > 0) {
      // Parsed as flags of this command, they would be missing in the alias.
      throw new OsctlError("usage", "the words of the alias contain flags", {
        hint: `put -- before them: osctl alias set ${args.name} -- ${args.command.join(" ")} …`,
      });
    }
    if (commandNames().includes(args.name)) {
      throw new OsctlError("usage", `"${args.name}" is a command`, {
        hint: "use another name: commands take precedence over aliases",
      });
    }
    const words = await splitCommand(args.command);
    const { changePreferences, setValue } = await import("../../lib/preferences/mod.ts");
    const key = ["aliases", args.name];
    await changePreferences(context, (text) => setValue(text, key, words));
  });

/** Returns the words of a command; one argument with spaces is a command line, as in other programs. */
async function splitCommand(words: readonly string[]): Promise<readonly string[]> {
  if (words.length !== 1 || !/\s/.test(words[0]!)) return words;
  const { splitWords } = await import("../../lib/output/split_words.ts");
  const split = splitWords(words[0]!);
  if ("words" in split) return split.words;
  throw new OsctlError(
    "usage",
    `invalid command: character ${split.unclosed + 1}: unclosed quote`,
    {
      hint: "close it, or pass each word as an argument",
    },
  );
}
