import assert from "node:assert/strict";
import { createPrivateKey, X509Certificate } from "node:crypto";
import { readCertificate } from "../../../../lib/pki/mod.ts";
import { lacksTools, run } from "../../../lib/secureboot/fixtures.ts";
import { type Folder, inFolder } from "../folder.ts";

/** Runs `gen secureboot` and asserts success; returns stdout and stderr. */
async function generate({ gen }: Folder, ...args: string[]) {
  const { code, stdout, stderr } = await gen("secureboot", ...args);
  assert.equal(code, 0, stderr);
  return { stdout, stderr };
}

async function modeOf(path: string): Promise<number> {
  return (await Deno.stat(path)).mode! & 0o777;
}

/** Copies a file into a new directory. */
async function copy(from: string, to: string) {
  await Deno.mkdir(to.replace(/\/[^/]*$/, ""), { recursive: true });
  await Deno.copyFile(from, to);
}

Deno.test("gen secureboot generates keys, and variables that enrol them", async (t) => {
  await inFolder(async (folder) => {
    const { path, read, gen, expectError } = folder;

    await t.step("uki writes a CA certificate and its 4096-bit RSA key", async () => {
      const { stdout, stderr } = await generate(folder, "uki", "--common-name", "Lab images");
      assert.equal(stdout, "");
      assert.equal(
        stderr,
        "writing _out/uki-signing-cert.pem\nwriting _out/uki-signing-cert.der\n" +
          "writing _out/uki-signing-key.pem\n",
      );
      const pem = await read("_out/uki-signing-cert.pem");
      const certificate = new X509Certificate(pem);
      assert.equal(certificate.subject, "O=Lab images");
      assert.ok(certificate.ca && certificate.verify(certificate.publicKey));
      const key = await read("_out/uki-signing-key.pem");
      assert.match(key, /^-----BEGIN RSA PRIVATE KEY-----\n/);
      assert.ok(certificate.checkPrivateKey(createPrivateKey(key)));
      assert.equal(certificate.publicKey.asymmetricKeyDetails?.modulusLength, 4096);
      const { notBefore, notAfter, signatureAlgorithm, der } = readCertificate(pem);
      assert.equal(notAfter - notBefore, 87600 * 3_600_000);
      assert.equal(signatureAlgorithm?.title, "RSA with SHA-512");
      const file = await Deno.readFile(`${path}/_out/uki-signing-cert.der`);
      assert.equal(file.toHex(), der.toHex());
    });

    await t.step("pcr writes a 2048-bit RSA key into another directory", async () => {
      const { stderr } = await generate(folder, "pcr", "-o", "keys/pcr");
      assert.equal(stderr, "writing keys/pcr/pcr-signing-key.pem\n");
      const pem = await read("keys/pcr/pcr-signing-key.pem");
      assert.match(pem, /^-----BEGIN RSA PRIVATE KEY-----\n/);
      assert.equal(createPrivateKey(pem).asymmetricKeyDetails?.modulusLength, 2048);
    });

    await t.step("database writes the three variables", async () => {
      const { stderr } = await generate(folder, "database");
      assert.equal(stderr, "writing _out/db.auth\nwriting _out/KEK.auth\nwriting _out/PK.auth\n");
      const { stdout } = await generate(folder, "inspect", "_out/PK.auth", "-o", "name");
      assert.equal(stdout, "O=Lab images\n");
    });

    await t.step("directories are 0700 and files 0600", async () => {
      for (const name of ["_out", "keys", "keys/pcr"]) {
        assert.equal(await modeOf(`${path}/${name}`), 0o700, name);
      }
      for await (const { name } of Deno.readDir(`${path}/_out`)) {
        assert.equal(await modeOf(`${path}/_out/${name}`), 0o600, name);
      }
    });

    await t.step("existing files are rejected, and replaced with --force", async () => {
      assert.match(
        await expectError("secureboot", "database"),
        /^1 osctl: "_out\/db.auth", "_out\/KEK.auth" and "_out\/PK.auth" already exist; /,
      );
      assert.match(
        await expectError("secureboot", "uki"),
        /^1 osctl: "_out\/uki-signing-cert.pem", .* already exist; /,
      );
      const before = await read("keys/pcr/pcr-signing-key.pem");
      assert.match(
        await expectError("secureboot", "pcr", "-o", "keys/pcr"),
        /^1 osctl: "keys\/pcr\/pcr-signing-key.pem" already exists; /,
      );
      assert.equal(await read("keys/pcr/pcr-signing-key.pem"), before);
      await generate(folder, "pcr", "-o", "keys/pcr", "--force");
      assert.notEqual(await read("keys/pcr/pcr-signing-key.pem"), before);
    });

    await t.step("database reads the given files; inspect prints the result", async () => {
      for (const name of ["uki-signing-cert.pem", "uki-signing-key.pem"]) {
        await copy(`${path}/_out/${name}`, `${path}/given/${name}`);
      }
      await copy(`${path}/_out/uki-signing-cert.der`, `${path}/given/enrolled.der`);
      await generate(
        folder,
        ...["database", "-o", "given", "--include-well-known-uefi-certs"],
        ...["--enrolled-certificate", "given/enrolled.der"],
        ...["--signing-certificate", "given/uki-signing-cert.pem"],
        ...["--signing-key", "given/uki-signing-key.pem"],
      );
      const table = await generate(
        folder,
        "inspect",
        "given/KEK.auth",
        "--columns",
        "variable,type,subject",
      );
      assert.equal(
        table.stdout.replaceAll(/ +/g, " "),
        "VARIABLE TYPE SUBJECT\n" +
          "KEK X.509 O=Lab images\n" +
          "KEK X.509 Microsoft Corporation KEK CA 2011\n" +
          "KEK X.509 Microsoft Corporation KEK 2K CA 2023\n",
      );
      const sorted = await generate(
        folder,
        ...["inspect", "given/KEK.auth", "--columns", "subject", "--sort-by=-subject"],
        ...["--no-headers", "--wide"],
      );
      assert.equal(
        sorted.stdout,
        "O=Lab images\nMicrosoft Corporation KEK CA 2011\nMicrosoft Corporation KEK 2K CA 2023\n",
      );
      const lab = ["--filter", 'subject == "O=Lab images"', "-o", "json=subject"];
      const filtered = await generate(folder, "inspect", "given/KEK.auth", ...lab);
      assert.deepEqual(JSON.parse(filtered.stdout), [{ subject: "O=Lab images" }]);
      const { stdout } = await generate(folder, "inspect", "given/db.auth", "-o", "json");
      const rows = JSON.parse(stdout);
      assert.equal(rows.length, 4);
      assert.equal(
        rows[3].subject,
        "C=US, O=Microsoft Corporation, CN=Microsoft UEFI CA 2023",
      );
      const { owner, digest, notBefore, notAfter, timestamp, ...rest } = rows[0];
      assert.deepEqual(rest, {
        variable: "db",
        type: "X.509",
        subject: "O=Lab images",
        issuer: "O=Lab images",
        size: (await Deno.stat(`${path}/given/enrolled.der`)).size,
        signature: "valid",
        signer: "O=Lab images",
      });
      assert.match(owner, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      const fingerprint = new X509Certificate(await read("given/uki-signing-cert.pem"))
        .fingerprint256.replaceAll(":", "").toLowerCase();
      assert.equal(digest, fingerprint);
      assert.ok(notBefore <= timestamp && timestamp < notAfter);
    });

    await t.step("a rejected input leaves no files", async () => {
      assert.match(
        await expectError(
          ...[
            "secureboot",
            "database",
            "-o",
            "none",
            "--signing-key",
            "keys/pcr/pcr-signing-key.pem",
          ],
        ),
        /^1 osctl: "keys\/pcr\/pcr-signing-key.pem" does not match "_out\/uki-signing-cert.pem"; /,
      );
      assert.match(
        await expectError(
          "secureboot",
          "database",
          "-o",
          "none",
          "--signing-certificate",
          "no.pem",
        ),
        /^1 osctl: cannot read ".*no.pem": /,
      );
      assert.match(
        await expectError("secureboot", "inspect", "_out/uki-signing-key.pem"),
        /^1 osctl: "_out\/uki-signing-key.pem" is not an EFI signature list or variable; /,
      );
      await assert.rejects(Deno.stat(`${path}/none`), Deno.errors.NotFound);
      const { code, stderr } = await gen(
        "secureboot",
        "uki",
        "--common-name",
        "a\nb",
        "-o",
        "none",
      );
      assert.equal(code, 2);
      assert.match(stderr, /^osctl: --common-name has control characters; /);
    });

    await t.step({
      name: "sbsign signs an EFI program with the key, and sbverify verifies the signature",
      ignore: lacksTools(),
      fn: async () => {
        const program = `/usr/lib/efitools/${Deno.build.arch}-linux-gnu/HelloWorld.efi`;
        const key = "_out/uki-signing-key.pem";
        const sign = async (cert: string) => {
          const signing = ["--key", key, "--cert", cert, "--output", "signed.efi"];
          const { code, output } = await run(path, "sbsign", ...signing, program);
          assert.equal(code, 0, output);
        };
        await sign("_out/uki-signing-cert.pem");
        const { output } = await run(path, "sbverify", "--list", "signed.efi");
        assert.match(output, /subject: \/O=Lab images\n/);
        // sbverify rejects the usages of our certificate, as talosctl's: OpenSSL
        // requires emailProtection. It verifies the signature with a certificate without usages.
        const request = ["req", "-x509", "-key", key, "-subj", "/O=Plain", "-out", "plain.pem"];
        assert.equal((await run(path, "openssl", ...request)).code, 0);
        await sign("plain.pem");
        const verify = (cert: string) => run(path, "sbverify", "--cert", cert, "signed.efi");
        const verified = await verify("plain.pem");
        assert.equal(verified.code, 0, verified.output);
        assert.notEqual((await verify("_out/uki-signing-cert.pem")).code, 0);
      },
    });
  });
});
