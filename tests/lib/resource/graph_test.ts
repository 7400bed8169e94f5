import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { type DependencyGraph, type Edge, fetchDependencies } from "../../../lib/resource/graph.ts";
import { formatGraphDot } from "../../../lib/resource/graph_dot.ts";
import { formatGraphJson } from "../../../lib/resource/graph_json.ts";
import { createPicture } from "../../../lib/resource/graph_picture.ts";
import { renderGraphSvg } from "../../../lib/resource/graph_svg.ts";
import { InspectService } from "../../../proto/inspect.ts";
import { answers } from "../../wire/frames.ts";
import { scriptedClient } from "./resources.ts";

const edge = (controller: string, kind: Edge["kind"], type: string, id = ""): Edge => ({
  controller,
  kind,
  type,
  id,
  namespace: "ns",
});

const EDGES: readonly Edge[] = [
  edge("b.WriterController", "output-exclusive", "Things.test.dev"),
  edge("b.WriterController", "input-destroy-ready", "Things.test.dev"),
  edge("a.ReaderController", "input-weak", "Things.test.dev", 'one "1"'),
  edge("a.ReaderController", "output-shared", "Others.test.dev"),
  edge("c.KeeperController", "input-strong", "Others.test.dev"),
];

Deno.test("a graph of types is formatted as DOT like by talosctl", () => {
  strictEqual(
    formatGraphDot({ node: "n", edges: EDGES, resources: undefined }),
    `digraph  {
	
	n4[fillcolor="azure2",label="Others.test.dev",shape="note",style="filled"];
	n2[fillcolor="azure2",label="Things.test.dev",shape="note",style="filled"];
	n3[label="a.ReaderController",shape="box"];
	n1[label="b.WriterController",shape="box"];
	n5[label="c.KeeperController",shape="box"];
	n4->n5[style="solid"];
	n2->n3[label="one \\"1\\"",style="dotted"];
	n3->n4[style="solid"];
	n1->n2[style="bold"];
	
}
`,
  );
});

const RESOURCES: DependencyGraph["resources"] = new Map([
  ["Things.test.dev", [
    { namespace: "ns", type: "Things.test.dev", id: "x", owner: "b.WriterController" },
    { namespace: "ns", type: "Things.test.dev", id: 'one "1"', owner: "" },
    { namespace: "elsewhere", type: "Things.test.dev", id: "x", owner: "b.WriterController" },
  ]],
  ["Others.test.dev", []],
]);

Deno.test("with resources, edges join owned and read resources; types without any have no cluster", () => {
  strictEqual(
    formatGraphDot({ node: "n", edges: EDGES, resources: RESOURCES }),
    `digraph  {
	subgraph cluster_s4 {
		label="Things.test.dev";
		n7[fillcolor="azure2",label="elsewhere/Things.test.dev/x",shape="note",style="filled"];
		n6[fillcolor="azure2",label="ns/Things.test.dev/one \\"1\\"",shape="note",style="filled"];
		n5[fillcolor="azure2",label="ns/Things.test.dev/x",shape="note",style="filled"];
		
	}
	
	n2[label="a.ReaderController",shape="box"];
	n1[label="b.WriterController",shape="box"];
	n3[label="c.KeeperController",shape="box"];
	n1->n5[style="solid"];
	n6->n2[style="dotted"];
	
}
`,
  );
});

/** A client that returns a recorded graph. */
function recorded() {
  const [response] = answers("inspect", InspectService.ControllerRuntimeDependencies);
  const node = "10.91.0.2";
  const client = scriptedClient({ [node]: {} });
  return {
    ...client,
    call: () => Promise.resolve([{ node, value: response!.messages[0]! }]) as never,
  };
}

Deno.test("the graph of a Talos node is complete in DOT and SVG", async () => {
  const graph = await fetchDependencies(recorded(), undefined);
  strictEqual(graph.edges.length, 487);
  const dot = formatGraphDot(graph);
  const controllers = new Set(graph.edges.map(({ controller }) => controller));
  const types = new Set(graph.edges.map(({ type }) => type));
  strictEqual(dot.match(/^\tn\d+\[/gm)?.length, controllers.size + types.size);
  match(dot, /^\tn\d+\[label="network\.AddressConfigController",shape="box"\];$/m);

  const { nodes, edges } = createPicture(graph);
  strictEqual(nodes.length, controllers.size + types.size);
  strictEqual(edges.length, dot.match(/->/g)?.length);
  const svg = await renderGraphSvg(graph);
  match(svg, /<svg width="\d+pt" height="\d+pt"/);
  strictEqual(svg.match(/<g id="node\d+"/g)?.length, nodes.length);
  strictEqual(svg.match(/<g id="edge\d+"/g)?.length, edges.length);
  const [, width, height] = /<svg width="(\d+)pt" height="(\d+)pt"/.exec(svg)!.map(Number);
  // The aspect ratio suits a page.
  ok(width! / height! < 2 && height! / width! < 2, `${width} x ${height}`);
});

Deno.test("an SVG has full names in tooltips and truncated ids in labels", async () => {
  const long = edge("a.B", "input-weak", "Things.test.dev", "k".repeat(60));
  const svg = await renderGraphSvg({ node: "n", edges: [long, ...EDGES], resources: undefined });
  match(svg, new RegExp(`>${"k".repeat(23)}…<`));
  match(svg, new RegExp(`title="Things\\.test\\.dev → a\\.B \\(${"k".repeat(60)}\\)"`));
  const withResources = await renderGraphSvg({ node: "n", edges: EDGES, resources: RESOURCES });
  match(withResources, />one &quot;1&quot;</);
});

Deno.test("the graph is formatted as JSON", () => {
  const graph = { node: "n", edges: EDGES.slice(2, 3), resources: RESOURCES };
  const { resources, ...rest } = JSON.parse(formatGraphJson(graph));
  deepStrictEqual(rest, {
    node: "n",
    edges: [{
      controller: "a.ReaderController",
      kind: "input-weak",
      type: "Things.test.dev",
      namespace: "ns",
      id: 'one "1"',
    }],
  });
  strictEqual(resources.length, 3);
  deepStrictEqual(JSON.parse(formatGraphJson({ ...graph, edges: [], resources: undefined })), {
    node: "n",
    edges: [],
  });
});

Deno.test("control sequences in names of nodes are escaped in DOT and SVG", async () => {
  const osc = "\u001b]52;c;eA==\u0007\u009b8m\u202e";
  const edges = [edge(`c${osc}`, "input-weak", `T${osc}`, `i${osc}`)];
  const graph: DependencyGraph = { node: `n${osc}`, edges, resources: undefined };
  const dot = formatGraphDot(graph);
  match(dot, /label="c\\\\x1b\]52;c;eA==\\\\x07\\\\x9b8m\\\\u202e"/);
  for (const text of [dot, await renderGraphSvg(graph)]) {
    // deno-lint-ignore no-control-regex -- control characters are what it must not match
    ok(!/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/.test(text), JSON.stringify(text));
  }
});
