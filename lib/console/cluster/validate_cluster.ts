/**
 * Checks a cluster file and the configurations of its nodes.
 *
 * @module
 */
import type { DeclaredCluster } from "../../cluster_file/mod.ts";
import { renderNode } from "../../cluster_file/mod.ts";
import type { OsctlError } from "../../errors.ts";
import { collecting, together } from "../../machineconfig/patch/problems.ts";
import { oneLine } from "../../output/text.ts";
import { exists } from "../../platform/files.ts";
import { resolve } from "../../platform/paths.ts";
import type { System } from "../../platform/system.ts";
import { type DecryptSystem, isEncrypted } from "../../encrypted_files/mod.ts";
import { isUnignored } from "./work_tree.ts";
import {
  type ClusterFileOptions,
  openCluster,
  readSecrets,
} from "../../procedures/cluster/open_cluster.ts";
import { printNotices } from "../print_notices.ts";

/**
 * Checks a cluster file, and prints what it declares.
 *
 * @throws {OsctlError} of kind `input` with all problems and their places.
 */
export async function validateCluster(
  system: DecryptSystem & Pick<System, "cwd" | "env" | "stderr" | "stdout">,
  flags: ClusterFileOptions,
): Promise<void> {
  const { cwd, stderr, stdout } = system;
  const cluster = await openCluster(system, flags, printNotices(system));
  if (await exists(resolve(cwd, cluster.secrets))) {
    const bundle = await readSecrets(system, cluster, printNotices(system));
    await warnPlainSecrets(system, cluster.secrets);
    const errors: OsctlError[] = [];
    const warnings = new Map<string, string[]>();
    for (const node of cluster.nodes) {
      const rendered = await collecting(errors, () => renderNode(cluster, node, bundle));
      for (const warning of rendered?.warnings ?? []) {
        const text = warning.slice(`${node.name}: `.length);
        warnings.set(text, [...warnings.get(text) ?? [], node.name]);
      }
    }
    for (const [text, nodes] of warnings) {
      await stderr.write(`osctl: warning: ${oneLine(`${nodes.join(", ")}: ${text}`)}\n`);
    }
    if (errors.length > 0) throw together(errors);
  } else {
    await stderr.write(
      `osctl: "${cluster.secrets}" does not exist, so no configuration was checked; ` +
        `create it with "osctl gen secrets -o ${cluster.secrets}"\n`,
    );
  }
  await stdout.write(`${oneLine(summaryOf(cluster))}\n`);
}

/** Warns about secrets that the next commit of their repository may contain. */
async function warnPlainSecrets(
  system: DecryptSystem & Pick<System, "stderr">,
  secrets: string,
): Promise<void> {
  if (await isEncrypted(system, secrets)) return;
  if (!await isUnignored(system, resolve(system.cwd, secrets))) return;
  await system.stderr.write(
    `osctl: warning: ${
      oneLine(secrets)
    } is plain text, and git does not ignore it; encrypt it with ` +
      "sops or age, or add it to .gitignore\n",
  );
}

function summaryOf({ path, name, nodes, kubernetesVersion }: DeclaredCluster): string {
  const controlPlanes = nodes.filter(({ role }) => role === "controlplane").length;
  const workers = nodes.length - controlPlanes;
  const versions = [...new Set(nodes.map(({ osVersion }) => osVersion))].join(", ");
  return `${path} is valid: cluster ${name}, ${count(controlPlanes, "control plane")}, ` +
    `${count(workers, "worker")}, Talos Linux ${versions}, Kubernetes v${kubernetesVersion}`;
}

function count(number: number, name: string): string {
  return `${number} ${name}${number === 1 ? "" : "s"}`;
}
