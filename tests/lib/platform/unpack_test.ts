import assert from "node:assert/strict";
import { packTar, type TarHeader } from "modern-tar";
import { OsctlError } from "../../../lib/errors.ts";
import { takeRemovedLeftovers } from "../../../lib/platform/leftovers.ts";
import { type UnpackProgress, unpackTarGz } from "../../../lib/platform/unpack.ts";
import { findUnpackTarget } from "../../../lib/platform/unpack_target.ts";

type Entry = Partial<TarHeader> & { name: string; content?: string };

/** A compressed archive of entries. */
async function archive(entries: readonly Entry[]): Promise<Uint8Array<ArrayBuffer>> {
  const packed = await packTar(entries.map(({ content, ...header }) => ({
    header: { type: "file", size: content?.length ?? 0, ...header },
    ...(content === undefined ? {} : { body: content }),
  })));
  return await compressed(packed);
}

async function compressed(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  return await new Response(stream).bytes();
}

/** Yields the bytes in chunks, then throws the node's error, if any. */
async function* inPieces(bytes: Uint8Array, problem?: Error, size = 100) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  await Promise.resolve();
  if (problem) throw problem;
}

async function inFolder(body: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "osctl-unpack-" });
  try {
    await body(folder);
  } finally {
    await new Deno.Command("chmod", { args: ["-R", "u+rwx", folder] }).output();
    await Deno.remove(folder, { recursive: true });
  }
}

/** Lists a folder recursively: `path mode`, links as `path -> target`. */
async function tree(folder: string, prefix = ""): Promise<string[]> {
  const found: string[] = [];
  for await (const { name } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    const info = await Deno.lstat(path);
    if (info.isSymlink) found.push(`${prefix}${name} -> ${await Deno.readLink(path)}`);
    else found.push(`${prefix}${name} ${(info.mode! & 0o7777).toString(8)}`);
    if (info.isDirectory) found.push(...await tree(path, `${prefix}${name}/`));
  }
  return found.sort();
}

async function messages(entries: readonly Entry[], target: string): Promise<string[]> {
  const refusals = await unpackTarGz(inPieces(await archive(entries)), { path: target });
  for (const refusal of refusals) assert.equal(refusal.kind, "file");
  return refusals.map(({ message }) => message);
}

Deno.test("files, folders and links are extracted with their permissions", async () => {
  await inFolder(async (folder) => {
    const target = `${folder}/new/target`;
    const long = "n".repeat(120);
    const refused = await messages([
      { name: "dir/", type: "directory", mode: 0o750 },
      { name: "dir/script", content: "echo", mode: 0o755 },
      { name: "dir/secret", content: "x", mode: 0o400 },
      { name: "dir/link", type: "symlink", linkname: "/etc/passwd" },
      { name: "empty", mode: 0o644 },
      { name: `日本語/${long}`, content: "deep", mode: 0o600 },
    ], target);
    assert.deepEqual(refused, []);
    assert.deepEqual(await tree(target), [
      "dir 750",
      "dir/link -> /etc/passwd",
      "dir/script 755",
      "dir/secret 400",
      "empty 644",
      "日本語 755",
      `日本語/${long} 600`,
    ]);
    assert.equal(await Deno.readTextFile(`${target}/dir/script`), "echo");
    assert.equal(await Deno.readTextFile(`${target}/日本語/${long}`), "deep");
  });
});

Deno.test("setuid, setgid and sticky bits are not applied", async () => {
  await inFolder(async (folder) => {
    await messages([
      { name: "su", content: "x", mode: 0o6755 },
      { name: "tmp/", type: "directory", mode: 0o1777 },
    ], folder);
    assert.deepEqual(await tree(folder), ["su 755", "tmp 777"]);
  });
});

