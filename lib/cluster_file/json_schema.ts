/**
 * JSON Schema of cluster files.
 *
 * @module
 */
import { objectSchema } from "../machineconfig/json_schema/mod.ts";
import { CLUSTER_FILE } from "./schema.ts";

/** Returns the schema, draft 2020-12. */
export function clusterFileSchema(): object {
  return objectSchema(CLUSTER_FILE.object, "urn:osctl:cluster");
}
