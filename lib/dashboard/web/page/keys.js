/** Keys of the page: one table for what they do and for the list of keys. */

import { closeDocument } from "./document.js";
import { $, element } from "./dom.js";
import { go, PANES, replace, state, VIEWS } from "./state.js";
import { moveRow, openRow } from "./table.js";

function step(list, current, by) {
  return list[(list.indexOf(current) + by + list.length) % list.length];
}

function selectNode({ nodes, node }, by) {
  go({ view: "node", log: "kernel", node: step(nodes.map((one) => one.node), node, by) });
}

function selectPane(by) {
  go({ view: "node", pane: step(PANES.map(([pane]) => pane), state.pane, by) });
}

function focusCommand() {
  if (state.view !== "resources") go({ view: "resources" });
  // The view shows it with its next content.
  $("command").hidden = false;
  $("type").focus();
  $("type").select();
}

/** Keys, their texts, and what they do with the data. */
const KEYS = [
  {
    keys: VIEWS.map((_, index) => String(index + 1)),
    text: VIEWS.map(([, label]) => label).join(", "),
    run: (_, key) => go({ view: VIEWS[Number(key) - 1][0] }),
  },
  { keys: [":"], text: "open a resource type, such as links worker-1", run: focusCommand },
  { keys: ["n"], text: "next node", run: (data) => selectNode(data, 1) },
  { keys: ["N"], text: "previous node", run: (data) => selectNode(data, -1) },
  { keys: ["j", "ArrowDown"], label: "j ↓", text: "next row", run: () => moveRow(1) },
  { keys: ["k", "ArrowUp"], label: "k ↑", text: "previous row", run: () => moveRow(-1) },
  {
    keys: ["Enter"],
    text: "open the node, the log or the resource",
    run: (data) => openRow(document.activeElement, data),
  },
  { keys: ["]"], text: "next pane", run: () => selectPane(1) },
  { keys: ["["], text: "previous pane", run: () => selectPane(-1) },
  { keys: ["d"], text: "describe the resource", run: () => show("describe") },
  { keys: ["y"], text: "YAML of the resource", run: () => show("yaml") },
  { keys: ["/"], text: "filter rows", run: () => $("filter").focus() },
  { keys: ["?"], text: "list the keys", run: () => $("help").showModal() },
  { keys: ["Escape"], label: "Esc", text: "clear the filter, close the text", run: escape },
];

/** Shows a text about the resource of the focused row, or of the open one. */
function show(name) {
  const row = document.activeElement?.closest("tr")?.dataset.id ?? state.row;
  if (state.view === "resources" && row !== "") go({ row, document: name });
}

let changed = () => {};

function escape() {
  if (state.row !== "") return closeDocument();
  $("filter").value = "";
  replace({ filter: "" });
  changed();
}

function handle(event, data) {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || $("help").open) return;
  if (target.matches("input")) {
    if (key !== "Escape" && !(key === "Enter" && target === $("filter"))) return;
    if (key === "Escape" && target === $("filter")) escape();
    $("content").focus();
    return;
  }
  if (target.matches("select")) return;
  if (key === "Enter" && !target.matches("tr")) return;
  if (key.startsWith("Arrow") && target.matches(".text, button, summary")) return;
  const entry = KEYS.find(({ keys }) => keys.includes(key));
  if (entry === undefined || data === null) return;
  event.preventDefault();
  entry.run(data, key);
}

/** Handles keys and lists them. */
export function listenToKeys(dataOf, onChange) {
  changed = onChange;
  document.addEventListener("keydown", (event) => handle(event, dataOf()));
  $("keys").append(...KEYS.flatMap(({ keys, label, text }) => [
    element("dt", {}, label ?? keys.join(" ")),
    element("dd", {}, text),
  ]));
}
