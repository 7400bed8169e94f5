/**
 * Compares what an imported cluster file renders with what another tool has rendered.
 *
 * @module
 */
import { documentsOf } from "../../cluster_file/import/import_cluster.ts";
import { hostnameOf } from "../../cluster_file/import/derive_fields.ts";
import type { DecryptSystem } from "../../encrypted_files/mod.ts";
import { OsctlError } from "../../errors.ts";
import { changedFields, changeText } from "../../machineconfig/changed_fields.ts";
import { oneLine } from "../../output/text.ts";
import type { System } from "../../platform/system.ts";
import { resolve } from "../../platform/paths.ts";
import { openCluster, readSecrets } from "../../procedures/cluster/open_cluster.ts";
import { readConfigFolder } from "../../procedures/cluster/read_config_folder.ts";
import { printNotices } from "../print_notices.ts";

interface Verification {
  readonly file: string;
  /** Values of variables, `NAME=VALUE` each. */
  readonly var: readonly string[];
  /** Folder of the other tool's configurations. */
  readonly folder: string;
}

/**
 * Compares all nodes and prints the fields that differ, without values.
 *
 * @throws {OsctlError} of kind `input` when nodes differ or are missing.
 */
export async function verifyRendering(
  system: DecryptSystem & Pick<System, "stderr">,
  { file, var: values, folder }: Verification,
): Promise<void> {
  const { cwd, stderr } = system;
  const cluster = await openCluster(system, { file, var: values }, printNotices(system));
  const bundle = await readSecrets(system, cluster, printNotices(system));
  const sources = await readConfigFolder(resolve(cwd, folder), folder);
  const different: string[] = [];
  for (const node of cluster.nodes) {
    const source = sources.find(({ node: { documents }, file: name }) =>
      hostnameOf(documents) === node.name ||
      [`${node.name}.yaml`, `${cluster.name}-${node.name}.yaml`].includes(name)
    );
    const paths = source === undefined
      ? undefined
      : changedFields(documentsOf(cluster, node, bundle), source.node.documents).map(changeText);
    if (paths?.length === 0) continue;
    different.push(node.name);
    const reason = paths === undefined
      ? `no configuration in "${folder}"`
      : `differs in ${paths.join(", ")}`;
    await stderr.write(`osctl: warning: ${oneLine(`${node.name}: ${reason}`)}\n`);
  }
  const count = cluster.nodes.length;
  if (different.length > 0) {
    throw new OsctlError(
      "input",
      `"${file}" renders ${different.length} of ${count} nodes differently from "${folder}"`,
      { hint: `compare one with "osctl cluster render ${different[0]}"` },
    );
  }
  await stderr.write(
    `verified: it renders the configuration of ${
      count === 1 ? "the node" : `all ${count} nodes`
    }\n`,
  );
}
