import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { dependencies, type DependencyGraph, type Edge } from "../../../lib/resource/graph.ts";
import { graphDot } from "../../../lib/resource/graph_dot.ts";
import { graphJson } from "../../../lib/resource/graph_json.ts";
import { pictureOf } from "../../../lib/resource/graph_picture.ts";
import { graphSvg } from "../../../lib/resource/graph_svg.ts";
import { InspectService } from "../../../proto/inspect.ts";
import { answers } from "../../wire/frames.ts";
import { scriptedClient } from "./resources.ts";

const edge = (controller: string, kind: Edge["kind"], type: string, id = ""): Edge => ({
  ...{ controller, kind, type, id },
  namespace: "ns",
});

const EDGES: readonly Edge[] = [
  edge("b.WriterController", "output-exclusive", "Things.test.dev"),
  edge("b.WriterController", "input-destroy-ready", "Things.test.dev"),
  edge("a.ReaderController", "input-weak", "Things.test.dev", 'one "1"'),
  edge("a.ReaderController", "output-shared", "Others.test.dev"),
  edge("c.KeeperController", "input-strong", "Others.test.dev"),
];

Deno.test("a graph of types is written for Graphviz as the original writes it", () => {
  strictEqual(
    graphDot({ node: "n", edges: EDGES, resources: undefined }),
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

Deno.test("with resources, outputs lead to what a controller owns, inputs come from what it reads", () => {
  strictEqual(
    graphDot({ node: "n", edges: EDGES, resources: RESOURCES }),
    `digraph  {
	subgraph cluster_s8 {
		label="Others.test.dev";
		
	}
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

/** A client that answers with a recorded graph. */
function recorded() {
  const [response] = answers("inspect", InspectService.ControllerRuntimeDependencies);
  const node = "10.91.0.2";
  const client = scriptedClient({ [node]: {} });
  return {
    ...client,
    call: () => Promise.resolve([{ node, value: response!.messages[0]! }]) as never,
  };
}

Deno.test("the graph of a real node is complete, in text and in the picture", async () => {
  const graph = await dependencies(recorded(), undefined);
  strictEqual(graph.edges.length, 487);
  const dot = graphDot(graph);
  const controllers = new Set(graph.edges.map(({ controller }) => controller));
  const types = new Set(graph.edges.map(({ type }) => type));
  strictEqual(dot.match(/^\tn\d+\[/gm)?.length, controllers.size + types.size);
  match(dot, /^\tn\d+\[label="network\.AddressConfigController",shape="box"\];$/m);

  const { nodes, edges } = pictureOf(graph);
  strictEqual(nodes.length, controllers.size + types.size);
  strictEqual(edges.length, dot.match(/->/g)?.length);
  const svg = await graphSvg(graph);
  match(svg, /<svg width="\d+pt" height="\d+pt"/);
  strictEqual(svg.match(/<g id="node\d+"/g)?.length, nodes.length);
  strictEqual(svg.match(/<g id="edge\d+"/g)?.length, edges.length);
  const [, width, height] = /<svg width="(\d+)pt" height="(\d+)pt"/.exec(svg)!.map(Number);
  // A page, not a ribbon.
  ok(width! / height! < 2 && height! / width! < 2, `${width} x ${height}`);
});

Deno.test("a picture shows names in full where a pointer rests, and cuts long ids", async () => {
  const long = edge("a.B", "input-weak", "Things.test.dev", "k".repeat(60));
  const svg = await graphSvg({ node: "n", edges: [long, ...EDGES], resources: undefined });
  match(svg, new RegExp(`>${"k".repeat(23)}…<`));
  match(svg, new RegExp(`title="Things\\.test\\.dev → a\\.B \\(${"k".repeat(60)}\\)"`));
  const withResources = await graphSvg({ node: "n", edges: EDGES, resources: RESOURCES });
  match(withResources, />one &quot;1&quot;</);
});

Deno.test("programs get the graph as JSON", () => {
  const graph = { node: "n", edges: EDGES.slice(2, 3), resources: RESOURCES };
  const { resources, ...rest } = JSON.parse(graphJson(graph));
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
  deepStrictEqual(JSON.parse(graphJson({ ...graph, edges: [], resources: undefined })), {
    node: "n",
    edges: [],
  });
});
