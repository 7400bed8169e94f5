import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { decodePem, encodePem, readRequest } from "../../../lib/pki/mod.ts";
import { inFolder } from "./folder.ts";

Deno.test("gen csr requests os:admin by default", () =>
  inFolder(async ({ expectSuccess, read, names }) => {
    await expectSuccess("key", "--name", "jane");
    await expectSuccess("csr", "--key", "jane.key", "--ip", "10.5.0.9");
    assert.deepEqual(await names(), ["jane.csr", "jane.key"]);
    const request = await readRequest(await read("jane.csr"), "it");
    assert.deepEqual([request.organizations, request.ips], [["os:admin"], ["10.5.0.9"]]);
  }));

Deno.test("gen csr --roles takes a list, repeated, each role once", () =>
  inFolder(async ({ expectSuccess, read }) => {
    await expectSuccess("key", "--name", "jane");
    const roles = ["--roles", "os:reader,os:etcd:backup", "--roles=os:operator,os:reader"];
    await expectSuccess("csr", "--key", "jane.key", "--ip", "::1", ...roles);
    const { organizations, ips } = await readRequest(await read("jane.csr"), "it");
    assert.deepEqual(organizations, ["os:reader", "os:operator", "os:etcd:backup"]);
    assert.deepEqual(ips, ["::1"]);
  }));

Deno.test("gen csr replaces the extension of the key's path only", () =>
  inFolder(async ({ path, expectSuccess, names }) => {
    await Deno.mkdir(`${path}/a.b`);
    await expectSuccess("key", "--name", "a.b/jane.doe");
    await expectSuccess("csr", "--key", "a.b/jane.doe.key", "--ip", "::1");
    await Deno.rename(`${path}/a.b/jane.doe.key`, `${path}/a.b/plain`);
    await expectSuccess("csr", "--key", "a.b/plain", "--ip", "::1");
    await Deno.rename(`${path}/a.b/plain`, `${path}/.key`);
    await expectSuccess("csr", "--key", `${path}/.key`, "--ip", "::1");
    assert.deepEqual(await names(), [".csr", ".key", "a.b"]);
    const readChildren = await Array.fromAsync(Deno.readDir(`${path}/a.b`), ({ name }) => name);
    assert.deepEqual(readChildren.sort(), ["jane.doe.csr", "plain.csr"]);
  }));

Deno.test("gen csr accepts other key types and PEM labels", () =>
  inFolder(async ({ expectSuccess, read, write }) => {
    const { privateKey: ec } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const { privateKey: rsa } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    await write("sec1.key", String(ec.export({ type: "sec1", format: "pem" })));
    await write("pkcs1.key", String(rsa.export({ type: "pkcs1", format: "pem" })));
    const pkcs8 = decodePem(String(rsa.export({ type: "pkcs8", format: "pem" })), "it").der;
    await write("odd.key", encodePem("ED25519 PRIVATE KEY", pkcs8));
    const kinds: [string, string][] = [["sec1", "ecdsa"], ["pkcs1", "rsa"], ["odd", "rsa"]];
    for (const [name, kind] of kinds) {
      await expectSuccess("csr", "--key", `${name}.key`, "--ip", "::1");
      const { keyAlgorithm } = await readRequest(await read(`${name}.csr`), "it");
      assert.equal(keyAlgorithm.kind, kind);
    }
  }));

Deno.test("gen csr rejects invalid input in one line and writes nothing", () =>
  inFolder(async ({ path, expectSuccess, expectError, write, names }) => {
    await expectSuccess("ca", "--organization", "acme");
    await expectSuccess("key", "--name", "jane");
    await write("text.key", "hello\n");
    await write("broken.key", encodePem("ED25519 PRIVATE KEY", new Uint8Array(48)));
    const before = await names();
    const with_ = (key: string, ...more: string[]) =>
      expectError("csr", "--key", key, "--ip", "::1", ...more);

    assert.match(
      await with_("text.key"),
      /^1 osctl: "text.key" is not PEM; .*-----BEGIN PRIVATE KEY-----$/m,
    );
    assert.match(
      await with_("acme.crt"),
      /^1 osctl: "acme.crt" contains "CERTIFICATE", expected "PRIVATE KEY"; /,
    );
    assert.match(
      await with_("broken.key"),
      /^1 osctl: "broken.key" is not a valid private key; /,
    );
    assert.match(
      await with_("none.key"),
      new RegExp(`^1 osctl: cannot read "${path}/none.key": no such file or directory`),
    );
    assert.match(
      await with_("jane.key", "--roles", "os:reader,root"),
      /^2 osctl: unknown role "root" in --roles; use one or more of os:admin, /,
    );
    assert.match(await with_("jane.key", "--roles="), /^2 osctl: no role in --roles; /);
    for (const ip of ["10.5.0", "fe80::1%eth0", "jane"]) {
      assert.match(
        await expectError("csr", "--key", "jane.key", "--ip", ip),
        /^2 osctl: invalid IP address ".*" for --ip; /,
      );
    }
    assert.match(await expectError("csr"), /^2 osctl: --key, --ip are required; /);
    assert.match(await expectError("csr", "--key", "jane.key"), /^2 osctl: --ip is required; /);
    assert.deepEqual(await names(), before);
  }));

Deno.test("gen csr overwrites a request with --force only, and never the key", () =>
  inFolder(async ({ path, expectSuccess, expectError, write, read }) => {
    await expectSuccess("key", "--name", "jane");
    await write("jane.csr", "mine");
    const args = ["csr", "--key", "jane.key", "--ip", "::1"];
    assert.match(await expectError(...args), /^1 osctl: "jane.csr" already exists; /);
    await expectSuccess(...args, "--force");
    assert.match(await read("jane.csr"), /^-----BEGIN CERTIFICATE REQUEST/);

    await Deno.rename(`${path}/jane.key`, `${path}/jane.csr`);
    assert.match(
      await expectError("csr", "--key", "jane.csr", "--ip", "::1", "--force"),
      /^1 osctl: output "jane.csr" is also an input; /,
    );
    assert.match(await read("jane.csr"), /PRIVATE KEY/);
  }));
