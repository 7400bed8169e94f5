import assert from "node:assert/strict";
import { createPrivateKey, X509Certificate } from "node:crypto";
import {
  createCa,
  createRequest,
  generateKey,
  issueClientCertificate,
  issueServerCertificate,
  type KeyKind,
  type PemPair,
  readAuthority,
  readCertificate,
  readRequest,
  signRequest,
  toPkcs8Label,
} from "../../../lib/pki/mod.ts";
import { AT_THAT_TIME, openssl, SOURCE } from "./openssl.ts";
import { testWith } from "../../helpers/programs.ts";

const test = testWith("openssl");

const HOUR = 3_600_000;

/** Returns the ASN.1 structure by openssl, without lengths and random values. */
async function structure(pem: string): Promise<string[]> {
  const { output } = await openssl(["asn1parse", "-in", "@it"], { it: pem });
  return output.trim().split("\n").map((line) =>
    line.replace(/^.*?d=(\d+).*?(?:prim|cons): /, "$1 ").trimEnd()
      .replace(/ +:?/g, " ").replace(/^(\d+ INTEGER) [0-9A-F]{4,}$/, "$1 …")
      .replace(/DUMP\]:(0414|30168014)[0-9A-F]+/, "DUMP]:$1…")
  );
}

/** Whether openssl verifies the chain for the purpose. */
async function verifies(ca: string, leaf: string, purpose: string): Promise<void> {
  const args = ["verify", "-x509_strict", ...AT_THAT_TIME, "-purpose", purpose, "-CAfile", "@ca"];
  const { code, output } = await openssl([...args, "@leaf"], { ca, leaf });
  assert.equal(code, 0, output);
}

/** Whether node:crypto matches certificate and key. */
function belongs({ crt, key }: PemPair): boolean {
  return new X509Certificate(crt).checkPrivateKey(createPrivateKey(toPkcs8Label(key)));
}

test("an authority has its extensions in the order of Talos", async () => {
  const { crt } = await createCa({ organization: "acme", ips: ["10.5.0.2"] }, SOURCE);
  assert.deepEqual(await structure(crt), [
    "0 SEQUENCE",
    "1 SEQUENCE",
    "2 cont [ 0 ]",
    "3 INTEGER 02",
    "2 INTEGER …",
    "2 SEQUENCE",
    "3 OBJECT ED25519",
    "2 SEQUENCE",
    "3 SET",
    "4 SEQUENCE",
    "5 OBJECT organizationName",
    "5 PRINTABLESTRING acme",
    "2 SEQUENCE",
    "3 UTCTIME 300102030405Z",
    "3 UTCTIME 391231030405Z",
    "2 SEQUENCE",
    "3 SET",
    "4 SEQUENCE",
    "5 OBJECT organizationName",
    "5 PRINTABLESTRING acme",
    "2 SEQUENCE",
    "3 SEQUENCE",
    "4 OBJECT ED25519",
    "3 BIT STRING",
    "2 cont [ 3 ]",
    "3 SEQUENCE",
    "4 SEQUENCE",
    "5 OBJECT X509v3 Key Usage",
    "5 BOOLEAN 255",
    "5 OCTET STRING [HEX DUMP]:03020284",
    "4 SEQUENCE",
    "5 OBJECT X509v3 Extended Key Usage",
    "5 OCTET STRING [HEX DUMP]:301406082B0601050507030106082B06010505070302",
    "4 SEQUENCE",
    "5 OBJECT X509v3 Basic Constraints",
    "5 BOOLEAN 255",
    "5 OCTET STRING [HEX DUMP]:30030101FF",
    "4 SEQUENCE",
    "5 OBJECT X509v3 Subject Key Identifier",
    "5 OCTET STRING [HEX DUMP]:0414…",
    "4 SEQUENCE",
    "5 OBJECT X509v3 Subject Alternative Name",
    "5 OCTET STRING [HEX DUMP]:300687040A050002",
    "1 SEQUENCE",
    "2 OBJECT ED25519",
    "1 BIT STRING",
  ]);
});

test("a client certificate has its roles in one relative distinguished name, shorter ones first", async () => {
  const ca = await createCa({ organization: "acme" }, SOURCE);
  const roles = ["os:etcd:backup", "os:reader", "os:admin"];
  const { crt } = await issueClientCertificate(ca, { roles, ttl: HOUR }, SOURCE);
  const lines = await structure(crt);
  assert.deepEqual(lines.slice(15, 26), [
    "2 SEQUENCE",
    "3 SET",
    "4 SEQUENCE",
    "5 OBJECT organizationName",
    "5 PRINTABLESTRING os:admin",
    "4 SEQUENCE",
    "5 OBJECT organizationName",
    "5 PRINTABLESTRING os:reader",
    "4 SEQUENCE",
    "5 OBJECT organizationName",
    "5 PRINTABLESTRING os:etcd:backup",
  ]);
  assert.deepEqual(lines.filter((line) => /X509v3|HEX/.test(line)), [
    "5 OBJECT X509v3 Key Usage",
    "5 OCTET STRING [HEX DUMP]:03020780",
    "5 OBJECT X509v3 Extended Key Usage",
    "5 OCTET STRING [HEX DUMP]:300A06082B06010505070302",
    "5 OBJECT X509v3 Authority Key Identifier",
    "5 OCTET STRING [HEX DUMP]:30168014…",
  ]);
});

