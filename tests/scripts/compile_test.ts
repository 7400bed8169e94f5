import { equal, match } from "node:assert/strict";

const scripts = new URL("../../scripts/", import.meta.url);

/** Runs `scripts/compile.ts` in a temporary tree with the program `main`. */
async function compile(main: string, ...args: string[]) {
  const root = await Deno.makeTempDir({ prefix: "osctl-compile-" });
  try {
    await Deno.mkdir(`${root}/scripts`);
    for (const name of ["bundle.ts", "compile.ts"]) {
      await Deno.copyFile(new URL(name, scripts), `${root}/scripts/${name}`);
    }
    await Deno.writeTextFile(`${root}/main.ts`, main);
    await Deno.writeTextFile(`${root}/deno.json`, "{}");
    const { code, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--allow-all", "--no-check", "scripts/compile.ts", ...args],
      cwd: root,
      env: { NO_COLOR: "1" },
    }).output();
    return { code, stderr: new TextDecoder().decode(stderr) };
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

Deno.test("compile prints the compiler's errors and exits with its code", async () => {
  const { code, stderr } = await compile("export {};", "--target", "no-such-target");
  equal(code, 1);
  match(stderr, /invalid value 'no-such-target' for '--target/);
});

Deno.test("compile prints the bundler's errors", async () => {
  const { code, stderr } = await compile('import "./absent.ts";');
  equal(code, 1);
  match(stderr, /absent\.ts/);
});
