/** One member of an archive: its content, limits, and archives without it. */
import assert from "node:assert/strict";
import { packTar, type TarEntry } from "modern-tar";
import { OsctlError } from "../../../lib/errors.ts";
import { readTarGzMember } from "../../../lib/platform/tar_member.ts";

const LIMIT = 1024 * 1024;
const options = { name: "kubeconfig", maxBytes: LIMIT };

async function gzip(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function archive(...entries: TarEntry[]): Promise<Uint8Array<ArrayBuffer>> {
  return await gzip(new Uint8Array(await packTar(entries)));
}

function file(name: string, body: string): TarEntry {
  return { header: { name, size: body.length, type: "file" }, body };
}

async function* inPieces(bytes: Uint8Array, size = 100): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const read = (bytes: Uint8Array) => readTarGzMember(inPieces(bytes), options);

function isRejected(bytes: Uint8Array, message: RegExp): Promise<void> {
  return assert.rejects(read(bytes), (error) => {
    assert.ok(error instanceof OsctlError);
    assert.equal(error.kind, "node");
    assert.match(error.message, message);
    return true;
  });
}

Deno.test("the content of the member is returned", async () => {
  const text = "apiVersion: v1\n".repeat(1000);
  const content = await read(await archive(file("kubeconfig", text)));
  assert.equal(new TextDecoder().decode(content), text);
});

Deno.test("an archive that nodes write ends after the content: no padding, no end blocks", async () => {
  for (const length of [1, 511, 512, 2100]) {
    const text = "x".repeat(length);
    const tar = new Uint8Array(await packTar([file("kubeconfig", text)]));
    const compressed = await gzip(tar.slice(0, 512 + length));
    for (const size of [1, 100, compressed.length]) {
      const content = await readTarGzMember(inPieces(compressed, size), options);
      assert.equal(new TextDecoder().decode(content), text);
    }
    const cut = await gzip(tar.slice(0, 512 + length - 1));
    await isRejected(cut, new RegExp(`ends after ${length - 1} of ${length} bytes`));
  }
});

Deno.test("other members are passed over; without the file an archive is rejected", async () => {
  const link: TarEntry = {
    header: { name: "kubeconfig", size: 0, type: "symlink", linkname: "/etc/shadow" },
  };
  const ours = file("kubeconfig", "a");
  const text = async (...entries: TarEntry[]) =>
    new TextDecoder().decode(await read(await archive(...entries)));
  assert.equal(await text(file("other", "b"), ours, file("kubeconfig", "c")), "a");
  await isRejected(await archive(file("../kubeconfig", "a")), /no file "kubeconfig"/);
  await isRejected(await archive(link), /no file "kubeconfig"/);
  await isRejected(await archive(), /no file "kubeconfig"/);
});

Deno.test("a member above the limit is rejected before it is read", async () => {
  const large = await archive(file("kubeconfig", "x".repeat(LIMIT + 1)));
  await isRejected(large, /"kubeconfig" is larger than 1048576 bytes/);
});

Deno.test("members of the size limit before the file end at the limit of the archive", async () => {
  const other = file("other", "x".repeat(LIMIT));
  await isRejected(await archive(other, other, file("kubeconfig", "a")), /more than 1114112 bytes/);
});

Deno.test("truncated data and data of other formats is rejected", async () => {
  const whole = await archive(file("kubeconfig", "x".repeat(5000)));
  await isRejected(whole.subarray(0, whole.length / 2), /invalid archive/);
  await isRejected(new TextEncoder().encode("apiVersion: v1"), /invalid archive/);
  await isRejected(new Uint8Array(), /invalid archive/);
});

Deno.test("an error of the source is thrown instead of the truncation it causes", async () => {
  const bytes = await archive(file("kubeconfig", "x".repeat(5000)));
  const lost = new OsctlError("connection", "lost");
  const source = async function* () {
    yield bytes.subarray(0, 40);
    throw lost;
  };
  await assert.rejects(readTarGzMember(source(), options), (error) => error === lost);
});
