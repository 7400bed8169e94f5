import { yesFlag } from "../../lib/cli/yes_flag.ts";
import { bool } from "../../lib/cli/flags.ts";
import { OsctlError } from "../../lib/errors.ts";
import type { ClusterRecord } from "../../lib/cluster/mod.ts";
import { command, type Context } from "../wiring.ts";
import { groupFlags } from "./group_flags.ts";

export default command("destroy")
  .summary("Destroy a local cluster")
  .flags({
    force: bool({ short: "f", help: "also remove the state of a partly created cluster" }),
    ...yesFlag,
  })
  .inherits(groupFlags)
  .example("osctl cluster destroy --name demo", "Stop the nodes and remove the context")
  .run(async (context, { flags, given }) => {
    const { findProvisioner, selectCluster } = await import("../../lib/cluster/mod.ts");
    const selection = selectCluster(flags, given, context);
    const { name, stateFolder } = selection;
    const provisioner = await findProvisioner(selection, context);
    const isConfirmed = flags.yes || context.env.get("OSCTL_YES") === "1";
    const { unaskable } = await import("../../lib/platform/unaskable.ts");
    if (!isConfirmed && unaskable(context.terminal) === undefined) {
      const question = `Destroy the local cluster "${name}" in "${stateFolder}"?`;
      if (!await context.prompts.confirm(question)) {
        throw new OsctlError("cancelled", "not confirmed, nothing was changed");
      }
    }
    const report = (text: string) => context.stderr.write(`${text}\n`);
    const { signal } = context;
    const lines: string[] = [];
    const cleanUp = async (record: ClusterRecord) => {
      if (record.kubeconfig !== undefined) {
        lines.push(...await removeKubeconfig(context, record, isConfirmed));
      }
      if (record.osconfig !== undefined) {
        lines.push(...await removeOsconfig(context, record, isConfirmed));
      }
    };
    const options = { force: flags.force, report, signal, cleanUp };
    await provisioner.destroy(stateFolder, name, options);
    for (const line of [`removed the cluster "${name}"`, ...lines]) await report(line);
  });

/** Removes the context and returns lines that describe it. */
async function removeOsconfig(
  context: Context,
  { osconfig, ca, nodes }: ClusterRecord,
  isConfirmed: boolean,
): Promise<string[]> {
  const { isContextChanged, removeContext } = await import("../../lib/cluster/client_context.ts");
  const name = osconfig!.context;
  const what = `the context "${name}"`;
  if (!isConfirmed && await isContextChanged(osconfig!, ca) && !await isRemoved(context, what)) {
    return [`kept the context "${name}"`];
  }
  const { removed, current } = await removeContext(
    osconfig!,
    ca,
    context,
    nodes.flatMap(({ address, addresses = [address] }) => addresses),
  );
  if (!removed) return [];
  return [`removed the context "${name}"${current ? `; the current one is "${current}" now` : ""}`];
}

/** Removes the entries of the kubeconfig and returns lines that describe it. */
async function removeKubeconfig(
  context: Context,
  { kubeconfig }: ClusterRecord,
  isConfirmed: boolean,
): Promise<string[]> {
  const { areEntriesChanged, removeClusterKubeconfig } = await import(
    "../../lib/kubernetes/download/cluster_kubeconfig.ts"
  );
  const { path, names: { contexts: [name = ""] } } = kubeconfig!;
  const what = `the context "${name}" in "${path}"`;
  if (!isConfirmed && await areEntriesChanged(kubeconfig!) && !await isRemoved(context, what)) {
    return [`kept ${what}`];
  }
  const isOwn = await removeClusterKubeconfig(context, kubeconfig!);
  return isOwn ? [`removed the context "${name}" from "${path}"`] : [];
}

/** Asks on a terminal whether to remove what was changed since it was added. */
async function isRemoved({ terminal, prompts }: Context, what: string): Promise<boolean> {
  const { unaskable } = await import("../../lib/platform/unaskable.ts");
  // Without its cluster it is useless.
  if (unaskable(terminal) !== undefined) return true;
  return await prompts.confirm(`${what} was changed since it was added; remove it?`);
}
