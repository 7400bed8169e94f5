import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { OsctlError } from "../../../lib/errors.ts";
import { withFileLock } from "../../../lib/platform/file_lock.ts";
import type { Clock } from "../../../lib/platform/system.ts";

const clock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/** A clock that advances to the next timer. */
function jumpingClock(): Clock {
  let now = 0;
  return {
    now: () => now,
    after(ms, callback) {
      now += ms;
      queueMicrotask(callback);
      return () => {};
    },
  };
}

async function withFolder(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("withFileLock() admits one holder at a time and removes the lock file", async () => {
  await withFolder(async (folder) => {
    let inside = 0;
    let most = 0;
    const one = () =>
      withFileLock(`${folder}/file`, { clock }, async () => {
        most = Math.max(most, ++inside);
        await Deno.stat(folder);
        inside--;
      });
    await Promise.all(Array.from({ length: 10 }, one));
    strictEqual(most, 1);
    deepStrictEqual([...Deno.readDirSync(folder)], []);
  });
});

Deno.test("withFileLock() fails after its timeout", async () => {
  await withFolder(async (folder) => {
    const path = `${folder}/file`;
    await withFileLock(path, { clock }, async () => {
      await rejects(
        withFileLock(path, { clock: jumpingClock(), timeoutMs: 5000 }, () => Promise.resolve()),
        (error) =>
          error instanceof OsctlError && /is locked by another process/.test(error.message),
      );
    });
  });
});

Deno.test("withFileLock() stops waiting when the signal is aborted", async () => {
  await withFolder(async (folder) => {
    const path = `${folder}/file`;
    const cancel = new AbortController();
    await withFileLock(path, { clock }, async () => {
      const waiting = withFileLock(
        path,
        { clock, signal: cancel.signal },
        () => Promise.resolve(),
      );
      cancel.abort(new OsctlError("cancelled", "stopped"));
      await rejects(waiting, { message: "stopped" });
    });
  });
});

Deno.test("withFileLock() rethrows errors and releases the lock", async () => {
  await withFolder(async (folder) => {
    const path = `${folder}/file`;
    await rejects(
      withFileLock(path, { clock }, () => Promise.reject(new Error("inside"))),
      { message: "inside" },
    );
    strictEqual(await withFileLock(path, { clock }, () => Promise.resolve(7)), 7);
  });
});

Deno.test("withFileLock() acquires the lock of a killed holder", async () => {
  await withFolder(async (folder) => {
    const path = `${folder}/file`;
    const module = new URL("../../../lib/platform/file_lock.ts", import.meta.url).href;
    const holder = new Deno.Command(Deno.execPath(), {
      args: [
        "eval",
        `import { withFileLock } from ${JSON.stringify(module)};
         const clock = { now: Date.now, after: (ms, f) => { const t = setTimeout(f, ms); return () => clearTimeout(t); } };
         await withFileLock(${JSON.stringify(path)}, { clock }, async () => {
           console.log("held");
           await new Promise((resolve) => setTimeout(resolve, 600000));
         });`,
      ],
      stdout: "piped",
    }).spawn();
    const reader = holder.stdout.getReader();
    strictEqual(new TextDecoder().decode((await reader.read()).value), "held\n");
    holder.kill("SIGKILL");
    await holder.status;
    await reader.cancel();
    strictEqual(Deno.statSync(`${path}.lock`).isFile, true);
    strictEqual(await withFileLock(path, { clock }, () => Promise.resolve("mine")), "mine");
    deepStrictEqual([...Deno.readDirSync(folder)], []);
  });
});
