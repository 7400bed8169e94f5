import { equal } from "node:assert/strict";
import { FolderWatcher } from "../../../../lib/sandbox/machine/folder_watcher.ts";
import { never, withFolder } from "./folder.ts";

Deno.test("FolderWatcher reports changes, including those before next()", async () => {
  await withFolder(async (folder) => {
    const watch = new FolderWatcher(folder);
    try {
      await Deno.writeTextFile(`${folder}/a`, "1");
      equal(await watch.next(never()), true);
    } finally {
      await watch.close();
    }
  });
});

Deno.test("FolderWatcher stops waiting when aborted", async () => {
  await withFolder(async (folder) => {
    const watch = new FolderWatcher(folder);
    try {
      const stop = new AbortController();
      const next = watch.next(stop.signal);
      stop.abort();
      equal(await next, false);
      equal(await watch.next(AbortSignal.abort()), false);
    } finally {
      await watch.close();
    }
  });
});

Deno.test("FolderWatcher polls when the system cannot watch", async () => {
  const full = () => {
    throw new Error("No space left on device (os error 28)");
  };
  const watch = new FolderWatcher("/nonexistent", full);
  try {
    equal(await watch.next(never()), true);
    equal(await watch.next(never()), true);
  } finally {
    await watch.close();
  }
});
