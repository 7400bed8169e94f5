import assert from "node:assert/strict";
import { createPrivateKey, X509Certificate } from "node:crypto";
import { readCertificate, toPkcs8Label } from "../../../lib/pki/mod.ts";
import { inFolder } from "./folder.ts";

Deno.test("gen keypair generates a self-signed CA, valid for one day", () =>
  inFolder(async ({ expectSuccess, read, names }) => {
    await expectSuccess("keypair", "--organization", "lab", "--ip", "10.5.0.2");
    assert.deepEqual(await names(), ["lab.crt", "lab.key"]);
    const crt = await read("lab.crt");
    const certificate = new X509Certificate(crt);
    assert.ok(certificate.ca && certificate.verify(certificate.publicKey));
    const key = createPrivateKey(toPkcs8Label(await read("lab.key")));
    assert.ok(certificate.checkPrivateKey(key));
    const { notBefore, notAfter, ips, organizations } = readCertificate(crt);
    assert.equal(notAfter - notBefore, 24 * 3_600_000);
    assert.deepEqual([ips, organizations], [["10.5.0.2"], ["lab"]]);
  }));

Deno.test("gen keypair without an address has no SANs", () =>
  inFolder(async ({ expectSuccess, read }) => {
    await expectSuccess("keypair", "--organization", "lab");
    assert.deepEqual(readCertificate(await read("lab.crt")).ips, []);
  }));

Deno.test("gen keypair rejects an invalid address, a missing organization and existing files", () =>
  inFolder(async ({ expectError, write, names }) => {
    assert.match(
      await expectError("keypair", "--organization", "lab", "--ip", "10.5.0"),
      /^2 osctl: invalid IP address "10.5.0" for --ip; /,
    );
    assert.match(await expectError("keypair"), /^2 osctl: --organization is required;/);
    await write("lab.crt", "");
    await write("lab.key", "");
    assert.match(
      await expectError("keypair", "--organization", "lab"),
      /^1 osctl: "lab.crt" and "lab.key" already exist; /,
    );
    assert.deepEqual(await names(), ["lab.crt", "lab.key"]);
  }));
