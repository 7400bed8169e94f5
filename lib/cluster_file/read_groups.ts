/**
 * The groups of a cluster file and their nodes, without patches and secrets.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { type Data, isList, isMap } from "../machineconfig/data.ts";
import { Decoder } from "../machineconfig/load/decode.ts";
import { NEWEST } from "../machineconfig/schema/releases.ts";
import { type ReadContext, readFiles } from "./read_files.ts";
import { CONTROL_PLANE } from "./resolve_cluster.ts";
import { CLUSTER_FILE } from "./schema.ts";

/**
 * Returns the names of the nodes by group.
 *
 * @throws {OsctlError} of kind `input` with the first problem and its place; of kind `file`.
 */
export async function readGroups(
  path: string,
  context: ReadContext,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { sources, root, problems } = await readFiles(path, context);
  const decoder = new Decoder(CLUSTER_FILE.object, { release: NEWEST });
  const data: Data = root === undefined ? {} : decoder.document(root, []);
  const errors = [...problems, ...decoder.problems].filter(({ severity }) => severity === "error");
  const [line] = sources.lines(errors);
  if (line !== undefined) throw new OsctlError("input", line);
  const workers = data["workers"];
  const groups = { [CONTROL_PLANE]: data[CONTROL_PLANE], ...isMap(workers) ? workers : {} };
  return new Map(
    Object.entries(groups).map(([name, group]) => {
      const nodes = isMap(group) ? group["nodes"] : undefined;
      const names = (isList(nodes) ? nodes : []).flatMap((node) =>
        isMap(node) && typeof node["name"] === "string" ? [node["name"]] : []
      );
      return [name, names] as const;
    }),
  );
}
