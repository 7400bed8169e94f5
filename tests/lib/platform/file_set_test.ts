import assert from "node:assert/strict";
import { writeFileSet } from "../../../lib/platform/file_set.ts";

const SECRET = { mode: 0o600, overwrite: false };

async function inFolder(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function contents(folder: string): Promise<Record<string, string>> {
  const found: [string, string][] = [];
  for await (const { name, isFile } of Deno.readDir(folder)) {
    if (isFile) found.push([name, await Deno.readTextFile(`${folder}/${name}`)]);
  }
  return Object.fromEntries(found.toSorted());
}

Deno.test("writeFileSet() writes files with the mode and leaves no other files", () =>
  inFolder(async (folder) => {
    await writeFileSet(new Map([[`${folder}/a`, "1"], [`${folder}/b`, "2"]]), SECRET);
    assert.deepEqual(await contents(folder), { a: "1", b: "2" });
    assert.equal((await Deno.stat(`${folder}/a`)).mode! & 0o777, 0o600);
  }));

Deno.test("writeFileSet() changes nothing when a file exists", () =>
  inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/b`, "old");
    const files = new Map([[`${folder}/a`, "1"], [`${folder}/b`, "2"]]);
    await assert.rejects(writeFileSet(files, SECRET), {
      message: `cannot write "${folder}/b": already exists`,
    });
    assert.deepEqual(await contents(folder), { b: "old" });
  }));

Deno.test("writeFileSet() overwrites files on request", () =>
  inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/b`, "old", { mode: 0o644 });
    const files = new Map([[`${folder}/a`, "1"], [`${folder}/b`, "2"]]);
    await writeFileSet(files, { mode: 0o600, overwrite: true });
    assert.deepEqual(await contents(folder), { a: "1", b: "2" });
    assert.equal((await Deno.stat(`${folder}/b`)).mode! & 0o777, 0o600);
  }));

Deno.test("writeFileSet() changes nothing when one file cannot be written", () =>
  inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/a`, "old");
    await Deno.mkdir(`${folder}/c`);
    const files = new Map([[`${folder}/a`, "1"], [`${folder}/b`, "2"], [`${folder}/c`, "3"]]);
    await assert.rejects(writeFileSet(files, { mode: 0o600, overwrite: true }), {
      message: `cannot write "${folder}/c": is a directory`,
    });
    assert.deepEqual(await contents(folder), { a: "old" });
    const lost = new Map([[`${folder}/a`, "1"], [`${folder}/none/b`, "2"]]);
    await assert.rejects(writeFileSet(lost, { mode: 0o600, overwrite: true }), /no such file/);
    assert.deepEqual(await contents(folder), { a: "old" });
  }));

Deno.test("writeFileSet() restores replaced files when a later path is taken", () =>
  inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/a`, "old");
    // Both paths resolve to one file, so the first one takes the second's.
    await Deno.symlink(`${folder}/b`, `${folder}/link`);
    const files = new Map([[`${folder}/b`, "1"], [`${folder}/link`, "2"]]);
    await assert.rejects(writeFileSet(files, SECRET), /already exists/);
    assert.deepEqual(await contents(folder), { a: "old" });
  }));

for (const links of [true, false]) {
  const where = links ? "" : ", where there are no links";
  Deno.test(`a set that fails late puts back what it replaced${where}`, () =>
    inFolder(async (folder) => {
      await Deno.writeTextFile(`${folder}/a`, "old a");
      await Deno.writeTextFile(`${folder}/c`, "old c");
      const files = new Map(["a", "b", "c"].map((name) => [`${folder}/${name}`, "new"]));
      const { rename, link } = Deno;
      try {
        Deno.rename = (from, to) =>
          String(from).endsWith(".new") && to === `${folder}/c`
            ? Promise.reject(new Deno.errors.PermissionDenied("(os error 13)"))
            : rename(from, to);
        if (!links) Deno.link = () => Promise.reject(new Deno.errors.NotSupported());
        await assert.rejects(writeFileSet(files, { mode: 0o600, overwrite: true }), {
          message: `cannot write "${folder}/c": permission denied`,
        });
      } finally {
        Object.assign(Deno, { rename, link });
      }
      assert.deepEqual(await contents(folder), { a: "old a", c: "old c" });
    }));
}

Deno.test("writeFileSet() follows symbolic links", () =>
  inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/real`, "old");
    await Deno.symlink(`${folder}/real`, `${folder}/link`);
    await writeFileSet(new Map([[`${folder}/link`, "new"]]), { mode: 0o600, overwrite: true });
    assert.equal(await Deno.readTextFile(`${folder}/real`), "new");
    assert.ok((await Deno.lstat(`${folder}/link`)).isSymlink);
  }));

Deno.test("writeFileSet() rejects a pipe or a device", {
  ignore: Deno.build.os === "windows",
}, () =>
  inFolder(async (folder) => {
    await new Deno.Command("mkfifo", { args: [`${folder}/pipe`] }).output();
    const files = new Map([[`${folder}/a`, "1"], [`${folder}/pipe`, "2"]]);
    await assert.rejects(writeFileSet(files, { mode: 0o600, overwrite: true }), {
      kind: "file",
      message: `cannot write "${folder}/pipe": is a device or a pipe`,
    });
    assert.ok((await Deno.lstat(`${folder}/pipe`)).isFifo);
    assert.deepEqual(await contents(folder), {});
  }));

Deno.test("errors of writeFileSet() contain the requested path", () =>
  inFolder(async (folder) => {
    await Deno.symlink(`${folder}/none/b`, `${folder}/link`);
    await assert.rejects(writeFileSet(new Map([[`${folder}/link`, "1"]]), SECRET), {
      kind: "file",
      message: `cannot write "${folder}/link": no such file or directory`,
    });
  }));
