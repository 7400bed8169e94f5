import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { parseCertificate, readCertificate, readSignedData } from "../../../lib/pki/mod.ts";
import {
  decodeAuthenticatedVariable,
  toSignedContent,
  type VariableName,
} from "../../../lib/secureboot/authenticated_variable.ts";
import { type DatabaseInputs, generateDatabase } from "../../../lib/secureboot/database.ts";
import { decodeSignatureLists } from "../../../lib/secureboot/signature_list.ts";
import { createPair, lacksTools, NOW, type Pair, run, toFile } from "./fixtures.ts";
import { testWith } from "../../helpers/programs.ts";

const opensslTest = testWith("openssl");

/** Returns inputs that enrol the certificate which also signs. */
function inputsOf({ crt, key }: Pair, change: Partial<DatabaseInputs> = {}): DatabaseInputs {
  return {
    enrolled: toFile("enrolled.pem", crt),
    certificate: toFile("cert.pem", crt),
    key: toFile("key.pem", key),
    wellKnown: false,
    now: NOW,
    ...change,
  };
}

async function inFolder(test: (path: string) => Promise<void>): Promise<void> {
  const path = await Deno.makeTempDir();
  try {
    await test(path);
  } finally {
    await Deno.remove(path, { recursive: true });
  }
}

Deno.test("the variables have the layout of the UEFI specification", async () => {
  const pair = await createPair();
  const files = await generateDatabase(inputsOf(pair));
  assert.deepEqual([...files.keys()], ["db.auth", "KEK.auth", "PK.auth"]);
  for (const bytes of files.values()) {
    // 2030-01-02 03:04:05, no nanoseconds, time zone or daylight; then revision and type.
    assert.equal(bytes.subarray(0, 16).toHex(), "ee070102030405" + "00".repeat(9));
    assert.equal(bytes.subarray(20, 24).toHex(), "0002f10e");
    assert.equal(bytes.subarray(24, 40).toHex(), "9dd2af4adf68ee498aa9347d375665a7");
    const { payload, signature, timestamp } = decodeAuthenticatedVariable(bytes, "file");
    assert.equal(timestamp, NOW);
    const { der } = readCertificate(pair.crt);
    assert.equal(payload.subarray(0, 16).toHex(), "a159c0a5e494a74a87b5ab155c2bf072");
    const view = new DataView(payload.slice().buffer);
    assert.deepEqual(
      [16, 20, 24].map((at) => view.getUint32(at, true)),
      [28 + 16 + der.length, 0, 16 + der.length],
    );
    assert.equal(payload.subarray(44).toHex(), der.toHex());
    // SignedData without its ContentInfo: the version comes first.
    assert.equal(signature.subarray(4, 7).toHex(), "020101");
  }
});

Deno.test("the owner is a UUID of version 4 of the enrolled file", async () => {
  const pair = await createPair();
  const files = await generateDatabase(inputsOf(pair));
  const { payload } = decodeAuthenticatedVariable(files.get("PK.auth")!, "file");
  const { owner } = decodeSignatureLists(payload, "file")[0]!;
  const digest = createHash("sha256")
    .update(Uint8Array.fromHex("6ba7b8149dad11d180b400c04fd430c8")).update(pair.crt).digest("hex");
  assert.match(owner, /^.{8}-.{4}-4.{3}-[89ab].{3}-.{12}$/);
  assert.equal(owner.slice(0, 13), `${digest.slice(0, 8)}-${digest.slice(8, 12)}`);
  assert.equal(owner.slice(24), digest.slice(20, 32));
});

opensslTest("openssl verifies the signature of each variable", () =>
  inFolder(async (path) => {
    // Another issuer: the signer is found by issuer and serial number, not by subject.
    const pair = await createPair({ issuer: "Root" });
    await Deno.writeTextFile(`${path}/cert.pem`, pair.crt);
    for (const [file, bytes] of await generateDatabase(inputsOf(pair))) {
      const name = file.replace(".auth", "") as VariableName;
      const variable = decodeAuthenticatedVariable(bytes, file);
      await Deno.writeFile(`${path}/content`, toSignedContent(name, 0x27, variable));
      // openssl reads SignedData in its ContentInfo only.
      const length = variable.signature.length;
      const size = (number: number) => [0x82, number >> 8, number & 0xff];
      const oid = Uint8Array.fromHex("06092a864886f70d010702");
      await Deno.writeFile(
        `${path}/signature`,
        Uint8Array.from([
          ...[0x30, ...size(oid.length + 4 + length), ...oid, 0xa0, ...size(length)],
          ...variable.signature,
        ]),
      );
      const verify = ["smime", "-verify", "-inform", "DER", "-in", "signature", "-binary"]
        .concat("-content", "content", "-noverify", "-out", "out");
      assert.equal((await run(path, "openssl", ...verify)).code, 0, file);
      await Deno.writeTextFile(`${path}/content`, "x", { append: true });
      assert.notEqual((await run(path, "openssl", ...verify)).code, 0, file);
    }
  }));

