/** Tables: filtered, sorted, and cards on narrow screens. */

import { $, element, picture, renderOptions, renderWhenChanged, setClass, setText } from "./dom.js";
import { go, hrefOf, isBrowse, parseSort, replace, state } from "./state.js";

const DEFAULT_SORTS = { Processes: "-CPU%" };

/** The tables on screen. */
let shown = [];
let changed = () => {};
/** Orders of further tables of a view, by title. */
const otherSorts = new Map();

function sortOf(table) {
  const text = table === shown[0] ? state.sort : otherSorts.get(table.title) ?? "";
  return parseSort(text === "" ? DEFAULT_SORTS[table.title] ?? "" : text);
}

function setSort(table, text) {
  if (table !== shown[0]) {
    otherSorts.set(table.title, text);
    changed();
  } else go({ sort: text });
}

/** Sorts by a header; the same one again reverses. Numbers start with the greatest. */
function sortBy(table, header) {
  const before = sortOf(table);
  const index = table.keyHeaders.indexOf(header);
  const isNumeric = table.rows.some(({ keys }) => typeof keys[index] === "number");
  const isDescending = before?.header === header ? !before.isDescending : isNumeric;
  setSort(table, (isDescending ? "-" : "") + header);
}

const collator = new Intl.Collator(undefined, { numeric: true });

function compare(a, b) {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return collator.compare(String(a), String(b));
}

function visibleRows(table) {
  if (table.isSelected) return table.rows;
  const filter = state.filter.toLowerCase();
  const rows = table.rows.filter(({ cells, message }) =>
    filter === "" || [...cells, message ?? ""].some((cell) => cell.toLowerCase().includes(filter))
  );
  const sort = sortOf(table);
  const index = sort ? table.keyHeaders.indexOf(sort.header) : -1;
  if (index < 0) return rows;
  const direction = sort.isDescending ? -1 : 1;
  return rows.sort((a, b) => direction * compare(a.keys[index], b.keys[index]));
}

// Roles: as cards, the elements have another display, for which browsers forget their meaning.
function createTable(title) {
  const label = { "aria-label": title, role: "table" };
  const head = element("thead", { role: "rowgroup" }, element("tr", { role: "row" }));
  const table = element("table", label, head, element("tbody", { role: "rowgroup" }));
  const scroll = element("div", { className: "scroll" }, table);
  return element("section", {}, element("h2", {}, title), scroll);
}

const SPARK_HEADER = "HISTORY";

function headersOf({ headers, rows }) {
  return rows.some(({ spark }) => spark) ? [...headers, SPARK_HEADER] : headers;
}

function renderHead(row, table) {
  const headers = headersOf(table);
  renderWhenChanged(row, headers, () =>
    headers.map((header) => {
      const attributes = { scope: "col", role: "columnheader" };
      if (header === SPARK_HEADER) return element("th", attributes, header);
      const button = element("button", { type: "button" }, header);
      button.onclick = () => sortBy(shown.find(({ title }) => title === table.title), header);
      return element("th", attributes, button);
    }));
  const sort = sortOf(table);
  for (const cell of row.children) {
    const isSorted = sort !== undefined && sort.header === cell.textContent;
    if (isSorted) cell.setAttribute("aria-sort", sort.isDescending ? "descending" : "ascending");
    else cell.removeAttribute("aria-sort");
  }
}

/** Returns the address that a row opens. */
function targetOf(id) {
  if (state.view === "overview" || state.view === "etcd") return hrefOf({ view: "node", node: id });
  return ["resources", "logs", "containers"].includes(state.view) ? hrefOf({ row: id }) : undefined;
}

function renderName(cell, text, id) {
  const target = targetOf(id);
  if (target === undefined) return setText(cell, text);
  let link = cell.querySelector("a");
  if (link === null) {
    link = element("a");
    cell.replaceChildren(link);
  }
  if (link.getAttribute("href") !== target) link.setAttribute("href", target);
  setText(link, text);
}

const SPARK_WIDTH = 60;

function renderSpark(cell, values) {
  let line = cell.querySelector("path");
  if (line === null) {
    line = picture("path");
    const size = { viewBox: "0 0 60 20", preserveAspectRatio: "none", "aria-hidden": "true" };
    cell.replaceChildren(picture("svg", { class: "spark", ...size }, line));
  }
  const start = SPARK_WIDTH - values.length;
  const points = values.map((value, index) =>
    (index === 0 ? "M" : "L") + (start + index) + "," + (19 - value * 18).toFixed(1)
  );
  line.setAttribute("d", points.join(""));
}

