import assert from "node:assert/strict";
import { findFunctions, markFunctions, parseProfile } from "../../scripts/compile_hints.ts";

const SOURCE = `import{z}from"./z.js";
use(later(2));function later(t=e=>e){return[t].map(e=>e+1)}
let a=function(){return 1},b=async e=>e,c=e=>n=>n+e;
function outer(){function inner(){return"in"}return inner()}
async function*many(){yield 1}
class K{m(){return 2}get g(){return 3}}
export{later as l,outer as o,many as y};
//! licence`;

async function keysOf(source: string): Promise<Set<string>> {
  return new Set((await findFunctions(source)).map(({ key }) => key));
}

Deno.test("functions of the profile are marked, wherever parentheses can be", async () => {
  assert.equal(
    await markFunctions(SOURCE, await keysOf(SOURCE)),
    `import{z}from"./z.js";
var later=(function(t=(e=>e)){return[t].map((e=>e+1))});` +
      'var outer=(function(){function inner(){return"in"}return inner()});' +
      `var many=(async function*(){yield 1});use(later(2));
let a=(function(){return 1}),b=async e=>e,c=(e=>(n=>n+e));


class K{m(){return 2}get g(){return 3}}
export{later as l,outer as o,many as y};
//! licence`,
  );
});

Deno.test("a marked file does what it did", async () => {
  const source = SOURCE.replace(/^import.*\n/, "const use=e=>globalThis.used=e;");
  const load = async (text: string) => {
    const module = await import(`data:text/javascript,${encodeURIComponent(text)}`);
    const { used } = globalThis as { used?: unknown };
    const names = [module.l.name, module.o.name, module.y.name];
    return { used, names, inner: module.o(), first: await module.y().next() };
  };
  const expected = await load(source);
  assert.deepEqual(expected.names, ["later", "outer", "many"]);
  assert.deepEqual(await load(await markFunctions(source, await keysOf(source))), expected);
});

Deno.test("other functions stay as they are", async () => {
  assert.equal(await markFunctions(SOURCE, new Set(["0123456789"])), SOURCE);
  const key = (await keysOf("e=>e+1")).values().next().value!;
  const marked = await markFunctions(SOURCE, new Set([key]));
  assert.equal(marked, SOURCE.replace("e=>e+1", "(e=>e+1)"));
});

Deno.test("the key of a function does not depend on the minifier's names", async () => {
  const keys = await keysOf(
    '(e,t)=>import(String("./a-12-0123abcd.js")).then(n=>n.$12.get(e,t)).x',
  );
  const renamed = '(r,o)=>import(String("./a-7-89abcdef.js")).then(a=>a.$7.get(r,o)).x';
  assert.deepEqual(await keysOf(renamed), keys);
  for (
    const [from, to] of [["a-12", "b-12"], ["n.$12.get", "n.$12.set"], [").x", ").y"], [
      "get(e,t)",
      "get(e)",
    ]]
  ) {
    const other = '(e,t)=>import(String("./a-12-0123abcd.js")).then(n=>n.$12.get(e,t)).x'
      .replace(from!, to!);
    assert.notDeepEqual(await keysOf(other), keys, other);
  }
});

Deno.test("V8 compiles marked functions with their file", async () => {
  const folder = await Deno.makeTempDir({ prefix: "osctl-hints-" });
  try {
    const source = "function early(){return 1}function late(){return 2}early();";
    const [early] = await findFunctions(source);
    await Deno.writeTextFile(
      `${folder}/main.js`,
      await markFunctions(source, new Set([early!.key])) + "late();",
    );
    const log = `${folder}/v8.log`;
    const { success } = await new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--no-config",
        `--v8-flags=--log-function-events,--logfile=${log},--no-logfile-per-isolate`,
        `${folder}/main.js`,
      ],
      env: { DENO_DIR: folder, NO_COLOR: "1" },
    }).output();
    assert.ok(success);
    const events = (await Deno.readTextFile(log)).split("\n").map((line) => line.split(","));
    const script = events.find(([type, , path]) =>
      type === "script-details" && path!.endsWith("/main.js")
    )![1];
    const compiled = events.filter(([type, , id]) => type === "function" && id === script)
      .findIndex(([, event, , , , , , name]) => event === "full-parse" && name === "late");
    const first = events.filter(([type, , id]) => type === "function" && id === script)
      .findIndex(([, event]) => event === "first-execution");
    assert.ok(first < compiled, "the function without a mark is compiled before the file runs");
    assert.ok(
      !events.some(([type, event, id, , , , , name]) =>
        type === "function" && id === script && name === "early" && event === "full-parse"
      ),
      "the marked function is compiled when it is called",
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a profile has keys and comments", () => {
  assert.deepEqual(parseProfile("# recorded\nab\ncd\n"), new Set(["ab", "cd"]));
});
