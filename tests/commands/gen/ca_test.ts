import assert from "node:assert/strict";
import { createPrivateKey, X509Certificate } from "node:crypto";
import { readCertificate, toPkcs8Label } from "../../../lib/pki/mod.ts";
import { InterruptError } from "../../../lib/platform/interrupt_error.ts";
import { runCommand } from "../../helpers/run_command.ts";
import { inFolder } from "./folder.ts";

Deno.test("gen ca writes certificate, key and fingerprint", () =>
  inFolder(async ({ expectSuccess, read, names }) => {
    await expectSuccess("ca", "--organization", "acme");
    assert.deepEqual(await names(), ["acme.crt", "acme.key", "acme.sha256"]);

    const crt = await read("acme.crt");
    const certificate = new X509Certificate(crt);
    assert.equal(certificate.subject, "O=acme");
    assert.ok(certificate.ca && certificate.verify(certificate.publicKey));
    const key = await read("acme.key");
    assert.match(key, /^-----BEGIN ED25519 PRIVATE KEY-----\n/);
    assert.ok(certificate.checkPrivateKey(createPrivateKey(toPkcs8Label(key))));

    const { spki, notBefore, notAfter } = readCertificate(crt);
    assert.equal(notAfter - notBefore, 87600 * 3_600_000);
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", spki));
    assert.equal(await read("acme.sha256"), `sha256:${digest.toHex()}`);
  }));

Deno.test("gen ca --hours sets the expiry", () =>
  inFolder(async ({ expectSuccess, read }) => {
    await expectSuccess("ca", "--organization", "acme", "--hours", "1");
    const { notBefore, notAfter } = readCertificate(await read("acme.crt"));
    assert.equal(notAfter - notBefore, 3_600_000);
  }));

Deno.test("gen ca --rsa generates a 4096-bit RSA CA with a PKCS#1 key", () =>
  inFolder(async ({ expectSuccess, read }) => {
    await expectSuccess("ca", "--organization", "r", "--rsa");
    assert.match(await read("r.key"), /^-----BEGIN RSA PRIVATE KEY-----\n/);
    const certificate = new X509Certificate(await read("r.crt"));
    assert.equal(certificate.publicKey.asymmetricKeyDetails?.modulusLength, 4096);
    assert.ok(certificate.verify(certificate.publicKey));
    assert.ok(certificate.checkPrivateKey(createPrivateKey(await read("r.key"))));
    const { signatureAlgorithm } = readCertificate(await read("r.crt"));
    assert.equal(signatureAlgorithm?.title, "RSA with SHA-512");
  }));

