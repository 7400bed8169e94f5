import assert from "node:assert/strict";
import { posix, win32 } from "node:path";
import { createPaths } from "../../../lib/platform/paths.ts";

const POSIX = [
  "",
  ".",
  "a",
  "./a",
  "a/b",
  "a//b/",
  "../a",
  "a/../../b",
  "/",
  "//",
  "/a",
  "/a/b/..",
  "/..",
  "a b/c%20",
];

const WINDOWS = [
  ...POSIX.filter((path) => !path.startsWith("/")),
  "a\\b",
  "..\\a",
  "C:\\",
  "C:\\a\\b\\..",
  "c:/a/b",
  "\\\\server\\share\\a",
];

const SYSTEMS = [
  { os: "linux", node: posix, paths: POSIX, folders: ["/", "/home/jane", "/home/jane/"] },
  { os: "darwin", node: posix, paths: POSIX, folders: ["/", "/Users/jane"] },
  { os: "windows", node: win32, paths: WINDOWS, folders: ["C:\\", "C:\\Users\\jane", "D:/x/"] },
] as const;

for (const { os, node, paths, folders } of SYSTEMS) {
  const { dirname, isAbsolute, join, resolve } = createPaths(os);

  Deno.test(`resolve() matches node:path on ${os}`, () => {
    for (const path of paths) {
      for (const folder of folders) {
        assert.equal(resolve(folder, path), node.resolve(folder, path), `${folder} ${path}`);
      }
      assert.equal(isAbsolute(path), node.isAbsolute(path), path);
    }
  });

  Deno.test(`dirname() matches node:path on ${os}`, () => {
    for (const path of paths.filter((path) => !path.includes("//") && path !== "C:\\a\\b\\..")) {
      // Both separators are equal on Windows.
      const [ours, theirs] = [dirname(path), node.dirname(path)].map((one) =>
        os === "windows" ? one.replaceAll("/", "\\") : one
      );
      assert.equal(ours, theirs, path);
    }
  });

  Deno.test(`join() matches node:path on ${os}`, () => {
    for (
      const folder of ["", "out", ...os === "windows" ? ["C:\\a", "out\\"] : ["out/", "/home/jane"]]
    ) {
      for (
        const name of os === "windows" ? ["a.yaml", "etcd\\ca.crt"] : ["a.yaml", "etcd/ca.crt"]
      ) {
        assert.equal(join(folder, name), node.join(folder, name), folder);
      }
    }
  });
}
