import { OsctlError } from "../../lib/errors.ts";
import { command } from "../wiring.ts";

export default command("node")
  .alias("nodes")
  .summary("Set the nodes of the current context")
  .details(
    "Commands act on these nodes unless --nodes is set. Targets such as @workers are " +
      "resolved each time a command runs. Without arguments, removes all nodes.",
  )
  .args({ nodes: "[endpoint...]" }, { nodes: "node" })
  .usage("<endpoint>...")
  .example("osctl config node 10.0.0.4 10.0.0.5", "Set two nodes")
  .example("osctl config node @workers", "Set all workers of the cluster")
  .example("osctl config node", "Remove all nodes from the context")
  .run(async (context, { args, flags }) => {
    const { isExpression } = await import("../../lib/targets/is_expression.ts");
    const { parseTargets } = await import("../../lib/targets/parse.ts");
    const { splitTargets } = await import("../../lib/preferences/mod.ts");
    const nodes = args.nodes.flatMap((node) =>
      isExpression([node]) ? splitTargets(node) : [node.trim()]
    );
    if (nodes.includes("")) throw new OsctlError("usage", "a node is empty");
    const { editExisting, requirePlain, selectContext } = await import(
      "../../lib/osconfig/mod.ts"
    );
    const { requireNodeName } = await import("../../lib/client/endpoints.ts");
    for (const node of nodes) {
      requirePlain(node, "the node");
      if (!isExpression([node])) requireNodeName(node);
    }
    if (isExpression(nodes)) parseTargets(nodes);
    await editExisting(flags.osconfig, context, (editor) => {
      editor.setNodes(selectContext(editor.config, flags.context).name, nodes);
    });
  });
