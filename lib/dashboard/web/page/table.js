/** Tables: filtered, sorted, and cards on narrow screens. */

import { $, element, renderOptions, renderWhenChanged, say } from "./dom.js";
import {
  askFormat,
  clearMarks,
  copyNames,
  openDiff,
  openLogs,
  renderMarks,
  toggleAll,
  toggleMark,
} from "./marks.js";
import {
  MARK_HEADER,
  nameIndexOf,
  renderColumnChoice,
  renderRow,
  SPARK_HEADER,
  targetOf,
} from "./row.js";
import { go, isBrowse, parseSort, replace, state, tableKey } from "./state.js";
import { keepWidths, resetCards, scrollToRow, showMoreCards, windowOf } from "./window.js";

const DEFAULT_SORTS = { Processes: "-CPU%" };

/** The tables on screen, and what their rows are. */
let shown = [];
let kind;
let changed = () => {};
/** ID of the row that the focus was on. */
let cursor;
/** Orders of further tables of a view, by title. */
const otherSorts = new Map();

function sortOf(table) {
  const text = table === shown[0] ? state.sort : otherSorts.get(table.title) ?? "";
  const initial = state.view === "events" ? "-TIME" : DEFAULT_SORTS[table.title] ?? "";
  return parseSort(text === "" ? initial : text);
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
  let frame = 0;
  scroll.addEventListener("scroll", () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => renderTables(shown, kind));
  }, { passive: true });
  return element("section", {}, element("h2", {}, title), scroll);
}

/** Returns the columns to show. */
function layoutOf(table) {
  const hidden = state.hide === "" ? [] : state.hide.split(",");
  const columns = table.headers.map((_, index) => index)
    .filter((index) => index === 0 || !hidden.includes(table.headers[index]));
  return {
    headers: table.headers,
    columns,
    nameIndex: nameIndexOf(table),
    hasMarks: isBrowse(),
    hasSparks: table.rows.some(({ spark }) => spark),
    kind,
  };
}