Deno.test("files in a folder without write permission are extracted", async () => {
  await inFolder(async (folder) => {
    const refused = await messages([
      { name: "sealed/", type: "directory", mode: 0o555 },
      { name: "sealed/inner/", type: "directory", mode: 0 },
      { name: "sealed/inner/file", content: "x", mode: 0o444 },
    ], folder);
    assert.deepEqual(refused, []);
    assert.equal((await Deno.stat(`${folder}/sealed`)).mode! & 0o777, 0o555);
    await Deno.chmod(`${folder}/sealed`, 0o755);
    assert.equal((await Deno.stat(`${folder}/sealed/inner`)).mode! & 0o777, 0);
    await Deno.chmod(`${folder}/sealed/inner`, 0o755);
    assert.equal((await Deno.stat(`${folder}/sealed/inner/file`)).mode! & 0o777, 0o444);
  });
});

Deno.test("entries outside the target are skipped", async () => {
  await inFolder(async (folder) => {
    const target = `${folder}/target`;
    const names = ["../up", "/abs", "a/../../up", "..", "a/.."];
    assert.deepEqual(
      await messages([...names, "fine"].map((name) => ({ name, content: "x" })), target),
      names.map((name) => `cannot extract "${name}": path is outside the target directory`),
    );
    assert.deepEqual(await tree(folder), ["target 755", "target/fine 644"]);
  });
});

Deno.test("nothing is written through a symbolic link", async () => {
  await inFolder(async (folder) => {
    const target = `${folder}/target`;
    const outside = `${folder}/outside`;
    await Deno.mkdir(target);
    await Deno.mkdir(outside);
    await Deno.symlink(outside, `${target}/before`);
    await Deno.symlink(`${outside}/file`, `${target}/dangling`);
    const refused = await messages([
      { name: "link", type: "symlink", linkname: "../outside" },
      { name: "link/file", content: "evil" },
      { name: "link/deep/file", content: "evil" },
      { name: "link/", type: "directory", mode: 0o777 },
      { name: "link", content: "evil" },
      { name: "before/file", content: "evil" },
      { name: "dangling", content: "evil" },
      { name: "self", type: "symlink", linkname: "." },
      { name: "self/again", content: "evil" },
    ], target);
    assert.deepEqual(refused, [
      'cannot extract "link/file": path contains the symbolic link "link"',
      'cannot extract "link/deep/file": path contains the symbolic link "link"',
      'cannot extract "before/file": path contains the symbolic link "before"',
      'cannot extract "self/again": path contains the symbolic link "self"',
      'cannot extract: 3 files already exist, "link/" among them',
    ]);
    assert.deepEqual(await tree(outside), []);
    assert.equal((await Deno.stat(outside)).mode! & 0o777, 0o755);
  });
});

Deno.test("existing files keep content and mode", async () => {
  await inFolder(async (folder) => {
    await Deno.mkdir(`${folder}/dir`, { mode: 0o700 });
    await Deno.writeTextFile(`${folder}/file`, "mine", { mode: 0o600 });
    const refused = await messages([
      { name: "file", content: "other", mode: 0o777 },
      { name: "file", type: "symlink", linkname: "x" },
      { name: "file/", type: "directory" },
      { name: "file/below", content: "x" },
      { name: "dir/", type: "directory", mode: 0o777 },
      { name: "dir/new", content: "x", mode: 0o644 },
      { name: "twice", content: "1" },
      { name: "./twice", content: "2" },
    ], folder);
    assert.deepEqual(refused, [
      'cannot extract "file/below": "file" is not a directory',
      'cannot extract: 4 files already exist, "file" among them',
    ]);
    assert.deepEqual(await tree(folder), ["dir 700", "dir/new 644", "file 600", "twice 644"]);
    assert.equal(await Deno.readTextFile(`${folder}/file`), "mine");
    assert.equal(await Deno.readTextFile(`${folder}/twice`), "1");
  });
});

