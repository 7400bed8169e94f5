/** Keys of the page. Their table is the one of the terminal; here is what they do. */

import { closeDocument, downloadFile, TEXT_ACTIONS } from "./document.js";
import { $, element } from "./dom.js";
import { KEYS, SCOPE_TITLES } from "./key_table.js";
import { LOG_ACTIONS } from "./log.js";
import { selectLog, selectNode, selectPane } from "./node.js";
import { go, NETWORK_TABLES, PANES, readState, replace, state, VIEWS } from "./state.js";
import { ACTIONS, currentId, moveRow, openRow } from "./table.js";

let changed = () => {};

function focusCommand() {
  if (state.view !== "resources") {
    go({ view: "resources" });
    // Before the event of the address: content of the other view would hide the field and lose keys.
    readState();
    changed();
  }
  // Also before the first content.
  $("command").hidden = false;
  $("type").focus();
  $("type").select();
}

function escape() {
  if (state.row !== "") return closeDocument();
  if (state.filter === "" && state.lines === "" && state.range === "") return history.back();
  for (const id of ["filter", "line-filter", "range"]) $(id).value = "";
  replace({ filter: "", lines: "", range: "" });
  changed();
}

/** Moves over rows; where there are none, scrolls. */
function move(by, pixels) {
  if (document.querySelector("tbody tr") !== null) return moveRow(by);
  const text = !$("document").hidden ? $("text") : $("lines");
  text.scrollTop += pixels;
}

/** Rows of a page. */
const PAGE_ROWS = 20;
const PAGE_PIXELS = 400;
const ALL = 1e9;

/** Shows a text about the current row, or of the open one. */
function show(name) {
  const id = currentId() ?? state.row.split("\n")[0];
  if (id !== "") go({ row: id, document: name });
}

function selectTable(by) {
  const tables = NETWORK_TABLES.map(([table]) => table);
  const index = (tables.indexOf(state.table) + by + tables.length) % tables.length;
  go({ table: tables[index] });
}

function openParent() {
  const parent = state.path.replace(/\/[^/]*$/, "");
  go({ path: parent === "" ? "/" : parent });
}

const open = (data) => openRow(currentId(), data);
const back = () => history.back();
const forward = () => history.forward();
const BACK = { "history-back": back, "history-forward": forward };

/** What the actions of the table of keys do, with the data and the event, by scope. */
const HANDLERS = {
  all: {
    view: (_, { key }) => go({ view: VIEWS[(Number(key) + 9) % 10][0] }),
    command: focusCommand,
    help: openHelp,
    back: escape,
    up: () => move(-1, -20),
    down: () => move(1, 20),
    "page-up": () => move(-PAGE_ROWS, -PAGE_PIXELS),
    "page-down": () => move(PAGE_ROWS, PAGE_PIXELS),
    first: () => move(-ALL, -ALL),
    last: () => move(ALL, ALL),
  },
  nodes: {
    panes: (_, { key }) => go({ view: "node", pane: PANES[key === "F1" ? 0 : 1][0] }),
    "next-pane": (_, { key }) => selectPane(key === "}" ? 1 : -1),
    "next-node": (data) => selectNode(data, 1),
    "previous-node": (data) => selectNode(data, -1),
    open,
    log: (data) => currentId() === undefined ? $("log-title").focus() : open(data),
    "next-log": (data, { key }) => selectLog(data, key === "]" ? 1 : -1),
    filter: ACTIONS.filter,
    sort: (_, { key }) => ACTIONS[key === ">" ? "next-column" : "previous-column"](),
    reverse: ACTIONS.reverse,
    "sort-cpu": (_, { key }) =>
      key === "c" ? ACTIONS.sortBy(["CPU%", "CPU"]) : ACTIONS.sortBy(["MEM", "RES-MEM", "MEM%"]),
    wide: ACTIONS.wide,
  },
  table: { ...ACTIONS, ...BACK },
  resources: {
    describe: (data) => data.rows?.kind === "type" ? open(data) : show("describe"),
    yaml: () => show("yaml"),
    uses: () => show("uses"),
    diff: ACTIONS.diff,
  },
  events: { details: open },
  sources: { logs: ACTIONS.logs },
  logs: { ...LOG_ACTIONS, ...BACK },
  files: {
    open,
    parent: openParent,
    download: () => downloadFile(currentId()),
  },
  network: { "next-table": () => selectTable(1), "previous-table": () => selectTable(-1) },
  text: { ...TEXT_ACTIONS, ...BACK },
};