Deno.test("gen ca --rsa stops on ^C and writes nothing", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const stop = new AbortController();
    const running = runCommand(["gen", "ca", "--organization", "r", "--rsa"], {
      cwd: folder,
      signal: stop.signal,
    });
    stop.abort(new InterruptError("SIGINT"));
    const { code, stdout, stderr } = await running;
    assert.deepEqual([code, stdout, stderr], [130, "", ""]);
    assert.deepEqual(await Array.fromAsync(Deno.readDir(folder)), []);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("gen ca accepts a path in the organization", () =>
  inFolder(async ({ path, expectSuccess, read }) => {
    await Deno.mkdir(`${path}/sub`);
    await expectSuccess("ca", "--organization", "sub/acme");
    assert.deepEqual(readCertificate(await read("sub/acme.crt")).organizations, ["sub/acme"]);
  }));

Deno.test("gen ca lists existing files and changes none", () =>
  inFolder(async ({ expectError, write, read, names }) => {
    await write("acme.crt", "mine");
    await write("acme.sha256", "mine too");
    assert.equal(
      await expectError("ca", "--organization", "acme"),
      '1 osctl: "acme.crt" and "acme.sha256" already exist; ' +
        "choose another name, or overwrite with --force",
    );
    assert.deepEqual(await names(), ["acme.crt", "acme.sha256"]);
    assert.deepEqual([await read("acme.crt"), await read("acme.sha256")], ["mine", "mine too"]);
  }));

Deno.test("gen ca --force overwrites existing files", () =>
  inFolder(async ({ expectSuccess, write, read }) => {
    await write("acme.crt", "mine");
    await expectSuccess("ca", "--organization", "acme", "--force");
    assert.deepEqual(readCertificate(await read("acme.crt")).organizations, ["acme"]);
    const before = await read("acme.key");
    await expectSuccess("ca", "-f", "--organization", "acme");
    assert.notEqual(await read("acme.key"), before);
  }));

Deno.test("gen ca rejects invalid hours", () =>
  inFolder(async ({ expectError, names }) => {
    for (const hours of ["0", "-1", "-87600"]) {
      assert.match(
        await expectError("ca", "--organization", "acme", "--hours", hours),
        new RegExp(
          `^2 osctl: invalid value ${hours} for --hours: not positive;`,
        ),
      );
    }
    for (const hours of ["99999999", "9007199254740991"]) {
      assert.match(
        await expectError("ca", "--organization", "acme", `--hours=${hours}`),
        new RegExp(`^2 osctl: invalid value ${hours} for --hours: expires after the year 9999;`),
      );
    }
    assert.match(
      await expectError("ca", "--organization", "acme", "--hours", "1.5"),
      /^2 osctl: invalid value "1.5" for --hours/,
    );
    assert.deepEqual(await names(), []);
  }));

Deno.test("gen ca requires an organization and takes no arguments", () =>
  inFolder(async ({ expectError, names }) => {
    assert.match(await expectError("ca"), /^2 osctl: --organization is required;/);
    assert.match(
      await expectError("ca", "--organization="),
      /^2 osctl: --organization is required;/,
    );
    assert.match(await expectError("ca", "acme"), /^2 osctl: unexpected argument "acme"/);
    assert.deepEqual(await names(), []);
  }));

Deno.test("gen commands check the directory before generating anything", () =>
  inFolder(async ({ path, expectError, write, names }) => {
    await write("file", "");
    for (
      const args of [
        ["ca", "--rsa", "--organization", "nowhere/acme"],
        ["keypair", "--organization", "nowhere/acme"],
        ["key", "--name", "nowhere/acme"],
        ["crt", "--name", "nowhere/acme", "--ca", "none", "--csr", "none"],
        ["secrets", "-o", "nowhere/secrets.yaml"],
      ]
    ) {
      assert.equal(
        await expectError(...args, "--force"),
        `1 osctl: cannot write to the directory "${path}/nowhere": no such file or directory`,
      );
    }
    assert.equal(
      await expectError("ca", "--organization", "file/acme"),
      `1 osctl: "${path}/file" is not a directory`,
    );
    assert.deepEqual(await names(), ["file"]);
  }));

Deno.test("gen commands reject control characters in names", () =>
  inFolder(async ({ expectError, names }) => {
    for (const name of ["a\nb", "\t", "a\u001b[31m", "\u007f", "\u0085", "a\u202eb", "\u2028"]) {
      for (
        const args of [
          ["ca", "--organization", name],
          ["keypair", "--organization", name],
          ["key", "--name", name],
          ["crt", "--ca", "none", "--csr", "none", "--name", name],
        ]
      ) {
        const flag = args.at(-2);
        assert.equal(
          await expectError(...args),
          `2 osctl: ${flag} has control characters; remove line breaks, tabs and invisible ` +
            `characters; see "osctl gen ${args[0]} --help"`,
        );
      }
    }
    assert.deepEqual(await names(), []);
  }));

Deno.test("gen key accepts names in any script", () =>
  inFolder(async ({ expectSuccess, names }) => {
    await expectSuccess("key", "--name", "Jürgen Ελένη 王 عمر 🔑");
    assert.deepEqual(await names(), ["Jürgen Ελένη 王 عمر 🔑.key"]);
  }));
