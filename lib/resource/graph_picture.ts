/**
 * Layout of the dependency graph for SVG: like `graph_dot.ts`, with a colour for each domain, names
 * in two lines, and light edges to types with many readers.
 *
 * @module
 */
import { DOMAIN } from "../distribution.ts";
import { appliesTo, type DependencyGraph, type Edge, isOutput } from "./graph.ts";

/** Graphviz attributes. */
type Attributes = Readonly<Record<string, string | number>>;

/** A Graphviz graph. */
export interface Picture {
  readonly graph: Attributes;
  readonly nodes: readonly { readonly name: string; readonly attributes: Attributes }[];
  readonly edges: readonly {
    readonly tail: string;
    readonly head: string;
    readonly attributes: Attributes;
  }[];
}

/** A font whose metrics are built into Graphviz. */
const FONT = "Arial";
/** Fill colours of domains. */
const FILLS = [
  ...["#dbeafe", "#dcfce7", "#fef9c3", "#fce7f3", "#ede9fe", "#ffedd5", "#cffafe", "#e2e8f0"],
  ...["#fee2e2", "#ecfccb", "#e0e7ff", "#f5f5f4"],
];
/** Line colours of domains, in the order of `FILLS`. */
const LINES = [
  ...["#1d4ed8", "#15803d", "#a16207", "#be185d", "#6d28d9", "#c2410c", "#0e7490", "#475569"],
  ...["#b91c1c", "#4d7c0f", "#4338ca", "#57534e"],
];
/** Domains with different names in controllers and types. */
const DOMAIN_ALIASES: Readonly<Record<string, string>> = {
  net: "network",
  kubernetes: "k8s",
  kubeaccess: "k8s",
};
/** Edges of types with more readers are drawn transparently. */
const MAX_OPAQUE_READERS = 8;

/** Graphs with more edges have labels at edge heads. */
const MAX_CENTRED_LABELS = 150;

/** Longer ids in edge labels are truncated. Characters. */
const MAX_ID_LENGTH = 24;

/** A name in two lines: title and domain. */
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

/** Colours of domains, assigned in the order of their first use. */
class DomainColours {
  readonly #areas = new Map<string, number>();

  #of(area: string): number {
    const name = DOMAIN_ALIASES[area] ?? area;
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

/** Creates the Graphviz graph. */
export function createPicture(graph: DependencyGraph): Picture {
  const { edges, resources } = graph;
  const colours = new DomainColours();
  const nodes = new Map<string, Attributes>();
  const drawn: { tail: string; head: string; attributes: Attributes }[] = [];
  const shown = edges.filter(({ kind }) => kind !== "input-destroy-ready");
  // Labels in the middle of edges would stretch a large graph.
  const place = shown.length > MAX_CENTRED_LABELS ? "headlabel" : "label";
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
        ...(label === "" ? {} : { [place]: truncateId(label), labeltooltip: tooltip }),
      },
    });
  };
  if (resources === undefined) {
    for (const { type } of edges) nodes.set(type, typeNode(type, colours));
    for (const edge of shown) {
      const weight = (readers.get(edge.type)?.length ?? 0) > MAX_OPAQUE_READERS && !isOutput(edge)
        ? "55"
        : "cc";
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
      const meant = (resources.get(edge.type) ?? []).filter((one) => appliesTo(edge, one));
      const weight = meant.length > MAX_OPAQUE_READERS ? "55" : "cc";
      for (const { namespace, type, id } of meant) {
        add(edge, `${namespace}/${type}/${id}`, "", weight);
      }
    }
  }
  return {
    // Left to right, the resources of a controller form a column with room for their names.
    graph: resources === undefined ? LAYOUT : { ...LAYOUT, rankdir: "LR", ranksep: 2 },
    nodes: [...nodes].map(([name, attributes]) => ({ name, attributes })),
    edges: drawn,
  };
}

function typeNode(type: string, colours: DomainColours): Attributes {
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

/** Truncates ids such as keys and digests, which differ in their first characters. */
function truncateId(id: string): string {
  return id.length > MAX_ID_LENGTH ? `${id.slice(0, MAX_ID_LENGTH - 1)}…` : id;
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

/** Attributes of all nodes. */
export const NODE_DEFAULTS: Attributes = {
  fontname: FONT,
  fontsize: 11,
  margin: "0.14,0.04",
  height: 0.3,
};

/** Attributes of all edges. */
export const EDGE_DEFAULTS: Attributes = {
  fontname: FONT,
  fontsize: 9,
  fontcolor: "#475569",
  arrowsize: 0.6,
};
