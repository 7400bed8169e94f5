import assert from "node:assert/strict";
import { createPrivateKey } from "node:crypto";
import { toPkcs8Label } from "../../../lib/pki/mod.ts";
import { inFolder } from "./folder.ts";

Deno.test("gen key writes a new Ed25519 key at each call", () =>
  inFolder(async ({ expectSuccess, read, names }) => {
    await expectSuccess("key", "--name", "one");
    await expectSuccess("key", "--name", "two");
    assert.deepEqual(await names(), ["one.key", "two.key"]);
    const keys = [await read("one.key"), await read("two.key")];
    assert.notEqual(keys[0], keys[1]);
    for (const key of keys) {
      assert.match(key, /^-----BEGIN ED25519 PRIVATE KEY-----\n/);
      assert.equal(createPrivateKey(toPkcs8Label(key)).asymmetricKeyType, "ed25519");
    }
  }));

Deno.test("gen key never overwrites a key without --force", () =>
  inFolder(async ({ path, expectSuccess, expectError, read, write }) => {
    await write("one.key", "mine");
    assert.match(await expectError("key", "--name", "one"), /^1 osctl: "one.key" already exists; /);
    await Deno.symlink("nowhere", `${path}/two.key`);
    assert.match(await expectError("key", "--name", "two"), /^1 osctl: "two.key" already exists; /);
    assert.equal(await read("one.key"), "mine");
    await expectSuccess("key", "--name", "one", "--force");
    assert.match(await read("one.key"), /^-----BEGIN ED25519/);
  }));

Deno.test("gen key requires a name", () =>
  inFolder(async ({ expectError, names }) => {
    assert.match(await expectError("key"), /^2 osctl: --name is required; add --name <name>;/);
    assert.deepEqual(await names(), []);
  }));
