import { deepEqual, equal, match, throws } from "node:assert/strict";
import { KIND } from "../../../../lib/sandbox/machine/file_mode.ts";
import { isFailure, RootError, sortByBytes, walk } from "../../../../lib/sandbox/machine/walk.ts";
import type { WalkOptions } from "../../../../lib/sandbox/machine/walk.ts";
import { output, withFolder } from "./folder.ts";

const EVERYTHING: WalkOptions = { depth: -1 };

/** Relative names, with the reason behind those that could not be looked at. */
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

Deno.test("walk() goes depth first, a folder before its content, names in order", async () => {
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

Deno.test("walk() stops at the depth asked for", async () => {
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

Deno.test("walk() counts levels below / like those below any folder", () => {
  const found = names("/", { depth: 1 });
  equal(found[0], ".");
  equal(found.includes("proc"), true);
  equal(found.some((name) => name.includes("/")), false);
});

Deno.test("walk() reports only the kinds asked for, and enters every folder", async () => {
  await withFolder(async (folder) => {
    await sampleTree(folder);
    const kinds = (kind: number) => ({ depth: -1, kinds: new Set([kind]) });
    deepEqual(names(folder, kinds(KIND.REGULAR)), ["b/inner/deep/file", "b/inner.txt", "c"]);
    deepEqual(names(folder, kinds(KIND.DIRECTORY)), [".", "a", "b", "b/inner", "b/inner/deep"]);
    deepEqual(names(folder, kinds(KIND.SYMLINK)), ["a/dangling", "link"]);
    deepEqual(names(folder, { depth: 1, kinds: new Set([KIND.REGULAR]) }), ["c"]);
  });
});

Deno.test("walk() says where links point and does not follow them", async () => {
  await withFolder(async (folder) => {
    await sampleTree(folder);
    await Deno.symlink("..", `${folder}/a/up`);
    const links = [...walk(folder, EVERYTHING)].flatMap((item) =>
      !isFailure(item) && item.link !== "" ? [[item.relative, item.link]] : []
    );
    deepEqual(links, [["a/dangling", "nowhere"], ["a/up", ".."], ["link", "c"]]);
  });
});

Deno.test("walk() of one file gives its base name", async () => {
  await withFolder(async (folder) => {
    await sampleTree(folder);
    deepEqual(names(`${folder}/c`, EVERYTHING), ["c"]);
    deepEqual(names(`${folder}/c`, { depth: -1, skipRoot: true }), ["c"]);
  });
});

Deno.test("walk() follows a root that is a link", async () => {
  await withFolder(async (folder) => {
    await sampleTree(folder);
    await Deno.symlink("b", `${folder}/to-b`);
    deepEqual(names(`${folder}/to-b`, { depth: 1 }), [".", "inner", "inner.txt"]);
    deepEqual(names(`${folder}/link`, EVERYTHING), ["c"]);
  });
});

Deno.test("walk() leaves out the root folder when asked", async () => {
  await withFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/x`, "");
    deepEqual(names(folder, { depth: -1, skipRoot: true }), ["x"]);
  });
});

Deno.test("walk() refuses a root that is not there, naming operation, path and reason", async () => {
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

Deno.test("walk() reports a name that is not UTF-8 and goes on", async () => {
  await withFolder(async (folder) => {
    await output("bash", ["-c", `cd '${folder}' && touch "$(printf 'a\\377b')" c`]);
    const found = names(folder, EVERYTHING);
    equal(found.length, 3);
    match(found[1] ?? "", /a\ufffdb! lstat .*no such file or directory$/);
    equal(found[2], "c");
  });
});

Deno.test("walk() finds what find finds", async () => {
  const expected = (await output("find", ["/usr/share/doc", "-printf", "%P\\n"])).split("\n");
  const found = names("/usr/share/doc", EVERYTHING).map((name) => name === "." ? "" : name);
  deepEqual(found.toSorted(), expected.slice(0, -1).toSorted());
});

Deno.test("sortByBytes() sorts as UTF-8 bytes compare, beyond the basic plane too", () => {
  deepEqual(sortByBytes(["b", "a", "B", "é"]), ["B", "a", "b", "é"]);
  deepEqual(sortByBytes(["\u{1f600}", "\uffee", "z", "\u{1f600}a"]), [
    "z",
    "\uffee",
    "\u{1f600}",
    "\u{1f600}a",
  ]);
});
