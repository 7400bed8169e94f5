import { equal } from "node:assert/strict";
import { FolderWatch } from "../../../../lib/sandbox/machine/folder_watch.ts";
import { never, withFolder } from "./folder.ts";

Deno.test("FolderWatch notices a change, also one from before it was asked", async () => {
  await withFolder(async (folder) => {
    const watch = new FolderWatch(folder);
    try {
      await Deno.writeTextFile(`${folder}/a`, "1");
      equal(await watch.next(never()), true);
    } finally {
      await watch.close();
    }
  });
});

Deno.test("FolderWatch stops waiting when cancelled", async () => {
  await withFolder(async (folder) => {
    const watch = new FolderWatch(folder);
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

Deno.test("FolderWatch looks from time to time where the system cannot watch", async () => {
  const full = () => {
    throw new Error("No space left on device (os error 28)");
  };
  const watch = new FolderWatch("/nonexistent", full);
  try {
    equal(await watch.next(never()), true);
    equal(await watch.next(never()), true);
  } finally {
    await watch.close();
  }
});
