import { bool, oneOf, string } from "../lib/cli/flags.ts";
import { command } from "./wiring.ts";

export default command("explain")
  .summary("Explain a machine configuration field")
  .section("Configuration")
  .usesGlobals()
  .paged()
  .details(
    "A path consists of field names joined by dots, without list indices and map keys. " +
      "Paths of other documents start with the kind, paths of cluster files with ClusterFile. " +
      "Without a path, lists all sections and kinds.",
  )
  .args({ path: "[path]" }, { path: "schemaPath" })
  .flags({
    recursive: bool({ short: "R", help: "list all fields below the path", extra: true }),
    osVersion: string({
      help: "list only fields of this Talos Linux version",
      placeholder: "version",
      extra: true,
    }),
    output: oneOf(["text", "json", "yaml"], {
      short: "o",
      default: "text",
      help: "output format",
      extra: true,
    }),
  })
  .example("osctl explain", "List document kinds and sections")
  .example("osctl explain machine.kubelet.extraMounts", "Explain one field and its children")
  .example("osctl explain NetworkRuleConfig --recursive", "List all fields of a document kind")
  .example("osctl explain ClusterFile.os", "Explain a field of cluster files")
  .example("osctl explain --os-version v1.11", "List sections and kinds of v1.11")
  .extra()
  .run(async (context, { args, flags }) => {
    const { explain } = await import("../lib/machineconfig/explain/mod.ts");
    const { createColours } = await import("../lib/output/colour.ts");
    const { getColumns } = await import("../lib/output/wrap.ts");
    const { parseConfigRelease } = await import("../lib/machineconfig/schema/releases.ts");
    const { CLUSTER_FILE } = await import("../lib/cluster_file/schema.ts");
    const isFiltered = flags.osVersion !== "";
    const text = await explain(args.path, {
      width: getColumns(context.terminal),
      colours: createColours(context),
      release: isFiltered ? parseConfigRelease(flags.osVersion, context.release) : context.release,
      isFiltered,
      recursive: flags.recursive,
      format: flags.output,
      further: [CLUSTER_FILE],
    });
    await context.stdout.write(text);
  });
