import assert from "node:assert/strict";
import { parseRoles } from "../../../lib/pki/roles.ts";

Deno.test("roles are trimmed, each once, and sorted", () => {
  assert.deepEqual(
    parseRoles([" os:reader", "os:admin", "", "os:reader", "os:etcd:backup "], "--roles"),
    ["os:admin", "os:etcd:backup", "os:reader"],
  );
});

Deno.test("unknown roles are all named", () => {
  assert.throws(() => parseRoles(["os:admin", "root", "admin"], "--roles"), {
    kind: "usage",
    message: 'unknown roles "root", "admin" in --roles',
  });
  assert.throws(() => parseRoles(["OS:ADMIN"], "--roles"), {
    message: 'unknown role "OS:ADMIN" in --roles',
  });
});

Deno.test("an empty role list is rejected", () => {
  assert.throws(() => parseRoles([" ", ""], "--roles"), { message: "no role in --roles" });
});
