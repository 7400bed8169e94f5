import { objectOutputFlags } from "../shared_flags.ts";
import { command } from "../wiring.ts";
import { groupFlags } from "./group_flags.ts";

export default command("show")
  .summary("Show a local cluster")
  .details("Finds the provisioner of an existing cluster in the state directory.")
  .flags(objectOutputFlags)
  .inherits(groupFlags)
  .example("osctl cluster show", "Print nodes, addresses and states of the default cluster")
  .run(async (context, { flags, given }) => {
    const { findProvisioner, resolveStateFolder } = await import("../../lib/cluster/mod.ts");
    const { formatCluster, encodeCluster } = await import("../../lib/cluster/format_cluster.ts");
    const { readNodeStates } = await import("../../lib/cluster/node_states.ts");
    const { name, output } = flags;
    const stateFolder = resolveStateFolder(flags.state, context);
    const named = given.has("provisioner") ? flags.provisioner : undefined;
    const provisioner = await findProvisioner({ name, stateFolder, provisioner: named }, context);
    const status = await provisioner.status(stateFolder, name);
    const states = await readNodeStates(status, context);
    if (output !== "table") {
      await context.stdout.write(await encodeCluster(status, states, output));
      return;
    }
    await context.stdout.write(formatCluster(status.record, states));
    if (status.running) return;
    const { shellQuoted } = await import("../../lib/output/shell_quoted.ts");
    const state = given.has("state") ? ` --state ${shellQuoted(flags.state)}` : "";
    await context.stderr.write(
      `the cluster "${name}" does not run any more; remove it with: ` +
        `osctl cluster destroy --name ${name}${state}\n`,
    );
  });
