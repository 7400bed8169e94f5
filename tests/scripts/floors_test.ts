import assert from "node:assert/strict";
import { breachesOf, circles, importsOf } from "../../scripts/floors.ts";

Deno.test("importsOf() sees static, type-only, re-exported and lazy imports, not comments", () => {
  const source = [
    'import { a } from "./a.ts";',
    'import type { B } from "../errors.ts";',
    'export * from "./c.ts";',
    '// import { x } from "./x.ts";',
    'const d = await import("../rpc/mod.ts");',
    'type E = import("./e.ts").E;',
    "import {",
    "  f,",
    '} from "./f.ts";',
  ].join("\n");
  const found = importsOf("lib/client/open.ts", source);
  assert.deepEqual(found.map(({ target, dynamic, typeOnly }) => [target, dynamic, typeOnly]), [
    ["lib/client/a.ts", false, false],
    ["lib/errors.ts", false, true],
    ["lib/client/c.ts", false, false],
    ["lib/rpc/mod.ts", true, false],
    ["lib/client/e.ts", false, true],
    ["lib/client/f.ts", false, false],
  ]);
  assert.equal(found.at(-1)?.line, 9);
});

const breaches: [name: string, file: string, source: string, reason: RegExp][] = [
  ["an import from a higher floor", "lib/rpc/x.ts", 'import "../client/mod.ts";', /higher floor/],
  ["a neighbour on the same floor", "lib/rpc/x.ts", 'import "../cli/mod.ts";', /own floor/],
  [
    "a heavy static import of a command",
    "commands/read.ts",
    'import { x } from "../proto/machine.ts";',
    /await import/,
  ],
  [
    "a command that imports another",
    "commands/read.ts",
    'import x from "./list.ts";',
    /await import/,
  ],
  ["a library outside its folder", "lib/client/x.ts", 'import g from "@grpc/grpc-js";', /lib\/rpc/],
  ["a global of the process", "lib/output/x.ts", 'Deno.env.get("X");', /real system/],
  ["a file outside the plan", "lib/misc/x.ts", "", /no folder/],
  ["an overlong file", "lib/output/x.ts", "\n".repeat(402), /more than 400/],
];

for (const [name, file, source, reason] of breaches) {
  Deno.test(`breachesOf() finds ${name}`, () => {
    const found = breachesOf(file, source);
    assert.equal(found.length, 1, found.join("\n"));
    assert.match(found[0]!, reason);
  });
}

Deno.test("breachesOf() lets a command load heavy modules lazily and types freely", () => {
  const source = [
    'import { command } from "./wiring.ts";',
    'import type { machine } from "../proto/machine.ts";',
    'const { MachineService } = await import("../proto/machine.ts");',
  ].join("\n");
  assert.deepEqual(breachesOf("commands/read.ts", source), []);
});

Deno.test("circles() finds the way back to the start", () => {
  const graph = new Map([["a", ["b"]], ["b", ["c"]], ["c", ["a"]], ["d", ["a"]]]);
  assert.deepEqual(circles(graph), [["a", "b", "c", "a"]]);
});
