import { bool } from "../../lib/cli/flags.ts";
import { command } from "../wiring.ts";

export default command("schema")
  .summary("Print the JSON Schema of machine configurations, for editors")
  .details(
    "The schema (draft 2020-12) describes one document of any kind, as nodes of the interface " +
      "release read it. An editor that knows YAML by schema completes and checks while you " +
      "type; in Visual Studio Code, name the file in yaml.schemas.",
  )
  .flags({
    patch: bool({
      help: "for patches: nothing is required, and $patch: delete is allowed",
      extra: true,
    }),
  })
  .example("osctl machineconfig schema > machineconfig.schema.json", "The schema as a file")
  .example("osctl mc schema --patch > patch.schema.json", "The same for patches")
  .extra()
  .run(async (context, { flags }) => {
    const { jsonSchema } = await import("../../lib/machineconfig/json_schema/mod.ts");
    const schema = jsonSchema({ release: context.release, patch: flags.patch });
    await context.stdout.write(`${JSON.stringify(schema, null, 2)}\n`);
  });
