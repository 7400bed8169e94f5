/** The parts of the view of a node that are neither tables, charts nor logs. */

import { $, element, renderLinks, renderOptions, renderWhenChanged } from "./dom.js";
import { go, hrefOf, PANES, state } from "./state.js";

function fieldList(fields) {
  return element(
    "dl",
    {},
    ...fields.flatMap(({ name, value, isGood }) => [
      element("dt", {}, name),
      element("dd", { className: isGood === undefined ? "" : isGood ? "green" : "red" }, value),
    ]),
  );
}

/** Renders the choice of nodes and panes, and the summary. */
export function renderNode({ nodes, node, fields }, isCurrent) {
  const isNode = state.view === "node";
  $("bar").hidden = !isNode;
  if (isNode) {
    const current = state.node === "" ? node : state.node;
    renderOptions($("node"), nodes.map((one) => [one.node, one.name]), current);
    renderLinks($("panes"), PANES, state.pane, (pane) => hrefOf({ pane }));
  }
  renderWhenChanged($("fields"), isCurrent ? fields : [], (groups) => groups.map(fieldList));
}

function step(list, current, by) {
  return list[(list.indexOf(current) + by + list.length) % list.length];
}

/** Opens another node. */
export function selectNode({ nodes, node }, by) {
  go({ view: "node", log: "kernel", node: step(nodes.map((one) => one.node), node, by) });
}

/** Opens another pane. */
export function selectPane(by) {
  go({ view: "node", pane: step(PANES.map(([pane]) => pane), state.pane, by) });
}

/** Selects another log. */
export function selectLog({ log }, by) {
  if (state.view === "node" && log) go({ log: step(log.sources, log.source, by) });
}

/** Handles the choice. */
export function listenToNode() {
  $("node").addEventListener("change", () => go({ node: $("node").value, log: "kernel" }));
}
