import assert from "node:assert/strict";
import {
  rejectExistingFiles,
  replaceExtension,
  requireParentFolders,
  writeSecretFiles,
} from "../../../lib/platform/new_files.ts";

async function inFolder(test: (cwd: string) => Promise<void>): Promise<void> {
  const cwd = await Deno.makeTempDir();
  try {
    await test(cwd);
  } finally {
    await Deno.remove(cwd, { recursive: true });
  }
}

Deno.test("rejectExistingFiles() lists every existing file, links and folders included", () =>
  inFolder(async (cwd) => {
    await Deno.writeTextFile(`${cwd}/a`, "");
    await Deno.symlink("nowhere", `${cwd}/b`);
    await Deno.mkdir(`${cwd}/c`);
    const place = { cwd, force: false };
    await assert.rejects(rejectExistingFiles(["a", "b", "c", "d"], place), {
      kind: "file",
      message: '"a", "b" and "c" already exist',
      hint: "choose another name; a directory cannot be replaced by a file",
    });
    await assert.rejects(rejectExistingFiles(["d", `${cwd}/a`], place), {
      message: `"${cwd}/a" already exists`,
      hint: "choose another name, or overwrite with --force",
    });
    await rejectExistingFiles(["d"], place);
    await rejectExistingFiles(["a", "b", "c"], { cwd, force: true });
  }));

Deno.test("rejectExistingFiles() rejects an output that is an input", () =>
  inFolder(async (cwd) => {
    for (const force of [true, false]) {
      await assert.rejects(rejectExistingFiles(["x", "./sub/../a"], { cwd, force }, ["a"]), {
        kind: "file",
        message: 'output "./sub/../a" is also an input',
      });
    }
  }));

Deno.test("requireParentFolders() rejects a missing folder and a file", () =>
  inFolder(async (cwd) => {
    await Deno.mkdir(`${cwd}/sub`);
    await Deno.writeTextFile(`${cwd}/file`, "");
    const place = { cwd, force: true };
    await requireParentFolders(["a", "sub/a", "./sub/../b", `${cwd}/sub/c`], place);
    await assert.rejects(requireParentFolders(["a", "x/y/a"], place), {
      kind: "file",
      message: `cannot write to the directory "${cwd}/x/y": no such file or directory`,
    });
    await assert.rejects(requireParentFolders(["file/a"], place), {
      kind: "file",
      message: `"${cwd}/file" is not a directory`,
    });
  }));

Deno.test("writeSecretFiles() rejects a file created in the meantime, unless forced", () =>
  inFolder(async (cwd) => {
    await Deno.writeTextFile(`${cwd}/b`, "mine");
    const files = { a: "1", b: "2" };
    await assert.rejects(writeSecretFiles(files, { cwd, force: false }), { kind: "file" });
    assert.equal(await Deno.readTextFile(`${cwd}/b`), "mine");
    await writeSecretFiles(files, { cwd, force: true });
    assert.equal(await Deno.readTextFile(`${cwd}/b`), "2");
  }));

Deno.test("replaceExtension() replaces the last extension of the last component", () => {
  assert.equal(replaceExtension("jane.key", ".csr"), "jane.csr");
  assert.equal(replaceExtension("a.b/jane", ".csr"), "a.b/jane.csr");
  assert.equal(replaceExtension("jane.doe.key", ".csr"), "jane.doe.csr");
  assert.equal(replaceExtension("x/.key", ".csr"), "x/.csr");
});
