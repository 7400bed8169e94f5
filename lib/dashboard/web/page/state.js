/** The state of the page, in the fragment of its address: links and Back work. */

export const VIEWS = [
  ["overview", "Overview"],
  ["node", "Node"],
  ["etcd", "etcd"],
  ["events", "Events"],
  ["resources", "Resources"],
  ["logs", "Logs"],
  ["containers", "Containers"],
  ["processes", "Processes"],
  ["connections", "Network"],
];
/** Views of one node, or of nodes; the others have a table over all nodes. */
const NODE_VIEWS = ["overview", "node", "etcd", "events"];
export const PANES = [
  ["summary", "Summary"],
  ["monitor", "Monitor"],
  ["services", "Services"],
  ["network", "Network"],
  ["disks", "Disks"],
  ["resources", "Resources"],
];

const DEFAULTS = {
  view: "overview",
  node: "",
  pane: "summary",
  log: "kernel",
  type: "members",
  line: "",
  filter: "",
  sort: "",
  limit: "",
  row: "",
  document: "describe",
};

/** Parameters of the rows, which another table does not have. */
const OF_ROWS = ["filter", "sort", "limit", "row"];
/** Parameters that the program needs for every view, and for resources. */
const SENT = ["view", "node", "pane", "log"];
const SENT_OF_ROWS = ["view", "type", "line", "filter", "sort", "limit", "row", "document"];

export const state = { ...DEFAULTS };

/** Returns the state after a change; another table has no filter. */
function changed(change) {
  const next = { ...state };
  if ("view" in change && change.view !== state.view) next.line = "";
  if (
    ["view", "pane", "type", "line", "node"].some((key) =>
      key in change && change[key] !== state[key]
    )
  ) {
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

/** Returns the parameters of the program. */
export function sentQuery() {
  const keys = isBrowse() ? SENT_OF_ROWS : SENT;
  return String(new URLSearchParams(keys.map((key) => [key, state[key]])));
}

/** Returns the column to sort by, and the direction. */
export function parseSort(text) {
  if (text === "") return undefined;
  return text.startsWith("-")
    ? { header: text.slice(1), isDescending: true }
    : { header: text, isDescending: false };
}
