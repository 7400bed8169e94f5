import { strictEqual } from "node:assert/strict";
import { isOlder } from "../../../../lib/node/version/is_older.ts";

Deno.test("isOlder orders versions by semantic versioning", () => {
  const order = [
    ...[
      "v1.4.0-alpha.4",
      "v1.4.0",
      "v1.7.10",
      "v1.8.0-alpha.0",
      "v1.8.0-alpha.2",
      "v1.8.0-alpha.10",
    ],
    ...["v1.8.0-beta.0", "v1.8.0-beta.0.1", "v1.8.0", "v1.8.1", "v1.10.0", "2"],
  ];
  for (const [left, a] of order.entries()) {
    for (const [right, b] of order.entries()) strictEqual(isOlder(a, b), left < right, `${a} ${b}`);
  }
  strictEqual(isOlder("v1.8.0+build", "v1.8.0"), false);
  strictEqual(isOlder("", "v1.8.0"), false);
  strictEqual(isOlder("nonsense", "v1.8.0"), false);
});

Deno.test("the tag of a build without git tags, an abbreviated hash, is neither older nor newer", () => {
  // "git describe --always" of the makefile of Talos.
  for (const tag of ["8f3a1b2c", "12345678", "1e100000-dirty"]) {
    strictEqual(isOlder("v1.14.0", tag), false, tag);
    strictEqual(isOlder(tag, "v1.14.0"), false, tag);
  }
});
