import { deepEqual, equal, match, throws } from "node:assert/strict";
import { KIND } from "../../../../lib/sandbox/machine/file_mode.ts";
import { isFailure, RootError, sortByBytes, walk } from "../../../../lib/sandbox/machine/walk.ts";
import type { WalkOptions } from "../../../../lib/sandbox/machine/walk.ts";
import { output, withFolder } from "./folder.ts";
import { testWith } from "../../../helpers/programs.ts";

const findTest = testWith("find");

const EVERYTHING: WalkOptions = { depth: -1 };

/** Returns relative names, with the reason after those that failed. */
function names(root: string, options: WalkOptions): string[] {
  return [...walk(root, options)].map((item) =>
    isFailure(item) ? `${item.path}! ${item.error}` : item.relative
  );
}

async function sampleTree(folder: string): Promise<void> {
  await Deno.mkdir(`${folder}/b/inner/deep`, { recursive: true });
  await Deno.mkdir(`${folder}/a`);
  await Deno.writeTextFile(`${folder}/b/inner/deep/file`, "x");
  await Deno.writeTextFile(`${folder}/b/inner.txt`, "");
  await Deno.writeTextFile(`${folder}/c`, "hello");
  await Deno.symlink("c", `${folder}/link`);
  await Deno.symlink("nowhere", `${folder}/a/dangling`);
}

Deno.test("walk() is depth first, pre-order, with sorted names", async () => {
  await withFolder(async (folder) => {
    await sampleTree(folder);
    deepEqual(names(folder, EVERYTHING), [
      ".",
      "a",
      "a/dangling",
      "b",
      "b/inner",
      "b/inner/deep",
      "b/inner/deep/file",
      "b/inner.txt",
      "c",
      "link",
    ]);
  });
});

Deno.test("walk() stops at the requested depth", async () => {
  await withFolder(async (folder) => {
    await sampleTree(folder);
    deepEqual(names(folder, { depth: 1 }), [".", "a", "b", "c", "link"]);
    deepEqual(names(folder, { depth: 2 }), [
      ".",
      "a",
      "a/dangling",
      "b",
      "b/inner",
      "b/inner.txt",
      "c",
      "link",
    ]);
  });
});

Deno.test("walk() counts levels below / like below other folders", () => {
  const found = names("/", { depth: 1 });
  equal(found[0], ".");
  equal(found.includes("proc"), true);
  equal(found.some((name) => name.includes("/")), false);
});

Deno.test("walk() filters by file type and descends into all folders", async () => {
  await withFolder(async (folder) => {
    await sampleTree(folder);
    const kinds = (kind: number) => ({ depth: -1, kinds: new Set([kind]) });
    deepEqual(names(folder, kinds(KIND.REGULAR)), ["b/inner/deep/file", "b/inner.txt", "c"]);
    deepEqual(names(folder, kinds(KIND.DIRECTORY)), [".", "a", "b", "b/inner", "b/inner/deep"]);
    deepEqual(names(folder, kinds(KIND.SYMLINK)), ["a/dangling", "link"]);
    deepEqual(names(folder, { depth: 1, kinds: new Set([KIND.REGULAR]) }), ["c"]);
  });
});

Deno.test("walk() returns link targets without following them", async () => {
  await withFolder(async (folder) => {
    await sampleTree(folder);
    await Deno.symlink("..", `${folder}/a/up`);
    const links = [...walk(folder, EVERYTHING)].flatMap((item) =>
      !isFailure(item) && item.link !== "" ? [[item.relative, item.link]] : []
    );
    deepEqual(links, [["a/dangling", "nowhere"], ["a/up", ".."], ["link", "c"]]);
  });
});

Deno.test("walk() yields the base name of a single file", async () => {
  await withFolder(async (folder) => {
    await sampleTree(folder);
    deepEqual(names(`${folder}/c`, EVERYTHING), ["c"]);
    deepEqual(names(`${folder}/c`, { depth: -1, skipRoot: true }), ["c"]);
  });
});

Deno.test("walk() follows the root when it is a link", async () => {
  await withFolder(async (folder) => {
    await sampleTree(folder);
    await Deno.symlink("b", `${folder}/to-b`);
    deepEqual(names(`${folder}/to-b`, { depth: 1 }), [".", "inner", "inner.txt"]);
    deepEqual(names(`${folder}/link`, EVERYTHING), ["c"]);
  });
});

Deno.test("walk() skips the root folder on request", async () => {
  await withFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/x`, "");
    deepEqual(names(folder, { depth: -1, skipRoot: true }), ["x"]);
  });
});

Deno.test("walk() fails for a missing root with operation, path and reason", async () => {
  await withFolder(async (folder) => {
    throws(
      () => names(`${folder}/nope`, EVERYTHING),
      new RootError(`lstat ${folder}/nope: no such file or directory`),
    );
    await Deno.symlink("gone", `${folder}/dangling`);
    throws(
      () => names(`${folder}/dangling`, EVERYTHING),
      new RootError(`lstat ${folder}/gone: no such file or directory`),
    );
    await Deno.writeTextFile(`${folder}/file`, "");
    throws(
      () => names(`${folder}/file/x`, EVERYTHING),
      new RootError(`lstat ${folder}/file/x: not a directory`),
    );
    throws(() => names(`${folder}/a\0b`, EVERYTHING), /invalid argument/);
  });
});

Deno.test("walk() reports a name that is not UTF-8 and continues", async () => {
  await withFolder(async (folder) => {
    await output("bash", ["-c", `cd '${folder}' && touch "$(printf 'a\\377b')" c`]);
    const found = names(folder, EVERYTHING);
    equal(found.length, 3);
    match(found[1] ?? "", /a\ufffdb! lstat .*no such file or directory$/);
    equal(found[2], "c");
  });
});

findTest("walk() agrees with find", async () => {
  const expected = (await output("find", ["/usr/share/doc", "-printf", "%P\\n"])).split("\n");
  const found = names("/usr/share/doc", EVERYTHING).map((name) => name === "." ? "" : name);
  deepEqual(found.toSorted(), expected.slice(0, -1).toSorted());
});

Deno.test("sortByBytes() sorts by UTF-8 bytes above U+FFFF too", () => {
  deepEqual(sortByBytes(["b", "a", "B", "é"]), ["B", "a", "b", "é"]);
  deepEqual(sortByBytes(["\u{1f600}", "\uffee", "z", "\u{1f600}a"]), [
    "z",
    "\uffee",
    "\u{1f600}",
    "\u{1f600}a",
  ]);
});
