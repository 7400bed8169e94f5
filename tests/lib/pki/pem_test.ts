import assert from "node:assert/strict";
import { OsctlError } from "../../../lib/errors.ts";
import { decodeLabelled, decodePem, encodePem, toPkcs8Label } from "../../../lib/pki/pem.ts";

const DATA = Uint8Array.from({ length: 100 }, (_, index) => index);

Deno.test("a PEM text has 64 characters per line and ends with a newline", () => {
  const lines = encodePem("CERTIFICATE", DATA).split("\n");
  assert.deepEqual(lines.map(({ length }) => length), [27, 64, 64, 8, 25, 0]);
});

Deno.test("a full last line is not followed by an empty one", () => {
  const text = encodePem("X", new Uint8Array(48));
  assert.equal(text, `-----BEGIN X-----\n${"A".repeat(64)}\n-----END X-----\n`);
});

Deno.test("the first block is decoded, with text around it and any line endings", () => {
  const first = encodePem("CERTIFICATE", DATA);
  const second = encodePem("PRIVATE KEY", new Uint8Array(3));
  for (const text of [first, `subject=x\n${first}${second}`, first.replaceAll("\n", "\r\n")]) {
    assert.deepEqual(decodePem(text, "it"), { label: "CERTIFICATE", der: DATA });
  }
});

Deno.test("a text without a valid block is not PEM", () => {
  const good = encodePem("CERTIFICATE", DATA);
  const bad = [
    "",
    "hello",
    good.slice(0, -20),
    good.replace("BEGIN CERT", "BEGIN ERT"),
    good.replace("AAEC", "A!EC"),
    good.replace("AAEC", "AAE"),
  ];
  for (const text of bad) {
    assert.throws(() => decodePem(text, '"a.crt"'), (error) => {
      assert.ok(error instanceof OsctlError);
      assert.equal(error.kind, "input");
      assert.match(error.message, /^"a\.crt" is not PEM/);
      return true;
    }, text);
  }
});

Deno.test("a wrong label is an error with both labels", () => {
  const text = encodePem("PUBLIC KEY", DATA);
  assert.throws(() => decodeLabelled(text, "CERTIFICATE", '"a.crt"'), {
    message: '"a.crt" contains "PUBLIC KEY", expected "CERTIFICATE"',
  });
});

Deno.test("toPkcs8Label() replaces the label of an Ed25519 key only", () => {
  assert.equal(
    toPkcs8Label(encodePem("ED25519 PRIVATE KEY", DATA)),
    encodePem("PRIVATE KEY", DATA),
  );
  for (const label of ["RSA PRIVATE KEY", "EC PRIVATE KEY", "CERTIFICATE"]) {
    assert.equal(toPkcs8Label(encodePem(label, DATA)), encodePem(label, DATA));
  }
});
