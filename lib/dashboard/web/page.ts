/**
 * The page: markup, style and script, without any external asset. All data is set as text.
 *
 * @module
 */

/** The markup. Paths are relative to the token. */
export const PAGE_HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>osctl dashboard</title>
<link rel="stylesheet" href="page.css">
<link rel="icon" href="data:,">
<script src="page.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<nav aria-label="Views" id="views"></nav>
<p id="context"></p>
<p id="counts" role="status"></p>
</header>
<div id="bar" hidden>
<label>Node <select id="node"></select></label>
<nav aria-label="Panes" id="panes"></nav>
</div>
<main id="content" tabindex="-1">
<p id="lost" role="alert" hidden>The connection to osctl is lost. Waiting for it to return.</p>
<p id="heading"></p>
<ul id="problems"></ul>
<div id="fields"></div>
<div id="graphs"></div>
<p class="filter"><label>Filter <input id="filter" type="search" autocomplete="off"></label></p>
<div id="tables"></div>
<section id="log" aria-labelledby="log-title" hidden>
<h2 id="log-title">Log</h2>
<label>Source <select id="source"></select></label>
<pre id="lines" tabindex="0" aria-labelledby="log-title"></pre>
</section>
</main>
<footer><button type="button" id="help-open">? Keys</button></footer>
<dialog id="help" aria-labelledby="help-title">
<h2 id="help-title">Keys</h2>
<dl>
<dt>1 2 3 4</dt><dd>Overview, Node, etcd, Events</dd>
<dt>n N</dt><dd>next and previous node</dd>
<dt>↑ ↓ j k</dt><dd>move between rows</dd>
<dt>Enter</dt><dd>open the node, or the log of the service</dd>
<dt>[ ]</dt><dd>previous and next pane</dd>
<dt>/</dt><dd>filter rows</dd>
<dt>Esc</dt><dd>clear the filter, close this window</dd>
</dl>
<form method="dialog"><button>Close</button></form>
</dialog>
</body>
</html>
`;

/** The style, light and dark. Contrasts are at least 4.5. */
export const PAGE_CSS = `
:root {
  color-scheme: light dark;
  --text: light-dark(#1b1f24, #e6e9ee);
  --faint: light-dark(#5b6470, #9aa4b2);
  --back: light-dark(#ffffff, #14171c);
  --raised: light-dark(#f2f4f7, #1e232b);
  --line: light-dark(#d5dae1, #343c48);
  --accent: light-dark(#0b57d0, #8ab4f8);
  --red: light-dark(#b3261e, #ff8a80);
  --green: light-dark(#146c2e, #7ddc95);
  --yellow: light-dark(#7a5200, #f5c65d);
}
* { box-sizing: border-box; }
body {
  margin: 0; font: 15px/1.45 system-ui, sans-serif; color: var(--text); background: var(--back);
}
header, #bar, footer {
  display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center; padding: .5rem 1rem;
  background: var(--raised); border-bottom: 1px solid var(--line);
}
footer { border: 0; border-top: 1px solid var(--line); }
#bar[hidden] { display: none; }
nav { display: flex; flex-wrap: wrap; gap: .25rem; }
button, select, input {
  font: inherit; color: inherit; background: var(--back); border: 1px solid var(--line);
  border-radius: 6px; padding: .25rem .6rem;
}
button { cursor: pointer; }
button[aria-current] { background: var(--accent); color: var(--back); border-color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
#context { margin: 0 0 0 auto; font-weight: 600; overflow-wrap: anywhere; }
#counts { margin: 0; }
main { padding: 1rem; outline: none; }
h2 { font-size: 1rem; margin: 1rem 0 .4rem; }
#heading { margin: 0 0 .5rem; font-weight: 600; }
#heading:empty, #problems:empty, #fields:empty, #graphs:empty { display: none; }
#problems { margin: 0 0 .75rem; padding: 0; list-style: none; color: var(--red); }
#lost { color: var(--red); font-weight: 600; }
#fields, #graphs {
  display: grid; grid-template-columns: repeat(auto-fit, minmax(18rem, 1fr)); gap: .75rem 1.5rem;
}
#fields dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; margin: 0;
  align-content: start; }
dt { color: var(--faint); }
dd { margin: 0; overflow-wrap: anywhere; }
figure { margin: 0; padding: .5rem .75rem; background: var(--raised); border-radius: 8px; }
figcaption { display: flex; justify-content: space-between; }
svg { display: block; width: 100%; height: 3.5rem; }
polyline { fill: none; stroke: var(--accent); stroke-width: 1.5; vector-effect: non-scaling-stroke; }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .25rem .5rem; white-space: nowrap; max-width: 40rem; overflow: hidden; text-overflow: ellipsis; }
thead { background: var(--raised); }
th button { border: 0; background: none; padding: 0; font-weight: 600; }
tbody tr { border-top: 1px solid var(--line); }
tbody tr:hover, tbody tr:focus-visible { background: var(--raised); }
tr.dim td { color: var(--faint); font-style: italic; }
.red { color: var(--red); } .green { color: var(--green); } .yellow { color: var(--yellow); }
pre {
  margin: .4rem 0 0; padding: .6rem; max-height: 24rem; overflow: auto; background: var(--raised);
  border-radius: 8px; font: 13px/1.4 ui-monospace, monospace; white-space: pre;
}
dialog { color: inherit; background: var(--back); border: 1px solid var(--line); border-radius: 10px; }
dialog dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: .5rem; background: var(--back); padding: .25rem; }
`;

/** The script. The state is in the fragment of the address, so that Back works. */
export const PAGE_JS = String.raw`"use strict";
const VIEWS = [["overview", "Overview"], ["node", "Node"], ["etcd", "etcd"], ["events", "Events"]];
const PANES = ["summary", "monitor", "services", "network", "disks", "resources"];
const $ = (id) => document.getElementById(id);
const state = { view: "overview", node: "", pane: "summary", log: "kernel" };
const sorts = new Map([["Processes", { header: "CPU%", down: true }]]);
let data = null;
let events = null;

function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key in made) made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

function setClass(node, name) {
  if (node.className !== name) node.className = name;
}

/** Changes the state, kept in the fragment. */
function go(change) {
  const next = { ...state, ...change };
  location.hash = new URLSearchParams(next).toString();
}

function readState() {
  const query = new URLSearchParams(location.hash.slice(1));
  const before = JSON.stringify(state);
  for (const key of Object.keys(state)) state[key] = query.get(key) ?? state[key];
  if (JSON.stringify(state) !== before || events === null) connect();
}

function connect() {
  if (events !== null) events.close();
  data = null;
  events = new EventSource("events?" + new URLSearchParams(state));
  events.onmessage = (event) => {
    data = JSON.parse(event.data);
    $("lost").hidden = true;
    render();
  };
  events.onerror = () => $("lost").hidden = false;
}

function renderButtons(parent, entries, current, choose) {
  if (parent.children.length === 0) {
    for (const [id, label] of entries) {
      const button = element("button", { type: "button" }, label);
      button.dataset.id = id;
      button.onclick = () => choose(id);
      parent.append(button);
    }
  }
  for (const button of parent.children) {
    if (button.dataset.id === current) button.setAttribute("aria-current", "page");
    else button.removeAttribute("aria-current");
  }
}

function renderOptions(select, entries, current) {
  const key = JSON.stringify(entries);
  if (select.dataset.key !== key) {
    select.dataset.key = key;
    select.replaceChildren(...entries.map(([value, label]) => element("option", { value }, label)));
  }
  if (select.value !== current) select.value = current;
}

function renderFields(groups) {
  const key = JSON.stringify(groups);
  const parent = $("fields");
  if (parent.dataset.key === key) return;
  parent.dataset.key = key;
  parent.replaceChildren(...groups.map((fields) =>
    element("dl", {}, ...fields.flatMap(({ name, value, isGood }) => [
      element("dt", {}, name),
      element("dd", { className: isGood === undefined ? "" : isGood ? "green" : "red" }, value),
    ]))
  ));
}

const SVG = "http://www.w3.org/2000/svg";

function renderGraphs(graphs) {
  const parent = $("graphs");
  while (parent.children.length > graphs.length) parent.lastChild.remove();
  graphs.forEach(({ label, text, values, max }, index) => {
    let figure = parent.children[index];
    if (!figure) {
      const svg = document.createElementNS(SVG, "svg");
      svg.setAttribute("viewBox", "0 0 119 40");
      svg.setAttribute("preserveAspectRatio", "none");
      svg.setAttribute("role", "img");
      svg.append(document.createElementNS(SVG, "polyline"));
      figure = element("figure", {},
        element("figcaption", {}, element("span"), element("strong")), svg);
      parent.append(figure);
    }
    const [name, value] = figure.firstChild.children;
    setText(name, label);
    setText(value, text);
    const svg = figure.lastChild;
    svg.setAttribute("aria-label", label + " " + text);
    const points = values.map((one, at) =>
      (119 - values.length + 1 + at) + "," + (39 - (max > 0 ? one / max : 0) * 38).toFixed(1));
    svg.firstChild.setAttribute("points", points.join(" "));
  });
}

function compare(a, b) {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b), undefined, { numeric: true });
}

/** Sorts and filters the rows of a table. */
function visibleRows(table) {
  const filter = $("filter").value.toLowerCase();
  const rows = table.rows.filter(({ cells, message }) =>
    filter === "" || [...cells, message ?? ""].some((cell) => cell.toLowerCase().includes(filter)));
  const sort = sorts.get(table.title);
  const index = sort ? table.keyHeaders.indexOf(sort.header) : -1;
  if (index < 0) return rows;
  return rows.sort((a, b) => (sort.down ? -1 : 1) * compare(a.keys[index], b.keys[index]));
}

function createTable(title) {
  const table = element("table", {}, element("thead", {}, element("tr")), element("tbody"));
  return element("section", {},
    element("h2", {}, title), element("div", { className: "scroll" }, table));
}

function renderHead(row, table) {
  const key = table.headers.join("\0");
  if (row.dataset.key !== key) {
    row.dataset.key = key;
    row.replaceChildren(...table.headers.map((header) => {
      const button = element("button", { type: "button" }, header);
      button.onclick = () => {
        const sort = sorts.get(table.title);
        const down = sort && sort.header === header ? !sort.down : true;
        sorts.set(table.title, { header, down });
        render();
      };
      return element("th", { scope: "col" }, button);
    }));
  }
  const sort = sorts.get(table.title);
  for (const cell of row.children) {
    const header = cell.firstChild.textContent;
    if (sort && sort.header === header) {
      cell.setAttribute("aria-sort", sort.down ? "descending" : "ascending");
    } else cell.removeAttribute("aria-sort");
  }
}

function renderRow(row, { cells, tints, dim, message }) {
  const shown = message === null ? cells : [cells[0], message];
  while (row.children.length > shown.length) row.lastChild.remove();
  while (row.children.length < shown.length) row.append(element("td"));
  setClass(row, dim ? "dim" : "");
  shown.forEach((text, index) => {
    const cell = row.children[index];
    const isMessage = message !== null && index === 1;
    setText(cell, text);
    setClass(cell, isMessage ? "red" : tints[index] ?? "");
    cell.colSpan = isMessage ? Math.max(cells.length - 1, 1) : 1;
    cell.title = text.length > 60 ? text : "";
  });
}

function renderTables(tables) {
  const parent = $("tables");
  const titles = tables.map(({ title }) => title).join("\0");
  if (parent.dataset.titles !== titles) {
    parent.dataset.titles = titles;
    parent.replaceChildren(...tables.map(({ title }) => createTable(title)));
  }
  tables.forEach((table, index) => {
    const section = parent.children[index];
    renderHead(section.querySelector("thead tr"), table);
    const body = section.querySelector("tbody");
    // Rows keep their elements; one that is moved loses the focus.
    const focused = body.contains(document.activeElement) ? document.activeElement : null;
    const known = new Map([...body.children].map((row) => [row.dataset.id, row]));
    let at = body.firstElementChild;
    for (const one of visibleRows(table)) {
      let row = known.get(one.id);
      if (row) known.delete(one.id);
      else {
        row = element("tr", { tabIndex: 0 });
        row.dataset.id = one.id;
        row.onclick = () => open(one.id);
      }
      if (row === at) at = at.nextElementSibling;
      else body.insertBefore(row, at);
      renderRow(row, one);
    }
    for (const row of known.values()) row.remove();
    if (focused !== document.activeElement && focused?.isConnected) {
      focused.focus({ preventScroll: true });
    }
  });
}

/** Opens the node or the log of a row. */
function open(id) {
  if (state.view === "overview" || state.view === "etcd") go({ view: "node", node: id });
  else if (data.log !== null && data.log.sources.includes(id)) go({ log: id });
}

function renderLog(log) {
  $("log").hidden = log === null;
  if (log === null) return;
  renderOptions($("source"), log.sources.map((source) => [source, source]), log.source);
  const lines = $("lines");
  const isAtEnd = lines.scrollTop + lines.clientHeight >= lines.scrollHeight - 5;
  setText(lines, log.problem ?? (log.lines.join("\n") || "no lines yet"));
  if (isAtEnd) lines.scrollTop = lines.scrollHeight;
}

function render() {
  if (data === null) return;
  renderButtons($("views"), VIEWS, state.view, (view) => go({ view }));
  const isNode = state.view === "node";
  $("bar").hidden = !isNode;
  if (isNode) {
    renderOptions($("node"), data.nodes.map(({ node, name }) => [node, name]), data.node);
    const panes = PANES.map((pane) => [pane, pane[0].toUpperCase() + pane.slice(1)]);
    renderButtons($("panes"), panes, state.pane, (pane) => go({ pane }));
  }
  const { nodes, ready, down, heading, problems, fields, graphs, tables, log } = data;
  setText($("context"), data.context);
  document.title = data.context + " – osctl dashboard";
  setText($("counts"), nodes.length + (nodes.length === 1 ? " node, " : " nodes, ") + ready + " ready" +
    (down > 0 ? ", " + down + " down" : ""));
  setText($("heading"), heading);
  const list = $("problems");
  if (list.dataset.key !== problems.join("\0")) {
    list.dataset.key = problems.join("\0");
    list.replaceChildren(...problems.map((problem) => element("li", {}, problem)));
  }
  renderFields(fields);
  renderGraphs(graphs);
  renderTables(tables);
  renderLog(log);
}

function step(list, current, by) {
  return list[(list.indexOf(current) + by + list.length) % list.length];
}

function moveRow(by) {
  const rows = [...document.querySelectorAll("tbody tr")];
  const index = rows.indexOf(document.activeElement);
  const next = rows[index < 0 ? 0 : Math.min(Math.max(index + by, 0), rows.length - 1)];
  if (next) next.focus();
}

const KEYS = {
  ArrowDown: () => moveRow(1),
  j: () => moveRow(1),
  ArrowUp: () => moveRow(-1),
  k: () => moveRow(-1),
  n: () => selectNode(1),
  N: () => selectNode(-1),
  "]": () => go({ view: "node", pane: step(PANES, state.pane, 1) }),
  "[": () => go({ view: "node", pane: step(PANES, state.pane, -1) }),
  "/": () => $("filter").focus(),
  "?": () => $("help").showModal(),
};

function selectNode(by) {
  if (data === null) return;
  go({ view: "node", log: "kernel", node: step(data.nodes.map(({ node }) => node), data.node, by) });
}

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || $("help").open) return;
  if (target === $("filter")) {
    if (key === "Escape") $("filter").value = "";
    if (key === "Escape" || key === "Enter") $("content").focus();
    if (key === "Escape") render();
    return;
  }
  if (target.matches("select")) return;
  if (key === "Enter" && target.matches("tr")) return open(target.dataset.id);
  if (key.startsWith("Arrow") && target.matches("pre, button")) return;
  const view = VIEWS[Number(key) - 1];
  const action = view ? () => go({ view: view[0] }) : KEYS[key];
  if (!action) return;
  event.preventDefault();
  action();
});
$("filter").addEventListener("input", render);
$("node").addEventListener("change", () => go({ node: $("node").value, log: "kernel" }));
$("source").addEventListener("change", () => go({ log: $("source").value }));
$("help-open").addEventListener("click", () => $("help").showModal());
addEventListener("hashchange", readState);
readState();
`;
