/**
 * Renders the dependency graph as SVG with Graphviz in WebAssembly. Large: load it with
 * `await import()`.
 *
 * @module
 */
import { instance } from "@viz-js/viz";
import { escapeTerminalText } from "../output/text.ts";
import type { DependencyGraph } from "./graph.ts";
import { createPicture, EDGE_DEFAULTS, NODE_DEFAULTS } from "./graph_picture.ts";

/** Highlights the edge under the pointer in a browser. */
const STYLE = "<style>.edge:hover path{stroke:#dc2626;stroke-width:4}</style>";

/** Renders the graph as an SVG document. */
export async function renderGraphSvg(graph: DependencyGraph): Promise<string> {
  const picture = createPicture(graph);
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
  // Control characters of names are invalid in XML and reach a terminal.
  const safe = escapeTerminalText(svg);
  return safe.replace(/<svg[^>]*>/, (start) => `${start}\n${STYLE}`);
}
