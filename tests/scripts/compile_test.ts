import { equal, match } from "node:assert/strict";
import { dirname } from "node:path";

const repository = new URL("../../", import.meta.url);

/** The script and what it imports. */
const SOURCES = ["scripts/bundle.ts", "scripts/compile.ts", "lib/platform/build.ts"];

/** Runs `scripts/compile.ts` in a temporary tree with the program `main`. */
async function compile(main: string, ...args: string[]) {
  const root = await Deno.makeTempDir({ prefix: "osctl-compile-" });
  try {
    for (const path of SOURCES) {
      const target = `${root}/${path}`;
      await Deno.mkdir(dirname(target), { recursive: true });
      await Deno.copyFile(new URL(path, repository), target);
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