function renderRow(row, { id, cells, tints, dim, message, spark }, headers, nameIndex) {
  const texts = message === null ? cells : [cells[0], message];
  const count = texts.length + (message === null && spark ? 1 : 0);
  while (row.children.length > count) row.lastChild.remove();
  while (row.children.length < count) row.append(element("td", { role: "cell" }));
  setClass(row, dim ? "dim" : "");
  texts.forEach((text, index) => {
    const cell = row.children[index];
    const isMessage = message !== null && index === 1;
    if (index === nameIndex) renderName(cell, text, id);
    else setText(cell, text);
    const kind = index === nameIndex ? "name" : isMessage ? "message" : lengthClass(text);
    const tint = isMessage ? "red" : tints[index] ?? "";
    setClass(cell, [kind, tint].filter(Boolean).join(" "));
    cell.colSpan = isMessage ? Math.max(headers.length - 1, 1) : 1;
    cell.dataset.label = isMessage ? "" : headers[index];
    cell.title = text.length > 60 ? text : "";
  });
  if (count === texts.length) return;
  const cell = row.lastChild;
  setClass(cell, "history");
  cell.dataset.label = SPARK_HEADER;
  renderSpark(cell, spark);
}

/** Returns the class of a text that needs more than one column of a card. */
function lengthClass(text) {
  if (text.length <= 14) return "";
  return text.length <= 30 ? "medium" : "long";
}

/** Headers of the columns that name rows. */
const NAMES = ["ID", "SERVICE", "POD/CONTAINER", "PID", "LOCAL ADDRESS", "CONTAINER"];

/** Returns the index of the column that names and opens the row. */
function nameIndexOf({ headers }) {
  return isBrowse() ? Math.max(headers.findIndex((one) => NAMES.includes(one)), 0) : 0;
}

function renderBody(body, table) {
  // Rows keep their elements; one that is moved loses the focus.
  const focused = body.contains(document.activeElement) ? document.activeElement : null;
  const known = new Map([...body.children].map((row) => [row.dataset.id, row]));
  const headers = headersOf(table);
  const nameIndex = nameIndexOf(table);
  let at = body.firstElementChild;
  visibleRows(table).forEach((one, index) => {
    let row = known.get(one.id);
    if (row) known.delete(one.id);
    else {
      row = element("tr", { role: "row" });
      row.dataset.id = one.id;
    }
    if (row === at) at = at.nextElementSibling;
    else body.insertBefore(row, at);
    // One stop for the Tab key, unless rows have links.
    row.tabIndex = index === 0 && targetOf(one.id) === undefined ? 0 : -1;
    if (one.id === state.row) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
    renderRow(row, one, headers, nameIndex);
  });
  for (const row of known.values()) row.remove();
  if (focused !== document.activeElement && focused?.isConnected) {
    focused.focus({ preventScroll: true });
  }
}

/** Renders tables. */
export function renderTables(tables) {
  shown = tables;
  const parent = $("tables");
  const titles = tables.map(({ title }) => title);
  renderWhenChanged(parent, titles, () => titles.map(createTable));
  tables.forEach((table, index) => {
    const section = parent.children[index];
    renderHead(section.querySelector("thead tr"), table);
    renderBody(section.querySelector("tbody"), table);
  });
  if ($("filter") !== document.activeElement) $("filter").value = state.filter;
  $("tools").hidden = tables.length === 0 && !isBrowse();
  const [table] = tables;
  $("order").hidden = table === undefined;
  if (table === undefined) return;
  const options = [["", "default order"], ...table.headers.map((header) => [header, header])];
  renderOptions($("sort"), options, sortOf(table)?.header ?? "");
  $("reverse").disabled = sortOf(table) === undefined;
}

/** Opens the row that has the focus, or contains it. */
export function openRow(target, data) {
  const id = target?.closest("tr")?.dataset.id;
  if (id === undefined) return;
  const href = targetOf(id);
  if (href !== undefined) location.hash = href;
  else if (data?.log?.sources.includes(id)) go({ log: id });
}

/** Moves the focus to another row. */
export function moveRow(by) {
  const rows = [...document.querySelectorAll("tbody tr")];
  const index = rows.indexOf(document.activeElement?.closest("tr"));
  const next = rows[index < 0 ? 0 : Math.min(Math.max(index + by, 0), rows.length - 1)];
  next?.focus();
}

/** Time without input after which the program filters rows, milliseconds. */
const TYPING_MS = 250;

/** Handles clicks and filters. */
export function listenToTables(onChange, dataOf) {
  changed = onChange;
  let typing = 0;
  $("filter").addEventListener("input", () => {
    replace({ filter: $("filter").value });
    clearTimeout(typing);
    typing = setTimeout(onChange, isBrowse() ? TYPING_MS : 0);
  });
  $("sort").addEventListener("change", () => setSort(shown[0], $("sort").value));
  $("reverse").addEventListener("click", () => sortBy(shown[0], sortOf(shown[0]).header));
  $("tables").addEventListener("click", ({ target }) => {
    // A selection of text is no click.
    if (target.closest("a, thead") || String(getSelection()) !== "") return;
    openRow(target, dataOf());
  });
}
