/**
 * Draws pictures, with Graphviz in this process. Load it with `await import()`: it is large.
 *
 * @module
 */
import { instance } from "@viz-js/viz";
import type { DependencyGraph } from "./graph.ts";
import { EDGE_DEFAULTS, NODE_DEFAULTS, pictureOf } from "./graph_picture.ts";

/** In a browser, the edge under the pointer stands out. */
const STYLE = "<style>.edge:hover path{stroke:#dc2626;stroke-width:4}</style>";

/** The graph as an SVG document. */
export async function graphSvg(graph: DependencyGraph): Promise<string> {
  const picture = pictureOf(graph);
  const graphviz = await instance();
  const svg = graphviz.renderString(
    {
      directed: true,
      graphAttributes: { ...picture.graph },
      nodeAttributes: { ...NODE_DEFAULTS },
      edgeAttributes: { ...EDGE_DEFAULTS },
      nodes: picture.nodes.map(({ name, attributes }) => ({ name, attributes: { ...attributes } })),
      edges: picture.edges.map(({ tail, head, attributes }) => ({
        tail,
        head,
        attributes: { ...attributes },
      })),
    },
    { format: "svg" },
  );
  return svg.replace(/<svg[^>]*>/, (start) => `${start}\n${STYLE}`);
}
