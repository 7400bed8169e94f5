/** Connects to the program and renders what it sends. */

import { renderCharts } from "./chart.js";
import { renderDocument } from "./document.js";
import { $, element, renderLinks, renderWhenChanged, setText } from "./dom.js";
import { listenToKeys } from "./keys.js";
import { listenToNode, renderNode } from "./node.js";
import { listenToResources, renderResources } from "./resources.js";
import { renderShape } from "./shape.js";
import { hrefOf, readState, sentQuery, state, VIEWS } from "./state.js";
import { listenToTables, renderTables } from "./table.js";

let data = null;
let events = null;
let query = "";

function connect() {
  const next = sentQuery();
  if (events !== null && next === query) return;
  events?.close();
  query = next;
  events = new EventSource("events?" + query);
  events.onmessage = (event) => {
    data = JSON.parse(event.data);
    $("lost").hidden = true;
    render();
  };
  events.onerror = () => $("lost").hidden = false;
}

function renderCounts({ nodes, ready, down }) {
  const count = nodes.length + (nodes.length === 1 ? " node, " : " nodes, ");
  setText($("counts"), count + ready + " ready" + (down > 0 ? ", " + down + " down" : ""));
}

function render() {
  renderLinks($("views"), VIEWS, state.view, (view) => hrefOf({ view }));
  if (data === null) return;
  const { context, cluster, heading, problems, shape, charts, resources } = data;
  setText($("context"), context);
  setText($("cluster"), cluster === "" || cluster === context ? "" : "cluster " + cluster);
  document.title = context + " – osctl dashboard";
  renderCounts(data);
  // Until the program sends the content of another view, the page shows its frame only.
  const isCurrent = data.view === state.view;
  setText($("heading"), isCurrent ? heading : "loading …");
  renderWhenChanged(
    $("problems"),
    isCurrent ? [...problems, ...resources?.problems ?? []] : [],
    (texts) => texts.map((text) => element("li", {}, text)),
  );
  renderShape(isCurrent ? shape : null);
  renderNode(data, isCurrent);
  renderCharts(isCurrent ? charts : null);
  renderResources(isCurrent ? resources : null, data.log !== null);
  renderTables(isCurrent ? resources ? [resources.table].filter(Boolean) : data.tables : []);
  renderDocument(isCurrent ? resources?.document ?? null : null);
}

function changed() {
  connect();
  render();
}

addEventListener("hashchange", () => {
  readState();
  changed();
});
$("skip").addEventListener("click", (event) => {
  event.preventDefault();
  $("content").focus();
});
$("help-open").addEventListener("click", () => $("help").showModal());
listenToTables(changed, () => data);
listenToNode(render);
listenToResources();
listenToKeys(() => data, changed);
readState();
changed();
