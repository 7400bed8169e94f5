import assert from "node:assert/strict";
import { generateDatabase } from "../../../lib/secureboot/database.ts";
import { readCertificate, readKey } from "../../../lib/pki/mod.ts";
import {
  decodeAuthenticatedVariable,
  signVariable,
} from "../../../lib/secureboot/authenticated_variable.ts";
import { inspectSignatures } from "../../../lib/secureboot/inspect.ts";
import { createPair, lacksTools, NOW, run, toFile } from "./fixtures.ts";

async function generate(wellKnown = false) {
  const { crt, key } = await createPair();
  return await generateDatabase({
    enrolled: toFile("crt", crt),
    certificate: toFile("crt", crt),
    key: toFile("key", key),
    wellKnown,
    now: NOW,
  });
}

Deno.test("the signed variable is found by its signature", async () => {
  for (const [file, bytes] of await generate()) {
    const [only, ...more] = await inspectSignatures(bytes, file);
    assert.deepEqual(more, []);
    assert.deepEqual(only?.signature, {
      variable: file.replace(".auth", ""),
      timestamp: NOW,
      signer: "O=Test",
    });
  }
});

Deno.test("a changed payload, timestamp or signature is invalid", async () => {
  const bytes = (await generate()).get("db.auth")!;
  const { signature } = decodeAuthenticatedVariable(bytes, "file");
  for (const at of [0, 40 + signature.length - 1, bytes.length - 1]) {
    const changed = bytes.slice();
    changed[at]! ^= 1;
    const [only] = await inspectSignatures(changed, "file");
    assert.equal(only?.signature?.variable, undefined, `byte ${at}`);
    assert.equal(only?.signature?.signer, "O=Test");
  }
});

Deno.test("a signed variable without entries is a row with its signature", async () => {
  const pair = await createPair();
  const certificate = readCertificate(pair.crt, "crt");
  const key = await readKey(pair.key, "key");
  const bytes = await signVariable("db", new Uint8Array(), { certificate, key, now: NOW });
  const rows = await inspectSignatures(bytes, "file");
  assert.deepEqual(
    rows.map(({ type, size, signature }) => [type, size, signature?.variable]),
    [["none (deletes the variable)", 0, "db"]],
  );
});

Deno.test("a signature list and a variable of efivarfs have no signature", async () => {
  const { payload } = decodeAuthenticatedVariable((await generate(true)).get("KEK.auth")!, "file");
  for (const bytes of [payload, Uint8Array.of(0x27, 0, 0, 0, ...payload)]) {
    const rows = await inspectSignatures(bytes, "file");
    assert.deepEqual(rows.map(({ type, signature }) => [type, signature]), [
      ["X.509", undefined],
      ["X.509", undefined],
      ["X.509", undefined],
    ]);
  }
});

Deno.test({
  name: "variables signed by efitools and sbvarsign are valid",
  ignore: lacksTools(),
  fn: async () => {
    const path = await Deno.makeTempDir();
    try {
      const { crt, key } = await createPair();
      await Deno.writeTextFile(`${path}/crt`, crt);
      await Deno.writeTextFile(`${path}/key`, key);
      const expectRun = async (program: string, ...args: string[]) => {
        const { code, output } = await run(path, program, ...args);
        assert.equal(code, 0, output);
      };
      const owner = "11111111-2222-3333-4444-555566667777";
      await expectRun("cert-to-efi-sig-list", "-g", owner, "crt", "esl");
      const signing = ["-k", "key", "-c", "crt", "-t", "2030-01-02 03:04:05"];
      await expectRun("sign-efi-sig-list", ...signing, "KEK", "esl", "written");
      await expectRun("sign-efi-sig-list", "-a", ...signing, "dbx", "esl", "appended");
      const sbvarsign = ["--key", "key", "--cert", "crt", "--output", "other"];
      // Without --attr, sbvarsign also sets the attribute for appends.
      await expectRun("sbvarsign", ...sbvarsign, "PK", "esl");
      for (const [file, variable] of [["written", "KEK"], ["appended", "dbx"], ["other", "PK"]]) {
        const [only] = await inspectSignatures(await Deno.readFile(`${path}/${file}`), file!);
        assert.equal(only?.owner, owner);
        assert.equal(only?.signature?.variable, variable);
        if (file === "written") assert.equal(only?.signature?.timestamp, NOW);
      }
    } finally {
      await Deno.remove(path, { recursive: true });
    }
  },
});

Deno.test("hashes are printed as they are", async () => {
  const hash = "ab".repeat(32);
  const list = Uint8Array.fromHex(
    "2616c4c14c509240aca941f936934328" + "4c000000" + "00000000" + "30000000" + "00".repeat(16) +
      hash,
  );
  const [only] = await inspectSignatures(list, "file");
  assert.deepEqual([only?.type, only?.digest, only?.size, only?.certificate], [
    "SHA-256",
    hash,
    32,
    undefined,
  ]);
});

Deno.test("malformed files are rejected with the reason", async () => {
  const auth = (await generate()).get("PK.auth")!;
  const { payload } = decodeAuthenticatedVariable(auth, "file");
  const withSize = payload.slice();
  withSize[24] = 3;
  withSize[25] = 0;
  const broken = auth.slice();
  broken[40] = 0;
  const cases: [Uint8Array<ArrayBuffer>, RegExp][] = [
    [new TextEncoder().encode("-----BEGIN"), /^f is not an EFI signature list or variable$/],
    [new Uint8Array(), /^f is not an EFI signature list or variable$/],
    [auth.subarray(0, 100), /^f is not a valid authenticated variable: truncated$/],
    [auth.subarray(0, -1), /^f is not a valid EFI signature list: truncated$/],
    [withSize, /^f is not a valid EFI signature list: invalid sizes \d+, 0 and 3$/],
    [broken, /^the signature of f is not valid PKCS#7 SignedData of one signer$/],
  ];
  for (const [bytes, message] of cases) {
    await assert.rejects(inspectSignatures(bytes, "f"), { message, kind: "input" });
  }
});
