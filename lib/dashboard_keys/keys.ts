/**
 * All keys of the dashboard's screen: dispatch, preferences, help, the page of the documentation
 * and the tests read this table.
 *
 * @module
 */

/** Views by their number keys, from 1 on, as command lines name them. */
export const VIEW_NAMES: readonly string[] = [
  "overview",
  "node",
  "etcd",
  "events",
  "resources",
  "logs",
  "processes",
  "containers",
  "files",
  "network",
];

/** Titles of the views, in the order of their number keys. */
export const VIEW_TITLES: readonly string[] = [
  "Overview",
  "Node",
  "etcd",
  "Events",
  "Resources",
  "Logs",
  "Processes",
  "Containers",
  "Files",
  "Network",
];

/** Scope of a key. */
export type Scope =
  /** Every view. */
  | "all"
  /** Overview, Node and etcd. */
  | "nodes"
  /** Every table of the other views. */
  | "table"
  | "resources"
  /** Tables of services and containers, whose logs can be opened. */
  | "sources"
  | "logs"
  | "files"
  | "network"
  | "events"
  | "action"
  /** Lists of which one entry is selected. */
  | "picker"
  /** Every text: descriptions, YAML, files, differences. */
  | "text";

/** An entry of the table. */
export interface KeyEntry {
  readonly scope: Scope;
  /** Unique in its scope. */
  readonly action: string;
  /** Names of keys as `KeySplitter` returns them. */
  readonly keys: readonly string[];
  readonly text: string;
  /** Text of successive entries that the help lists in one line. */
  readonly group?: string;
}

/** Moves over rows or lines. */
const MOVES: readonly (readonly [action: string, keys: readonly string[]])[] = [
  ["up", ["up", "k"]],
  ["down", ["down", "j"]],
  ["page-up", ["page-up", "ctrl-b"]],
  ["page-down", ["page-down", "ctrl-f"]],
  ["half-up", ["ctrl-u"]],
  ["half-down", ["ctrl-d"]],
  ["first", ["home", "g"]],
  ["last", ["end", "G"]],
  ["wheel-up", ["wheel-up"]],
  ["wheel-down", ["wheel-down"]],
];

const MOVE_TEXTS: Readonly<Record<string, string>> = {
  up: "up",
  down: "down",
  "page-up": "a page up",
  "page-down": "a page down",
  "half-up": "half a page up",
  "half-down": "half a page down",
  first: "first line",
  last: "last line",
  "wheel-up": "three lines up",
  "wheel-down": "three lines down",
};

/** Returns entries that the help lists in one line. */
function pair(
  scope: Scope,
  group: string,
  entries: readonly (readonly [action: string, key: string, text: string])[],
): KeyEntry[] {
  return entries.map(([action, key, text]) => ({ scope, action, keys: [key], text, group }));
}

