/** Marked rows, and what is done with them. */

import { $, copy, element, renderWhenChanged, save, say, setText } from "./dom.js";
import { downloadHref, go, isBrowse, state, tableKey } from "./state.js";

/** IDs and names of marked rows. */
const marks = new Map();
let table = "";

export function isMarked(id) {
  return marks.has(id);
}

/** Marks a row, or removes its mark. */
export function toggleMark(id, name) {
  if (!marks.delete(id)) marks.set(id, name);
}

/** Marks all rows; none where all are marked. */
export function toggleAll(rows, nameOf) {
  const isAll = rows.length > 0 && rows.every(({ id }) => marks.has(id));
  for (const row of rows) {
    if (isAll) marks.delete(row.id);
    else marks.set(row.id, nameOf(row));
  }
}

export function clearMarks() {
  marks.clear();
}

/** Most marked rows of an address. */
const MAX_MARKS = 500;

/** Returns the IDs of the marked rows, or of the current one. */
export function chosenIds(current) {
  if (marks.size > 0) return [...marks.keys()].slice(0, MAX_MARKS);
  return current === undefined ? [] : [current];
}

/** Copies the names of the marked rows, or of the current one. */
export function copyNames(current, nameOf) {
  const names = marks.size > 0 ? [...marks.values()] : current ? [nameOf(current)] : [];
  if (names.length === 0) return say("select a row first");
  copy(names.join("\n"), names.length === 1 ? names[0] : names.length + " names");
}

/** Shows the differences of the marked rows. */
export function openDiff() {
  if (marks.size < 2) return say("mark two rows with m, then press D");
  go({ row: chosenIds().join("\n"), document: "diff" });
}

/** Opens the logs of the marked rows, or of the current one. */
export function openLogs(current) {
  const ids = chosenIds(current);
  if (ids.length === 0) return say("mark rows with m first");
  go({ row: ids.join("\n") });
}

/** Asks for the format of a download. */
export function askFormat(data) {
  const kind = data?.rows?.kind;
  const formats = ["csv", "json", ...kind === "other" || kind === undefined ? [] : ["yaml"]];
  const what = marks.size > 0 ? marks.size + " marked rows" : "all rows";
  setText($("save-title"), "Download " + what);
  $("formats").replaceChildren(...formats.map((format) => {
    const button = element("button", { value: format }, format.toUpperCase());
    button.onclick = () => download(format);
    return button;
  }));
  $("save").showModal();
}

function download(format) {
  if (marks.size > MAX_MARKS) return say("more than " + MAX_MARKS + " rows: use a filter instead");
  const ids = [...marks.keys()].join("\n");
  save(downloadHref({ what: "rows", format, marks: ids }), "");
}

/** Renders the buttons; marks of another table are removed. */
export function renderMarks(rows) {
  if (table !== tableKey()) marks.clear();
  table = tableKey();
  const isTable = isBrowse() && (rows?.table ?? null) !== null;
  $("marks").hidden = !isTable;
  if (!isTable) return;
  const kind = rows.kind;
  const buttons = [
    ...["logs", "containers"].includes(state.view) ? [["logs", "Logs"]] : [],
    ...kind === "resource" || kind === "config" ? [["diff", "Differences"]] : [],
    ["copy", "Copy"],
    ["save", "Download"],
    ["columns", "Columns"],
    ["wide", "Full width"],
  ];
  renderWhenChanged(
    $("mark-buttons"),
    buttons,
    () =>
      buttons.map(([name, label]) => element("button", { type: "button", "data-do": name }, label)),
  );
  setText($("marked"), marks.size === 0 ? "" : marks.size + " marked");
  $("unmark").hidden = marks.size === 0;
}
