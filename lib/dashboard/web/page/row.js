/** The cells of a row. */

import { $, element, picture, setClass, setText } from "./dom.js";
import { hrefOf, isBrowse, state } from "./state.js";
import { isMarked } from "./marks.js";

export const SPARK_HEADER = "HISTORY";
export const MARK_HEADER = "MARK";

/** Headers of the columns that name rows. */
const NAMES = [
  "ID",
  "EVENT",
  "NAME",
  "SERVICE",
  "POD/CONTAINER",
  "COMMAND",
  "LOCAL ADDRESS",
  "CONTAINER",
];

/** Returns the index of the column that names and opens the row. */
export function nameIndexOf({ headers }) {
  if (!isBrowse()) return 0;
  return Math.max(headers.findIndex((one) => NAMES.includes(one)), 0);
}

/** Returns the address that a row opens. */
export function targetOf({ id, isFolder }, kind) {
  const { view } = state;
  if (view === "overview" || view === "etcd") return hrefOf({ view: "node", node: id });
  if (!isBrowse() || view === "processes") return undefined;
  const space = id.indexOf(" ");
  if (isFolder) return hrefOf({ line: id.slice(0, space), path: id.slice(space + 1) });
  if (kind === "type") return hrefOf({ type: id.slice(space + 1) });
  if (view === "network" && state.table === "connections") return undefined;
  return hrefOf({ row: id, document: "describe" });
}

function renderName(cell, text, target) {
  if (target === undefined) return setText(cell, text);
  let link = cell.querySelector("a");
  if (link === null) {
    link = element("a");
    cell.replaceChildren(link);
  }
  if (link.getAttribute("href") !== target) link.setAttribute("href", target);
  setText(link, text === "" ? "–" : text);
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

function renderMark(cell, { id }, name) {
  setClass(cell, "mark");
  let box = cell.querySelector("input");
  if (box === null) {
    box = element("input", { type: "checkbox", tabIndex: -1 });
    cell.replaceChildren(element("label", {}, box));
  }
  box.setAttribute("aria-label", "mark " + name);
  box.checked = isMarked(id);
}

/** Returns the class of a text that needs more than one column of a card. */
function lengthClass(text) {
  if (text.length <= 14) return "";
  return text.length <= 30 ? "medium" : "long";
}

/** Renders a row with the shown columns; `columns` are indexes of its cells. */
export function renderRow(row, one, { headers, columns, nameIndex, hasMarks, hasSparks, kind }) {
  const { cells, tints, dim, message, spark } = one;
  const texts = message === null ? columns.map((index) => cells[index] ?? "") : [cells[0], message];
  const offset = hasMarks ? 1 : 0;
  const hasSpark = message === null && hasSparks;
  const count = offset + texts.length + (hasSpark ? 1 : 0);
  while (row.children.length > count) row.lastChild.remove();
  while (row.children.length < count) row.append(element("td", { role: "cell" }));
  setClass(row, dim ? "dim" : "");
  const name = cells[nameIndex] ?? cells[0];
  if (hasMarks) renderMark(row.firstChild, one, name);
  texts.forEach((text, place) => {
    const index = message === null ? columns[place] : place;
    const cell = row.children[place + offset];
    const isMessage = message !== null && place === 1;
    if (index === nameIndex) renderName(cell, text, targetOf(one, kind));
    else setText(cell, text);
    const isNode = hasMarks && index === 0;
    const form = index === nameIndex
      ? "name"
      : isMessage
      ? "message"
      : isNode
      ? "node-name"
      : lengthClass(text);
    const tint = isMessage ? "red" : tints[index] ?? "";
    setClass(cell, [form, tint].filter(Boolean).join(" "));
    cell.colSpan = isMessage ? Math.max(headers.length - 1, 1) : 1;
    cell.dataset.label = isMessage ? "" : headers[index];
    cell.title = text.length > 60 ? text : "";
  });
  if (!hasSpark) return;
  const cell = row.lastChild;
  setClass(cell, "history");
  cell.dataset.label = SPARK_HEADER;
  renderSpark(cell, spark ?? []);
}

/** Renders the choice of columns. */
export function renderColumnChoice(headers, hidden, toggle) {
  $("column-list").replaceChildren(...headers.map((header) => {
    const box = element("input", { type: "checkbox", checked: !hidden.includes(header) });
    box.onchange = () => toggle(header);
    return element("label", {}, box, " " + header);
  }));
}
