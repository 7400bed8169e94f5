import assert from "node:assert/strict";
import { crc32c } from "../../../../../lib/node/etcd/snapshot/crc32c.ts";
import { saveSnapshot } from "../../../../../lib/node/etcd/snapshot/snapshot_file.ts";
import { OsctlError } from "../../../../../lib/errors.ts";

const PAGE = 4096;
const utf8 = new TextEncoder();

/** One page of a database, put together by hand. */
function page(
  id: number,
  flags: number,
  elements: { flags?: number; child?: number; key: string | Uint8Array; value?: Uint8Array }[],
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(PAGE);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, BigInt(id), true);
  view.setUint16(8, flags, true);
  view.setUint16(10, elements.length, true);
  let content = 16 + elements.length * 16;
  for (const [index, element] of elements.entries()) {
    const at = 16 + index * 16;
    const key = typeof element.key === "string" ? utf8.encode(element.key) : element.key;
    const value = element.value ?? new Uint8Array(0);
    if (element.child === undefined) {
      view.setUint32(at, element.flags ?? 0, true);
      view.setUint32(at + 4, content - at, true);
      view.setUint32(at + 8, key.length, true);
      view.setUint32(at + 12, value.length, true);
    } else {
      view.setUint32(at, content - at, true);
      view.setUint32(at + 4, key.length, true);
      view.setBigUint64(at + 8, BigInt(element.child), true);
    }
    bytes.set(key, content);
    bytes.set(value, content + key.length);
    content += key.length + value.length;
  }
  return bytes;
}

function fnv1a(bytes: Uint8Array): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const byte of bytes) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash;
}

function meta(id: number, root: number, pages: number, transaction: number) {
  const bytes = page(id, 4, []);
  const view = new DataView(bytes.buffer, 16);
  view.setUint32(0, 0xed0cdaed, true);
  view.setUint32(4, 2, true);
  view.setUint32(8, PAGE, true);
  view.setBigUint64(16, BigInt(root), true);
  view.setBigUint64(32, 2n, true);
  view.setBigUint64(40, BigInt(pages), true);
  view.setBigUint64(48, BigInt(transaction), true);
  view.setBigUint64(56, fnv1a(bytes.subarray(16, 72)), true);
  return bytes;
}

/** A bucket's value: where its entries are, or the page itself. */
function bucket(root: number, inline?: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(16 + (inline?.length ?? 0));
  new DataView(bytes.buffer).setBigUint64(0, BigInt(root), true);
  if (inline) bytes.set(inline, 16);
  return bytes;
}

const revision = (main: number) => Uint8Array.of(0, 0, 0, 0, 0, 0, 0, main, 0x5f, 0, 0, 0);

/** A database of two levels: a branch over two leaves, and a small bucket within its entry. */
function database(): Uint8Array<ArrayBuffer>[] {
  const small = page(0, 2, [{ key: "a", value: utf8.encode("1") }]).slice(0, 16 + 16 + 2);
  return [
    meta(0, 3, 7, 4),
    meta(1, 99, 7, 3),
    page(2, 16, []),
    page(3, 2, [
      { flags: 1, key: "key", value: bucket(4) },
      { flags: 1, key: "meta", value: bucket(0, small) },
    ]),
    page(4, 1, [{ child: 5, key: revision(2) }, { child: 6, key: revision(7) }]),
    page(5, 2, [{ key: revision(2), value: utf8.encode("x") }, { key: revision(3) }]),
    page(6, 2, [{ key: revision(7), value: utf8.encode("y") }]),
  ];
}

async function withDigest(pages: Uint8Array<ArrayBuffer>[]): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(await new Blob(pages).arrayBuffer());
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return new Uint8Array(await new Blob([bytes, digest]).arrayBuffer());
}

async function inFolder(body: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "osctl-snapshot-" });
  try {
    await body(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) {
    yield await Promise.resolve(bytes.subarray(at, at + size));
  }
}

Deno.test("crc32c returns the reference value, also incrementally", () => {
  const text = utf8.encode("123456789");
  assert.equal(crc32c(0, text), 0xe3069283);
  assert.equal(crc32c(crc32c(0, text.subarray(0, 4)), text.subarray(4)), 0xe3069283);
});

Deno.test("a snapshot is saved unchanged from chunks of any size", async () => {
  await inFolder(async (folder) => {
    const bytes = await withDigest(database());
    const path = `${folder}/a.db`;
    let expected = 0;
    for (const part of ["key", revision(2), "x", revision(3), revision(7), "y", "meta", "a1"]) {
      expected = crc32c(expected, typeof part === "string" ? utf8.encode(part) : part);
    }
    for (const size of [1, 31, 32, 33, 5000, bytes.length]) {
      const seen: number[] = [];
      const info = await saveSnapshot(path, inPieces(bytes, size), (count) => seen.push(count));
      assert.deepEqual(await Deno.readFile(path), bytes);
      assert.equal(seen.at(-1), bytes.length);
      assert.deepEqual(info, {
        bytes: bytes.length,
        digest: bytes.subarray(-32).toHex(),
        hash: expected,
        revision: 7n,
        keys: 4,
        databaseSize: 7 * PAGE,
      });
    }
    assert.equal((await Deno.stat(path)).mode! & 0o777, 0o600);
    assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name), ["a.db"]);
  });
});

