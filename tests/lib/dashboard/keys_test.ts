/** The table of keys: help, documentation, and that each key does something. */
import { deepEqual, equal, ok } from "node:assert/strict";
import { helpLines } from "../../../lib/dashboard/help.ts";
import {
  findAction,
  keyLabel,
  KEYS,
  type Scope,
  SCOPE_TITLES,
} from "../../../lib/dashboard/keys.ts";
import { replaceKeyTables } from "../../../scripts/dashboard_keys.ts";

const SCOPES = Object.keys(SCOPE_TITLES) as Scope[];

Deno.test("the page of the dashboard lists all keys", async () => {
  const page = await Deno.readTextFile(new URL("../../../docs/dashboard.md", import.meta.url));
  equal(page, replaceKeyTables(page), "run deno run -A scripts/dashboard_keys.ts");
});

Deno.test("the help lists all keys with what they do", () => {
  const help = helpLines(SCOPES).map(({ text }) => text).join("\n");
  for (const { keys, text } of KEYS) {
    ok(help.includes(keys.map(keyLabel).join(" ")), keys.join());
    ok(help.includes(text.replaceAll("`", "")), text);
  }
});

Deno.test("each key has one meaning in its scope", () => {
  for (const scope of SCOPES) {
    const entries = KEYS.filter((entry) => entry.scope === scope);
    const keys = entries.flatMap((entry) => entry.keys);
    deepEqual(keys.length, new Set(keys).size, scope);
    deepEqual(entries.length, new Set(entries.map(({ action }) => action)).size, scope);
  }
  equal(findAction(["resources", "table", "all"], "y"), "yaml");
  equal(findAction(["table", "all"], "y"), undefined);
});
