import { command } from "../wiring.ts";

export default command("schema")
  .summary("Print the JSON Schema of cluster files")
  .paged()
  .details(
    "Editors use the schema to complete and check cluster files: save it, and start the " +
      'cluster file with "# yaml-language-server: $schema=cluster.schema.json".',
  )
  .example("osctl cluster schema > cluster.schema.json", "Save the schema")
  .extra()
  .run(async (context) => {
    const { clusterFileSchema } = await import("../../lib/cluster_file/json_schema.ts");
    await context.stdout.write(`${JSON.stringify(clusterFileSchema(), null, 2)}\n`);
  });
