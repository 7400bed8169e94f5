/**
 * The graph in the language of Graphviz.
 *
 * @module
 */
import { concerns, type DependencyGraph, type Edge, isOutput } from "./graph.ts";
import { byCodePoints } from "./value.ts";

/** How edges are drawn. What waits for destruction only clutters the picture. */
const STYLES = {
  "output-exclusive": "bold",
  "output-shared": "solid",
  "input-strong": "solid",
  "input-weak": "dotted",
  "input-destroy-ready": undefined,
} as const;

const NOTE = { fillcolor: "azure2", shape: "note", style: "filled" };

type Attributes = Readonly<Record<string, string>>;

interface Line {
  readonly from: string;
  readonly to: string;
  readonly attributes: Attributes;
}

/** Numbers nodes as they come up. */
class Drawing {
  readonly #numbers = new Map<string, number>();
  readonly nodes = new Map<string, Attributes>();
  readonly lines: Line[] = [];
  #last = 0;

  next(): number {
    return ++this.#last;
  }

  /** A node of this name, numbered when it is new. */
  number(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.next();
    this.#numbers.set(name, number);
    return number;
  }

  add(name: string, attributes: Attributes): void {
    this.number(name);
    this.nodes.set(name, { label: name, ...attributes });
  }

  line(from: string, to: string, attributes: Attributes): void {
    this.lines.push({ from, to, attributes });
  }

  nodeText(name: string, attributes: Attributes): string {
    return `n${this.number(name)}${attributeText(attributes)};\n`;
  }

  /** Everything that is not within a cluster. */
  text(clusters: string): string {
    let text = `digraph  {\n\t${clusters}\n`;
    for (const name of sorted(this.nodes.keys())) {
      text += `\t${this.nodeText(name, this.nodes.get(name)!)}`;
    }
    const byOrigin = Map.groupBy(this.lines, ({ from }) => from);
    for (const from of sorted(byOrigin.keys())) {
      for (const { to, attributes } of byOrigin.get(from)!) {
        text += `\tn${this.number(from)}->n${this.number(to)}${attributeText(attributes)};\n`;
      }
    }
    return `${text}\t\n}\n`;
  }
}

function sorted(names: Iterable<string>): string[] {
  return [...names].sort(byCodePoints);
}

function attributeText(attributes: Attributes): string {
  const pairs = Object.keys(attributes).sort().map((name) =>
    `${name}=${quoted(attributes[name]!)}`
  );
  return `[${pairs.join(",")}]`;
}

function quoted(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
}

/** The graph as a text for Graphviz. */
export function graphDot(graph: DependencyGraph): string {
  return graph.resources === undefined ? typesDot(graph) : resourcesDot(graph, graph.resources);
}

/** Controllers and types of resources. */
function typesDot({ edges }: DependencyGraph): string {
  const drawing = new Drawing();
  for (const { controller, type } of edges) {
    drawing.add(controller, { shape: "box" });
    drawing.add(type, NOTE);
  }
  for (const edge of edges) {
    const style = STYLES[edge.kind];
    if (style === undefined) continue;
    const label: Attributes = edge.id === "" || isOutput(edge) ? {} : { label: edge.id };
    draw(drawing, edge, edge.type, { ...label, style });
  }
  return drawing.text("");
}

/** Controllers and the resources there are, those of a type in a cluster. */
function resourcesDot(
  { edges }: DependencyGraph,
  resources: NonNullable<DependencyGraph["resources"]>,
): string {
  const drawing = new Drawing();
  for (const { controller } of edges) drawing.add(controller, { shape: "box" });
  const clusters: { type: string; number: number; names: string[] }[] = [];
  for (const [type, list] of resources) {
    const number = drawing.next();
    const names = list.map(nameOf);
    for (const name of names) drawing.number(name);
    clusters.push({ type, number, names });
  }
  for (const edge of edges) {
    const style = edge.kind === "output-exclusive" ? "solid" : STYLES[edge.kind];
    if (style === undefined) continue;
    for (const resource of resources.get(edge.type) ?? []) {
      if (concerns(edge, resource)) draw(drawing, edge, nameOf(resource), { style });
    }
  }
  const texts = clusters.sort((a, b) => byCodePoints(a.type, b.type))
    .map(({ type, number, names }) => {
      const nodes = sorted(names)
        .map((name) => `\t\t${drawing.nodeText(name, { label: name, ...NOTE })}`);
      return `subgraph cluster_s${number} {\n\t\tlabel=${quoted(type)};\n${
        nodes.join("")
      }\t\t\n\t}\n\t`;
    });
  return drawing.text(texts.join(""));
}

function draw(drawing: Drawing, edge: Edge, other: string, attributes: Attributes): void {
  if (isOutput(edge)) drawing.line(edge.controller, other, attributes);
  else drawing.line(other, edge.controller, attributes);
}

function nameOf({ namespace, type, id }: { namespace: string; type: string; id: string }): string {
  return `${namespace}/${type}/${id}`;
}
