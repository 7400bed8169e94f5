import { deepStrictEqual, match, strictEqual, throws } from "node:assert/strict";
import { OsctlError } from "../../../lib/errors.ts";
import {
  type ContextRecord,
  credentialsOf,
  encodeBase64,
  expiryError,
  expiryWarning,
} from "../../../lib/osconfig/mod.ts";
import { certificateState } from "../../../lib/osconfig/credentials.ts";
import { makeCredentials } from "./certificates.ts";

const DAY = 24 * 3600 * 1000;

function context(record: Partial<ContextRecord>) {
  return { name: "prod", record: { endpoints: [], nodes: [], ...record } };
}

Deno.test("credentialsOf() decodes base64 with and without line breaks", async () => {
  const { ca, crt, key, pem } = await makeCredentials({ roles: ["os:reader"] });
  const wrapped = crt.replaceAll(/(.{60})/g, "$1\n  ");
  const credentials = credentialsOf(context({ ca, crt: wrapped, key }));
  strictEqual(credentials.ca, pem.ca);
  strictEqual(credentials.crt, pem.crt);
  strictEqual(credentials.key, pem.key);
  deepStrictEqual(credentials.facts?.organizations, ["os:reader"]);
  deepStrictEqual(credentialsOf(context({})), {});
});

Deno.test("credentialsOf() reports context and field of invalid credentials without secrets", async () => {
  const { ca, crt, key, pem } = await makeCredentials();
  const secret = pem.key.split("\n")[1]!;
  const cut = encodeBase64(pem.crt.replace(/\n[^-]{20}/, "\n"));
  const cases: readonly (readonly [Partial<ContextRecord>, RegExp])[] = [
    [{ ca: "SECRET*" }, /^the CA of context "prod" \(field "ca"\) is not base64$/],
    [{ ca: encodeBase64("SECRET") }, /\(field "ca"\) is not PEM$/],
    [{ ca: cut }, /\(field "ca"\) is not a valid X.509 certificate$/],
    [
      { crt: "SECRET", key },
      /^the client certificate of context "prod" \(field "crt"\) is not bas/,
    ],
    [{ crt: key, key }, /\(field "crt"\) contains "ED25519 PRIVATE KEY", expected "CERTIFICATE"$/],
    [{ crt: cut, key }, /\(field "crt"\) is not a valid X.509 certificate$/],
    [{ crt, key: "SEC" }, /^the client key of context "prod" \(field "key"\) is not base64$/],
    [{ crt, key: ca }, /\(field "key"\) contains "CERTIFICATE", expected a private key$/],
    [{ crt }, /^context "prod" has "crt" but no "key"$/],
    [{ key }, /^context "prod" has "key" but no "crt"$/],
  ];
  for (const [record, message] of cases) {
    throws(() => credentialsOf(context(record)), (error) => {
      if (!(error instanceof OsctlError)) throw error;
      strictEqual(message.test(error.message), true, error.message);
      const text = `${error.message} ${error.hint}`;
      strictEqual(text.includes("SEC") || text.includes(secret), false, text);
      return error.kind === "input";
    });
  }
});

Deno.test("expiryWarning() warns of certificates within a fifth of their lifetime", () => {
  const notAfter = Date.UTC(2030, 0, 8);
  const facts = { notBefore: notAfter - 35 * DAY, notAfter, organizations: [] };
  const at = (left: number) => expiryWarning(context({}), facts, facts.notAfter - left, "");
  strictEqual(at(7 * DAY), undefined);
  strictEqual(/expires in 6 days, on 2030-01-08/.test(at(7 * DAY - 1)!), true);
  strictEqual(/expires in 5 h, on/.test(at(DAY / 4 - 1)!), true);
  strictEqual(
    at(DAY)!.endsWith(
      '; renew it with "osctl --context prod -n <control plane> config new --crt-ttl 840h" and ' +
        '"osctl config merge --replace osconfig"',
    ),
    true,
  );
  strictEqual(/expires in 59 min, on/.test(at(DAY / 24 - 1)!), true);
  strictEqual(/expires in 0 min, on/.test(at(0)!), true);
  strictEqual(at(-1), undefined);
});

