import { deepEqual, ok } from "node:assert/strict";
import { fileURLToPath } from "node:url";

/** Prints the globals that are read while the messages are loaded, and whether they exist after. */
const SCRIPT = `
const names = ["process", "Buffer", "WebAssembly"];
const read = [];
for (const name of names) {
  const { get, value } = Object.getOwnPropertyDescriptor(globalThis, name);
  Object.defineProperty(globalThis, name, {
    configurable: true,
    get: () => (read.push(name), get ? get.call(globalThis) : value),
  });
}
const { Long } = await import("./protobuf.js");
const loading = read.splice(0);
const present = names.filter((name) => globalThis[name] !== undefined);
console.log(JSON.stringify({ loading, present, product: Long.fromNumber(2 ** 40, true).mul(3) }));
`;

Deno.test("the bundled protobuf library loads without Node's globals, which are restored", async () => {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const folder = await Deno.makeTempDir();
  try {
    await run(
      ["bundle", "--quiet", "--output", `${folder}/protobuf.js`, "proto/protobuf.ts"],
      root,
    );
    await Deno.writeTextFile(`${folder}/script.js`, SCRIPT);
    const output = await run(["run", "--allow-all", "--no-config", `${folder}/script.js`], root);
    deepEqual(JSON.parse(output), {
      loading: [],
      present: ["process", "Buffer", "WebAssembly"],
      product: { low: 0, high: 768, unsigned: true },
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

async function run(args: string[], cwd: string): Promise<string> {
  const command = new Deno.Command(Deno.execPath(), { args, cwd, env: { NO_COLOR: "1" } });
  const { success, stdout, stderr } = await command.output();
  const text = new TextDecoder();
  ok(success, text.decode(stderr));
  return text.decode(stdout);
}
