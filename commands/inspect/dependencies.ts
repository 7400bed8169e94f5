import { bool, oneOf } from "../../lib/cli/flags.ts";
import { command } from "../wiring.ts";

export default command("dependencies")
  .summary("Print the controller-resource dependency graph")
  .paged()
  .details(
    "Prints the graph in DOT, the language of Graphviz, or renders it as SVG. Boxes are " +
      "controllers, notes are resource types. A bold edge is an exclusive output, a dotted " +
      "one a weak input.",
  )
  .flags({
    withResources: bool({ help: "show resources instead of resource types" }),
    output: oneOf(["dot", "svg", "json", "yaml"], {
      short: "o",
      default: "dot",
      help: "output format",
      extra: true,
    }),
  })
  .example("osctl inspect dependencies -n 10.5.0.2 -o svg > graph.svg", "Render the graph as SVG")
  .example(
    "osctl inspect dependencies -n 10.5.0.2 | dot -Tpng > graph.png",
    "Render the graph with Graphviz",
  )
  .run(async (context, { flags }) => {
    const { describeUnregistered, fetchDependencies } = await import("../../lib/resource/graph.ts");
    const { ResourceReader } = await import("../../lib/resource/mod.ts");
    const { parseTimeouts } = await import("../../lib/client/timeouts.ts");
    const { clock, env, stdout } = context;
    await using client = await context.openClient({ connection: flags });
    const { callMs } = parseTimeouts(env);
    const reader = flags.withResources ? new ResourceReader(client, { clock, callMs }) : undefined;
    const graph = await fetchDependencies(client, reader);
    const omitted = describeUnregistered(graph);
    if (omitted !== undefined) await context.stderr.write(`osctl: warning: ${omitted}\n`);
    switch (flags.output) {
      case "dot": {
        const { formatGraphDot } = await import("../../lib/resource/graph_dot.ts");
        return await stdout.write(formatGraphDot(graph));
      }
      case "svg": {
        const { renderGraphSvg } = await import("../../lib/resource/graph_svg.ts");
        return await stdout.write(await renderGraphSvg(graph));
      }
      case "json": {
        const { formatGraphJson } = await import("../../lib/resource/graph_json.ts");
        return await stdout.write(formatGraphJson(graph));
      }
      case "yaml": {
        const { formatGraphYaml } = await import("../../lib/resource/graph_json.ts");
        return await stdout.write(await formatGraphYaml(graph));
      }
    }
  });
