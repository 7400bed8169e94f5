import { tableFlags } from "../shared_flags.ts";
import { command } from "../wiring.ts";
import { groupFlags } from "./group_flags.ts";

export default command("list")
  .alias("ls")
  .summary("List local clusters")
  .flags(tableFlags)
  .extra()
  .inherits(groupFlags)
  .example("osctl cluster list", "List clusters with their states and contexts")
  .run(async (context, { flags, given }) => {
    const { chooseProvisioner, resolveStateFolder } = await import("../../lib/cluster/mod.ts");
    const { clustersView, listClusters } = await import("../../lib/cluster/list_clusters.ts");
    const { printRows } = await import("../../lib/output/print_rows.ts");
    const { provisioner, name } = flags;
    if (given.has("provisioner")) chooseProvisioner(provisioner, context);
    const folder = resolveStateFolder(flags.state, context);
    const all = await listClusters(folder, context);
    const clusters = all.filter((cluster) =>
      (!given.has("name") || cluster.name === name) &&
      (!given.has("provisioner") || cluster.record?.provisioner === provisioner)
    );
    await printRows(context, clusters, clustersView, flags);
    if (clusters.length > 0 || flags.output !== "table") return;
    await context.stderr.write(
      `no clusters in "${folder}"; create one with: osctl cluster create --provisioner sandbox\n`,
    );
  });
