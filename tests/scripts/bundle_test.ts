import assert, { ok } from "node:assert/strict";
import {
  bundle,
  embedCommit,
  hideImports,
  makeImportsLazy,
  makeRequireLazy,
} from "../../scripts/bundle.ts";
import { findUsers } from "../../scripts/inline_chunks.ts";
import { chooseGroups, listExports } from "../../scripts/merge_chunks.ts";
import { bundleFiles, endMinifier, minify } from "../../scripts/minify.ts";
import { buildOf } from "../../lib/rpc/session/session_name.ts";
import { readScripts } from "../../scripts/list_files.ts";
import { nameBuild } from "../../scripts/rename_chunks.ts";
import { Program } from "../../scripts/program.ts";

Deno.test("imports of chunks only are hidden, then made lazy", () => {
  assert.equal(
    makeImportsLazy(
      hideImports(
        'const a = await import("./chunk.js"); import b from "./b.js"; import("npm:x");',
      ),
    ),
    'const a = await import(String("./chunk.js")); ' +
      'import b from "./b.js"; import("npm:x");',
  );
});

Deno.test("makeRequireLazy() loads node:module at the first require", () => {
  const source =
    'var a=1;import{createRequire as c} from "node:module";var m=c(import.meta.url);b(m);';
  const lazy = makeRequireLazy(source);
  assert.match(
    lazy,
    /^var a=1;var m=\(id\)=>process\.getBuiltinModule\("node:module"\).*;b\(m\);$/,
  );
  const require = new Function(
    `${lazy.slice(0, lazy.indexOf("b(m)")).replace("import.meta.url", '"file:///"')} return m;`,
  )();
  assert.equal(typeof require("events").once, "function");
  assert.throws(() => require("bufferutil-missing"), /Cannot find module/);
});

Deno.test("small chunks of many modules and the modules of calls are merged", () => {
  const files = new Map([
    ["main.js", 'import{a}from"./chunk-start.js";'],
    ["chunk-start.js", ""],
    [
      "tree.js",
      'import{a}from"./chunk-flags.js";import{b}from"./chunk-rare.js";export{a as tree};',
    ],
    ["chunk-flags.js", ""],
    ["dispatch.js", 'import{a}from"./chunk-dispatch.js";export{a as dispatch};'],
    ["chunk-dispatch.js", ""],
    ["load.js", 'import{a}from"./chunk-config.js";export{a as loadClientConfig};'],
    ["all.js", 'import{a}from"./chunk-all.js";export{a as b,c as loadClientConfig};'],
    ["chunk-config.js", ""],
    ["chunk-all.js", ""],
    ["print_rows.js", "export{a as printRows};"],
    [
      "client.js",
      'import{a}from"./chunk-config.js";export{a as throwFailures,b as loadPreferences};',
    ],
    ["dial_deno.js", 'import{a}from"./chunk-tls.js";export{a as dialDeno};'],
    ["dial_session.js", "export{a as dialSession};"],
    ["chunk-tls.js", 'import{a}from"node:tls";'],
    ["machine.js", "export{a as MachineService};"],
    ["resource.js", 'import{a}from"./chunk-tls.js";export{a as ResourceReader};'],
    ["node_rows.js", "export{a as printNodeRows,b as storeFailedNodes};"],
    ["chunk-shared.js", 'import{a as b}from"./chunk-start.js";'],
    ["chunk-large.js", "x".repeat(10_000)],
    ["chunk-imports-large.js", 'import"./chunk-large.js";'],
    ["chunk-runtime.js", 'import{a}from"node:crypto";'],
    ["chunk-rare.js", ""],
    ["rare.js", 'import"./chunk-rare.js";'],
  ]);
  const used = ["flags", "shared", "large", "imports-large", "runtime"];
  for (let command = 0; command < 10; command++) {
    files.set(`${command}.js`, used.map((name) => `import"./chunk-${name}.js";`).join(""));
  }
  assert.deepEqual(chooseGroups(files), {
    start: new Set(["chunk-start.js", "chunk-flags.js"]),
    shared: new Set(["chunk-shared.js", "dispatch.js", "chunk-dispatch.js"]),
    local: new Set(["load.js", "chunk-config.js", "print_rows.js"]),
    call: new Set([
      "client.js",
      "dial_deno.js",
      "dial_session.js",
      "chunk-tls.js",
      "machine.js",
      "node_rows.js",
    ]),
    resource: new Set(["resource.js"]),
  });
  files.delete("dial_deno.js");
  assert.throws(() => chooseGroups(files), /no lazily loaded module exports dialDeno/);
});

