import { underUmask } from "../../helpers/umask.ts";
import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { OsctlError } from "../../../lib/errors.ts";
import { writeFileSet } from "../../../lib/platform/file_set.ts";
import {
  ensureFolder,
  exists,
  readBytes,
  readText,
  readTextIfPresent,
  writeFileAtomic,
} from "../../../lib/platform/files.ts";

async function withFolder(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function names(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
}

function modeOf(path: string): number {
  return Deno.statSync(path).mode! & 0o777;
}

function failsWith(message: RegExp): (error: unknown) => boolean {
  return (error) =>
    error instanceof OsctlError && error.kind === "file" && message.test(error.message);
}

Deno.test("writeFileAtomic() writes text, bytes and streams, and leaves only the file", async () => {
  await withFolder(async (folder) => {
    await writeFileAtomic(`${folder}/text`, "grüße\n");
    await writeFileAtomic(`${folder}/bytes`, new Uint8Array([1, 2, 3]));
    await writeFileAtomic(
      `${folder}/stream`,
      (async function* () {
        yield new Uint8Array([1]);
        yield new Uint8Array([2, 3]);
      })(),
    );
    strictEqual(await readText(`${folder}/text`), "grüße\n");
    deepStrictEqual(await readBytes(`${folder}/bytes`), await readBytes(`${folder}/stream`));
    deepStrictEqual(names(folder), ["bytes", "stream", "text"]);
  });
});

for (const umask of [0o000, 0o022, 0o077, 0o777]) {
  const octal = umask.toString(8).padStart(3, "0");
  Deno.test(`writeFileAtomic sets the mode before the first byte, on umask ${octal}`, async () => {
    await withFolder(async (folder) => {
      const code = `
        import { writeFileAtomic } from "@/lib/platform/files.ts";
        const mode = (path) => Deno.statSync(path).mode & 0o777;
        const folder = ${JSON.stringify(folder)};
        const path = folder + "/secret";
        const modes = [];
        await writeFileAtomic(path, (async function* () {
          const name = [...Deno.readDirSync(folder)].find(({ name }) => name.endsWith(".tmp")).name;
          modes.push(mode(folder + "/" + name));
          yield new Uint8Array([1]);
        })(), { mode: 0o600 });
        modes.push(mode(path));
        await writeFileAtomic(path, "open", { mode: 0o644 });
        modes.push(mode(path));
        console.log(JSON.stringify(modes));`;
      deepStrictEqual(JSON.parse(await underUmask(umask, code)), [0o600, 0o600, 0o644]);
    });
  });
}

Deno.test("writeFileAtomic() keeps the old file and cleans up after an error of the content", async () => {
  await withFolder(async (folder) => {
    const path = `${folder}/file`;
    await writeFileAtomic(path, "old");
    const broken = (async function* () {
      yield new Uint8Array([1]);
      throw new OsctlError("node", "the stream broke");
    })();
    await rejects(writeFileAtomic(path, broken), { message: "the stream broke" });
    strictEqual(await readText(path), "old");
    deepStrictEqual(names(folder), ["file"]);
  });
});

Deno.test("writeFileAtomic() without overwrite rejects an existing file and keeps it", async () => {
  await withFolder(async (folder) => {
    const path = `${folder}/file`;
    await writeFileAtomic(path, "first", { overwrite: false, mode: 0o640 });
    strictEqual(modeOf(path), 0o640);
    await rejects(
      writeFileAtomic(path, "second", { overwrite: false }),
      failsWith(/^cannot write ".*\/file": already exists$/),
    );
    strictEqual(await readText(path), "first");
    deepStrictEqual(names(folder), ["file"]);
  });
});

Deno.test({
  name: "writeFileAtomic() as root keeps the owner of a replaced file",
  ignore: Deno.build.os === "windows" || Deno.uid() !== 0,
  fn: async () => {
    const folder = await Deno.makeTempDir();
    const path = `${folder}/config`;
    try {
      await Deno.writeTextFile(path, "old");
      await Deno.chown(path, 65534, 65533);
      await writeFileAtomic(path, "new", { mode: 0o600 });
      const { uid, gid, mode } = await Deno.stat(path);
      deepStrictEqual([uid, gid, mode! & 0o777], [65534, 65533, 0o600]);
      await writeFileSet(new Map([[path, "newer"]]), { mode: 0o600, overwrite: true });
      strictEqual((await Deno.stat(path)).uid, 65534);
      strictEqual(await Deno.readTextFile(path), "newer");
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test("writeFileAtomic() follows a symbolic link, even a dangling one", async () => {
  await withFolder(async (folder) => {
    await Deno.mkdir(`${folder}/real`);
    await Deno.symlink("real/config", `${folder}/link`);
    await writeFileAtomic(`${folder}/link`, "one");
    await writeFileAtomic(`${folder}/link`, "two");
    strictEqual(await readText(`${folder}/real/config`), "two");
    strictEqual((await Deno.lstat(`${folder}/link`)).isSymlink, true);
    await Deno.symlink("circle", `${folder}/circle`);
    await rejects(
      writeFileAtomic(`${folder}/circle`, "x"),
      failsWith(/too many levels of symbolic links/),
    );
  });
});

Deno.test("writeFileAtomic() writes to pipes and devices without replacing them", {
  ignore: Deno.build.os === "windows",
}, async () => {
  await withFolder(async (folder) => {
    const pipe = `${folder}/pipe`;
    await new Deno.Command("mkfifo", { args: [pipe] }).output();
    // A pipe blocks until its other end is open, so the reader is another process.
    const reader = new Deno.Command("cat", { args: [pipe], stdout: "piped" }).spawn();
    await writeFileAtomic(pipe, "through\n");
    const { stdout } = await reader.output();
    strictEqual(new TextDecoder().decode(stdout), "through\n");
    strictEqual((await Deno.lstat(pipe)).isFifo, true);
    await rejects(writeFileAtomic(pipe, "x", { overwrite: false }), failsWith(/already exists/));
    deepStrictEqual(names(folder), ["pipe"]);
    await Deno.symlink("/dev/null", `${folder}/link`);
    await writeFileAtomic(`${folder}/link`, "gone");
    strictEqual((await Deno.stat(`${folder}/link`)).isCharDevice, true);
    deepStrictEqual(names(folder), ["link", "pipe"]);
  });
});

Deno.test("file errors contain path and reason", async () => {
  await withFolder(async (folder) => {
    await writeFileAtomic(`${folder}/file`, "");
    await rejects(readText(`${folder}/none`), failsWith(/^cannot read ".*\/none": no such file/));
    await rejects(
      readText(folder),
      failsWith(/^cannot read ".*": is a directory$/i),
    );
    await rejects(readText(`${folder}/file/x`), failsWith(/a parent is not a directory/));
    await rejects(
      writeFileAtomic(`${folder}/none/x`, ""),
      failsWith(/^cannot write ".*\/none\/x"/),
    );
    await rejects(writeFileAtomic(folder, ""), failsWith(/^cannot write/));
    deepStrictEqual(names(folder), ["file"]);
    strictEqual(await readTextIfPresent(`${folder}/none`), undefined);
    strictEqual(await readTextIfPresent(`${folder}/file/x`), undefined);
    strictEqual(await exists(`${folder}/none`), false);
    strictEqual(await exists(`${folder}/file`), true);
  });
});

Deno.test("ensureFolder() sets the mode of new folders only", async () => {
  await withFolder(async (folder) => {
    await Deno.mkdir(`${folder}/a`, { mode: 0o755 });
    await underUmask(
      0o077,
      `
      import { ensureFolder } from "@/lib/platform/files.ts";
      const folder = ${JSON.stringify(folder)};
      await ensureFolder(folder + "/a/b/c", 0o700);
      await ensureFolder(folder + "/a/b/c", 0o755);
      await ensureFolder(folder + "/d", 0o755);`,
    );
    strictEqual(modeOf(`${folder}/a`), 0o755);
    strictEqual(modeOf(`${folder}/a/b`), 0o700);
    strictEqual(modeOf(`${folder}/a/b/c`), 0o700);
    strictEqual(modeOf(`${folder}/d`), 0o755);
    await writeFileAtomic(`${folder}/file`, "");
    await rejects(ensureFolder(`${folder}/file`), failsWith(/is not a directory/));
    await rejects(ensureFolder(`${folder}/file/x`), failsWith(/not a directory/));
  });
});

Deno.test("readText() rejects a file over the limit, also an endless one", async () => {
  const path = await Deno.makeTempFile();
  try {
    await Deno.writeTextFile(path, "ä".repeat(600_000));
    strictEqual((await readText(path, { bytes: 2 * 2 ** 20 })).length, 600_000);
    for (const endless of [path, "/dev/zero"]) {
      await rejects(readText(endless, { bytes: 2 ** 20 }), {
        message: `cannot read "${endless}": larger than 1 MiB`,
      });
    }
  } finally {
    await Deno.remove(path);
  }
});

Deno.test("readText() with a limit rejects invalid UTF-8 with its line and column", async () => {
  const path = await Deno.makeTempFile();
  try {
    const head = new TextEncoder().encode(`${"ä\n".repeat(40_000)}  # caf`);
    for (const [tail, valid] of [[[0xe9, 0x0a], false], [[0xc3], false], [[0xc3, 0xa9], true]]) {
      await Deno.writeFile(path, new Uint8Array([...head, ...tail as number[]]));
      const reading = readText(path, { bytes: 2 ** 20 });
      if (valid) strictEqual((await reading).at(-1), "é");
      else await rejects(reading, { message: `${path}:40001:8: invalid UTF-8` });
    }
  } finally {
    await Deno.remove(path);
  }
});

Deno.test("a new file gets its name with its content, and never replaces another", async () => {
  const folder = await Deno.makeTempDir();
  const { link, rename } = Deno;
  try {
    // A process that is killed before the rename would leave an empty file.
    Deno.rename = () => Promise.reject(new Error("killed"));
    await writeFileAtomic(`${folder}/a`, "content", { overwrite: false });
    strictEqual(await Deno.readTextFile(`${folder}/a`), "content");
    Deno.rename = rename;
    Deno.link = () => Promise.reject(new Error("Operation not supported (os error 95)"));
    await writeFileAtomic(`${folder}/b`, "content", { overwrite: false });
    strictEqual(await Deno.readTextFile(`${folder}/b`), "content");
    for (const linked of [Deno.link, link]) {
      Deno.link = linked;
      await rejects(writeFileAtomic(`${folder}/a`, "other", { overwrite: false }), {
        message: `cannot write "${folder}/a": already exists`,
      });
      strictEqual(await Deno.readTextFile(`${folder}/a`), "content");
    }
    deepStrictEqual([...Deno.readDirSync(folder)].map(({ name }) => name).sort(), ["a", "b"]);
  } finally {
    Object.assign(Deno, { link, rename });
    await Deno.remove(folder, { recursive: true });
  }
});