Deno.test("hard links, devices and pipes are skipped", async () => {
  await inFolder(async (folder) => {
    const kinds = ["link", "character-device", "block-device", "fifo"] as const;
    const refused = await messages([
      ...kinds.map((type) => ({ name: `a-${type}`, type, linkname: "/etc/shadow" })),
      { name: "after", content: "x" },
    ], folder);
    assert.equal(refused.length, kinds.length);
    for (const [index, kind] of kinds.entries()) {
      assert.ok(refused[index]!.includes(kind), refused[index]);
    }
    assert.deepEqual(await tree(folder), ["after 644"]);
  });
});

Deno.test("links without target and nameless files are skipped; the root entry is ignored", async () => {
  await inFolder(async (folder) => {
    const refused = await messages([
      { name: "./", type: "directory", mode: 0o700 },
      { name: "empty-link", type: "symlink", linkname: "" },
      { name: ".", content: "x" },
    ], folder);
    assert.deepEqual(refused, [
      'cannot extract "empty-link": symbolic link without a target',
      'cannot extract ".": empty name',
    ]);
    assert.deepEqual(await tree(folder), []);
  });
});

Deno.test("the first hundred skipped entries are reported and the rest counted", async () => {
  await inFolder(async (folder) => {
    const entries = Array.from({ length: 130 }, (_, index) => ({ name: `../${index}` }));
    const refused = await messages(entries, folder);
    assert.equal(refused.length, 101);
    assert.equal(refused[100], "cannot extract 30 more entries");
  });
});

Deno.test("an empty archive creates an empty folder", async () => {
  await inFolder(async (folder) => {
    assert.deepEqual(await messages([], `${folder}/target`), []);
    assert.deepEqual(await tree(folder), ["target 755"]);
  });
});

Deno.test("a truncated archive is an error, and partial files are removed", async () => {
  await inFolder(async (folder) => {
    const content = "x".repeat(5000) + Math.random();
    const whole = await archive([
      { name: "first", content: "1" },
      { name: "second", content },
    ]);
    for (const length of [0, 1, 11, Math.floor(whole.length / 2), whole.length - 1]) {
      const target = `${folder}/${length}`;
      await assert.rejects(
        unpackTarGz(inPieces(whole.slice(0, length)), { path: target }),
        (error) => {
          assert.ok(error instanceof OsctlError);
          assert.equal(error.kind, "node");
          assert.match(error.message, /^corrupt or truncated archive/);
          return true;
        },
      );
    }
    // The gzip stream is complete, the tar archive is not.
    const raw = await new Response(
      new Blob([whole]).stream().pipeThrough(new DecompressionStream("gzip")),
    ).bytes();
    for (const length of [100, 512, 700, 1024, 2000, raw.length - 1024, raw.length - 512]) {
      const target = `${folder}/tar-${length}`;
      const cut = await compressed(raw.slice(0, length));
      await assert.rejects(unpackTarGz(inPieces(cut), { path: target }), /corrupt or truncated/);
      const second = await Deno.readTextFile(`${target}/second`).catch(() => undefined);
      assert.ok(second === undefined || second === content, String(length));
    }
  });
});

Deno.test("data that is not an archive is an error", async () => {
  await inFolder(async (folder) => {
    for (const bytes of ["hello", "\x1f\x8bnonsense"]) {
      const source = inPieces(new TextEncoder().encode(bytes));
      await assert.rejects(unpackTarGz(source, { path: `${folder}/x` }), /corrupt or truncated/);
    }
    const noTar = await compressed(new TextEncoder().encode("x".repeat(1024)));
    await assert.rejects(
      unpackTarGz(inPieces(noTar), { path: `${folder}/x` }),
      /corrupt or truncated/,
    );
  });
});

