import { OsctlError } from "../lib/errors.ts";
import { command } from "./wiring.ts";

export default command("schema")
  .summary("Print the JSON Schema of a command's output")
  .section("Configuration")
  .usesGlobals()
  .paged()
  .details(
    "Describes what the command prints with -o json, as JSON Schema (draft 2020-12). For " +
      "commands that print an object per line or per resource, it describes one object. Without a " +
      "command, lists the commands with JSON output. The schema of machine configurations is " +
      "printed by osctl machineconfig schema.",
  )
  .extra()
  .args({ command: "[command...]" }, { command: "jsonCommand" })
  .usage("[<command>]")
  .example("osctl schema memory", "Print the schema of osctl memory -o json")
  .example("osctl schema etcd members > members.schema.json", "Save a schema")
  .run(async (context, { args }) => {
    const { OUTPUT_SCHEMAS, outputSchema } = await import("../lib/output_schemas/mod.ts");
    const known = Object.keys(OUTPUT_SCHEMAS).toSorted();
    const name = args.command.join(" ");
    if (name === "") {
      await context.stdout.write(known.map((one) => `${one}\n`).join(""));
      return;
    }
    const schema = outputSchema(name);
    if (schema === undefined) {
      const { didYouMean } = await import("../lib/output/nearest.ts");
      const near = didYouMean(name, known);
      throw new OsctlError("usage", `no schema for "osctl ${name}"`, {
        hint: near ?? 'list the commands with "osctl schema"',
      });
    }
    await context.stdout.write(`${JSON.stringify(schema, undefined, 2)}\n`);
  });
