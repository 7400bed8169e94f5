import { deepEqual, equal, rejects } from "node:assert/strict";
import { readLog } from "../../../../lib/sandbox/machine/read_log.ts";
import { all, allBytes, never, withFolder } from "./folder.ts";

/** Collects the text of a followed log. */
class Follower {
  readonly #stop = new AbortController();
  readonly #pieces: AsyncGenerator<Uint8Array>;
  #text = "";

  constructor(path: string, tailLines = -1) {
    this.#pieces = readLog(path, { tailLines, follow: true }, this.#stop.signal);
  }

  /** Waits for at least `length` characters and returns all received text. */
  async upTo(length: number): Promise<string> {
    while (this.#text.length < length) {
      const { value, done } = await this.#pieces.next();
      if (done) break;
      this.#text += new TextDecoder().decode(value);
    }
    return this.#text;
  }

  /** Aborts and reports whether the stream ended. */
  async cancel(): Promise<boolean> {
    const next = this.#pieces.next();
    this.#stop.abort();
    return (await next).done === true;
  }
}

Deno.test("readLog() reads the whole log, or its last lines", async () => {
  await withFolder(async (folder) => {
    const path = `${folder}/machined.log`;
    await Deno.writeTextFile(path, "one\ntwo\nthree\n");
    const read = async (tailLines: number) =>
      new TextDecoder().decode(
        await allBytes(readLog(path, { tailLines, follow: false }, never())),
      );
    equal(await read(-1), "one\ntwo\nthree\n");
    equal(await read(2), "two\nthree\n");
    equal(await read(0), "");
  });
});

Deno.test("readLog() yields nothing for an empty log", async () => {
  await withFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/a.log`, "");
    deepEqual(await all(readLog(`${folder}/a.log`, { tailLines: -1, follow: false }, never())), []);
  });
});

Deno.test("readLog() fails for a missing log", async () => {
  await withFolder(async (folder) => {
    const log = readLog(`${folder}/nope.log`, { tailLines: -1, follow: false }, never());
    await rejects(all(log), Deno.errors.NotFound);
  });
});

Deno.test("readLog() follows appends and stops when aborted", async () => {
  await withFolder(async (folder) => {
    const path = `${folder}/machined.log`;
    await Deno.writeTextFile(path, "old\nnew\n");
    const follower = new Follower(path, 1);
    equal(await follower.upTo(4), "new\n");
    await Deno.writeTextFile(path, "more\n", { append: true });
    equal(await follower.upTo(9), "new\nmore\n");
    await Deno.writeTextFile(`${folder}/other.log`, "not ours\n");
    await Deno.writeTextFile(path, "end\n", { append: true });
    equal(await follower.upTo(13), "new\nmore\nend\n");
    equal(await follower.cancel(), true);
  });
});

Deno.test("readLog() follows a rotation without loss", async () => {
  await withFolder(async (folder) => {
    const path = `${folder}/machined.log`;
    await Deno.writeTextFile(path, "1\n");
    const follower = new Follower(path);
    equal(await follower.upTo(2), "1\n");
    await Deno.writeTextFile(path, "2\n", { append: true });
    await Deno.rename(path, `${path}.1`);
    await Deno.writeTextFile(path, "3\n");
    equal(await follower.upTo(6), "1\n2\n3\n");
    await Deno.writeTextFile(path, "4\n", { append: true });
    equal(await follower.upTo(8), "1\n2\n3\n4\n");
    equal(await follower.cancel(), true);
  });
});

Deno.test("readLog() restarts after truncation", async () => {
  await withFolder(async (folder) => {
    const path = `${folder}/machined.log`;
    await Deno.writeTextFile(path, "a long first line\n");
    const follower = new Follower(path);
    equal(await follower.upTo(18), "a long first line\n");
    await Deno.writeTextFile(path, "short\n");
    equal(await follower.upTo(24), "a long first line\nshort\n");
    equal(await follower.cancel(), true);
  });
});

Deno.test("readLog() yields nothing when already aborted", async () => {
  await withFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/a.log`, "x\n");
    const range = { tailLines: -1, follow: true };
    deepEqual(await all(readLog(`${folder}/a.log`, range, AbortSignal.abort())), []);
  });
});
