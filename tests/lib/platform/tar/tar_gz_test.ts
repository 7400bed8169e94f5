/** Compressed archives: truncation, errors of the source, memory. */
import assert from "node:assert/strict";
import { ArchiveError } from "../../../../lib/platform/tar/archive_error.ts";
import { readContent, TarGz } from "../../../../lib/platform/tar/tar_gz.ts";
import { gzip, rawTar } from "../../../helpers/tar.ts";

async function* inPieces(bytes: Uint8Array, size: number, error?: Error) {
  await Promise.resolve();
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  if (error) throw error;
}

async function readNames(archive: TarGz): Promise<string[]> {
  const names: string[] = [];
  for await (const entry of archive.entries()) {
    await readContent(entry);
    names.push(entry.name);
  }
  return names;
}

const WHOLE = await gzip(rawTar({ name: "a", data: "a".repeat(3000) }, { name: "b", data: "b" }));

Deno.test("an archive that lacks its last bytes is rejected", async () => {
  for (const size of [1, 3, 4, 7, WHOLE.length]) {
    assert.deepEqual(await readNames(new TarGz(inPieces(WHOLE, size))), ["a", "b"]);
    for (const missing of [1, 2, 3, 4, 5, 8, 9, 20, WHOLE.length]) {
      const cut = inPieces(WHOLE.subarray(0, WHOLE.length - missing), size);
      await assert.rejects(readNames(new TarGz(cut)), ArchiveError, `${size} ${missing}`);
    }
  }
});

Deno.test("a changed byte of the checksum is found", async () => {
  const changed = WHOLE.slice();
  changed[changed.length - 8]! ^= 1;
  await assert.rejects(readNames(new TarGz(inPieces(changed, 100))), ArchiveError);
});

Deno.test("an error of the source after the archive is kept, one within it is thrown", async () => {
  const lost = new Error("lost");
  const complete = new TarGz(inPieces(WHOLE, 50, lost));
  assert.deepEqual(await readNames(complete), ["a", "b"]);
  assert.equal(complete.failure?.error, lost);
  for (const length of [0, 5, 30, WHOLE.length - 20]) {
    const cut = new TarGz(inPieces(WHOLE.subarray(0, length), 50, lost));
    await assert.rejects(readNames(cut), (error) => error === lost);
  }
});

Deno.test("the size limit ends the archive", async () => {
  const bytes = rawTar({ name: "a", data: "a".repeat(3000) }, { name: "b", data: "b" }).length;
  assert.equal((await readNames(new TarGz(inPieces(WHOLE, 50), { maxBytes: bytes }))).length, 2);
  const limited = new TarGz(inPieces(WHOLE, 50), { maxBytes: bytes - 1 });
  await assert.rejects(readNames(limited), /^ArchiveError: more than \d+ bytes$/);
});

Deno.test("a reader that stops ends a source that has more", async () => {
  const released = Promise.withResolvers<void>();
  async function* source() {
    try {
      while (true) {
        yield WHOLE.subarray(0, WHOLE.length - 20);
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    } finally {
      released.resolve();
    }
  }
  for await (const _ of new TarGz(source()).entries()) break;
  await released.promise;
});

/** Largest resident size of a process that reads a file of 1 GiB of zeros in one compressed chunk. */
const MAX_RSS = 400 * 2 ** 20;

const READ = `
  import { TarGz } from "${new URL("../../../../lib/platform/tar/tar_gz.ts", import.meta.url)}";
  const bytes = await new Response(Deno.stdin.readable).bytes();
  let size = 0;
  let rss = 0;
  async function* source() { yield bytes; }
  for await (const { pieces } of new TarGz(source()).entries()) {
    for await (const piece of pieces) {
      size += piece.bytes.length;
      rss = Math.max(rss, Deno.memoryUsage().rss);
    }
  }
  console.log(JSON.stringify({ size, rss }));
`;

Deno.test("a well compressed archive does not take much memory", async () => {
  const size = 2 ** 30;
  async function* tar() {
    await Promise.resolve();
    const zeros = new Uint8Array(2 ** 20);
    yield rawTar({ name: "zeros", size }).slice(0, 512);
    for (let at = 0; at < size; at += zeros.length) yield zeros;
    yield new Uint8Array(1024);
  }
  const config = new URL("../../../../deno.json", import.meta.url).pathname;
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-check",
      "--config",
      config,
      "--ext=ts",
      "-A",
      "data:text/typescript," + encodeURIComponent(READ),
    ],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const sent = ReadableStream.from(tar()).pipeThrough(new CompressionStream("gzip")).pipeTo(
    child.stdin,
  );
  const { stdout, stderr } = await child.output();
  await sent;
  const text = new TextDecoder();
  assert.equal(text.decode(stderr), "");
  const read: { size: number; rss: number } = JSON.parse(text.decode(stdout));
  assert.equal(read.size, size);
  assert.ok(read.rss < MAX_RSS, `${read.rss} bytes`);
});
