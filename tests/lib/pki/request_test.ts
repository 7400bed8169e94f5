import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { OsctlError } from "../../../lib/errors.ts";
import {
  createRequest,
  decodePem,
  encodePem,
  generateKey,
  readKey,
  readRequest,
} from "../../../lib/pki/mod.ts";
import { openssl } from "./openssl.ts";
import { testWith } from "../../helpers/programs.ts";

const opensslTest = testWith("openssl");

/** One key of every type for requests. */
async function everyKey() {
  const made = [
    generateKeyPairSync("ec", { namedCurve: "P-384" }).privateKey,
    generateKeyPairSync("ec", { namedCurve: "P-521" }).privateKey,
    generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey,
  ];
  const pems = made.map((key) => String(key.export({ type: "pkcs8", format: "pem" })));
  return [
    await generateKey("ed25519"),
    await generateKey("ecdsa"),
    ...await Promise.all(pems.map((pem) => readKey(pem, "it"))),
  ];
}

opensslTest("a request with every key type round-trips, and openssl verifies it", async () => {
  for (const key of await everyKey()) {
    const pem = await createRequest(key, { organizations: ["os:reader"], ips: ["::1"] });
    const request = await readRequest(pem, "it");
    assert.deepEqual(request.organizations, ["os:reader"]);
    assert.deepEqual([request.ips, request.dnsNames], [["::1"], []]);
    assert.deepEqual([request.keyAlgorithm, request.spki], [key.algorithm, key.spki]);
    const { code, output } = await openssl(
      ["req", "-in", "@it", "-noout", "-verify", "-subject"],
      { it: pem },
    );
    assert.equal(code, 0, output);
    assert.match(output, /verify OK/);
    assert.match(output, /O ?= ?os:reader/);
  }
});

opensslTest("a request of openssl is parsed, with and without alternative names", async () => {
  const named = ["-addext", "subjectAltName=DNS:a.example,IP:10.0.0.1"];
  for (const hash of ["-sha256", "-sha384", "-sha512"]) {
    for (const kind of [["rsa:2048"], ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"]]) {
      for (const extra of [named, []]) {
        const { output } = await openssl([
          ...["req", "-new", "-newkey", ...kind, "-nodes", "-keyout", "@key", hash],
          ...["-subj", "/O=os:admin", ...extra],
        ], {});
        const { organizations, ips } = await readRequest(
          output.slice(output.indexOf("-----BEGIN CERT")),
          "it",
        );
        assert.deepEqual(organizations, ["os:admin"]);
        assert.deepEqual(ips, extra.length > 0 ? ["10.0.0.1"] : []);
      }
    }
  }
});

Deno.test("a request with another request's signature is rejected", async () => {
  for (const key of await everyKey()) {
    const requests = await Promise.all(
      ["os:admin", "os:reader"].map((role) => createRequest(key, { organizations: [role] })),
    );
    const [one, two] = requests.map((pem) => decodePem(pem, "it").der);
    const forged = one!.slice();
    // The signature is at the end, for every key type.
    forged.set(two!.subarray(-16), forged.length - 16);
    await assert.rejects(readRequest(encodePem("CERTIFICATE REQUEST", forged), "it"), {
      kind: "input",
      message: "it has an invalid signature",
    });
  }
});

opensslTest("an invalid request is an error with its reason", async () => {
  const key = await generateKey("ed25519");
  const pem = await createRequest(key, { organizations: ["os:admin"] });
  const { der } = decodePem(pem, "it");
  const ed448 = await openssl([
    ...["req", "-new", "-newkey", "ed448", "-nodes", "-keyout", "@key", "-subj", "/O=x"],
  ], {});
  const cases: [string, string][] = [
    ["hello", "it is not PEM"],
    [encodePem("CERTIFICATE", der), 'it contains "CERTIFICATE", expected "CERTIFICATE REQUEST"'],
    [
      encodePem("CERTIFICATE REQUEST", der.subarray(0, 60)),
      "it is not a valid certificate request",
    ],
    [encodePem("CERTIFICATE REQUEST", key.spki), "it is not a valid certificate request"],
    [
      ed448.output.slice(ed448.output.indexOf("-----BEGIN CERT")),
      "it uses an unsupported key or signature algorithm",
    ],
  ];
  for (const [text, message] of cases) {
    await assert.rejects(readRequest(text, "it"), (error) => {
      assert.ok(error instanceof OsctlError, String(error));
      assert.deepEqual([error.kind, error.message], ["input", message]);
      assert.ok(error.hint);
      return true;
    });
  }
});

Deno.test("a request with one changed byte is rejected", async () => {
  for (const kind of ["ed25519", "ecdsa"] as const) {
    const pem = await createRequest(await generateKey(kind), {
      organizations: ["os:admin"],
      ips: ["::1"],
    });
    const { der } = decodePem(pem, "it");
    for (let index = 0; index < der.length; index++) {
      const changed = der.slice();
      changed[index]! ^= 0x81;
      await assert.rejects(
        readRequest(encodePem("CERTIFICATE REQUEST", changed), "it"),
        OsctlError,
        `byte ${index}`,
      );
    }
  }
});