Deno.test({
  name: "efitools generate the same signature lists",
  ignore: lacksTools(),
  fn: () =>
    inFolder(async (path) => {
      const pair = await createPair();
      const files = await generateDatabase(inputsOf(pair));
      const { payload } = decodeAuthenticatedVariable(files.get("db.auth")!, "file");
      const { owner } = decodeSignatureLists(payload, "file")[0]!;
      await Deno.writeTextFile(`${path}/cert.pem`, pair.crt);
      const { code, output } = await run(
        path,
        "cert-to-efi-sig-list",
        "-g",
        owner,
        "cert.pem",
        "l",
      );
      assert.equal(code, 0, output);
      assert.equal(payload.toHex(), (await Deno.readFile(`${path}/l`)).toHex());
    }),
});

Deno.test("the certificates of Microsoft are in KEK and db", async () => {
  const files = await generateDatabase(inputsOf(await createPair(), { wellKnown: true }));
  const digests = (file: "db.auth" | "KEK.auth" | "PK.auth") => {
    const { payload } = decodeAuthenticatedVariable(files.get(file)!, file);
    return decodeSignatureLists(payload, file).slice(1).map(({ owner, data }) => {
      assert.equal(owner, "77fa9abd-0359-4d32-bd60-28f4e78f784b");
      assert.ok(parseCertificate(data).organizations.includes("Microsoft Corporation"));
      return createHash("sha1").update(data).digest("hex");
    });
  };
  assert.deepEqual(digests("PK.auth"), []);
  assert.deepEqual(digests("KEK.auth"), [
    "31590bfd89c9d74ed087dfac66334b3931254b30",
    "459ab6fb5e284d272d5e3e6abc8ed663829d632b",
  ]);
  assert.deepEqual(digests("db.auth"), [
    "46def63b5ce61cf8ba0de2e6639c1019d0ed14f3",
    "3fb39e2b8bd183bf9e4594e72183ca60afcd4277",
    "b5eeb4a6706048073f0ed296e7f580a790b59eaa",
  ]);
});

Deno.test("a DER certificate is enrolled and signs like PEM", async () => {
  const pair = await createPair();
  const { der } = readCertificate(pair.crt);
  const files = await generateDatabase(inputsOf(pair, {
    enrolled: toFile("enrolled.der", der),
    certificate: toFile("cert.der", der),
  }));
  const { payload, signature } = decodeAuthenticatedVariable(files.get("PK.auth")!, "file");
  assert.equal(payload.subarray(44).toHex(), der.toHex());
  assert.equal(readSignedData(signature, "file").certificate?.der.toHex(), der.toHex());
});

Deno.test("unusable inputs are rejected with their names", async (t) => {
  const pair = await createPair();
  const cases: [string, Partial<DatabaseInputs>, RegExp][] = [
    [
      "a short key",
      { enrolled: toFile("enrolled.pem", (await createPair({ bits: 1024 })).crt) },
      /^enrolled.pem has a 1024-bit RSA key, which UEFI firmware does not support$/,
    ],
    [
      "an ECDSA key",
      { certificate: toFile("cert.pem", (await createPair({ kind: "ec" })).crt) },
      /^cert.pem has no RSA key, which UEFI firmware does not support$/,
    ],
    [
      "a key of another certificate",
      { key: toFile("key.pem", (await createPair()).key) },
      /^key.pem does not match cert.pem$/,
    ],
    [
      "an expired certificate",
      { now: NOW + 3_601_000 },
      /^cert.pem expired on 2030-01-02T04:04:05Z$/,
    ],
    ["a future certificate", { now: NOW - 1000 }, /^cert.pem is not valid before 2030-01-02T03:/],
    [
      "two certificates",
      { enrolled: toFile("enrolled.pem", pair.crt + pair.crt) },
      /^enrolled.pem has 2 certificates, expected one$/,
    ],
    [
      "text",
      { enrolled: toFile("enrolled.pem", "hello") },
      /^enrolled.pem is not PEM$/,
    ],
    [
      "malformed DER",
      { enrolled: toFile("enrolled.der", Uint8Array.of(0x30, 0x82, 1)) },
      /^enrolled.der is not a valid X.509 certificate$/,
    ],
    [
      "a certificate as key",
      { key: toFile("key.pem", pair.crt) },
      /^key.pem contains "CERTIFICATE", expected "PRIVATE KEY"$/,
    ],
  ];
  for (const [name, change, message] of cases) {
    await t.step(
      name,
      () => assert.rejects(generateDatabase(inputsOf(pair, change)), { message, kind: "input" }),
    );
  }
});
