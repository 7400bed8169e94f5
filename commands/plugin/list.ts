import { tableFlags } from "../shared_flags.ts";
import { command } from "../wiring.ts";

export default command("list")
  .summary("List plugins on the PATH")
  .paged()
  .details(
    'A program named osctl-<name> runs as "osctl <name>" with all words after the name. Commands ' +
      "and aliases take precedence. JSON and YAML have the fields name, path and problem.",
  )
  .flags(tableFlags)
  .example("osctl plugin list", "Print plugins and what shadows them")
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
    await printRows(context, rows, pluginsView, flags);
  });
