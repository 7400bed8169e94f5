import assert from "node:assert/strict";
import { violationsOf } from "../../scripts/layers/file_rules.ts";
import { importsOf } from "../../scripts/layers/imports.ts";
import { LAYERS } from "../../scripts/layers/tables.ts";
import {
  cycles,
  folderCycles,
  heavyInterfaces,
  missingImports,
  unmatchedEntries,
} from "../../scripts/layers/tree_rules.ts";

Deno.test("importsOf() returns static, type-only, re-exported and lazy imports without comments", () => {
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

const violations: [name: string, file: string, source: string, reason: RegExp][] = [
  ["an import from a higher layer", "lib/rpc/x.ts", 'import "../client/mod.ts";', /higher layer/],
  ["a lazy import of lib/cli", "lib/client/x.ts", 'import("../cli/x.ts")', /higher layer/],
  ["a neighbour on the same layer", "lib/rpc/x.ts", 'import "../osconfig/x.ts";', /own layer/],
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
  ["a library outside its folder", "lib/client/x.ts", 'import { x } from "yaml";', /tests\//],
  ["a library by its npm name", "lib/rpc/x.ts", 'import y from "npm:yaml@2.9.1";', /tests\//],
  ["the runtime's HTTP/2", "lib/rpc/x.ts", 'import h from "node:http2";', /GOAWAY/],
  ["a variable of the environment", "lib/output/x.ts", 'Deno.env.get("X");', /real_system/],
  ["the working directory", "lib/output/x.ts", "Deno.cwd();", /real_system/],
  ["the process id", "lib/output/x.ts", "Deno.pid;", /serve_cluster\.ts/],
  ["the console", "lib/output/x.ts", 'console.log("x");', /global of the process/],
  ["Node's process", "lib/output/x.ts", "process.exit(1);", /global of the process/],
  ["the fetch of the runtime", "lib/output/x.ts", 'await fetch("x");', /tls\/fetch\.ts/],
  ["a TLS connection", "lib/rpc/x.ts", "Deno.connectTls({ port });", /tls\/connect_deno\.ts/],
  ["a client of node:tls", "lib/rpc/x.ts", 'import { connect } from "node:tls";', /connect_node/],
  ["all of node:tls", "lib/rpc/x.ts", 'import * as tls from "node:tls";', /connect_node/],
  ["a lazy client", "lib/rpc/x.ts", 'await import("node:https");', /connect_node/],
  ["a socket of the runtime", "lib/rpc/x.ts", 'new WebSocket("wss://a");', /exec\.ts/],
  [
    "a file of a subject folder",
    "lib/cli/x.ts",
    'import { x } from "../node/events/x.ts";',
    /the interface of its folder is mod\.ts/,
  ],
  ["a file outside the layers", "lib/misc/x.ts", "", /in no layer/],
  ["a long main.ts", "main.ts", "\n".repeat(32), /more than 30 lines/],
  [
    "a stream in a procedure",
    "lib/procedures/x.ts",
    "await context.stderr.write(text);",
    /uses context\.stderr; a procedure has options/,
  ],
  [
    "a flag in a procedure",
    "lib/procedures/x.ts",
    "export interface ApplyFlags {}",
    /uses ApplyFlags; a procedure/,
  ],
  ["values of flags in a procedure", "lib/procedures/x.ts", "run(flags.yes);", /uses flags;/],
  [
    "the terminal in a procedure",
    "lib/procedures/x.ts",
    'type Part = Pick<Whole, "clock" | "terminal">;',
    /uses "terminal">;/,
  ],
  [
    "the whole system in a procedure",
    "lib/procedures/x.ts",
    'import type { Clock, System } from "../platform/system.ts";',
    /uses the whole system;/,
  ],
];

for (const [name, file, source, reason] of violations) {
  Deno.test(`violationsOf() finds ${name}`, () => {
    const found = violationsOf(file, source);
    assert.equal(found.length, 1, found.join("\n"));
    assert.match(found[0]!, reason);
  });
}

Deno.test("violationsOf() accepts lazy heavy modules and types in a command, and long files", () => {
  const source = [
    'import { command } from "./wiring.ts";',
    'import type { machine } from "../proto/machine.ts";',
    'const { MachineService } = await import("../proto/machine.ts");',
  ].join("\n");
  assert.deepEqual(violationsOf("commands/read.ts", source), []);
  assert.deepEqual(violationsOf("lib/output/x.ts", "\n".repeat(1000)), []);
});

Deno.test("unmatchedEntries() finds libraries without an owner and entries without a match", () => {
  const found = unmatchedEntries(["rfc6902", "left-pad"], [["main.ts", "Deno.args"]], [])
    .map((line) => line.replace("scripts/layers/tables.ts:1: ", ""));
  for (
    const expected of [
      "library left-pad has no owner",
      "library js-yaml is not in deno.json",
      "owner lib/machineconfig/patch/ does not import rfc6902",
      "layer entry lib/rpc/ matches no file",
      "lib/platform/self_command.ts does not use \\bDeno\\.(execPath|mainModule)\\b",
    ]
  ) assert.ok(found.includes(expected), expected);
  assert.ok(!found.some((line) => line.startsWith("main.ts does not use")));
});

Deno.test("folderCycles() finds neighbouring folders that import each other", () => {
  const graph = new Map([
    ["lib/a/one/x.ts", ["lib/a/two/y.ts"]],
    ["lib/a/two/z.ts", ["lib/a/one/deep/w.ts"]],
    ["lib/a/mod.ts", ["lib/a/one/x.ts"]],
    ["lib/a/one/deep/w.ts", ["lib/a/mod.ts"]],
    ["lib/b/x.ts", ["lib/a/one/x.ts"]],
  ]);
  assert.deepEqual(folderCycles(graph), [
    "lib/a/one/x.ts:1: folders import each other: " +
    "lib/a/one/x.ts → lib/a/two/y.ts, lib/a/two/z.ts → lib/a/one/deep/w.ts",
  ]);
  graph.delete("lib/a/two/z.ts");
  assert.deepEqual(folderCycles(graph), []);
});

Deno.test("cycles() returns the path back to the start", () => {
  const graph = new Map([["a", ["b"]], ["b", ["c"]], ["c", ["a"]], ["d", ["a"]]]);
  assert.deepEqual(cycles(graph), [["a", "b", "c", "a"]]);
});

Deno.test("missingImports() finds lazy and static imports of files that do not exist", () => {
  const source = 'import { a } from "./a.ts";\nconst b = await import("../lib/client/b.ts");\n';
  const files = new Set(["commands/get.ts", "commands/a.ts"]);
  assert.deepEqual(missingImports([["commands/get.ts", source]], files), [
    "commands/get.ts:2: imports lib/client/b.ts, which does not exist",
  ]);
});

Deno.test("heavyInterfaces() finds a mod.ts that loads semver, and ignores lazy and type imports", () => {
  const heavy: [string, string][] = [
    ["lib/node/version/mod.ts", 'export { a } from "./a.ts";'],
    ["lib/node/version/a.ts", 'import coerce from "semver/functions/coerce.js";'],
  ];
  assert.deepEqual(heavyInterfaces(heavy, []), [
    "lib/node/version/mod.ts:1: loads semver/functions/coerce.js; move what needs it to a separate " +
    "folder",
  ]);
  assert.deepEqual(heavyInterfaces(heavy, ["lib/node/version/mod.ts"]), []);
  const light: [string, string][] = [
    ["lib/node/version/mod.ts", 'export type { A } from "./a.ts";\nawait import("./a.ts");'],
    heavy[1]!,
  ];
  assert.deepEqual(heavyInterfaces(light, []), []);
});

Deno.test("the table of CONTRIBUTING.md lists every folder with its layer", async () => {
  const text = await Deno.readTextFile(new URL("../../CONTRIBUTING.md", import.meta.url));
  const listed = [...text.matchAll(/^\| (\d) +\| `([^`]+)` +\|/gm)].map(([, layer, folder]) =>
    `${layer} ${folder}`
  );
  assert.deepEqual(listed.sort(), LAYERS.map(([folder, layer]) => `${layer} ${folder}`).sort());
});
