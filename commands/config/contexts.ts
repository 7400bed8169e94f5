import { tableFlags } from "../shared_flags.ts";
import { command } from "../wiring.ts";

export default command("contexts")
  .alias("get-contexts")
  .summary("List contexts")
  .paged()
  .details("JSON and YAML contain the fields name, current, endpoints, nodes.")
  .flags(tableFlags)
  .example("osctl config contexts", "Print a table; * marks the current context")
  .example("osctl config contexts -o json", "Print JSON for a script")
  .run(async (context, { flags }) => {
    const { loadClientConfig } = await import("../../lib/osconfig/load.ts");
    const { contextsView, listContexts } = await import("../../lib/osconfig/list.ts");
    const { printRows } = await import("../../lib/output/print_rows.ts");
    const config = await loadClientConfig(flags.osconfig, context);
    await printRows(context, listContexts(config), contextsView, flags);
  });
