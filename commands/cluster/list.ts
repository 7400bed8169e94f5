import { tableFlags } from "../shared_flags.ts";
import { command } from "../wiring.ts";
import { groupFlags } from "./group_flags.ts";

export default command("list")
  .alias("ls")
  .summary("List local clusters")
  .paged()
  .flags(tableFlags)
  .extra()
  .inherits(groupFlags)
  .example("osctl cluster list", "List clusters with their states and contexts")
  .run(async (context, { flags, given }) => {
    const { allProvisioners, chooseProvisioner, resolveStateFolder } = await import(
      "../../lib/cluster/mod.ts"
    );
    const { clustersView, listClusters } = await import("../../lib/cluster/list_clusters.ts");
    const { printRows } = await import("../../lib/output/print_rows.ts");
    const provisioners = given.has("provisioner")
      ? [await chooseProvisioner(flags.provisioner, context)]
      : await allProvisioners(context);
    const folder = resolveStateFolder(flags.state, context);
    const all = await listClusters(provisioners, folder);
    const clusters = all.filter(({ name, provisioner }) =>
      (!given.has("name") || name === flags.name) &&
      (!given.has("provisioner") || provisioner === flags.provisioner)
    );
    await printRows(context, clusters, clustersView(context.clock.now()), flags, {
      text: all.length > 0
        ? `no cluster in "${folder}" matches; list all with: osctl cluster list`
        : `no clusters in "${folder}"; create one with: ` +
          "osctl cluster create --provisioner sandbox",
      to: context.stderr,
    });
  });
