/** Connects to the program and renders what it sends. */

import { renderCharts } from "./chart.js";
import { isLive, isOver, lastContentTime, listenToConnection, request } from "./connection.js";
import { listenToCuts, markCuts } from "./cut.js";
import { listenToDocument, renderDocument } from "./document.js";
import { $, element, renderLinks, renderWhenChanged, setText } from "./dom.js";
import { listenToKeys } from "./keys.js";
import { listenToLog, renderLog } from "./log.js";
import { listenToNode, renderNode } from "./node.js";
import { listenToRows, renderRows } from "./rows.js";
import { renderShape } from "./shape.js";
import { hrefOf, readState, sentQuery, state, tableKey, VIEWS } from "./state.js";
import { listenToTables, renderTables } from "./table.js";

let data = null;
/** The table that the data is of. */
let received = "";
/** The table of each request's parameters. */
let requested = { query: "", key: "" };

function connect() {
  const query = sentQuery();
  requested = { query, key: tableKey() };
  request(query);
}

function receive(content, query) {
  data = content;
  if (query === requested.query) received = requested.key;
  render();
}

function renderCounts({ nodes, ready, down }) {
  if (!isLive()) return setText($("counts"), "not live: state of " + lastContentTime());
  const count = nodes.length + (nodes.length === 1 ? " node, " : " nodes, ");
  setText($("counts"), count + ready + " ready" + (down > 0 ? ", " + down + " down" : ""));
}

function render() {
  renderLinks($("views"), VIEWS, state.view, (view) => hrefOf({ view }));
  if (data === null) return;
  const { context, cluster, heading, problems, shape, charts, rows } = data;
  setText($("context"), context);
  setText($("cluster"), cluster === "" || cluster === context ? "" : "cluster " + cluster);
  document.title = (isLive() ? "" : "(not live) ") + context + " – osctl dashboard";
  renderCounts(data);
  // Until the program sends the content of another view, the page shows its frame only.
  const isCurrent = data.view === state.view && received === tableKey();
  $("content").dataset.view = state.view;
  setText(
    $("heading"),
    isCurrent ? heading : isOver() ? "No data of this view was received." : "Loading …",
  );
  renderWhenChanged(
    $("problems"),
    isCurrent ? [...problems, ...rows?.problems ?? []] : [],
    (texts) => texts.map((text) => element("li", {}, text)),
  );
  renderShape(isCurrent ? shape : null);
  renderNode(data, isCurrent);
  renderCharts(isCurrent ? charts : null);
  renderRows(isCurrent ? rows : null, data.log !== null);
  const tables = rows ? [rows.table].filter(Boolean) : data.tables;
  renderTables(isCurrent ? tables : [], rows?.kind);
  renderDocument(isCurrent && state.row !== "" ? data.document : null, rows?.kind);
  renderLog(isCurrent ? data.log : null);
  markCuts();
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
const dataOf = () => data;
listenToTables(changed, dataOf);
listenToNode();
listenToRows(dataOf);
listenToLog(render, changed);
listenToDocument();
listenToKeys(dataOf, changed);
listenToConnection(receive, render);
listenToCuts();
readState();
changed();