const VIEW_SCOPES = {
  overview: ["nodes"],
  node: ["nodes"],
  etcd: ["nodes"],
  events: ["events", "table"],
  resources: ["resources", "table"],
  logs: ["sources", "table"],
  processes: ["table"],
  containers: ["sources", "table"],
  files: ["files", "table"],
  network: ["network", "table"],
};

/** Returns the scopes of keys, the first that has a key decides. */
function scopesOf(data, target) {
  const { view } = state;
  const own = view === "network" && state.table !== "connections"
    ? ["network", "resources", "table"]
    : VIEW_SCOPES[view];
  const isInRow = target.closest?.("#tables") !== null;
  const isText = data?.document !== null && data?.document !== undefined;
  if (isText && !isInRow) return ["text", ...own, "all"];
  const isLog = data?.log && data.log.sources.length === 0;
  if (isLog && (!isInRow || data.rows?.table === null)) return ["logs", ...own, "all"];
  return [...own, "all"];
}

function openHelp(data, { target }) {
  const scopes = scopesOf(data, target);
  $("keys").replaceChildren(
    ...scopes.toReversed().flatMap((scope) => [
      element("h3", {}, SCOPE_TITLES[scope]),
      element(
        "dl",
        {},
        ...KEYS.filter((one) => one.scope === scope).flatMap(({ label, text }) => [
          element("dt", {}, label),
          element("dd", {}, text),
        ]),
      ),
    ]),
  );
  $("help").showModal();
}

function findEntry(scopes, key) {
  for (const scope of scopes) {
    const entry = KEYS.find((one) => one.scope === scope && one.keys.includes(key));
    if (entry !== undefined) return entry;
  }
  return undefined;
}

/** Handles keys of an input: Enter accepts, and finds the next match; Escape clears. */
function handleInput(event, data) {
  const { key, target } = event;
  if (target.type === "checkbox") return false;
  if (key === "Escape") {
    if (target.value === "" || target.id === "type") target.blur();
    else {
      target.value = "";
      target.dispatchEvent(new Event("input"));
    }
    event.preventDefault();
    return true;
  }
  if (key === "Enter" && target.id !== "type") {
    event.preventDefault();
    const scope = target.id === "search" ? "logs" : target.id === "text-search" ? "text" : "";
    if (scope === "") moveRow(0);
    else HANDLERS[scope][event.shiftKey ? "previous-match" : "next-match"](data, event);
  }
  return true;
}

function handle(event, data) {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.querySelector("dialog[open]") !== null || target.matches("select")) return;
  if (target.matches("input") && handleInput(event, data)) return;
  const isControl = target.matches("a, button, summary, input");
  if (isControl && (key === "Enter" || key === " ")) return;
  const isText = target.matches(".text");
  if (isText && /^(Arrow|Page|Home|End)/.test(key)) return;
  const entry = findEntry(scopesOf(data, target), key);
  if (entry === undefined || data === null) return;
  event.preventDefault();
  HANDLERS[entry.scope][entry.action](data, event);
}

/** Handles keys, and the button that lists them. */
export function listenToKeys(dataOf, onChange) {
  changed = onChange;
  for (const { scope, action } of KEYS) {
    if (!HANDLERS[scope]?.[action]) throw new Error(`no handler of ${scope} ${action}`);
  }
  document.addEventListener("keydown", (event) => handle(event, dataOf()));
  $("help-open").addEventListener("click", (event) => openHelp(dataOf(), event));
}
