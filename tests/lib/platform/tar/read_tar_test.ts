/** Entries of tar archives: formats, limits, and damaged archives. */
import assert from "node:assert/strict";
import { ArchiveError } from "../../../../lib/platform/tar/archive_error.ts";
import { readTar } from "../../../../lib/platform/tar/read_tar.ts";
import { readContent } from "../../../../lib/platform/tar/tar_gz.ts";
import { concat, paxRecords, type RawEntry, rawEntry, rawTar } from "../../../helpers/tar.ts";

async function* inPieces(bytes: Uint8Array, size: number) {
  await Promise.resolve();
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

interface Found {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly linkName: string;
  readonly text: string;
}

async function readAll(bytes: Uint8Array, size = 700): Promise<Found[]> {
  const found: Found[] = [];
  for await (const entry of readTar(inPieces(bytes, size))) {
    const { name, type, size, linkName } = entry;
    const text = new TextDecoder().decode(await readContent(entry));
    found.push({ name, type, size, linkName, text });
  }
  return found;
}

const isInvalid = (bytes: Uint8Array, reason: RegExp) =>
  assert.rejects(readAll(bytes), (error) => {
    assert.ok(error instanceof ArchiveError, String(error));
    assert.match(error.message, reason);
    return true;
  });

Deno.test("entries have name, type and content, whatever the chunks", async () => {
  const long = "n".repeat(300);
  const tar = rawTar(
    { name: "dir/", flag: "5" },
    { name: "file", data: "x".repeat(513) },
    { name: "old", flag: "\0", data: "o" },
    { name: "folder-of-old-archives/" },
    { name: "symlink", flag: "2", linkName: "to" },
    { name: "hard", flag: "1", linkName: "file", size: 5 },
    { name: "pax", flag: "x", data: paxRecords(["path", `日本/${long}`], ["mtime", "1.5"]) },
    { name: "short", data: "pax" },
    { name: "././@LongLink", flag: "L", data: `gnu/${long}\0` },
    { name: "././@LongLink", flag: "K", data: `to/${long}\0` },
    { name: "short", flag: "2", linkName: "short" },
    { name: "base", fields: [[345, "prefix"]], data: "p" },
    { name: "volume", flag: "V", data: "?" },
    { name: "last", data: "" },
  );
  const expected = [
    { name: "dir/", type: "directory" },
    { name: "file", type: "file", text: "x".repeat(513) },
    { name: "old", type: "file", text: "o" },
    { name: "folder-of-old-archives/", type: "directory" },
    { name: "symlink", type: "symlink", linkName: "to" },
    { name: "hard", type: "link", linkName: "file" },
    { name: `日本/${long}`, type: "file", text: "pax" },
    { name: `gnu/${long}`, type: "symlink", linkName: `to/${long}` },
    { name: "prefix/base", type: "file", text: "p" },
    { name: "volume", type: "type V", text: "?" },
    { name: "last", type: "file" },
  ].map((entry) => ({ linkName: "", text: "", size: entry.text?.length ?? 0, ...entry }));
  for (const size of [1, 511, 512, 700, tar.length]) {
    assert.deepEqual(await readAll(tar, size), expected, `chunks of ${size} bytes`);
  }
});

Deno.test("what is not read of an entry is skipped", async () => {
  const tar = rawTar({ name: "a", data: "a".repeat(2000) }, { name: "b", data: "b" });
  const names: string[] = [];
  for await (const { name, pieces } of readTar(inPieces(tar, 100))) {
    names.push(name);
    if (name === "a") { for await (const _ of pieces) break; }
  }
  assert.deepEqual(names, ["a", "b"]);
});

Deno.test("a global header applies to the following entries, an empty value restores the header's", async () => {
  const tar = rawTar(
    { name: "g", flag: "g", data: paxRecords(["path", "global"], ["comment", "c".repeat(2000)]) },
    { name: "a", data: "1" },
    { name: "x", flag: "x", data: paxRecords(["path", ""]) },
    { name: "b", data: "2" },
  );
  assert.deepEqual((await readAll(tar)).map(({ name }) => name), ["global", "b"]);
});

Deno.test("invalid sizes are rejected: negative, too large, not a number", async () => {
  const pax = (size: string): RawEntry[] => [
    { name: "x", flag: "x", data: paxRecords(["size", size]) },
    { name: "a", data: "content" },
  ];
  await isInvalid(rawTar(...pax("-1")), /^invalid size "-1"$/);
  await isInvalid(rawTar(...pax("1e3")), /^invalid size "1e3"$/);
  await isInvalid(rawTar(...pax("9".repeat(30))), /^size is too large$/);
  const binary = (...bytes: number[]) => {
    const field = new Uint8Array(12).fill(bytes[1]!);
    field[0] = bytes[0]!;
    return rawTar({ name: "a", size: field });
  };
  await isInvalid(binary(0xff, 0xff), /^negative size$/);
  await isInvalid(binary(0x80, 0x7f), /^size is too large$/);
  await isInvalid(rawTar({ name: "a", size: new Uint8Array(12).fill(0x39) }), /^invalid size "9/);
  // The size in the extended header counts, not the one in the header.
  const sized = rawTar(
    { name: "x", flag: "x", data: paxRecords(["size", "3"]) },
    { name: "a", data: "abc", size: 0 },
    { name: "b", data: "b" },
  );
  assert.deepEqual((await readAll(sized)).map(({ text }) => text), ["abc", "b"]);
});

Deno.test("malformed extended headers are rejected", async () => {
  const malformed = [
    "no length\n",
    "0 a=b\n",
    "-7 a=b\n",
    "99 a=b\n",
    "5 a=b\n",
    "7 noeq\n",
    "6 =bc\n",
    "99999999999 a=b\n",
    "8 a=b\n",
  ];
  for (const data of malformed) {
    await isInvalid(rawTar({ name: "x", flag: "x", data }), /^malformed extended header$/);
  }
  for (const flag of ["x", "g", "L", "K"]) {
    const size = 1024 * 1024 + 1;
    await isInvalid(rawTar({ name: "x", flag, size }), /^extended header is too large$/);
    await isInvalid(rawEntry({ name: "x", flag, size: 600 }), /^truncated$/);
  }
});

Deno.test("a damaged or truncated archive is rejected", async () => {
  await isInvalid(rawTar({ name: "a", isDamaged: true }), /^invalid header checksum$/);
  const tar = rawTar({ name: "a", data: "a".repeat(600) });
  for (const length of [0, 1, 511, tar.length - 1024, tar.length - 512, tar.length - 1]) {
    await isInvalid(tar.subarray(0, length), /^truncated$/);
  }
  await isInvalid(tar.subarray(0, 512 + 100), /^"a" ends after 100 of 600 bytes$/);
  const zero = new Uint8Array(512);
  await isInvalid(concat(zero, tar), /^data after the end$/);
  await isInvalid(concat(tar, Uint8Array.of(1)), /^data after the end$/);
  assert.equal((await readAll(concat(tar, zero, zero, zero))).length, 1);
});

Deno.test("an archive may lack its end on request", async () => {
  const tar = rawTar({ name: "a", data: "abc" });
  for (const length of [512 + 3, 1024, 1536, tar.length]) {
    const source = inPieces(tar.subarray(0, length), 100);
    const names: string[] = [];
    for await (const { name } of readTar(source, { canLackEnd: true })) names.push(name);
    assert.deepEqual(names, ["a"]);
  }
});