Deno.test("an invalid snapshot is an error and leaves no file", async () => {
  const changed = (index: number, change: (view: DataView, bytes: Uint8Array) => void) => {
    const pages = database();
    change(new DataView(pages[index]!.buffer), pages[index]!);
    return pages;
  };
  const leaf = 16 + 2 * 16;
  const cases: [what: RegExp, pages: Uint8Array<ArrayBuffer>[]][] = [
    [/expected 28672 bytes, found 24576/, database().slice(0, -1)],
    [/no valid meta page/, [new Uint8Array(PAGE * 3)]],
    [/no valid meta page/, []],
    [/page 99 does not exist/, changed(0, (view) => view.setUint32(16, 0, true))],
    [/page 5 has a different number/, changed(5, (view) => view.setUint32(0, 6, true))],
    [/page 5 has two references/, changed(4, (view) => view.setUint32(16 + 16 + 8, 5, true))],
    [/page 4 has two references/, changed(4, (view) => view.setUint32(16 + 16 + 8, 4, true))],
    [/page 1 does not exist/, changed(4, (view) => view.setUint32(16 + 8, 1, true))],
    [/page 4 has no children/, changed(4, (view) => view.setUint16(10, 0, true))],
    [/page 6 exceeds the end of the database/, changed(6, (view) => view.setUint32(12, 5, true))],
    [/page 6 has too many entries/, changed(6, (view) => view.setUint16(10, 999, true))],
    [
      /an entry of page 6 exceeds its end/,
      changed(6, (view) => view.setUint32(28, 9999, true)),
    ],
    [/page 6 is neither a branch nor a leaf/, changed(6, (view) => view.setUint16(8, 4, true))],
    [/keys of a bucket are out of order/, changed(5, (_, bytes) => bytes[leaf + 7] = 9)],
    [/unexpected nested bucket/, changed(6, (view) => view.setUint32(16, 1, true))],
    [/contains an entry that is not a bucket/, changed(3, (view) => view.setUint32(16, 0, true))],
    [/truncated bucket header/, changed(3, (view) => view.setUint32(28, 15, true))],
    [/truncated inline bucket/, changed(3, (view) => view.setUint32(16 + 16 + 12, 20, true))],
    [/a key of the store is not a revision/, [
      ...[meta(0, 3, 5, 1), meta(1, 3, 5, 0), page(2, 16, [])],
      ...[page(3, 2, [{ flags: 1, key: "key", value: bucket(4) }]), page(4, 2, [{ key: "k" }])],
    ]],
  ];
  await inFolder(async (folder) => {
    const path = `${folder}/a.db`;
    await Deno.writeTextFile(path, "the one before");
    const refused = async (what: RegExp, bytes: Uint8Array) => {
      await assert.rejects(saveSnapshot(path, inPieces(bytes, 4096)), (error: Error) => {
        assert.ok(error instanceof OsctlError, String(error));
        assert.match(error.message, what);
        return error.kind === "node";
      });
      assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name), ["a.db"]);
      assert.equal(await Deno.readTextFile(path), "the one before");
    };
    for (const [what, pages] of cases) await refused(what, await withDigest(pages));
    const whole = await withDigest(database());
    await refused(/the size, 0 bytes, is not a whole number of pages/, new Uint8Array(0));
    await refused(/is not a whole number of pages plus a SHA-256 trailer/, whole.subarray(0, -1));
    await refused(/the SHA-256 trailer does not match/, whole.subarray(512));
    const flipped = whole.slice();
    flipped[PAGE * 5 + 60]! ^= 1;
    await refused(/the SHA-256 trailer does not match/, flipped);
  });
});

Deno.test("the meta page of an interrupted transaction is skipped", async () => {
  await inFolder(async (folder) => {
    const pages = database();
    pages[1] = meta(1, 99, 7, 5);
    pages[1][60] = 7;
    const info = await saveSnapshot(`${folder}/b`, inPieces(await withDigest(pages), 999));
    assert.equal(info.keys, 4);
    pages[1] = meta(1, 3, 7, 5);
    pages[0]!.fill(0);
    assert.equal(
      (await saveSnapshot(`${folder}/b`, inPieces(await withDigest(pages), 999))).keys,
      4,
    );
  });
});

Deno.test("the error of a snapshot that cannot be written has the path", async () => {
  await inFolder(async (folder) => {
    const bytes = await withDigest(database());
    await assert.rejects(
      saveSnapshot(folder, inPieces(bytes, 999)),
      /cannot write ".*": is a directory/,
    );
    await assert.rejects(
      saveSnapshot(`${folder}/no/a.db`, inPieces(bytes, 999)),
      /cannot write ".*a\.db\.part": no such file or directory/,
    );
  });
});

Deno.test("a leftover part is replaced, not overwritten", async () => {
  await inFolder(async (folder) => {
    const bytes = await withDigest(database());
    const path = `${folder}/a.db`;
    await Deno.writeTextFile(`${path}.part`, "left", { mode: 0o666 });
    using old = await Deno.open(`${path}.part`);
    await saveSnapshot(path, inPieces(bytes, 999));
    assert.equal((await Deno.stat(path)).mode! & 0o777, 0o600);
    assert.deepEqual(await new Response(old.readable).text(), "left");

    await Deno.symlink(`${folder}/elsewhere`, `${path}.part`);
    await assert.rejects(
      saveSnapshot(path, inPieces(bytes, 999)),
      /a\.db\.part": already exists/,
    );
    assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name).sort(), [
      ...["a.db", "a.db.part"],
    ]);
  });
});

Deno.test("two processes cannot write one snapshot", async () => {
  await inFolder(async (folder) => {
    const bytes = await withDigest(database());
    const path = `${folder}/a.db`;
    const begun = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    async function* slow() {
      yield bytes.subarray(0, 4096);
      begun.resolve();
      await go.promise;
      yield bytes.subarray(4096);
    }
    const first = saveSnapshot(path, slow());
    await begun.promise;
    await assert.rejects(
      saveSnapshot(path, inPieces(bytes, 999)),
      /a\.db\.part" is being written by another process/,
    );
    go.resolve();
    await first;
    assert.deepEqual(await Deno.readFile(path), bytes);
  });
});