/** The keys. */
export const KEYS: readonly KeyEntry[] = [
  ...VIEW_NAMES.map((name, index): KeyEntry => ({
    scope: "all",
    action: `view-${name}`,
    keys: [String((index + 1) % 10)],
    text: VIEW_TITLES[index]!,
    group: VIEW_TITLES.join(", "),
  })),
  {
    scope: "all",
    action: "command",
    keys: [":"],
    text: "open a resource type or a view: `:links worker-1`; Tab completes",
  },
  {
    scope: "all",
    action: "contexts",
    keys: ["@"],
    text: "contexts and targets; `:ctx lab` and `:@workers` select one",
  },
  {
    scope: "all",
    action: "act",
    keys: ["a"],
    text:
      "action on the node or the marked ones, with `--allow-changes`: reboot, drain, upgrade, patch …",
  },
  { scope: "all", action: "help", keys: ["?"], text: "list the keys" },
  { scope: "all", action: "back", keys: ["escape"], text: "clear the filter, or go back" },
  { scope: "all", action: "quit", keys: ["q", "ctrl-c"], text: "quit" },
  { scope: "all", action: "suspend", keys: ["ctrl-z"], text: "suspend" },
  ...MOVES.map(([action, keys]): KeyEntry => ({
    scope: "all",
    action,
    keys,
    text: MOVE_TEXTS[action]!,
  })),

  ...pair("nodes", "Summary and Monitor of the node", [
    ["summary", "f1", "Summary of the node"],
    ["monitor", "f2", "Monitor of the node"],
  ]),
  ...pair("nodes", "next and previous pane of the node", [
    ["next-pane", "tab", "next pane of the node"],
    ["previous-pane", "shift-tab", "previous pane of the node"],
  ]),
  { scope: "nodes", action: "next-node", keys: ["n", "right"], text: "next node" },
  {
    scope: "nodes",
    action: "previous-node",
    keys: ["N", "left", "h"],
    text: "previous node",
  },
  {
    scope: "nodes",
    action: "open",
    keys: ["enter"],
    text: "open the node, or the log of the service",
  },
  { scope: "nodes", action: "mark", keys: [" "], text: "mark the node" },
  { scope: "nodes", action: "mark-all", keys: ["M"], text: "mark all nodes, or none" },
  {
    scope: "nodes",
    action: "diff",
    keys: ["D"],
    text: "differences of the configurations of marked nodes",
  },
  { scope: "nodes", action: "log", keys: ["l"], text: "log of the service below the table" },
  ...pair("nodes", "previous and next log", [
    ["previous-log", "[", "previous log"],
    ["next-log", "]", "next log"],
  ]),
  { scope: "nodes", action: "filter", keys: ["/"], text: "filter rows by a text" },
  ...pair("nodes", "sort by another column", [
    ["previous-column", "<", "sort by the column before"],
    ["next-column", ">", "sort by the next column"],
  ]),
  { scope: "nodes", action: "reverse", keys: ["o"], text: "reverse the order" },
  ...pair("nodes", "sort by CPU, by memory", [
    ["sort-cpu", "c", "sort by CPU"],
    ["sort-memory", "m", "sort by memory"],
  ]),
  { scope: "nodes", action: "wide", keys: ["w"], text: "all columns in full" },
  ...pair("nodes", "update more or less often", [
    ["more-often", "-", "update more often"],
    ["less-often", "+", "update less often"],
  ]),

  {
    scope: "table",
    action: "filter",
    keys: ["/"],
    text: "filter rows: expression, `ID:` for one column, `!` inverted, `-l` label selector",
  },
  { scope: "table", action: "previous-column", keys: ["<"], text: "sort by the column before" },
  { scope: "table", action: "next-column", keys: [">"], text: "sort by the next column" },
  { scope: "table", action: "reverse", keys: ["o"], text: "reverse the order" },
  { scope: "table", action: "columns", keys: ["C"], text: "select columns" },
  { scope: "table", action: "wide", keys: ["w"], text: "all columns in full" },
  { scope: "table", action: "mark", keys: ["m", " "], text: "mark the row" },
  { scope: "table", action: "mark-all", keys: ["M"], text: "mark all rows, or none" },
  { scope: "table", action: "copy", keys: ["c"], text: "copy the names of the marked rows" },
  { scope: "table", action: "save", keys: ["s"], text: "save the marked rows, or all" },
  { scope: "table", action: "plugin", keys: ["!"], text: "run a plugin with the marked rows" },
  { scope: "table", action: "history-back", keys: ["["], text: "the view before" },
  { scope: "table", action: "history-forward", keys: ["]"], text: "the next view" },

  {
    scope: "resources",
    action: "describe",
    keys: ["d", "enter"],
    text: "describe the resource",
  },
  { scope: "resources", action: "yaml", keys: ["y"], text: "YAML of the resource" },
  {
    scope: "resources",
    action: "uses",
    keys: ["u"],
    text: "controllers that write and read the type",
  },
  {
    scope: "resources",
    action: "diff",
    keys: ["D"],
    text: "differences of the marked rows",
  },

  {
    scope: "sources",
    action: "logs",
    keys: ["l", "enter"],
    text: "follow the logs of the marked rows, sorted by time",
  },

  {
    scope: "logs",
    action: "follow",
    keys: ["f"],
    text: "follow the newest line, or stay at a line",
  },
  { scope: "logs", action: "search", keys: ["/"], text: "search" },
  { scope: "logs", action: "next-match", keys: ["n"], text: "next match" },
  { scope: "logs", action: "previous-match", keys: ["N"], text: "previous match" },
  {
    scope: "logs",
    action: "filter",
    keys: ["&"],
    text: "show lines that match an expression, `!` inverted",
  },
  {
    scope: "logs",
    action: "range",
    keys: ["t"],
    text: "show a range of time: `15m`, `10:00..10:05`",
  },
  { scope: "logs", action: "prefix", keys: ["p"], text: "node and service before lines" },
  { scope: "logs", action: "wrap", keys: ["w"], text: "wrap long lines" },
  { scope: "logs", action: "copy", keys: ["c"], text: "copy the line" },
  { scope: "logs", action: "save", keys: ["s"], text: "save the lines" },
  { scope: "logs", action: "history-back", keys: ["["], text: "the view before" },
  { scope: "logs", action: "history-forward", keys: ["]"], text: "the next view" },

  { scope: "files", action: "open", keys: ["enter", "d"], text: "open the folder, show the file" },
  { scope: "files", action: "parent", keys: ["backspace", "h"], text: "the folder above" },
  { scope: "files", action: "download", keys: ["S"], text: "save the file itself" },

  {
    scope: "network",
    action: "next-table",
    keys: ["tab"],
    text: "next of connections, links, routes and addresses",
  },
  { scope: "network", action: "previous-table", keys: ["shift-tab"], text: "previous of them" },

  { scope: "events", action: "details", keys: ["d", "enter"], text: "all fields of the event" },

  {
    scope: "action",
    action: "confirm",
    keys: ["y"],
    text: "start the action, with the node's name or the number of nodes",
  },
  {
    scope: "action",
    action: "stop",
    keys: ["x"],
    text: "stop a rolling change; stop following another action",
  },

  { scope: "picker", action: "select", keys: ["enter"], text: "show its nodes" },
  { scope: "picker", action: "filter", keys: ["/"], text: "filter by a text" },

  { scope: "text", action: "search", keys: ["/"], text: "search" },
  { scope: "text", action: "next-match", keys: ["n"], text: "next match" },
  { scope: "text", action: "previous-match", keys: ["N"], text: "previous match" },
  { scope: "text", action: "fold", keys: ["enter", " "], text: "fold or unfold the section" },
  { scope: "text", action: "fold-all", keys: ["-"], text: "fold all sections" },
  { scope: "text", action: "unfold-all", keys: ["+"], text: "unfold all sections" },
  { scope: "text", action: "wrap", keys: ["w"], text: "wrap long lines" },
  { scope: "text", action: "copy", keys: ["c"], text: "copy the text" },
  { scope: "text", action: "save", keys: ["s"], text: "save the text" },
  { scope: "text", action: "history-back", keys: ["["], text: "the view before" },
  { scope: "text", action: "history-forward", keys: ["]"], text: "the next view" },
];

