import { OsctlError } from "../../lib/errors.ts";
import { command } from "../wiring.ts";

export default command("set")
  .summary("Set an alias")
  .details(
    "The words replace the name at the beginning of a command line. Commands of osctl take " +
      'precedence over aliases. Put "--" before words that are flags.',
  )
  .args({ name: "<name>", command: "<command>..." })
  .example("osctl alias set cps get members", 'Run "get members" by "osctl cps"')
  .example("osctl alias set wl -- logs kubelet -n @workers", "With a flag")
  .extra()
  .run(async (context, { args, commandNames }) => {
    if (commandNames().includes(args.name)) {
      throw new OsctlError("usage", `"${args.name}" is a command`, {
        hint: "use another name: commands take precedence over aliases",
      });
    }
    const { changePreferences, setValue } = await import("../../lib/preferences/mod.ts");
    const key = ["aliases", args.name];
    await changePreferences(context, (text) => setValue(text, key, args.command));
  });
