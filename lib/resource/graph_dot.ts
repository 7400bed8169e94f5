/**
 * The dependency graph in the DOT language of Graphviz.
 *
 * @module
 */
import { appliesTo, type DependencyGraph, type Edge, isOutput } from "./graph.ts";
import { escapeTerminalText } from "../output/text.ts";
import { compareCodePoints } from "../output/value.ts";

/** Styles of edges; undefined omits the edge. */
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

/** A builder of DOT text that numbers nodes in the order of their first use. */
class DotBuilder {
  readonly #numbers = new Map<string, number>();
  readonly nodes = new Map<string, Attributes>();
  readonly lines: Line[] = [];
  #last = 0;

  next(): number {
    return ++this.#last;
  }

  /** Returns the number of a node, assigning one to a new node. */
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

  /** Returns the complete graph. */
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
  return [...names].sort(compareCodePoints);
}

function attributeText(attributes: Attributes): string {
  const pairs = Object.keys(attributes).sort().map((name) =>
    `${name}=${quoted(attributes[name]!)}`
  );
  return `[${pairs.join(",")}]`;
}

/** Quotes text of a node: escape sequences would reach the terminal. Line breaks are written as in DOT. */
function quoted(text: string): string {
  const safe = escapeTerminalText(text);
  return `"${safe.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
}

/** Formats the graph as DOT. */
export function formatGraphDot(graph: DependencyGraph): string {
  return graph.resources === undefined ? typesDot(graph) : resourcesDot(graph, graph.resources);
}

/** Formats controllers and resource types. */
function typesDot({ edges }: DependencyGraph): string {
  const dot = new DotBuilder();
  for (const { controller, type } of edges) {
    dot.add(controller, { shape: "box" });
    dot.add(type, NOTE);
  }
  for (const edge of edges) {
    const style = STYLES[edge.kind];
    if (style === undefined) continue;
    const label: Attributes = edge.id === "" || isOutput(edge) ? {} : { label: edge.id };
    draw(dot, edge, edge.type, { ...label, style });
  }
  return dot.text("");
}

/** Formats controllers and resources, with a cluster for each type. */
function resourcesDot(
  { edges }: DependencyGraph,
  resources: NonNullable<DependencyGraph["resources"]>,
): string {
  const dot = new DotBuilder();
  for (const { controller } of edges) dot.add(controller, { shape: "box" });
  const clusters: { type: string; number: number; names: string[] }[] = [];
  for (const [type, list] of resources) {
    if (list.length === 0) continue;
    const number = dot.next();
    const names = list.map(formatNodeName);
    for (const name of names) dot.number(name);
    clusters.push({ type, number, names });
  }
  for (const edge of edges) {
    const style = edge.kind === "output-exclusive" ? "solid" : STYLES[edge.kind];
    if (style === undefined) continue;
    for (const resource of resources.get(edge.type) ?? []) {
      if (appliesTo(edge, resource)) draw(dot, edge, formatNodeName(resource), { style });
    }
  }
  const texts = clusters.sort((a, b) => compareCodePoints(a.type, b.type))
    .map(({ type, number, names }) => {
      const nodes = sorted(names)
        .map((name) => `\t\t${dot.nodeText(name, { label: name, ...NOTE })}`);
      return `subgraph cluster_s${number} {\n\t\tlabel=${quoted(type)};\n${
        nodes.join("")
      }\t\t\n\t}\n\t`;
    });
  return dot.text(texts.join(""));
}

function draw(dot: DotBuilder, edge: Edge, other: string, attributes: Attributes): void {
  if (isOutput(edge)) dot.line(edge.controller, other, attributes);
  else dot.line(other, edge.controller, attributes);
}

function formatNodeName(
  { namespace, type, id }: { namespace: string; type: string; id: string },
): string {
  return `${namespace}/${type}/${id}`;
}
