/** The state of the page, in the fragment of its address: links and Back work. */

/** Views in the order of their keys. */
export const VIEWS = [
  ["overview", "Overview"],
  ["node", "Node"],
  ["etcd", "etcd"],
  ["events", "Events"],
  ["resources", "Resources"],
  ["logs", "Logs"],
  ["processes", "Processes"],
  ["containers", "Containers"],
  ["files", "Files"],
  ["network", "Network"],
];
/** Views of one node, or of nodes; the others have a table over all nodes. */
const NODE_VIEWS = ["overview", "node", "etcd"];
export const PANES = [
  ["summary", "Summary"],
  ["monitor", "Monitor"],
  ["services", "Services"],
  ["network", "Network"],
  ["disks", "Disks"],
  ["resources", "Resources"],
];
export const NETWORK_TABLES = [
  ["connections", "Connections"],
  ["links", "Links"],
  ["routes", "Routes"],
  ["addresses", "Addresses"],
];

const DEFAULTS = {
  view: "overview",
  node: "",
  pane: "summary",
  log: "kernel",
  type: "",
  line: "",
  path: "/",
  table: "connections",
  filter: "",
  lines: "",
  range: "",
  sort: "",
  hide: "",
  row: "",
  document: "describe",
};

/** Parameters of the rows, which another table does not have. */
const OF_ROWS = ["filter", "lines", "range", "sort", "hide", "row", "document"];
/** Parameters that select a table. */
const OF_TABLE = ["view", "pane", "type", "line", "path", "table", "node"];
/** Parameters that the program needs for views of nodes, and for the others. */
const SENT = ["view", "node", "pane", "log"];
const SENT_OF_ROWS = [
  "view",
  "type",
  "line",
  "path",
  "table",
  "filter",
  "lines",
  "range",
  "sort",
  "row",
  "document",
];

export const state = { ...DEFAULTS };

/** Returns the state after a change; another table has no filter. */
function changed(change) {
  const next = { ...state };
  if ("view" in change && change.view !== state.view) {
    for (const key of ["line", "path", "table"]) next[key] = DEFAULTS[key];
  }
  if (OF_TABLE.some((key) => key in change && change[key] !== state[key])) {
    for (const key of OF_ROWS) next[key] = DEFAULTS[key];
  }
  return Object.assign(next, change);
}

function fragmentOf(next) {
  const entries = Object.entries(next).filter(([key, value]) => value !== DEFAULTS[key]);
  return "#" + new URLSearchParams(entries);
}

/** Returns the address of a change. */
export function hrefOf(change) {
  return fragmentOf(changed(change));
}

/** Changes the state; Back returns to the one before. */
export function go(change) {
  location.hash = hrefOf(change);
}

/** Changes the state in place, such as while a filter is typed. */
export function replace(change) {
  Object.assign(state, changed(change));
  history.replaceState(null, "", fragmentOf(state));
}

/** Reads the state from the address. */
export function readState() {
  const query = new URLSearchParams(location.hash.slice(1));
  for (const key of Object.keys(DEFAULTS)) state[key] = query.get(key) ?? DEFAULTS[key];
  if (!VIEWS.some(([view]) => view === state.view)) state.view = DEFAULTS.view;
}

/** Whether the view has a table over all nodes. */
export function isBrowse() {
  return !NODE_VIEWS.includes(state.view);
}

/**
 * Identifies the table, whose marks and scroll position stay while rows are filtered. A change of it is
 * a change of the sent query, to which the program responds.
 */
export function tableKey() {
  const sent = isBrowse() ? SENT_OF_ROWS : SENT;
  return OF_TABLE.filter((key) => sent.includes(key)).map((key) => state[key]).join("\n");
}

function parametersOf(keys) {
  return new URLSearchParams(keys.map((key) => [key, state[key]]));
}

/** Returns the parameters of the program. */
export function sentQuery() {
  return String(parametersOf(isBrowse() ? SENT_OF_ROWS : SENT));
}

/** Returns the address of a download. */
export function downloadHref(parameters) {
  const query = parametersOf(SENT_OF_ROWS);
  for (const [key, value] of Object.entries(parameters)) query.set(key, value);
  return "download?" + query;
}

/** Returns the column to sort by, and the direction. */
export function parseSort(text) {
  if (text === "") return undefined;
  return text.startsWith("-")
    ? { header: text.slice(1), isDescending: true }
    : { header: text, isDescending: false };
}
