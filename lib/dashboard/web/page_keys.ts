/**
 * The keys of the page: terminal keys that have a meaning in a browser.
 *
 * @module
 */
import {
  groupEntries,
  keyLabel,
  KEYS,
  type Scope,
  SCOPE_TITLES,
} from "../../dashboard_keys/keys.ts";

/** A key of the page. */
export interface PageKey {
  readonly scope: Scope;
  readonly action: string;
  /** Values of `KeyboardEvent.key`. */
  readonly keys: readonly string[];
  readonly label: string;
  readonly text: string;
}

/** Actions of the terminal that a page does not have, by scope. */
const OMITTED: Readonly<Partial<Record<Scope, readonly string[]>>> = {
  // The page changes nothing, has the context of its command, and is closed by the browser.
  all: ["act", "contexts", "quit", "suspend", "wheel-up", "wheel-down"],
  // The interval is an option of the command.
  nodes: ["interval", "mark", "mark-all", "diff"],
  // Plugins are commands of the terminal's user.
  table: ["plugin"],
  action: ["confirm", "stop"],
  picker: ["select", "filter"],
};

/** Actions of the page for grouped keys, by the first action of the group. */
const GROUPS: Readonly<Record<string, string>> = {
  "all view-overview": "view",
  "nodes summary": "panes",
  "nodes previous-log": "next-log",
  "nodes previous-column": "sort",
  "nodes more-often": "interval",
};

/** The table of the terminal with the actions of the page. */
export const GROUPED_KEYS = groupEntries(KEYS).map((entry) => ({
  ...entry,
  action: GROUPS[`${entry.scope} ${entry.action}`] ?? entry.action,
}));

/** Keys instead of those that move the focus of a page. */
const INSTEAD: Readonly<Record<string, readonly string[]>> = {
  "nodes next-pane": ["}", "{"],
  "network next-table": ["}"],
  "network previous-table": ["{"],
};

/** Texts that differ. */
const TEXTS: Readonly<Record<string, string>> = {
  "all command": "open a resource type, a view or `diff worker-1 worker-2`",
  "table save": "download the marked rows, or all",
  "files download": "download the file itself",
  "logs save": "download the lines",
  "text save": "download the text",
};

/** Names of keys in browsers. */
const NAMES: Readonly<Record<string, string>> = {
  up: "ArrowUp",
  down: "ArrowDown",
  left: "ArrowLeft",
  right: "ArrowRight",
  "page-up": "PageUp",
  "page-down": "PageDown",
  home: "Home",
  end: "End",
  enter: "Enter",
  escape: "Escape",
  backspace: "Backspace",
  f1: "F1",
  f2: "F2",
};

/** The keys, in the order of the help. */
export const PAGE_KEYS: readonly PageKey[] = GROUPED_KEYS.flatMap(
  ({ scope, action, keys, text }) => {
    const name = `${scope} ${action}`;
    // Combinations with Control are shortcuts of browsers.
    const own = INSTEAD[name] ?? keys.filter((key) => !key.startsWith("ctrl-"));
    if (own.length === 0 || OMITTED[scope]?.includes(action)) return [];
    return [{
      scope,
      action,
      keys: own.map((key) => NAMES[key] ?? key),
      label: own.map(keyLabel).join(" "),
      text: (TEXTS[name] ?? text).replaceAll("`", ""),
    }];
  },
);

/** The table as a module of the page. */
export const KEY_TABLE_SCRIPT: string = [
  "/** The keys, from the table of the terminal. */",
  `export const SCOPE_TITLES = ${JSON.stringify(SCOPE_TITLES)};`,
  `export const KEYS = ${JSON.stringify(PAGE_KEYS)};`,
  "",
].join("\n");
