import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { OsctlError } from "../../../../lib/errors.ts";
import { BundleArchive } from "../../../../lib/procedures/support/archive.ts";
import { readZip } from "../../../helpers/zip.ts";

const CHUNK = 64 * 1024;

async function* chunks(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield await Promise.resolve(new TextEncoder().encode(text));
}

async function* failing(...texts: string[]): AsyncGenerator<Uint8Array> {
  yield* chunks(...texts);
  throw new OsctlError("node", "lost");
}

/** Runs `fill` and returns the contents of the archive. */
async function contentsOf(fill: (archive: BundleArchive) => Promise<void>) {
  const path = await Deno.makeTempFile();
  try {
    const archive = new BundleArchive(Date.UTC(2026, 0, 2));
    const filled = fill(archive).then(() => archive.end("a comment"));
    using file = await Deno.open(path, { write: true });
    for await (const chunk of archive.output()) await file.write(chunk);
    await filled;
    return await readZip(path);
  } finally {
    await Deno.remove(path);
  }
}

Deno.test("members are stored with their content", async () => {
  const { members, comment } = await contentsOf(async (archive) => {
    const added = await archive.add(["node", "log"], chunks("one\n", "two\n"));
    deepEqual(added, { path: "node/log", bytes: 8 });
    equal(await archive.add(["node", "none"], chunks(), { omitEmpty: true }), undefined);
    deepEqual(await archive.add(["node", "empty"], chunks()), { path: "node/empty", bytes: 0 });
  });
  deepEqual([...members.keys()], ["node/log", "node/empty"]);
  equal(members.get("node/log")!.text, "one\ntwo\n");
  equal(comment, "a comment");
});

Deno.test("names of nodes stay in their folder, and are unique", async () => {
  const { members } = await contentsOf(async (archive) => {
    for (const name of ["..", "../../etc/passwd", "a\\b", "", "x\n.log", "x.log", "x.log"]) {
      await archive.add(["node", name], chunks("1"));
    }
    await archive.add(["n".repeat(70_000)], chunks("1"));
  });
  deepEqual([...members.keys()], [
    "node/__",
    "node/.._.._etc_passwd",
    "node/a_b",
    "node/_",
    "node/x_.log",
    "node/x.log",
    "node/x-2.log",
    "n".repeat(200),
  ]);
});

Deno.test("an error after some content keeps it, one before is thrown", async () => {
  const { members } = await contentsOf(async (archive) => {
    await rejects(archive.add(["a"], failing()), { message: "lost" });
    const member = await archive.add(["b"], failing("half"));
    equal(member?.error?.message, "lost");
    const large = "x".repeat(300 * 1024);
    equal((await archive.add(["c"], failing(large)))?.error?.message, "lost");
  });
  deepEqual([...members.values()].map(({ path, bytes }) => [path, bytes.length]), [
    ["b", 4],
    ["c", 300 * 1024],
  ]);
});

Deno.test("an abort before the output is read is thrown by the output", async () => {
  const archive = new BundleArchive(0);
  archive.abort(new OsctlError("node", "lost"));
  // Time for an event without listener to end the process.
  await new Promise((resolve) => setTimeout(resolve, 0));
  await rejects(Array.fromAsync(archive.output()), { message: "lost" });
});

Deno.test("a content is read no faster than the archive is written", async () => {
  let read = 0;
  let isClosed = false;
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        // Random bytes do not shrink.
        const chunk = crypto.getRandomValues(new Uint8Array(CHUNK));
        read += chunk.length;
        yield await Promise.resolve(chunk);
      }
    } finally {
      isClosed = true;
    }
  }
  const archive = new BundleArchive(0);
  const added = archive.add(["log"], endless());
  const output = archive.output();
  let written = 0;
  while (written < 8 * 2 ** 20) {
    const { value } = await output.next();
    written += value!.length;
    ok(read - written < 2 ** 20, `${read} bytes are read, ${written} written`);
  }
  archive.abort(new Error("disk full"));
  await rejects(added, { message: "the archive is closed" });
  await rejects(Array.fromAsync(output), { message: "disk full" });
  await new Promise((resolve) => setTimeout(resolve, 0));
  equal(isClosed, true);
});

Deno.test("two large contents are written one after the other", async () => {
  const large = (letter: string) =>
    chunks(...Array.from({ length: 40 }, () => letter.repeat(CHUNK)));
  const { members } = await contentsOf(async (archive) => {
    await Promise.all(["a", "b", "c"].map((name) => archive.add([name], large(name))));
  });
  for (const { path, text } of members.values()) equal(text, path.repeat(40 * CHUNK));
  equal(members.size, 3);
});
