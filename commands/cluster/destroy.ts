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
    const { askYesNo, asksForConfirmation } = await import(
      "../../lib/console/confirm_disruption.ts"
    );
    const asks = asksForConfirmation(context, flags);
    if (
      asks && !await askYesNo(context, `Destroy the local cluster "${name}" in "${stateFolder}"`)
    ) {
      throw new OsctlError("cancelled", "not confirmed, nothing was changed", {
        hint: "pass --yes to skip the confirmation",
      });
    }
    // Without its cluster, what was changed is useless: it is kept by an answer only.
    const isRemoved: IsRemoved = async (what) =>
      !asks || await askYesNo(context, `${what} was changed since it was added; remove it`);
    const report = (text: string) => context.stderr.write(`${text}\n`);
    const { signal } = context;
    const lines: string[] = [];
    const cleanUp = async (record: ClusterRecord) => {
      if (record.kubeconfig !== undefined) {
        lines.push(...await removeKubeconfig(context, record, isRemoved));
      }
      if (record.osconfig !== undefined) {
        lines.push(...await removeOsconfig(context, record, isRemoved));
      }
    };
    const options = { force: flags.force, report, signal, cleanUp };
    await provisioner.destroy(stateFolder, name, options);
    for (const line of [`removed the cluster "${name}"`, ...lines]) await report(line);
  });

/** Decides whether something that was changed since it was added is removed. */
type IsRemoved = (what: string) => Promise<boolean>;

/** Removes the context and returns lines that describe it. */
async function removeOsconfig(
  context: Context,
  { osconfig, ca, nodes }: ClusterRecord,
  isRemoved: IsRemoved,
): Promise<string[]> {
  const { isContextChanged, removeContext } = await import("../../lib/cluster/client_context.ts");
  const name = osconfig!.context;
  const what = `the context "${name}"`;
  if (await isContextChanged(osconfig!, ca) && !await isRemoved(what)) {
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
  isRemoved: IsRemoved,
): Promise<string[]> {
  const { areEntriesChanged, removeClusterKubeconfig } = await import(
    "../../lib/kubernetes/download/cluster_kubeconfig.ts"
  );
  const { path, names: { contexts: [name = ""] } } = kubeconfig!;
  const what = `the context "${name}" in "${path}"`;
  if (await areEntriesChanged(kubeconfig!) && !await isRemoved(what)) {
    return [`kept ${what}`];
  }
  const isOwn = await removeClusterKubeconfig(context, kubeconfig!);
  return isOwn ? [`removed the context "${name}" from "${path}"`] : [];
}