for (const kind of ["ed25519", "ecdsa", "rsa"] satisfies KeyKind[]) {
  test(`the chain of an ${kind} authority holds for openssl and node`, async () => {
    const ca = await createCa({ organization: "acme", kind }, SOURCE);
    const client = await issueClientCertificate(ca, { roles: ["os:reader"], ttl: HOUR }, SOURCE);
    await verifies(ca.crt, client.crt, "sslclient");
    const authority = new X509Certificate(ca.crt);
    const leaf = new X509Certificate(client.crt);
    assert.ok(authority.ca && authority.verify(authority.publicKey));
    assert.ok(!leaf.ca && leaf.verify(authority.publicKey) && leaf.checkIssued(authority));
    assert.ok(belongs(ca) && belongs(client));
    assert.equal(leaf.subject, "O=os:reader");
    assert.equal(leaf.publicKey.asymmetricKeyType, kind === "ecdsa" ? "ec" : kind);
    if (kind === "rsa") {
      assert.equal(leaf.publicKey.asymmetricKeyDetails?.modulusLength, 4096);
      assert.equal(readCertificate(client.crt).signatureAlgorithm?.title, "RSA with SHA-512");
      assert.match(client.key, /^-----BEGIN RSA PRIVATE KEY-----/);
    }
  });
}

test("a server certificate is valid for its hosts only", async () => {
  const ca = await createCa({ organization: "acme" }, SOURCE);
  const server = await issueServerCertificate(ca, {
    ips: ["127.42.0.2", "::1"],
    dnsNames: ["localhost"],
  }, SOURCE);
  await verifies(ca.crt, server.crt, "sslserver");
  assert.ok(belongs(server));
  const leaf = new X509Certificate(server.crt);
  assert.equal(leaf.checkIP("127.42.0.2"), "127.42.0.2");
  assert.equal(leaf.checkIP("127.42.0.3"), undefined);
  assert.equal(leaf.checkHost("localhost"), "localhost");
  const { output } = await openssl(["x509", "-in", "@it", "-noout", "-text"], { it: server.crt });
  assert.match(output, /Alternative Name: critical/, "it has no subject");
});

test("an authority without an organization has an empty subject and issuer", async () => {
  const { crt } = await createCa({ kind: "ecdsa" }, SOURCE);
  const args = ["x509", "-in", "@it", "-noout", "-subject", "-issuer", "-dates"];
  const { output } = await openssl(args, { it: crt });
  assert.deepEqual(output.trim().split("\n"), [
    "subject=",
    "issuer=",
    "notBefore=Jan  2 03:04:05 2030 GMT",
    "notAfter=Dec 31 03:04:05 2039 GMT",
  ]);
});

test("a certificate can expire after 2049", async () => {
  const { crt } = await createCa({ organization: "acme", ttl: 30 * 8766 * HOUR }, SOURCE);
  const { output } = await openssl(["x509", "-in", "@it", "-noout", "-enddate"], { it: crt });
  assert.match(output, /2060 GMT/);
  assert.equal(readCertificate(crt).notAfter, SOURCE.clock.now() + 30 * 8766 * HOUR);
});

Deno.test("a serial number is the random bytes as a positive integer", async () => {
  const random = (first: number) => ({
    bytes: (length: number) => new Uint8Array(length).fill(0x11).fill(first, 0, 1),
  });
  for (const [first, serial] of [[0xff, `00ff${"11".repeat(15)}`], [0, "11".repeat(15)]] as const) {
    const { crt } = await createCa({ organization: "a" }, { ...SOURCE, random: random(first) });
    assert.equal(readCertificate(crt).serial, serial);
  }
});

test("a requested certificate has the subject, hosts and signature algorithm of the request", async () => {
  const ca = await createCa({ organization: "acme" }, SOURCE);
  const key = await generateKey("ed25519");
  const pem = await createRequest(key, {
    organizations: ["os:reader", "os:admin"],
    ips: ["10.5.0.9"],
    dnsNames: ["jane"],
  });
  const request = await readRequest(pem, "it");
  const crt = await signRequest(await readAuthority(ca), request, { ttl: 24 * HOUR }, SOURCE);
  await verifies(ca.crt, crt, "sslclient");
  const facts = readCertificate(crt);
  assert.deepEqual(facts.organizations, ["os:admin", "os:reader"]);
  assert.deepEqual([facts.ips, facts.dnsNames], [["10.5.0.9"], ["jane"]]);
  assert.deepEqual(facts.spki, key.spki);
  assert.deepEqual(facts.extKeyUsages, ["clientAuth"]);
});

Deno.test("an authority rejects a request of another key type", async () => {
  const authority = await readAuthority(await createCa({ kind: "ecdsa" }, SOURCE));
  const pem = await createRequest(await generateKey("ed25519"), { organizations: ["os:admin"] });
  const request = await readRequest(pem, '"jane.csr"');
  await assert.rejects(signRequest(authority, request, { ttl: HOUR }, SOURCE), {
    kind: "input",
    message: "key types differ: the CA certificate has an ECDSA key, " +
      '"jane.csr" an Ed25519 key',
  });
});

Deno.test("an authority requires a CA certificate and its key", async () => {
  const ca = await createCa({ organization: "acme" }, SOURCE);
  const other = await createCa({ organization: "acme" }, SOURCE);
  const leaf = await issueClientCertificate(ca, { roles: ["os:admin"], ttl: HOUR }, SOURCE);
  await assert.rejects(readAuthority(leaf), {
    kind: "input",
    message: "the CA certificate is not a CA certificate",
  });
  await assert.rejects(readAuthority({ crt: ca.crt, key: other.key }), {
    kind: "input",
    message: "the CA key does not match the CA certificate",
  });
});

Deno.test("an invalid host is rejected", async () => {
  const ca = await createCa({ organization: "acme" }, SOURCE);
  await assert.rejects(issueServerCertificate(ca, { ips: ["10.5"] }, SOURCE), { kind: "input" });
  await assert.rejects(issueServerCertificate(ca, { dnsNames: ["größe"] }, SOURCE), {
    kind: "input",
    message: 'invalid DNS name "größe" for a certificate',
  });
});
