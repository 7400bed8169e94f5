import { tableFlags } from "../shared_flags.ts";
import { command } from "../wiring.ts";

export default command("list")
  .summary("List aliases")
  .paged()
  .details("JSON and YAML contain the fields name and command.")
  .flags(tableFlags)
  .example("osctl alias list", "Print names and commands")
  .extra()
  .run(async (context, { flags }) => {
    const { loadPreferences } = await import("../../lib/preferences/load.ts");
    const { aliasesView } = await import("../../lib/preferences/aliases_view.ts");
    const { printRows } = await import("../../lib/output/print_rows.ts");
    const { aliases } = await loadPreferences(context, flags);
    const rows = [...aliases].map(([name, words]) => ({ name, words }));
    await printRows(context, rows, aliasesView, flags, {
      text: "no aliases; define one with: osctl alias set <name> <command>",
      to: context.stderr,
    });
  });
