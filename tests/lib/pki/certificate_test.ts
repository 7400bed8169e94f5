import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { OsctlError } from "../../../lib/errors.ts";
import {
  computeSpkiFingerprint,
  createCa,
  decodePem,
  encodePem,
  issueServerCertificate,
  parseCertificate,
  readCertificate,
} from "../../../lib/pki/mod.ts";
import { openssl, SOURCE } from "./openssl.ts";
import { testWith } from "../../helpers/programs.ts";

const opensslTest = testWith("openssl");

Deno.test("a certificate is parsed completely", async () => {
  const ca = await createCa({ organization: "acme" }, SOURCE);
  const { crt } = await issueServerCertificate(ca, {
    organizations: ["os:impersonator"],
    commonName: "demo-controlplane-1",
    dnsNames: ["demo-controlplane-1", "localhost"],
    ips: ["127.42.0.2", "::1"],
  }, SOURCE);
  const { notBefore, notAfter, ...facts } = readCertificate(crt);
  assert.equal(notBefore, SOURCE.clock.now());
  assert.equal(notAfter, SOURCE.clock.now() + 8760 * 3_600_000);
  assert.deepEqual(facts.organizations, ["os:impersonator"]);
  assert.deepEqual(facts.issuerOrganizations, ["acme"]);
  assert.deepEqual(facts.dnsNames, ["demo-controlplane-1", "localhost"]);
  assert.deepEqual(facts.ips, ["127.42.0.2", "::1"]);
  assert.equal(facts.isAuthority, false);
  assert.deepEqual(facts.keyUsages, ["digitalSignature"]);
  assert.deepEqual(facts.extKeyUsages, ["serverAuth"]);
  assert.deepEqual(facts.keyAlgorithm, { kind: "ed25519" });
  assert.equal(facts.signatureAlgorithm?.title, "Ed25519");
  assert.deepEqual(parseCertificate(decodePem(crt, "it").der), readCertificate(crt));
});

opensslTest("a certificate of openssl is parsed like by node:crypto", async () => {
  const { code, output } = await openssl([
    ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"],
    ...["-keyout", "@key", "-days", "40000", "-subj", "/C=DE/O=one/O=zwei größe/CN=me", "-utf8"],
    ...["-addext", "subjectAltName=DNS:a.example,email:x@y.example,IP:10.0.0.1,IP:fd00::2"],
  ], {});
  assert.equal(code, 0, output);
  const pem = output.slice(output.indexOf("-----BEGIN CERT"));
  const ours = readCertificate(pem);
  const theirs = new X509Certificate(pem);
  assert.deepEqual(ours.organizations, ["one", "zwei größe"]);
  assert.deepEqual([ours.dnsNames, ours.ips], [["a.example"], ["10.0.0.1", "fd00::2"]]);
  assert.equal(ours.notBefore, Date.parse(theirs.validFrom));
  assert.equal(ours.notAfter, Date.parse(theirs.validTo));
  assert.ok(new Date(ours.notAfter).getUTCFullYear() > 2050);
  assert.equal(ours.isAuthority, true);
  assert.deepEqual(ours.keyAlgorithm, { kind: "ecdsa", curve: "P-256" });
  assert.equal(ours.signatureAlgorithm?.title, "ECDSA with SHA-256");
  // node:crypto formats the serial number without leading zeros.
  assert.equal(ours.serial.replace(/^0+/, ""), theirs.serialNumber.toLowerCase());
});

opensslTest("a certificate with an unsupported key type is parsed", async () => {
  const { output } = await openssl([
    ...["req", "-x509", "-newkey", "ed448", "-nodes", "-keyout", "@key", "-subj", "/O=x"],
  ], {});
  const { keyAlgorithm, organizations } = readCertificate(output.slice(output.indexOf("-----B")));
  assert.deepEqual([keyAlgorithm, organizations], [undefined, ["x"]]);
});

Deno.test("the fingerprint is of the public key, in hex and base64", async () => {
  const { crt } = await createCa({ organization: "acme" }, SOURCE);
  const { publicKey } = new X509Certificate(crt);
  const spki = new Uint8Array(publicKey.export({ type: "spki", format: "der" }));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", spki));
  assert.deepEqual(await computeSpkiFingerprint(crt), {
    hex: digest.toHex(),
    base64: digest.toBase64(),
  });
});

Deno.test("an invalid certificate is an error with its reason", async () => {
  const { crt, key } = await createCa({ organization: "acme" }, SOURCE);
  const { der } = decodePem(crt, "it");
  const cases: [string, string][] = [
    ["", '"a.crt" is not PEM'],
    [key, '"a.crt" contains "ED25519 PRIVATE KEY", expected "CERTIFICATE"'],
    [encodePem("CERTIFICATE", new Uint8Array(5)), '"a.crt" is not a valid X.509 certificate'],
    [encodePem("CERTIFICATE", der.subarray(0, 200)), '"a.crt" is not a valid X.509 certificate'],
    [
      encodePem("CERTIFICATE", new Uint8Array([...der, 0x05, 0])),
      '"a.crt" is not a valid X.509 certificate',
    ],
  ];
  for (const [text, message] of cases) {
    assert.throws(() => readCertificate(text, '"a.crt"'), (error) => {
      assert.ok(error instanceof OsctlError, String(error));
      assert.deepEqual([error.kind, error.message], ["input", message]);
      return true;
    });
  }
});

Deno.test("a certificate with one changed byte is parsed or rejected", async () => {
  const ca = await createCa({ organization: "acme", ips: ["::1"] }, SOURCE);
  const { der } = decodePem(ca.crt, "it");
  for (let index = 0; index < der.length; index++) {
    for (const value of [0x00, 0x30, 0x7f, 0x80, 0xff]) {
      const changed = der.slice();
      changed[index] = value;
      try {
        parseCertificate(changed);
      } catch (error) {
        assert.ok(error instanceof OsctlError, `byte ${index} as ${value}: ${error}`);
      }
    }
  }
});