Deno.test("expiryWarning() is relative to the lifetime, at most 30 days, and the renewal keeps it", () => {
  const HOUR = DAY / 24;
  const warning = (lifetime: number, left: number) =>
    expiryWarning(
      context({}),
      { notBefore: 0, notAfter: lifetime, organizations: [] },
      lifetime - left,
      "",
    );
  strictEqual(warning(DAY, 23 * HOUR), undefined);
  strictEqual(warning(DAY, 5 * HOUR), undefined);
  match(warning(DAY, 4.5 * HOUR)!, /expires in 4 h, .* config new --crt-ttl 24h"/);
  match(warning(90 * 60_000, 17 * 60_000)!, /expires in 17 min, .* --crt-ttl 90m"/);
  strictEqual(warning(3650 * DAY, 30 * DAY), undefined);
  match(warning(3650 * DAY, 30 * DAY - 1)!, /expires in 29 days, .* --crt-ttl 87600h"/);
});

Deno.test("expiryWarning() prints a renewal command with endpoint and roles", () => {
  const renewalCommand = (endpoints: readonly string[], organizations: readonly string[]) => {
    const facts = { notBefore: -6 * DAY, notAfter: DAY, organizations };
    return /renew it with (".*?")/.exec(expiryWarning(context({ endpoints }), facts, 0, "") ?? "")
      ?.[1];
  };
  for (
    const [endpoint, node] of [
      ["10.0.0.2", "10.0.0.2"],
      ["10.0.0.2:50001", "10.0.0.2"],
      ["[fd00::2]:50001", "fd00::2"],
      ["[fd00::2]", "fd00::2"],
      ["fd00::2", "fd00::2"],
      ["cp.lab:50000", "cp.lab"],
      ["https://proxy:443", "<control plane>"],
    ] as const
  ) {
    strictEqual(
      renewalCommand([endpoint, "x"], ["os:admin"]),
      `"osctl --context prod -n ${node} config new --crt-ttl 168h"`,
    );
  }
  strictEqual(
    renewalCommand(["cp"], ["os:etcd:backup", "os:reader"]),
    `"osctl --context <an admin's> -n cp config new --crt-ttl 168h --roles os:etcd:backup,os:reader"`,
  );
  strictEqual(renewalCommand(["cp"], []), '"osctl --context prod -n cp config new --crt-ttl 168h"');
});

Deno.test("expiryWarning() and expiryError() add --osconfig to commands", () => {
  const facts = { notBefore: -6 * DAY, notAfter: DAY, organizations: [] };
  const renew =
    "osctl --osconfig 'my file' --context prod -n <control plane> config new --crt-ttl 168h";
  const warning = expiryWarning(context({}), facts, 0, "my file") ?? "";
  strictEqual(warning.includes(`"${renew}"`), true);
  for (const text of [warning, expiryError(context({}), facts, DAY + 1, "my file")?.hint ?? ""]) {
    strictEqual(
      text.endsWith(`"osctl --osconfig 'my file' config merge --replace osconfig"`),
      true,
      text,
    );
  }
});

Deno.test("expiryError() suggests config new and gen config", () => {
  const facts = { notBefore: 0, notAfter: Date.UTC(2030, 0, 8), organizations: [] };
  strictEqual(expiryError(context({}), facts, facts.notAfter, ""), undefined);
  const errorAfter = (ms: number) => expiryError(context({}), facts, facts.notAfter + ms, "");
  const ago = (ms: number) => errorAfter(ms)?.message.replace(/^.* "prod" /, "");
  strictEqual(ago(53_000), "expired 53 seconds ago");
  strictEqual(ago(3 * 3_600_000), "expired 3 hours ago");
  const error = errorAfter(2 * 24 * 3_600_000);
  strictEqual(error?.message, 'the client certificate of context "prod" expired on 2030-01-08');
  const brief = { notBefore: 0, notAfter: 60_000, organizations: ["os:admin"] };
  strictEqual(
    /config new --crt-ttl 1h"/.test(expiryError(context({}), brief, 70_000, "")?.hint ?? ""),
    true,
  );
  strictEqual(
    /"osctl --context <\S[^>]*> -n <control plane> config new --crt-ttl \d+h", .*"osctl config merge --replace osconfig"$/
      .test(error?.hint ?? ""),
    true,
  );
  strictEqual(/osctl gen config --with-secrets \S+ -t osconfig/.test(error?.hint ?? ""), true);
});

Deno.test("a certificate is expiring in the last fifth of its lifetime, at most 30 days", () => {
  const hour = 3_600_000;
  const state = (lifetime: number, left: number) =>
    certificateState({ notBefore: 0, notAfter: lifetime * hour }, (lifetime - left) * hour);
  strictEqual(state(24, 23), "valid");
  strictEqual(state(24, 4), "expiring");
  strictEqual(state(24, -1), "expired");
  strictEqual(state(24 * 365, 24 * 31), "valid");
  strictEqual(state(24 * 365, 24 * 29), "expiring");
});
