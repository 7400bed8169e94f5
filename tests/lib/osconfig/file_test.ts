import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { OsctlError } from "../../../lib/errors.ts";
import { createConfig, editConfig, loadFile } from "../../../lib/osconfig/mod.ts";
import { underUmask } from "../../helpers/umask.ts";
import { withHome } from "./surroundings.ts";

function modeOf(path: string): number {
  return Deno.statSync(path).mode! & 0o777;
}

Deno.test("editConfig() creates a 0600 file in a 0700 folder with any umask", async () => {
  await withHome(async (home) => {
    const path = `${home.home}/.os/config`;
    await underUmask(
      0o000,
      `
      import { editConfig } from "@/lib/osconfig/mod.ts";
      import { createRealSystem } from "@/lib/platform/real_system.ts";
      await editConfig(${
        JSON.stringify(path)
      }, createRealSystem(), (editor) => editor.setCurrent("a"));
      Deno.exit(0);`,
    );
    strictEqual(modeOf(path), 0o600);
    strictEqual(modeOf(`${home.home}/.os`), 0o700);
    deepStrictEqual([...Deno.readDirSync(`${home.home}/.os`)].map(({ name }) => name), ["config"]);
  });
});

Deno.test("editConfig() writes an empty file and restricts its mode to 0600", async () => {
  await withHome(async (home) => {
    const path = `${home.home}/config`;
    await Deno.writeTextFile(path, "", { mode: 0o644 });
    await editConfig(path, home, (editor) => editor.put("a", { endpoints: ["e"], nodes: [] }));
    strictEqual(modeOf(path), 0o600);
    deepStrictEqual([...(await loadFile(path)).config.contexts.keys()], ["a"]);
  });
});

Deno.test("editConfig() writes nothing if the change fails or the file is invalid", async () => {
  await withHome(async (home) => {
    const path = `${home.home}/config`;
    await rejects(
      editConfig(path, home, () => {
        throw new OsctlError("input", "no");
      }),
      { message: "no" },
    );
    deepStrictEqual([...Deno.readDirSync(home.home)], []);
    await Deno.writeTextFile(path, "context: [\n");
    await rejects(
      editConfig(path, home, (editor) => editor.setCurrent("a")),
      (error) =>
        error instanceof OsctlError && error.message.startsWith(`${path}:2:1: invalid YAML`),
    );
    strictEqual(await Deno.readTextFile(path), "context: [\n");
  });
});

Deno.test("editConfig() creates no file for an unchanged configuration", async () => {
  await withHome(async (home) => {
    const path = `${home.home}/config`;
    await editConfig(path, home, (editor) => editor.remove("gone"));
    deepStrictEqual([...Deno.readDirSync(home.home)], []);
  });
});

Deno.test("createConfig() never replaces a file", async () => {
  await withHome(async (home) => {
    const path = `${home.home}/new/osconfig`;
    await createConfig(path, "context: a\n");
    strictEqual(modeOf(path), 0o600);
    await rejects(createConfig(path, "context: b\n"), /already exists/);
    strictEqual(await Deno.readTextFile(path), "context: a\n");
  });
});

Deno.test("editConfig() loses no update of 20 concurrent processes", async () => {
  await withHome(async (home) => {
    const path = `${home.home}/.os/config`;
    const writer = new URL("./writer.ts", import.meta.url).pathname;
    const runs = Array.from({ length: 20 }, (_, index) =>
      new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "--no-check", writer, path, `context-${index}`],
        stdout: "null",
        stderr: "piped",
      }).output());
    for (const { code, stderr } of await Promise.all(runs)) {
      strictEqual(code, 0, new TextDecoder().decode(stderr));
    }
    const { contexts } = (await loadFile(path)).config;
    deepStrictEqual(
      [...contexts.keys()].sort(),
      Array.from({ length: 20 }, (_, index) => `context-${index}`).sort(),
    );
    for (const record of contexts.values()) strictEqual(record.endpoints.length, 3);
    deepStrictEqual([...Deno.readDirSync(`${home.home}/.os`)].map(({ name }) => name), ["config"]);
  });
});
