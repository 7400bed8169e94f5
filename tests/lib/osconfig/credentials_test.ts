import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import { OsctlError } from "../../../lib/errors.ts";
import {
  certificateFacts,
  type ContextRecord,
  credentialsOf,
  encodeBase64,
  expiryError,
  expiryWarning,
} from "../../../lib/osconfig/mod.ts";
import { OUTLINE_KEY, outlineCertificate } from "./der.ts";

/** Made by `openssl req -x509 -multivalue-rdn -subj "/O=os:operator+OU=x/C=DE/O=grün"`. */
const OPENSSL = `-----BEGIN CERTIFICATE-----
MIIBkTCCAUOgAwIBAgIUFuOKdn1lLyaYtyovqr1THjJIjXgwBQYDK2VwMD0xHjAI
BgNVBAsMAXgwEgYDVQQKDAtvczpvcGVyYXRvcjELMAkGA1UEBhMCREUxDjAMBgNV
BAoMBWdyw7xuMCAXDTI2MTEyMTA5NDUwNVoYDzIxMjYxMDI4MDk0NTA1WjA9MR4w
CAYDVQQLDAF4MBIGA1UECgwLb3M6b3BlcmF0b3IxCzAJBgNVBAYTAkRFMQ4wDAYD
VQQKDAVncsO8bjAqMAUGAytlcAMhAOKQ8mwSQ7F8njTS4cgbiYydhAUOtN9YIHEy
NnROESYio1MwUTAdBgNVHQ4EFgQUrRy5shtrXZHOHQAd3wNlq8f8sqIwHwYDVR0j
BBgwFoAUrRy5shtrXZHOHQAd3wNlq8f8sqIwDwYDVR0TAQH/BAUwAwEB/zAFBgMr
ZXADQQBi/dZBAMXt8TtdFV45Xnsf/3Pesexn4WL1BJKolFh/nMf+G/fgV4P2DPnD
LYp0nEY90LMVSjf8ppw/7niLlQQJ
-----END CERTIFICATE-----
`;

const DAY = 24 * 3600 * 1000;

function context(record: Partial<ContextRecord>) {
  return { name: "prod", record: { endpoints: [], nodes: [], ...record } };
}

Deno.test("certificateFacts reads validity and organizations of a certificate", () => {
  deepStrictEqual(certificateFacts(OPENSSL), {
    notBefore: Date.UTC(2026, 10, 21, 9, 45, 5),
    notAfter: Date.UTC(2126, 9, 28, 9, 45, 5),
    organizations: ["os:operator", "grün"],
  });
  const facts = { notBefore: Date.UTC(1950, 0), notAfter: Date.UTC(2049, 11, 31, 23, 59, 59) };
  deepStrictEqual(
    certificateFacts(outlineCertificate({ ...facts, organizations: [], version: false })),
    { ...facts, organizations: [] },
  );
});

Deno.test("certificateFacts takes the first certificate of a chain, whatever stands around it", () => {
  const chain = `subject: x\n${outlineCertificate({ organizations: ["first"] })}\n${OPENSSL}`;
  deepStrictEqual(certificateFacts(chain)?.organizations, ["first"]);
});

Deno.test("certificateFacts gives nothing for what is no certificate", () => {
  const bytes = Uint8Array.fromBase64(OPENSSL.split("\n").slice(1, -2).join(""));
  const pem = (part: Uint8Array) =>
    `-----BEGIN CERTIFICATE-----\n${encodeBase64(part)}\n-----END CERTIFICATE-----\n`;
  strictEqual(certificateFacts(pem(bytes)) === undefined, false);
  for (let length = 0; length < bytes.length; length += 7) {
    strictEqual(certificateFacts(pem(bytes.subarray(0, length))), undefined, `cut at ${length}`);
  }
  for (const text of ["", "x", OUTLINE_KEY, OPENSSL.replaceAll("M", "A")]) {
    strictEqual(certificateFacts(text), undefined);
  }
});

Deno.test("credentialsOf decodes, with or without line breaks in the base64", () => {
  const crt = outlineCertificate({ organizations: ["os:reader"] });
  const wrapped = encodeBase64(crt).replaceAll(/(.{60})/g, "$1\n  ");
  const credentials = credentialsOf(context({
    ca: encodeBase64(OPENSSL),
    crt: wrapped,
    key: encodeBase64(OUTLINE_KEY),
  }));
  strictEqual(credentials.ca, OPENSSL);
  strictEqual(credentials.crt, crt);
  strictEqual(credentials.key, OUTLINE_KEY);
  deepStrictEqual(credentials.facts?.organizations, ["os:reader"]);
  deepStrictEqual(credentialsOf(context({})), {});
});

Deno.test("credentialsOf names context and field of what cannot be used, and prints no secret", () => {
  const crt = encodeBase64(outlineCertificate({}));
  const key = encodeBase64(OUTLINE_KEY);
  const cases: readonly (readonly [Partial<ContextRecord>, RegExp])[] = [
    [{ ca: "SECRET*" }, /^the CA of context "prod" \(field "ca"\) is not base64$/],
    [{ ca: encodeBase64("SECRET") }, /\(field "ca"\) holds no PEM block "CERTIFICATE"$/],
    [
      { ca: encodeBase64(outlineCertificate({}).replaceAll("M", "A")) },
      /\(field "ca"\) is not a certificate$/,
    ],
    [
      { crt: "SECRET", key },
      /^the client certificate of context "prod" \(field "crt"\) is not base/,
    ],
    [{ crt: key, key }, /\(field "crt"\) holds no PEM block "CERTIFICATE"$/],
    [{ crt, key: "S" }, /^the client key of context "prod" \(field "key"\) is not base64$/],
    [{ crt, key: crt }, /\(field "key"\) holds no PEM block "PRIVATE KEY"$/],
    [{ crt }, /^context "prod" has "crt" but no "key"$/],
    [{ key }, /^context "prod" has "key" but no "crt"$/],
  ];
  for (const [record, message] of cases) {
    throws(() => credentialsOf(context(record)), (error) => {
      const text = `${(error as OsctlError).message} ${(error as OsctlError).hint}`;
      strictEqual(message.test((error as Error).message), true, text);
      strictEqual(/SECRET|c2VjcmV0/.test(text), false);
      return error instanceof OsctlError && error.kind === "input";
    });
  }
});

Deno.test("a certificate with less than 7 days left is worth a warning", () => {
  const facts = { notBefore: 0, notAfter: Date.UTC(2030, 0, 8), organizations: [] };
  const at = (left: number) => expiryWarning("prod", facts, facts.notAfter - left);
  strictEqual(at(7 * DAY), undefined);
  strictEqual(/expires in 6 days, on 2030-01-08/.test(at(7 * DAY - 1)!), true);
  strictEqual(/expires in 5 h, on/.test(at(DAY / 4 - 1)!), true);
  strictEqual(/expires in 0 h, on/.test(at(0)!), true);
  strictEqual(at(-1), undefined);
});

Deno.test("an expired certificate is an error that names both ways out", () => {
  const facts = { notBefore: 0, notAfter: Date.UTC(2030, 0, 8), organizations: [] };
  strictEqual(expiryError("prod", facts, facts.notAfter), undefined);
  const error = expiryError("prod", facts, facts.notAfter + 1);
  strictEqual(error?.message, 'the client certificate of context "prod" expired on 2030-01-08');
  strictEqual(/osctl .*config new/.test(error?.hint ?? ""), true);
  strictEqual(/osctl gen config --with-secrets \S+ -t osconfig/.test(error?.hint ?? ""), true);
});
