/**
 * The graph as a picture to look at: what `graph_dot.ts` says, arranged for reading. Areas have
 * colours, names stand in two lines, and an edge that many share is drawn lightly.
 *
 * @module
 */
import { DOMAIN } from "../distribution.ts";
import { concerns, type DependencyGraph, type Edge, isOutput } from "./graph.ts";

/** Attributes of Graphviz. */
type Attributes = Readonly<Record<string, string | number>>;

/** What Graphviz is to draw. */
export interface Picture {
  readonly graph: Attributes;
  readonly nodes: readonly { readonly name: string; readonly attributes: Attributes }[];
  readonly edges: readonly {
    readonly tail: string;
    readonly head: string;
    readonly attributes: Attributes;
  }[];
}

/** Graphviz knows how wide its letters are. */
const FONT = "Arial";
/** Light fills, one for each area. */
const FILLS = [
  ...["#dbeafe", "#dcfce7", "#fef9c3", "#fce7f3", "#ede9fe", "#ffedd5", "#cffafe", "#e2e8f0"],
  ...["#fee2e2", "#ecfccb", "#e0e7ff", "#f5f5f4"],
];
/** Dark lines, one for each area, in the same order. */
const LINES = [
  ...["#1d4ed8", "#15803d", "#a16207", "#be185d", "#6d28d9", "#c2410c", "#0e7490", "#475569"],
  ...["#b91c1c", "#4d7c0f", "#4338ca", "#57534e"],
];
/** Areas that controllers and types call by different names. */
const SAME: Readonly<Record<string, string>> = {
  net: "network",
  kubernetes: "k8s",
  kubeaccess: "k8s",
};
/** An edge of a type that more controllers than this read is drawn lightly. */
const MANY = 8;

/** A graph of more edges than this is large. */
const LARGE = 150;

/** Longer ids at edges are cut. */
const LONGEST_ID = 24;

/** A name in two lines: what it is, and below it where it belongs. */
interface Name {
  readonly area: string;
  readonly title: string;
}

function controllerName(name: string): Name {
  const point = name.indexOf(".");
  return { area: name.slice(0, point), title: name.slice(point + 1).replace(/Controller$/, "") };
}

function typeName(type: string): Name {
  const [title = type, ...rest] = type.split(".");
  return { area: rest.join(".").replace(`.${DOMAIN}`, ""), title };
}

/** Gives areas their colours, in the order they come up. */
class Colours {
  readonly #areas = new Map<string, number>();

  #of(area: string): number {
    const name = SAME[area] ?? area;
    const index = this.#areas.get(name) ?? this.#areas.size % FILLS.length;
    this.#areas.set(name, index);
    return index;
  }

  fill(area: string): string {
    return FILLS[this.#of(area)]!;
  }

  line(area: string): string {
    return LINES[this.#of(area)]!;
  }
}

/** The picture of a graph. */
export function pictureOf(graph: DependencyGraph): Picture {
  const { edges, resources } = graph;
  const colours = new Colours();
  const nodes = new Map<string, Attributes>();
  const drawn: { tail: string; head: string; attributes: Attributes }[] = [];
  const shown = edges.filter(({ kind }) => kind !== "input-destroy-ready");
  // Room for names in the middle of edges would pull a large graph apart.
  const place = shown.length > LARGE ? "headlabel" : "label";
  const readers = Map.groupBy(shown.filter((edge) => !isOutput(edge)), ({ type }) => type);
  for (const { controller } of edges) {
    const { area, title } = controllerName(controller);
    nodes.set(controller, {
      label: `${title}\n${area}`,
      tooltip: controller,
      shape: "box",
      style: "rounded,filled",
      fillcolor: colours.fill(area),
      color: colours.line(area),
    });
  }
  const add = (edge: Edge, name: string, label: string, weight: string) => {
    const { area } = controllerName(edge.controller);
    const ends = isOutput(edge)
      ? { tail: edge.controller, head: name }
      : { tail: name, head: edge.controller };
    const tooltip = `${ends.tail} → ${ends.head}${edge.id === "" ? "" : ` (${edge.id})`}`;
    drawn.push({
      ...ends,
      attributes: {
        ...lineStyle(edge),
        color: colours.line(area) + weight,
        tooltip,
        ...(label === "" ? {} : { [place]: shortened(label), labeltooltip: tooltip }),
      },
    });
  };
  if (resources === undefined) {
    for (const { type } of edges) nodes.set(type, typeNode(type, colours));
    for (const edge of shown) {
      const weight = (readers.get(edge.type)?.length ?? 0) > MANY && !isOutput(edge) ? "55" : "cc";
      add(edge, edge.type, isOutput(edge) ? "" : edge.id, weight);
    }
  } else {
    for (const [type, list] of resources) {
      const { fillcolor, color } = typeNode(type, colours);
      for (const { namespace, id } of list) {
        const name = `${namespace}/${type}/${id}`;
        const { title } = typeName(type);
        const style = { shape: "note", style: "filled", fillcolor: fillcolor!, color: color! };
        nodes.set(name, { label: `${id}\n${title}`, tooltip: name, ...style });
      }
    }
    for (const edge of shown) {
      const meant = (resources.get(edge.type) ?? []).filter((one) => concerns(edge, one));
      const weight = meant.length > MANY ? "55" : "cc";
      for (const { namespace, type, id } of meant) {
        add(edge, `${namespace}/${type}/${id}`, "", weight);
      }
    }
  }
  return {
    // Many resources that one controller writes stand in a column, where their names find room.
    graph: resources === undefined ? LAYOUT : { ...LAYOUT, rankdir: "LR", ranksep: 2 },
    nodes: [...nodes].map(([name, attributes]) => ({ name, attributes })),
    edges: drawn,
  };
}

function typeNode(type: string, colours: Colours): Attributes {
  const { area, title } = typeName(type);
  return {
    label: `${title}\n${area}`,
    tooltip: type,
    shape: "note",
    style: "filled",
    fillcolor: colours.fill(area),
    color: colours.line(area),
  };
}

/** Ids can be keys and digests; their beginning tells them apart. */
function shortened(id: string): string {
  return id.length > LONGEST_ID ? `${id.slice(0, LONGEST_ID - 1)}…` : id;
}

function lineStyle({ kind }: Edge): Attributes {
  if (kind === "output-exclusive") return { style: "solid", penwidth: 2.2 };
  return kind === "input-weak" ? { style: "dashed" } : { style: "solid" };
}

const LAYOUT: Attributes = {
  rankdir: "TB",
  ranksep: 0.7,
  nodesep: 0.1,
  fontname: FONT,
  bgcolor: "white",
};

/** What all nodes have. */
export const NODE_DEFAULTS: Attributes = {
  fontname: FONT,
  fontsize: 11,
  margin: "0.14,0.04",
  height: 0.3,
};

/** What all edges have. */
export const EDGE_DEFAULTS: Attributes = {
  fontname: FONT,
  fontsize: 9,
  fontcolor: "#475569",
  arrowsize: 0.6,
};