Deno.test("a node's error is thrown after the data before it is extracted", async () => {
  await inFolder(async (folder) => {
    const problem = new OsctlError("node", "skipped one file");
    const whole = await archive([{ name: "kept", content: "x" }]);
    await assert.rejects(
      unpackTarGz(inPieces(whole, problem, 1e6), { path: `${folder}/a` }),
      problem,
    );
    assert.deepEqual(await tree(`${folder}/a`), ["kept 644"]);
    // The node's error is reported, not the truncation it causes.
    const cut = whole.slice(0, whole.length - 20);
    await assert.rejects(unpackTarGz(inPieces(cut, problem), { path: `${folder}/b` }), problem);
    // Without data, nothing is created.
    await assert.rejects(
      unpackTarGz(inPieces(new Uint8Array(), problem), { path: `${folder}/c` }),
      problem,
    );
    await assert.rejects(Deno.stat(`${folder}/c`), Deno.errors.NotFound);
  });
});

Deno.test("a write error contains the path, and the source is released", async () => {
  await inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/file`, "");
    let released = false;
    async function* source() {
      try {
        const bytes = await archive([{ name: "x", content: "x" }]);
        yield bytes;
        while (true) yield await Promise.resolve(bytes);
      } finally {
        released = true;
      }
    }
    await assert.rejects(unpackTarGz(source(), { path: `${folder}/file/below` }), (error) => {
      assert.ok(error instanceof OsctlError);
      assert.equal(error.kind, "file");
      return true;
    });
    assert.ok(released);
  });
});

Deno.test("an archive of one file becomes a file, any other a folder", async () => {
  await inFolder(async (folder) => {
    const unpack = async (name: string, entries: readonly Entry[]) => {
      const path = `${folder}/${name}`;
      const errors = await unpackTarGz(inPieces(await archive(entries)), { path, canBeFile: true });
      assert.deepEqual(errors, []);
    };
    await unpack("one", [{ name: "a", content: "x", mode: 0o600 }]);
    await unpack("two", [{ name: "a", content: "x" }, { name: "b", content: "y" }]);
    await unpack("folder", [{ name: "./", type: "directory" }, { name: "a", content: "x" }]);
    await unpack("nested", [{ name: "a/b", content: "x" }]);
    await unpack("empty", []);
    assert.equal(await Deno.readTextFile(`${folder}/one`), "x");
    assert.deepEqual((await tree(folder)).map((line) => line.split(" ")[0]), [
      ...["empty", "folder", "folder/a", "nested", "nested/a", "nested/a/b", "one"],
      ...["two", "two/a", "two/b"],
    ]);
  });
});

Deno.test("findUnpackTarget() accepts a folder or a missing path", async () => {
  await inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/file`, "");
    assert.deepEqual(await findUnpackTarget(folder, "."), { path: folder });
    const missing = `${folder}/missing/deep`;
    assert.deepEqual(await findUnpackTarget("/", missing), {
      path: missing,
      isNew: true,
      canBeFile: true,
    });
    assert.deepEqual(await findUnpackTarget("/", `${missing}/`), {
      path: missing,
      isNew: true,
      canBeFile: false,
    });
    await assert.rejects(findUnpackTarget(folder, "file"), {
      message: '"file" is not a directory',
      kind: "file",
    });
    await assert.rejects(findUnpackTarget(folder, "file/below"), { kind: "file" });
  });
});

for (const size of [10, 4_000_000]) {
  Deno.test(`a full disk within a file of ${size} bytes ends the unpacking`, async () => {
    await inFolder(async (folder) => {
      const content = Array.from(
        { length: size / 10 },
        () => Math.random().toString().slice(2, 12),
      );
      const bytes = await archive([
        { name: "first", content: "1" },
        { name: "second", content: content.join("").padEnd(size, "0") },
        { name: "third", content: "3".repeat(200_000) },
      ]);
      const write = Deno.FsFile.prototype.write;
      let written = 0;
      let released = false;
      async function* source() {
        try {
          yield* inPieces(bytes, undefined, 65_536);
        } finally {
          released = true;
        }
      }
      try {
        Deno.FsFile.prototype.write = function (piece) {
          if (++written > 1) {
            return Promise.reject(new Error("No space left on device (os error 28)"));
          }
          return write.call(this, piece);
        };
        await assert.rejects(unpackTarGz(source(), { path: folder }), /second/);
      } finally {
        Deno.FsFile.prototype.write = write;
      }
      assert.deepEqual(await tree(folder), ["first 644"]);
      assert.equal(released, true);
    });
  });
}

