/** The keys of the page. */
import { deepEqual, equal, ok } from "node:assert/strict";
import { SCOPE_TITLES } from "../../../../lib/dashboard_keys/keys.ts";
import {
  GROUPED_KEYS,
  KEY_TABLE_SCRIPT,
  PAGE_KEYS,
} from "../../../../lib/dashboard/web/page_keys.ts";

Deno.test("the page has the keys of the terminal except those that change nodes or end it", () => {
  const nameOf = ({ scope, action }: { readonly scope: string; readonly action: string }) =>
    `${scope} ${action}`;
  const own = new Set(PAGE_KEYS.map(nameOf));
  deepEqual(GROUPED_KEYS.map(nameOf).filter((name) => !own.has(name)), [
    "all contexts",
    "all act",
    "all quit",
    "all suspend",
    "all half-up",
    "all half-down",
    "all wheel-up",
    "all wheel-down",
    "nodes mark",
    "nodes mark-all",
    "nodes diff",
    "nodes interval",
    "table plugin",
    "action confirm",
    "action stop",
    "picker select",
    "picker filter",
  ]);
});

Deno.test("no key of the page is a shortcut of browsers, and no scope has a key twice", () => {
  for (const scope of Object.keys(SCOPE_TITLES)) {
    const keys = PAGE_KEYS.filter((one) => one.scope === scope).flatMap((one) => one.keys);
    equal(new Set(keys).size, keys.length, scope);
    for (const key of keys) ok(!/^ctrl-|^shift-|Tab$/i.test(key), `${scope} ${key}`);
  }
});

Deno.test("the script of the keys is their table", async () => {
  const script = await import(`data:text/javascript,${encodeURIComponent(KEY_TABLE_SCRIPT)}`);
  deepEqual(script.KEYS, PAGE_KEYS);
  deepEqual(script.SCOPE_TITLES, SCOPE_TITLES);
});