function renderHead(row, table, { headers, columns, hasMarks, hasSparks }) {
  const texts = [
    ...hasMarks ? [MARK_HEADER] : [],
    ...columns.map((index) => headers[index]),
    ...hasSparks ? [SPARK_HEADER] : [],
  ];
  renderWhenChanged(row, texts, () =>
    texts.map((header) => {
      const attributes = { scope: "col", role: "columnheader" };
      if (header === SPARK_HEADER) return element("th", attributes, header);
      if (header === MARK_HEADER) {
        const box = element("input", { type: "checkbox", "aria-label": "mark all rows" });
        box.onchange = () => ACTIONS["mark-all"]();
        return element("th", { ...attributes, className: "mark" }, element("label", {}, box));
      }
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

function gap(height) {
  const cell = element("td", { colSpan: 99 });
  cell.style.height = height + "px";
  return element("tr", { className: "gap", "aria-hidden": "true" }, cell);
}

function renderBody(body, layout, rows) {
  // Rows keep their elements; one that is moved loses the focus.
  const focused = body.contains(document.activeElement) ? document.activeElement : null;
  const { start, end, before, after } = windowOf(body, rows.length);
  for (const old of body.querySelectorAll(".gap")) old.remove();
  const known = new Map([...body.children].map((row) => [row.dataset.id, row]));
  const opened = state.row.split("\n");
  let at = body.firstElementChild;
  rows.slice(start, end).forEach((one, index) => {
    let row = known.get(one.id);
    if (row) known.delete(one.id);
    else {
      row = element("tr", { role: "row" });
      row.dataset.id = one.id;
    }
    if (row === at) at = at.nextElementSibling;
    else body.insertBefore(row, at);
    // One stop for the Tab key, unless rows have links.
    row.tabIndex = index === 0 && targetOf(one, kind) === undefined ? 0 : -1;
    if (opened.includes(one.id)) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
    if (rows.length > end - start) row.setAttribute("aria-rowindex", start + index + 2);
    else row.removeAttribute("aria-rowindex");
    renderRow(row, one, layout);
  });
  for (const row of known.values()) row.remove();
  if (before > 0) body.prepend(gap(before));
  if (after > 0) body.append(gap(after));
  const isPart = rows.length > end - start;
  if (isPart) body.parentElement.setAttribute("aria-rowcount", rows.length + 1);
  else body.parentElement.removeAttribute("aria-rowcount");
  keepWidths(body.previousElementSibling.firstChild, before > 0 || after > 0);
  if (focused !== document.activeElement && focused?.isConnected) {
    focused.focus({ preventScroll: true });
  }
  return end;
}

let key = "";

/** Renders tables; `kindOfRows`: what rows of all nodes are. */
export function renderTables(tables, kindOfRows) {
  shown = tables;
  kind = kindOfRows;
  const parent = $("tables");
  const titles = tables.map(({ title }) => title);
  if (key !== tableKey()) {
    key = tableKey();
    cursor = undefined;
    resetCards();
    parent.dataset.key = "";
  }
  renderWhenChanged(parent, titles, () => titles.map(createTable));
  let hasMore = false;
  tables.forEach((table, index) => {
    const section = parent.children[index];
    const layout = layoutOf(table);
    const rows = visibleRows(table);
    renderHead(section.querySelector("thead tr"), table, layout);
    const end = renderBody(section.querySelector("tbody"), layout, rows);
    hasMore ||= end < rows.length && section.querySelector(".gap") === null;
  });
  $("more").hidden = !hasMore;
  if ($("filter") !== document.activeElement) $("filter").value = state.filter;
  const [table] = tables;
  $("tools").hidden = table === undefined;
  if (table === undefined) return;
  const options = [["", "default order"], ...table.headers.map((header) => [header, header])];
  renderOptions($("sort"), options, sortOf(table)?.header ?? "");
  $("reverse").disabled = sortOf(table) === undefined;
}

function rowsOnScreen() {
  return shown.flatMap((table) => visibleRows(table));
}

/** Returns the ID of the row that has the focus, contains it, or had it last. */
export function currentId() {
  return document.activeElement?.closest("tr")?.dataset.id ?? cursor;
}

function nameOf(id) {
  const row = rowsOnScreen().find((one) => one.id === id);
  return row === undefined ? id : row.cells[nameIndexOf(shown[0])].trim() || row.cells[0];
}

function findRow(id) {
  return [...document.querySelectorAll("tbody tr:not(.gap)")].find((row) => row.dataset.id === id);
}

/** Opens a row. */
export function openRow(id, data) {
  const row = rowsOnScreen().find((one) => one.id === id);
  if (row === undefined) return;
  const href = targetOf(row, kind);
  if (href !== undefined) location.hash = href;
  else if (data?.log?.sources.includes(id)) go({ log: id });
}

/** Moves the focus to another row. */
export function moveRow(by) {
  const rows = rowsOnScreen();
  if (rows.length === 0) return;
  const index = rows.findIndex(({ id }) => id === currentId());
  const next = index < 0 && Math.abs(by) === 1 ? 0 : Math.max(index, 0) + by;
  const place = Math.min(Math.max(next, 0), rows.length - 1);
  cursor = rows[place].id;
  // The first attempt measures the height of rows.
  for (let attempt = 0; attempt < 2 && findRow(cursor) === undefined; attempt++) {
    scrollToRow(document.querySelector("#tables tbody"), place);
    renderTables(shown, kind);
  }
  findRow(cursor)?.focus();
}

function toggleColumn(header) {
  const hidden = state.hide === "" ? [] : state.hide.split(",");
  const next = hidden.includes(header)
    ? hidden.filter((one) => one !== header)
    : [...hidden, header];
  replace({ hide: next.join(",") });
  changed();
}

function sortByNext(step) {
  const [table] = shown;
  if (table === undefined) return;
  const { keyHeaders } = table;
  const index = keyHeaders.indexOf(sortOf(table)?.header ?? "");
  const place = index < 0 ? (step > 0 ? 0 : keyHeaders.length - 1) : index + step;
  const header = keyHeaders[(place + keyHeaders.length) % keyHeaders.length];
  setSort(table, header);
}

/** What the keys and buttons of tables do. */
export const ACTIONS = {
  filter: () => $("filter").focus(),
  "previous-column": () => sortByNext(-1),
  "next-column": () => sortByNext(1),
  reverse() {
    const sort = shown[0] && sortOf(shown[0]);
    if (sort === undefined) return say("sort by a column first");
    setSort(shown[0], (sort.isDescending ? "" : "-") + sort.header);
  },
  columns() {
    if (shown[0] === undefined) return;
    const hidden = state.hide === "" ? [] : state.hide.split(",");
    renderColumnChoice(shown[0].headers.slice(1), hidden, toggleColumn);
    $("column-choice").showModal();
  },
  wide: () => void $("tables").classList.toggle("wide"),
  mark() {
    const id = currentId();
    if (id === undefined) return moveRow(1);
    toggleMark(id, nameOf(id));
    moveRow(1);
    changed();
  },
  "mark-all"() {
    toggleAll(rowsOnScreen(), (row) => row.cells[nameIndexOf(shown[0])].trim());
    changed();
  },
  copy: () => copyNames(currentId(), nameOf),
  save: (data) => askFormat(data),
  diff: openDiff,
  logs: () => openLogs(currentId()),
  sortBy(headers) {
    const header = headers.find((one) => shown[0]?.keyHeaders.includes(one));
    if (header !== undefined) setSort(shown[0], "-" + header);
  },
};

/** Time without input after which the program filters rows, milliseconds. */
const TYPING_MS = 150;

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
  $("reverse").addEventListener("click", ACTIONS.reverse);
  $("more").addEventListener("click", () => {
    showMoreCards();
    onChange();
  });
  $("unmark").addEventListener("click", () => {
    clearMarks();
    onChange();
  });
  $("mark-buttons").addEventListener("click", ({ target }) => {
    const name = target.dataset.do;
    if (name !== undefined) ACTIONS[name](dataOf());
  });
  $("tables").addEventListener("focusin", ({ target }) => {
    cursor = target.closest("tbody tr")?.dataset.id ?? cursor;
  });
  $("tables").addEventListener("click", (event) => {
    const { target } = event;
    const id = target.closest("tbody tr")?.dataset.id;
    if (target.matches("td.mark input")) {
      toggleMark(id, nameOf(id));
      return onChange();
    }
    // A selection of text is no click.
    if (target.closest("a, thead, .mark") || String(getSelection()) !== "") return;
    if (id !== undefined) openRow(id, dataOf());
  });
  addEventListener("resize", () => renderTables(shown, kind));
  document.addEventListener("rows", ({ detail }) => renderMarks(detail));
}
