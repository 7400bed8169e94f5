/** The table of keys: help, documentation, and that each key does something. */
import { deepEqual, equal, ok } from "node:assert/strict";
import { helpLines } from "../../../lib/dashboard/help.ts";
import { findConflict, SCOPE_STACKS } from "../../../lib/dashboard_keys/check_keys.ts";
import { DEFAULT_KEYMAP, Keymap } from "../../../lib/dashboard_keys/keymap.ts";
import { keyLabel, KEYS, type Scope, SCOPE_TITLES } from "../../../lib/dashboard_keys/keys.ts";
import { replaceKeyTables } from "../../../scripts/dashboard_keys.ts";

const SCOPES = Object.keys(SCOPE_TITLES) as Scope[];

Deno.test("the page of the dashboard lists all keys", async () => {
  const page = await Deno.readTextFile(new URL("../../../docs/dashboard.md", import.meta.url));
  equal(page, replaceKeyTables(page), "run deno run -A scripts/dashboard_keys.ts");
});

Deno.test("the help lists all keys with what they do", () => {
  const help = helpLines(SCOPES).map(({ text }) => text).join("\n");
  for (const { keys, text, group = text } of KEYS) {
    ok(help.includes(keys.map(keyLabel).join(" ")), keys.join());
    ok(help.includes(group.replaceAll("`", "")), group);
  }
});

Deno.test("each key has one meaning in its scope", () => {
  for (const scope of SCOPES) {
    const entries = KEYS.filter((entry) => entry.scope === scope);
    const keys = entries.flatMap((entry) => entry.keys);
    deepEqual(keys.length, new Set(keys).size, scope);
    deepEqual(entries.length, new Set(entries.map(({ action }) => action)).size, scope);
  }
  equal(findConflict(new Map()), undefined);
  deepEqual(new Set(SCOPE_STACKS.flat()), new Set(SCOPES));
  equal(DEFAULT_KEYMAP.findAction(["resources", "table", "all"], "y"), "yaml");
  equal(DEFAULT_KEYMAP.findAction(["table", "all"], "y"), undefined);
});

Deno.test("changed keys replace the table's; ^C ends the dashboard always", () => {
  const keymap = new Keymap(new Map([["all.quit", ["Q"]], ["nodes.next-pane", ["x", "f2"]]]));
  equal(keymap.findAction(["all"], "q"), undefined);
  equal(keymap.findAction(["all"], "Q"), "quit");
  equal(keymap.findAction(["all"], "ctrl-c"), "quit");
  equal(keymap.toDefaultKey(["nodes", "all"], "x"), "tab");
  equal(keymap.toDefaultKey(["nodes", "all"], "tab"), undefined);
  const help = helpLines(["nodes", "all"], keymap).map(({ text }) => text).join("\n");
  ok(/^ {2}x F2 Shift-Tab +next and previous pane/m.test(help), help);
  ok(/^ {2}Q \^C +quit$/m.test(help), help);
});
