import { bool, oneOf } from "../../lib/cli/flags.ts";
import { command } from "../wiring.ts";

export default command("dependencies")
  .summary("Draw which controllers read and write which resources")
  .details(
    "The graph is printed for the dot program of Graphviz, or drawn here as SVG. Boxes are " +
      "controllers, notes are types of resources. A bold edge is an output that no other " +
      "controller has, a dotted one an input that can go away at any time.",
  )
  .flags({
    withResources: bool({ help: "show every resource there is in place of its type" }),
    output: oneOf(["dot", "svg", "json", "yaml"], {
      short: "o",
      default: "dot",
      help: "output format",
      extra: true,
    }),
  })
  .example("osctl inspect dependencies -n 10.5.0.2 -o svg > graph.svg", "A picture to look at")
  .example("osctl inspect dependencies -n 10.5.0.2 | dot -Tpng > graph.png", "The same by Graphviz")
  .run(async (context, { flags }) => {
    const { dependencies } = await import("../../lib/resource/graph.ts");
    const { ResourceReader } = await import("../../lib/resource/mod.ts");
    const { timeoutsFrom } = await import("../../lib/client/timeouts.ts");
    const { clock, env, stdout } = context;
    await using client = await context.openClient({ flags });
    const { callMs } = timeoutsFrom(env);
    const reader = flags.withResources ? new ResourceReader(client, { clock, callMs }) : undefined;
    const graph = await dependencies(client, reader);
    switch (flags.output) {
      case "dot": {
        const { graphDot } = await import("../../lib/resource/graph_dot.ts");
        return await stdout.write(graphDot(graph));
      }
      case "svg": {
        const { graphSvg } = await import("../../lib/resource/graph_svg.ts");
        return await stdout.write(await graphSvg(graph));
      }
      case "json": {
        const { graphJson } = await import("../../lib/resource/graph_json.ts");
        return await stdout.write(graphJson(graph));
      }
      case "yaml": {
        const { graphYaml } = await import("../../lib/resource/graph_json.ts");
        return await stdout.write(await graphYaml(graph));
      }
    }
  });
