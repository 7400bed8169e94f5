import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import {
  createCa,
  createRequest,
  decodePem,
  encodePem,
  generateKey,
  readCertificate,
  readKey,
} from "../../../lib/pki/mod.ts";
import { SOURCE } from "../../lib/pki/openssl.ts";
import { type Folder, inFolder } from "./folder.ts";
import { testWith } from "../../helpers/programs.ts";

const opensslTest = testWith("openssl");

/** A CA `acme`, a key and a request `jane`. */
async function prepare({ expectSuccess }: Folder): Promise<void> {
  await expectSuccess("ca", "--organization", "acme");
  await expectSuccess("key", "--name", "jane");
  await expectSuccess("csr", "--key", "jane.key", "--ip", "127.0.0.1", "--roles", "os:reader");
}

const SIGN = ["crt", "--ca", "acme", "--csr", "jane.csr", "--name", "jane"];

Deno.test("gen crt signs a request for one day", () =>
  inFolder(async (folder) => {
    await prepare(folder);
    await folder.expectSuccess(...SIGN);
    const crt = await folder.read("jane.crt");
    const authority = new X509Certificate(await folder.read("acme.crt"));
    const certificate = new X509Certificate(crt);
    assert.ok(certificate.verify(authority.publicKey) && certificate.checkIssued(authority));
    assert.ok(!certificate.ca);
    const facts = readCertificate(crt);
    assert.equal(facts.notAfter - facts.notBefore, 24 * 3_600_000);
    assert.deepEqual([facts.organizations, facts.ips], [["os:reader"], ["127.0.0.1"]]);
    assert.deepEqual(facts.keyUsages, ["digitalSignature"]);
    assert.deepEqual(facts.extKeyUsages, ["clientAuth"]);
    assert.deepEqual(facts.spki, (await readKey(await folder.read("jane.key"), "it")).spki);
  }));

Deno.test("gen crt --hours sets the expiry", () =>
  inFolder(async (folder) => {
    await prepare(folder);
    await folder.expectSuccess(...SIGN, "--hours", "8760");
    const { notBefore, notAfter } = readCertificate(await folder.read("jane.crt"));
    assert.equal(notAfter - notBefore, 8760 * 3_600_000);
    for (const hours of ["0", "-24"]) {
      assert.match(
        await folder.expectError(...SIGN, "--force", `--hours=${hours}`),
        new RegExp(
          `^2 osctl: invalid value ${hours} for --hours: not positive; `,
        ),
      );
    }
  }));

Deno.test("gen crt --ca takes a base name or the path of the certificate", () =>
  inFolder(async (folder) => {
    await prepare(folder);
    const { path, expectSuccess } = folder;
    await Deno.mkdir(`${path}/ca.d`);
    for (const end of ["crt", "key"]) {
      await Deno.copyFile(`${path}/acme.${end}`, `${path}/ca.d/acme.${end}`);
    }
    await Deno.copyFile(`${path}/acme.crt`, `${path}/ca.d/other.pem`);
    await Deno.copyFile(`${path}/acme.key`, `${path}/ca.d/other.key`);
    const forms = ["acme", "acme.crt", "ca.d/acme", "ca.d/acme.crt", "ca.d/other.pem"];
    for (const [index, ca] of [...forms, `${path}/ca.d/acme.crt`].entries()) {
      await expectSuccess("crt", "--ca", ca, "--csr", "jane.csr", "--name", `jane${index}`);
    }
  }));

Deno.test("gen crt prefers the base name when both files exist", () =>
  inFolder(async (folder) => {
    await prepare(folder);
    const { expectSuccess, read } = folder;
    await expectSuccess("ca", "--organization", "acme.crt");
    await expectSuccess("crt", "--ca", "acme.crt", "--csr", "jane.csr", "--name", "jane");
    assert.deepEqual(readCertificate(await read("jane.crt")).issuerOrganizations, ["acme.crt"]);
  }));

Deno.test("gen crt signs with ECDSA and RSA CAs for keys of their type", () =>
  inFolder(async ({ expectSuccess, read, write }) => {
    const ca = await createCa({ organization: "ec", kind: "ecdsa" }, SOURCE);
    await write("ec.crt", ca.crt);
    await write("ec.key", ca.key);
    const request = await createRequest(await generateKey("ecdsa"), {
      organizations: ["os:admin"],
    });
    await write("jane.csr", request);
    await expectSuccess("crt", "--ca", "ec", "--csr", "jane.csr", "--name", "jane");
    const authority = new X509Certificate(await read("ec.crt"));
    assert.ok(new X509Certificate(await read("jane.crt")).verify(authority.publicKey));
  }));