Deno.test("findUsers() names the modules that load a chunk", () => {
  const files = new Map([
    ["a.js", 'import"./chunk-a.js";'],
    ["b.js", 'import{a}from"./chunk-both.js";'],
    ["chunk-a.js", 'import{a}from"./chunk-both.js";'],
    ["chunk-both.js", ""],
  ]);
  assert.deepEqual(
    findUsers(files),
    new Map([["chunk-a.js", new Set(["a.js"])], ["chunk-both.js", new Set(["a.js", "b.js"])]]),
  );
});

Deno.test("minification keeps the disposal of resources", async () => {
  const folder = await Deno.makeTempDir({ prefix: "osctl-using-" });
  try {
    await Deno.writeTextFile(
      `${folder}/source.js`,
      `export const closed = [];
const open = (name) => ({ read: () => name, [Symbol.dispose]: () => closed.push(name) });
const openLater = (name) => ({ read: () => name, [Symbol.asyncDispose]: () => closed.push(name) });
export function once() { using a = open("a"); return a.read(); }
export function twice() { using b = open("b"); const name = b.read(); return name + "!"; }
export async function later() { await using c = await openLater("c"); return await c.read(); }
`,
    );
    const minified = await minify(await Deno.readTextFile(`${folder}/source.js`));
    await bundleFiles([`${folder}/source.js`], `${folder}/bundled`, []);
    const bundled = await Deno.readTextFile(`${folder}/bundled/source.js`);
    for (const text of [minified, bundled]) {
      ok(!text.includes("const closed"), "names are minified");
      const module = await import(`data:text/javascript,${encodeURIComponent(text)}`);
      assert.deepEqual([module.once(), module.twice(), await module.later()], ["a", "b!", "c"]);
      assert.deepEqual(module.closed, ["a", "b", "c"]);
    }
  } finally {
    await endMinifier();
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("builds that differ in a byte have other names", async () => {
  const folder = await Deno.makeTempDir({ prefix: "osctl-bundle-" });
  try {
    const namesOf = async (chunk: string) => {
      await Deno.writeTextFile(`${folder}/main.js`, 'import"./call-00000000.js";');
      await Deno.writeTextFile(`${folder}/call-00000000.js`, chunk);
      await nameBuild(folder, "00000000");
      const files = await readScripts(folder);
      for (const name of files.keys()) await Deno.remove(`${folder}/${name}`);
      const name = [...files.keys()].find((one) => one.startsWith("call-"))!;
      assert.match(name, /^call-[0-9a-f]{8}\.js$/);
      assert.deepEqual(files, new Map([["main.js", `import"./${name}";`], [name, chunk]]));
      return name;
    };
    assert.equal(await namesOf("1;"), await namesOf("1;"));
    assert.notEqual(await namesOf("1;"), await namesOf("2;"));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("embedCommit() replaces the placeholder of lib/platform/build.ts", async () => {
  const source = await Deno.readTextFile(
    new URL("../../lib/platform/build.ts", import.meta.url),
  );
  assert.match(embedCommit(source, "0123456789ab"), /COMMIT = "0123456789ab";/);
});

Deno.test("the bundle runs a cluster and loads no heavy chunk at start", async () => {
  const folder = await Deno.makeTempDir({ prefix: "osctl-bundle-" });
  const outdir = `${folder}/dist`;
  try {
    const files = await bundle(new URL("../..", import.meta.url).pathname, outdir);
    const entry = await Deno.readTextFile(`${outdir}/main.js`);
    assert.equal(files[0]?.name, "main.js");
    // Static imports of the entry are loaded at every start.
    const loaded = new Set<string>();
    const follow = async (name: string) => {
      if (loaded.has(name)) return;
      loaded.add(name);
      const source = await Deno.readTextFile(`${outdir}/${name}`);
      for (const [, next] of source.matchAll(/(?:from|^import|;import)\s*"\.\/([^"]+\.js)"/gm)) {
        await follow(next!);
      }
    };
    await follow("main.js");
    for (const name of loaded) {
      const source = await Deno.readTextFile(`${outdir}/${name}`);
      assert.doesNotMatch(source, /from ?"node:/, `${name} loads a module of Node at every start`);
    }
    const bytes = files.filter(({ name }) => loaded.has(name)).reduce((sum, f) => sum + f.bytes, 0);
    assert.ok(bytes < 80_000, `${bytes} bytes are loaded at every start`);
    assert.doesNotMatch(entry, /import\("\.\//, "a literal import would be fetched ahead of time");
    // A new library version could produce code that the rewrite does not match.
    const chunks = await Promise.all(
      files.map(({ name }) => Deno.readTextFile(`${outdir}/${name}`)),
    );
    // The build is part of the name of a session: the name of its file.
    const names = files.filter((_, index) =>
      /\(import\.meta\.url\),Deno\.version\.deno/.test(chunks[index]!)
    );
    const [{ name } = { name: "" }] = names;
    assert.deepEqual([names.length, buildOf(`file:///${name}`)], [1, name]);
    assert.match(name, /-[0-9a-f]{8}\.js$/);
    const withText = (text: string) => chunks.filter((chunk) => chunk.includes(text));
    assert.deepEqual(withText("Dynamic require of"), [], "a library loads modules by name");

    // A line loads the definition of its command only.
    const withSummary = chunks.filter((chunk) => chunk.includes("Print client and node versions"));
    assert.equal(withSummary.length, 2, "the definition of a command is in its file and the tree");
    assert.ok(Math.min(...withSummary.map(({ length }) => length)) < 10_000);

    // The parent of the bundle can belong to another user.
    await Deno.writeTextFile(
      `${folder}/deno.json`,
      JSON.stringify({
        imports: Object.fromEntries(
          files.map(({ name }) => [`./dist/${name}`, "data:text/javascript,Deno.exit(97)"]),
        ),
      }),
    );
    await using program = await Program.create(`${outdir}/main.js`);
    const explained = await program.run(["explain", "debug", "-o", "yaml"]);
    assert.equal(explained.code, 0, explained.stderr);
    assert.match(explained.stdout, /^path: debug\n/);
    const cluster = ["--provisioner", "sandbox", "--name", "bundle"];
    const created = await program.run(["cluster", "create", ...cluster]);
    assert.equal(created.code, 0, created.stderr);
    try {
      const address = /127\.\d+\.\d+\.\d+(?=\s)/.exec(
        created.stdout.split("\n").find((line) => line.startsWith("bundle-controlplane-1"))!,
      )![0];
      const shown = await program.run(["cluster", "show", ...cluster, "-o", "yaml"]);
      assert.match(shown.stdout, /^provisioner: sandbox\n/, shown.stderr);
      const { code, stdout, stderr } = await program.run(["-n", address, "read", "/proc/version"]);
      assert.equal(code, 0, stderr);
      assert.equal(stdout, await Deno.readTextFile("/proc/version"));
    } finally {
      const destroyed = await program.run(["cluster", "destroy", ...cluster]);
      assert.equal(destroyed.code, 0, destroyed.stderr);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("the bundle does not depend on the path of the checkout", async () => {
  const root = new URL("../..", import.meta.url).pathname;
  const folders = await Promise.all(["a", "longer-name"].map(async (name) => {
    const folder = `${await Deno.makeTempDir({ prefix: `osctl-${name}-` })}/${name}`;
    await Deno.mkdir(folder);
    for (
      const one of ["main.ts", "deno.json", "deno.lock", "lib", "commands", "proto", "scripts"]
    ) {
      await copy(`${root}${one}`, `${folder}/${one}`);
    }
    return folder;
  }));
  try {
    const builds: Map<string, string>[] = [];
    for (const folder of folders) {
      const files = await bundle(folder, `${folder}/dist`);
      ok(files[0]!.bytes < 30_000, `main.js has ${files[0]!.bytes} bytes`);
      const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
      ok(total < 7_000_000, `the bundle has ${total} bytes`);
      builds.push(
        new Map(
          await Promise.all(
            files.map(async ({ name }) =>
              [name, await Deno.readTextFile(`${folder}/dist/${name}`)] as const
            ),
          ),
        ),
      );
    }
    assert.deepEqual([...builds[0]!.keys()].sort(), [...builds[1]!.keys()].sort());
    for (const [name, source] of builds[0]!) ok(source === builds[1]!.get(name), name);
  } finally {
    for (const folder of folders) {
      await Deno.remove(folder.slice(0, folder.lastIndexOf("/")), { recursive: true });
    }
  }
});

async function copy(from: string, to: string): Promise<void> {
  if (!(await Deno.stat(from)).isDirectory) return await Deno.copyFile(from, to);
  await Deno.mkdir(to);
  for await (const { name } of Deno.readDir(from)) await copy(`${from}/${name}`, `${to}/${name}`);
}

Deno.test("the exports of a chunk are found before the licences of libraries", () => {
  assert.deepEqual(listExports("var x;export{x as a,y as b};\n"), ["a", "b"]);
  assert.deepEqual(listExports("export{x as a};\n/**\n * @license\n * {}\n */\n"), ["a"]);
  assert.deepEqual(listExports("export{x as a};\n/*! licence */\n"), ["a"]);
  assert.deepEqual(listExports("f();\n"), []);
});
