import { bool } from "../../lib/cli/flags.ts";
import type { ClusterRecord } from "../../lib/cluster/mod.ts";
import { command, type Context } from "../wiring.ts";
import { groupFlags } from "./group_flags.ts";

export default command("destroy")
  .summary("Destroy a local cluster")
  .flags({
    force: bool({ short: "f", help: "also remove the state of a partly created cluster" }),
  })
  .inherits(groupFlags)
  .example("osctl cluster destroy --name demo", "Stop the nodes and remove the context")
  .run(async (context, { flags, given }) => {
    const { findProvisioner, resolveStateFolder } = await import("../../lib/cluster/mod.ts");
    const folder = resolveStateFolder(flags.state, context);
    const named = given.has("provisioner") ? flags.provisioner : undefined;
    const provisioner = await findProvisioner(
      { name: flags.name, stateFolder: folder, provisioner: named },
      context,
    );
    const report = (text: string) => context.stderr.write(`${text}\n`);
    const { signal } = context;
    const options = { force: flags.force, report, signal };
    const record = await provisioner.destroy(folder, flags.name, options);
    await context.stderr.write(`removed the cluster "${flags.name}"\n`);
    if (record?.kubeconfig !== undefined) await removeKubeconfig(context, record.kubeconfig);
    if (record?.osconfig === undefined) return;
    const { removeContext } = await import("../../lib/cluster/client_context.ts");
    const { removed, current } = await removeContext(record.osconfig, record.ca, context);
    if (!removed) return;
    await context.stderr.write(`removed the context "${record.osconfig.context}"`);
    if (current) await context.stderr.write(`; the current one is "${current}" now`);
    await context.stderr.write("\n");
  });

async function removeKubeconfig(
  context: Context,
  added: NonNullable<ClusterRecord["kubeconfig"]>,
): Promise<void> {
  const { removeClusterKubeconfig } = await import(
    "../../lib/kubernetes/download/cluster_kubeconfig.ts"
  );
  if (!await removeClusterKubeconfig(context, added)) return;
  const [name = ""] = added.names.contexts;
  await context.stderr.write(`removed the context "${name}" from "${added.path}"\n`);
}
