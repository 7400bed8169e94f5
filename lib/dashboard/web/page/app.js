/** Connects to the program and renders what it sends. */

import { renderCharts } from "./chart.js";
import { applyDelta } from "./delta.js";
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
let events = null;
let query = "";
/** The table that the data is of. */
let received = "";

/** Pause before another attempt after the program refused or ended, milliseconds. */
const RETRY_MS = 2000;
/** Time without data or a sign of life after which a page connects again, milliseconds. */
const SILENCE_MS = 30_000;
let heardAt = 0;

function open() {
  events?.close();
  const own = new EventSource("events?" + query);
  const key = tableKey();
  events = own;
  heardAt = performance.now();
  let content = null;
  own.onmessage = (event) => {
    heardAt = performance.now();
    content = applyDelta(content, JSON.parse(event.data));
    data = content;
    received = key;
    $("lost").hidden = true;
    render();
  };
  own.onerror = () => {
    $("lost").hidden = false;
    // The browser tries again by itself, but not after a response with an error.
    if (own.readyState === EventSource.CLOSED) {
      setTimeout(() => {
        if (events === own) open();
      }, RETRY_MS);
    }
  };
}

function connect() {
  const next = sentQuery();
  if (events !== null && next === query) return;
  query = next;
  open();
}

/** After a suspension, a connection may be lost without an error. */
function wake() {
  if (document.visibilityState === "visible" && performance.now() - heardAt > SILENCE_MS) open();
}

function renderCounts({ nodes, ready, down }) {
  const count = nodes.length + (nodes.length === 1 ? " node, " : " nodes, ");
  setText($("counts"), count + ready + " ready" + (down > 0 ? ", " + down + " down" : ""));
}

function render() {
  renderLinks($("views"), VIEWS, state.view, (view) => hrefOf({ view }));
  if (data === null) return;
  const { context, cluster, heading, problems, shape, charts, rows } = data;
  setText($("context"), context);
  setText($("cluster"), cluster === "" || cluster === context ? "" : "cluster " + cluster);
  document.title = context + " – osctl dashboard";
  renderCounts(data);
  // Until the program sends the content of another view, the page shows its frame only.
  const isCurrent = data.view === state.view && received === tableKey();
  $("content").dataset.view = state.view;
  setText($("heading"), isCurrent ? heading : "Loading …");
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
}

function changed() {
  connect();
  render();
}

addEventListener("hashchange", () => {
  readState();
  changed();
});
document.addEventListener("visibilitychange", wake);
addEventListener("online", wake);
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
readState();
changed();
