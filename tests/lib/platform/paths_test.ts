import assert from "node:assert/strict";
import * as node from "node:path";
import { dirname, isAbsolute, join, resolve } from "../../../lib/platform/paths.ts";

const PATHS = [
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

// The samples are POSIX paths.
const ignore = Deno.build.os === "windows";

Deno.test("resolve() matches node:path", { ignore }, () => {
  for (const path of PATHS) {
    for (const folder of ["/", "/home/jane", "/home/jane/"]) {
      assert.equal(resolve(folder, path), node.resolve(folder, path), `${folder} ${path}`);
    }
    assert.equal(isAbsolute(path), node.isAbsolute(path), path);
  }
});

Deno.test("dirname() matches node:path", { ignore }, () => {
  for (const path of PATHS.filter((path) => !path.startsWith("//") && !path.includes("//"))) {
    assert.equal(dirname(path), node.dirname(path), path);
  }
});

Deno.test("join() matches node:path", { ignore }, () => {
  for (const folder of ["", "/", "out", "out/", "/home/jane", "../out//"]) {
    for (const name of ["a.yaml", "etcd/ca.crt"]) {
      assert.equal(join(folder, name), node.join(folder, name), folder);
    }
  }
});