Deno.test("a new target does not replace what appears during the extraction", async () => {
  for (const entries of [[{ name: "a", content: "x" }], [{ name: "d/a", content: "x" }]]) {
    await inFolder(async (folder) => {
      const bytes = await archive(entries);
      async function* source() {
        await Deno.mkdir(`${folder}/t`);
        yield* inPieces(bytes);
      }
      const target = { path: `${folder}/t`, isNew: true, canBeFile: true };
      await assert.rejects(unpackTarGz(source(), target), /already exists/);
      assert.deepEqual([...Deno.readDirSync(`${folder}/t`)], []);
    });
  }
});

Deno.test({
  name: "what killed extractions left in a folder is removed, unless a process has locked it",
  ignore: Deno.build.os === "windows",
  async fn() {
    await inFolder(async (folder) => {
      const target = `${folder}/target`;
      await Deno.mkdir(`${target}/deep`, { recursive: true });
      const left = [`${target}/.copy-0a1b2c3d.tmp`, `${target}/deep/.copy-ffffffff.tmp`];
      const kept = [`${target}/.copy-0a1b2c3.tmp`, `${target}/copy-0a1b2c3d.tmp`];
      for (const path of [...left, ...kept]) await Deno.writeTextFile(path, "part");
      await Deno.symlink("deep", `${target}/.copy-11111111.tmp`);
      const locked = `${target}/.copy-99999999.tmp`;
      using file = await Deno.open(locked, { write: true, createNew: true });
      await file.lock(true);
      takeRemovedLeftovers();
      await messages([{ name: "a", content: "a" }, { name: "deep/b", content: "b" }], target);
      assert.deepEqual(takeRemovedLeftovers().sort(), left.sort());
      assert.deepEqual((await tree(target)).map((line) => line.split(" ")[0]), [
        ".copy-0a1b2c3.tmp",
        ".copy-11111111.tmp",
        ".copy-99999999.tmp",
        "a",
        "copy-0a1b2c3d.tmp",
        "deep",
        "deep/b",
      ]);
      await file.unlock();
      await messages([{ name: "a", content: "a" }], target);
      assert.deepEqual(takeRemovedLeftovers(), [locked]);
    });
  },
});

Deno.test("extractions into one folder do not remove each other's files", async () => {
  await inFolder(async (folder) => {
    const target = `${folder}/target`;
    await Deno.mkdir(target);
    const names = Array.from({ length: 20 }, (_, index) => `${index}`);
    const all = names.map((name) => ({ name, content: name.repeat(50_000) }));
    takeRemovedLeftovers();
    await Promise.all([0, 1, 2].map((offset) => {
      const entries = all.map(({ name, content }) => ({ name: `${offset}-${name}`, content }));
      return messages(entries, target);
    }));
    assert.deepEqual(takeRemovedLeftovers(), []);
    assert.equal((await tree(target)).length, 60);
  });
});

Deno.test("an error before the first file leaves no new target", async () => {
  await inFolder(async (folder) => {
    const target = { path: `${folder}/t`, isNew: true, canBeFile: true };
    const cut = (await archive([{ name: "a", content: "x".repeat(5000) }])).slice(0, 30);
    const progress: UnpackProgress = { files: 0 };
    await assert.rejects(unpackTarGz(inPieces(cut), target, progress), /corrupt or truncated/);
    assert.equal(progress.incomplete, undefined);
    assert.deepEqual([...Deno.readDirSync(folder)], []);
  });
});
