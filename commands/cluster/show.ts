import { outputFlags, wideFlag } from "../shared_flags.ts";
import { command } from "../wiring.ts";
import { groupFlags } from "./group_flags.ts";

export default command("show")
  .summary("Show a local cluster")
  .paged()
  .details("Finds the provisioner of an existing cluster in the state directory.")
  .flags({ ...outputFlags, ...wideFlag })
  .inherits(groupFlags)
  .example("osctl cluster show", "Print nodes, addresses and states of the default cluster")
  .run(async (context, { flags, given }) => {
    const { findProvisioner, selectCluster } = await import("../../lib/cluster/mod.ts");
    const { clusterView, encodeCluster, formatCluster } = await import(
      "../../lib/cluster/format_cluster.ts"
    );
    const { readNodeStates } = await import("../../lib/cluster/node_states.ts");
    const { selectFormat } = await import("../../lib/output/select_format.ts");
    const terminal = context.terminal.isTerminal("stdout");
    const format = await selectFormat(flags.output, { view: clusterView, terminal });
    const selection = selectCluster(flags, given, context);
    const { name, stateFolder } = selection;
    const provisioner = await findProvisioner(selection, context);
    const status = await provisioner.status(stateFolder, name);
    const states = await readNodeStates(status, context);
    if (format !== "table") {
      await context.stdout.write(await encodeCluster({ status, states }, format));
      return;
    }
    await context.stdout.write(formatCluster(status.record, states, context, flags));
    if (status.running) return;
    const { shellQuoted } = await import("../../lib/output/shell_quoted.ts");
    const state = given.has("state") ? ` --state ${shellQuoted(flags.state)}` : "";
    await context.stderr.write(
      `the cluster "${name}" is stopped; start it with: ` +
        `osctl cluster start --name ${name}${state}\n`,
    );
  });
