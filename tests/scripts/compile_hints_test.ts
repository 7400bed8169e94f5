import assert from "node:assert/strict";
import { markFunctions } from "../../scripts/compile_hints.ts";

const SOURCE = `import{z}from"./z.js";
use(later(2));function later(t=e=>e){return[t].map(e=>e+1)}
let a=function(){return 1},b=async e=>e,c=e=>n=>n+e;
function outer(){function inner(){return"in"}return inner()}
async function*many(){yield 1}
class K{m(){return 2}get g(){return 3}}
export{later as l,outer as o,many as y};
//! licence`;

Deno.test("functions are marked, wherever parentheses can be", () => {
  assert.equal(
    markFunctions(SOURCE),
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
  assert.deepEqual(await load(markFunctions(source)), expected);
});

Deno.test("V8 compiles marked functions with their file", async () => {
  const folder = await Deno.makeTempDir({ prefix: "osctl-hints-" });
  try {
    const marked = markFunctions("function early(){return 1}early();");
    await Deno.writeTextFile(
      `${folder}/main.js`,
      `${marked}function late(){return 2}late();`,
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
