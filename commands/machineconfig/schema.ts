import { bool, string } from "../../lib/cli/flags.ts";
import { command } from "../wiring.ts";

export default command("schema")
  .summary("Print the machine configuration JSON Schema")
  .paged()
  .details(
    "The schema (draft 2020-12) describes one document of any kind, as nodes of the " +
      "Talos Linux version read it. Editors with YAML schema support complete and validate " +
      "with it; in Visual Studio Code, add the file to yaml.schemas.",
  )
  .flags({
    patch: bool({
      help: "schema for patches: no required fields, allows $patch: delete",
      extra: true,
    }),
    osVersion: string({
      help: "Talos Linux version of the nodes (default: the newest known)",
      placeholder: "version",
      extra: true,
    }),
  })
  .example("osctl machineconfig schema > machineconfig.schema.json", "Save the schema")
  .example("osctl mc schema --patch > patch.schema.json", "Save the schema for patches")
  .extra()
  .run(async (context, { flags }) => {
    const { jsonSchema } = await import("../../lib/machineconfig/json_schema/mod.ts");
    const { parseConfigRelease } = await import("../../lib/machineconfig/schema/releases.ts");
    const release = parseConfigRelease(flags.osVersion, context.release);
    const schema = jsonSchema({ release, patch: flags.patch });
    await context.stdout.write(`${JSON.stringify(schema, null, 2)}\n`);
  });
