/**
 * Writes the machine configurations of a cluster file.
 *
 * @module
 */
import { explainedText, layersOf, renderNode } from "../../cluster_file/mod.ts";
import { OsctlError } from "../../errors.ts";
import { collecting, together } from "../../machineconfig/patch/problems.ts";
import { oneLine } from "../../output/text.ts";
import { writeFileSet } from "../../platform/file_set.ts";
import { ensureFolder } from "../../platform/files.ts";
import { rejectExistingFiles } from "../../platform/new_files.ts";
import { join, resolve } from "../../platform/paths.ts";
import type { System } from "../../platform/system.ts";
import type { DecryptSystem } from "../../encrypted_files/mod.ts";
import {
  type ClusterFileOptions,
  openCluster,
  readSecrets,
  selectNodes,
} from "../../procedures/cluster/open_cluster.ts";
import { printNotices } from "../print_notices.ts";

/** Flags of `cluster render`. */
export interface RenderFlags extends ClusterFileOptions {
  /** Folder to write to; empty: print the only node. */
  readonly output: string;
  readonly explain: boolean;
  readonly force: boolean;
}

/**
 * Writes the configurations of nodes, all of them or none.
 *
 * @param names Nodes; all without names.
 * @throws {OsctlError} of kind `usage`, `file` or `input`, with all problems and their places.
 */
export async function renderCluster(
  system: DecryptSystem & Pick<System, "cwd" | "env" | "stderr" | "stdout">,
  names: readonly string[],
  flags: RenderFlags,
): Promise<void> {
  const { cwd, stdout, stderr } = system;
  const { output, explain, force } = flags;
  const cluster = await openCluster(system, flags, printNotices(system));
  const nodes = selectNodes(cluster, names);
  if (output === "" && nodes.length !== 1) {
    throw new OsctlError("usage", `stdout takes one configuration, not ${nodes.length}`, {
      hint: "name a node, or set a folder with --output",
    });
  }
  const folder = resolve(cwd, output);
  const pathOf = (name: string) => join(folder, `${name}.yaml`);
  if (output !== "") {
    await rejectExistingFiles(nodes.map(({ name }) => pathOf(name)), { cwd, force });
  }
  const bundle = await readSecrets(system, cluster, printNotices(system));
  const texts = new Map<string, string>();
  const errors: OsctlError[] = [];
  for (const node of nodes) {
    await collecting(errors, async () => {
      const { text, warnings } = renderNode(cluster, node, bundle);
      for (const warning of warnings) await stderr.write(`osctl: warning: ${oneLine(warning)}\n`);
      texts.set(node.name, explain ? explainedText(layersOf(cluster, node, bundle)) : text);
    });
  }
  if (errors.length > 0) throw together(errors);
  if (output === "") return await stdout.write(texts.get(nodes[0]!.name)!);
  await ensureFolder(folder);
  const files = new Map([...texts].map(([name, text]) => [pathOf(name), text] as const));
  await writeFileSet(files, { mode: 0o600, overwrite: force });
  for (const name of texts.keys()) await stderr.write(`Created ${join(output, `${name}.yaml`)}\n`);
}