/** Titles of the scopes, in the order of the help. */
export const SCOPE_TITLES: Readonly<Record<Scope, string>> = {
  all: "Everywhere",
  nodes: "Overview, Node, etcd",
  table: "Tables of the other views",
  resources: "Resources",
  events: "Events",
  sources: "Logs and Containers",
  logs: "Lines of logs",
  files: "Files",
  network: "Network",
  action: "Actions",
  picker: "Contexts and targets",
  text: "Texts",
};

/** Returns entries with grouped ones as one, whose action is the first one's. */
export function groupEntries(entries: readonly KeyEntry[]): KeyEntry[] {
  const all: KeyEntry[] = [];
  for (const { group, ...entry } of entries) {
    const last = all.at(-1);
    const isSame = group !== undefined && last?.text === group && last.scope === entry.scope;
    if (isSame) all[all.length - 1] = { ...last, keys: [...last.keys, ...entry.keys] };
    else all.push({ ...entry, text: group ?? entry.text });
  }
  return all;
}

/** Returns the lines of a scope in a list of keys. */
export function keyLines(entries: readonly KeyEntry[], scope: Scope): KeyEntry[] {
  return groupEntries(entries.filter((entry) => entry.scope === scope));
}

/** Labels of keys whose name is not what keyboards show. */
const LABELS: Readonly<Record<string, string>> = {
  up: "↑",
  down: "↓",
  left: "←",
  right: "→",
  "page-up": "PgUp",
  "page-down": "PgDn",
  home: "Home",
  end: "End",
  enter: "Enter",
  escape: "Esc",
  tab: "Tab",
  backspace: "Backspace",
  delete: "Delete",
  "shift-tab": "Shift-Tab",
  f1: "F1",
  f2: "F2",
  " ": "Space",
  "wheel-up": "wheel up",
  "wheel-down": "wheel down",
};

/** Returns the name of a key on keyboards. */
export function keyLabel(key: string): string {
  return LABELS[key] ?? key.replace(/^ctrl-(.)$/, (_, letter) => `^${letter.toUpperCase()}`);
}