opensslTest("gen crt rejects an Ed25519 request for an RSA CA", () =>
  inFolder(async (folder) => {
    await prepare(folder);
    const { path, expectError, expectSuccess, names } = folder;
    const args = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/O=r"];
    const { code } = await new Deno.Command("openssl", {
      args: [...args, "-keyout", "r.key", "-out", "r.crt"],
      cwd: path,
      stderr: "null",
    }).output();
    assert.equal(code, 0);
    const before = await names();
    assert.equal(
      await expectError("crt", "--ca", "r", "--csr", "jane.csr", "--name", "x"),
      '1 osctl: key types differ: "r.crt" has an RSA key, "jane.csr" an Ed25519 key; ' +
        "create the request with an RSA key, or use a CA with an Ed25519 key",
    );
    assert.deepEqual(await names(), before);
    // It signs a request of its own key type.
    await expectSuccess("csr", "--key", "r.key", "--ip", "::1");
    await expectSuccess("crt", "--ca", "r", "--csr", "r.csr", "--name", "self");
  }));

Deno.test("gen crt rejects a request with an invalid signature", () =>
  inFolder(async (folder) => {
    await prepare(folder);
    const { expectError, read, write } = folder;
    const { der } = decodePem(await read("jane.csr"), "it");
    der[der.length - 1]! ^= 1;
    await write("jane.csr", encodePem("CERTIFICATE REQUEST", der));
    assert.equal(
      await expectError(...SIGN),
      '1 osctl: "jane.csr" has an invalid signature; create the request again with gen csr',
    );
  }));

Deno.test("gen crt rejects invalid input in one line and writes nothing", () =>
  inFolder(async (folder) => {
    await prepare(folder);
    const { path, expectSuccess, expectError, write, names } = folder;
    await expectSuccess("ca", "--organization", "other");
    await expectSuccess(...SIGN);
    await Deno.copyFile(`${path}/acme.crt`, `${path}/lonely.crt`);
    await Deno.copyFile(`${path}/acme.crt`, `${path}/mixed.crt`);
    await Deno.copyFile(`${path}/other.key`, `${path}/mixed.key`);
    await write("text.crt", "hello");
    await write("text.key", "hello");
    await write("text.csr", "hello");
    const before = await names();
    const sign = (ca: string, csr: string) =>
      expectError("crt", "--ca", ca, "--csr", csr, "--name", "new");

    assert.match(await sign("text", "jane.csr"), /^1 osctl: "text.crt" is not PEM; /);
    assert.match(
      await sign("acme", "text.csr"),
      /^1 osctl: "text.csr" is not PEM; .*BEGIN CERTIFICATE REQUEST-----$/m,
    );
    assert.match(
      await sign("acme", "jane.key"),
      /^1 osctl: "jane.key" contains "ED25519 PRIVATE KEY", expected "CERTIFICATE REQUEST"; /,
    );
    assert.match(
      await sign("jane.csr", "jane.csr"),
      /^1 osctl: "jane.csr" contains "CERTIFICATE REQUEST", expected "CERTIFICATE"; /,
    );
    assert.match(
      await sign("jane", "jane.csr"),
      /^1 osctl: "jane.crt" is not a CA certificate; /,
    );
    assert.match(
      await sign("mixed", "jane.csr"),
      /^1 osctl: "mixed.key" does not match "mixed.crt"; /,
    );
    assert.match(
      await sign("lonely", "jane.csr"),
      new RegExp(`^1 osctl: cannot read "${path}/lonely.key": no such file or directory`),
    );
    assert.match(
      await sign("none", "jane.csr"),
      /^1 osctl: neither "none.crt" nor "none" exists; /,
    );
    assert.match(
      await sign("acme", "none.csr"),
      new RegExp(`^1 osctl: cannot read "${path}/none.csr": no such file or directory`),
    );
    assert.match(await sign("acme", "."), /^1 osctl: cannot read ".*": is a directory/);
    assert.match(await expectError("crt"), /^2 osctl: --ca, --csr, --name are required; /);
    assert.deepEqual(await names(), before);
  }));

Deno.test("gen crt overwrites a certificate with --force only, and never the CA's", () =>
  inFolder(async (folder) => {
    await prepare(folder);
    const { expectSuccess, expectError, read, write } = folder;
    await write("jane.crt", "mine");
    assert.match(await expectError(...SIGN), /^1 osctl: "jane.crt" already exists; /);
    assert.equal(await read("jane.crt"), "mine");
    await expectSuccess(...SIGN, "--force");
    assert.match(await read("jane.crt"), /^-----BEGIN CERTIFICATE-----/);
    assert.match(
      await expectError("crt", "--ca", "acme", "--csr", "jane.csr", "--name", "./acme", "--force"),
      /^1 osctl: output ".\/acme.crt" is also an input; /,
    );
  }));
