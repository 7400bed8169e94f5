import { tableFlags } from "../shared_flags.ts";
import { command } from "../wiring.ts";

export default command("list")
  .summary("List plugins on the PATH")
  .paged()
  .details(
    "A plugin is a program named osctl-<name> in a directory of PATH: osctl <name> runs it " +
      "with all further arguments. Commands and aliases with the same name take precedence; " +
      "PROBLEM shows why a plugin does not run.",
  )
  .flags(tableFlags)
  .example("osctl plugin list", "List plugins with their paths")
  .extra()
  .run(async (context, { flags, commandNames }) => {
    const { describePlugins, listPlugins, pluginsView } = await import("../../lib/cli/plugins.ts");
    const { loadPreferences } = await import("../../lib/preferences/load.ts");
    const { printRows } = await import("../../lib/output/print_rows.ts");
    const { aliases } = await loadPreferences(context, flags);
    const plugins = await listPlugins(context);
    const rows = describePlugins(plugins, {
      commands: commandNames(),
      aliases: [...aliases.keys()],
    });
    await printRows(context, rows, pluginsView, flags, {
      text: "no plugins: no directory of PATH contains a program osctl-<name>",
      to: context.stderr,
    });
  });
