import assert from "node:assert/strict";
import { parse } from "yaml";
import {
  bundleOptionsFor,
  parseContract,
  readBundle,
  writeBundle,
} from "../../../../lib/machineconfig/generate/mod.ts";
import { MultiError, OsctlError } from "../../../../lib/errors.ts";
import { type BundleOptions, REDACTED } from "../../../../lib/pki/mod.ts";
import { testBundle } from "../../../helpers/test_bundle.ts";

const NEWEST = bundleOptionsFor(parseContract("", "v1.8"));

const read = (text: string, recipe: BundleOptions = NEWEST) =>
  readBundle(text, { name: "secrets.yaml", recipe });

/** Returns the text of a valid bundle with one line replaced or removed. */
async function changed(line: RegExp, replacement = ""): Promise<string> {
  const text = writeBundle(await testBundle());
  const lines = text.split("\n");
  const index = lines.findIndex((one) => line.test(one));
  assert.ok(index >= 0, String(line));
  lines.splice(index, 1, ...(replacement === "" ? [] : [replacement]));
  return lines.join("\n");
}

/** Returns the errors of a rejected bundle, each with its hint. */
async function errorsOf(text: string, recipe?: BundleOptions): Promise<string[]> {
  try {
    await read(text, recipe);
  } catch (error) {
    if (!(error instanceof OsctlError)) throw error;
    assert.equal(error.kind, "input");
    const all = error instanceof MultiError ? error.errors : [error];
    return all.map(({ message, hint }) => hint === undefined ? message : `${message}; ${hint}`);
  }
  throw new Error("the bundle was accepted");
}

Deno.test("readBundle() returns the bundle that writeBundle() wrote", async () => {
  const bundle = await testBundle();
  const text = writeBundle(bundle);
  assert.deepEqual(await read(text), { bundle, warnings: [] });
  assert.equal(writeBundle((await read(text)).bundle), text);
});

Deno.test("writeBundle() writes keys in lower case and in order", async () => {
  const { cluster, secrets, trustdInfo, certs } = await testBundle();
  const paths: string[] = [];
  const walk = (value: unknown, path: string) => {
    if (typeof value === "string") paths.push(path);
    else for (const [key, one] of Object.entries(value ?? {})) walk(one, `${path}.${key}`);
  };
  const data = parse(writeBundle({ cluster, secrets, trustdInfo, certs }));
  walk(data, "");
  assert.deepEqual(paths, [
    ".cluster.id",
    ".cluster.secret",
    ".secrets.bootstraptoken",
    ".secrets.aescbcencryptionsecret",
    ".secrets.secretboxencryptionsecret",
    ".trustdinfo.token",
    ".certs.etcd.crt",
    ".certs.etcd.key",
    ".certs.k8s.crt",
    ".certs.k8s.key",
    ".certs.k8saggregator.crt",
    ".certs.k8saggregator.key",
    ".certs.k8sserviceaccount.key",
    ".certs.os.crt",
    ".certs.os.key",
  ]);
  assert.equal(atob(data.certs.os.crt), certs.os.crt);
});

Deno.test("writeBundle() quotes tokens that YAML would parse as numbers", async () => {
  const bundle = await testBundle();
  const token = "123456.1234567890123456";
  const text = writeBundle({ ...bundle, trustdInfo: { token } });
  assert.match(text, /token: "123456.1234567890123456"/);
  assert.equal((await read(text)).bundle.trustdInfo.token, token);
});

Deno.test("writeBundle() writes fields unsupported by the oldest nodes as null", async () => {
  const { certs, ...rest } = await testBundle();
  const { etcd, k8s, os } = certs;
  const old = { ...rest, certs: { etcd, k8s, os } };
  const text = writeBundle(old);
  assert.match(text, /\n {4}k8saggregator: null\n {4}k8sserviceaccount: null\n/);
  const { bundle } = await read(text, bundleOptionsFor(parseContract("v0.8", "v1.4")));
  assert.deepEqual(bundle, old);
  assert.deepEqual(await errorsOf(text), [
    "secrets.yaml is incomplete: missing certs.k8saggregator.crt, certs.k8saggregator.key, " +
    "certs.k8sserviceaccount.key; copy them from the cluster's original bundle or control plane " +
    "configuration",
  ]);
});

Deno.test("readBundle() rejects an incomplete bundle with all missing keys", async () => {
  const [whole] = await errorsOf("cluster: {id: a}\nsecrets:\ncerts: {os: {crt: }}\n");
  assert.match(
    whole!,
    /^secrets.yaml is incomplete: missing cluster.secret, secrets.bootstraptoken, secrets.secretboxencryptionsecret, trustdinfo.token, certs.etcd.crt, .*, certs.os.crt, certs.os.key; /,
  );
  assert.match(
    (await errorsOf(await changed(/^ {4}bootstraptoken/, '    bootstraptoken: ""')))[0]!,
    /^secrets.yaml is incomplete: missing secrets.bootstraptoken; /,
  );
});

Deno.test("readBundle() rejects empty bundles and non-maps", async () => {
  for (const text of ["", "# nothing\n", "---\n", "null\n"]) {
    assert.deepEqual(await errorsOf(text), [
      'secrets.yaml is empty; create a bundle with "osctl gen secrets"',
    ]);
  }
  assert.deepEqual(await errorsOf("- a\n"), ["secrets.yaml:1:1: the file must be a map"]);
  assert.deepEqual(await errorsOf("cluster: x\ncerts: []\n"), [
    "secrets.yaml:1:10: cluster must be a map",
    "secrets.yaml:2:8: certs must be a map",
  ]);
  assert.deepEqual(await errorsOf("cluster: {id: [a]}\n"), [
    "secrets.yaml:1:15: cluster.id must be a string",
  ]);
  assert.match((await errorsOf("cluster: {id: a\n"))[0]!, /^secrets.yaml:\d+:\d+: /);
});

Deno.test("readBundle() rejects a bundle without the encryption secret of its version", async () => {
  const text = await changed(/secretboxencryptionsecret/);
  assert.deepEqual(await errorsOf(text), [
    "secrets.yaml is incomplete: missing secrets.secretboxencryptionsecret; use the --os-version " +
    "of the existing secrets, v1.2 or older",
  ]);
  const { bundle } = await read(text, bundleOptionsFor(parseContract("v1.2", "v1.8")));
  assert.equal(bundle.secrets.secretboxEncryptionSecret, undefined);
});

Deno.test("readBundle() accepts an empty encryption secret as disabled encryption", async () => {
  const text = await changed(/secretboxencryptionsecret/, '    secretboxencryptionsecret: ""');
  const { bundle } = await read(text);
  assert.equal(bundle.secrets.secretboxEncryptionSecret, "");
  assert.match(writeBundle(bundle), /secretboxencryptionsecret: ""\n/);
});

Deno.test("readBundle() reports all invalid values with their locations, without quoting them", async () => {
  const { certs } = await testBundle();
  let text = await changed(/^ {4}secret:/, "    secret: not base64!");
  const swap = (section: string, key: string, value: string) => {
    text = text.replace(
      new RegExp(`(\\n    ${section}:\\n(?:        .*\\n)*?        ${key}: )\\S+`),
      `$1${value}`,
    );
  };
  swap("etcd", "crt", "abc");
  swap("k8s", "key", btoa("hello"));
  swap("k8saggregator", "key", btoa(certs.etcd.key));
  swap("k8sserviceaccount", "key", btoa(certs.os.crt));
  swap("os", "crt", btoa(certs.os.key));
  const errors = await errorsOf(text);
  assert.deepEqual(errors.map((line) => line.replace(/; .*/, "")), [
    "secrets.yaml:3:13: cluster.secret is not valid base64",
    "secrets.yaml:12:14: certs.etcd.crt is not valid base64",
    "secrets.yaml:16:14: certs.k8s.key is not PEM",
    "secrets.yaml:19:14: certs.k8saggregator.key does not match secrets.yaml:18:14: " +
    "certs.k8saggregator.crt",
    'secrets.yaml:21:14: certs.k8sserviceaccount.key contains "CERTIFICATE", expected "PRIVATE KEY"',
    'secrets.yaml:23:14: certs.os.crt contains "ED25519 PRIVATE KEY", expected "CERTIFICATE"',
  ]);
});

Deno.test("readBundle() rejects base64-encoded DER", async () => {
  const der = Uint8Array.of(0x30, 0x82, 0xff, 0xfe).toBase64();
  const text = await changed(/^ {8}crt/, `        crt: ${der}`);
  assert.deepEqual(await errorsOf(text), [
    "secrets.yaml:12:14: certs.etcd.crt is not text; use PEM instead of DER",
  ]);
});

Deno.test("readBundle() ignores unknown keys with a warning and a suggestion", async () => {
  const text = `${writeBundle(await testBundle())}extra: 1\n`
    .replace("trustdinfo:\n", "trustdinfo:\n    Tokens: x\n").replace(/^/, "Cluster: {}\n");
  const { warnings } = await read(text);
  assert.deepEqual(warnings, [
    'secrets.yaml:1:1: unknown key "Cluster" is ignored',
    'secrets.yaml:10:5: unknown key "Tokens" is ignored',
    'secrets.yaml:27:1: unknown key "extra" is ignored',
  ]);
  const misspelt = await changed(/aescbcencryptionsecret/, "    aescbcencryptionsecre: YWJj");
  assert.deepEqual((await read(misspelt)).warnings, [
    'secrets.yaml:6:5: unknown key "aescbcencryptionsecre" is ignored; did you mean ' +
    '"aescbcencryptionsecret"',
  ]);
});

Deno.test("readBundle() reports missing keys with possibly misspelled ones", async () => {
  const [whole, misspelt, ...more] = await errorsOf(
    await changed(/bootstraptoken/, "    BootstrapToken: abcdef.0123456789abcdef"),
  );
  assert.match(whole!, /^secrets.yaml is incomplete: missing secrets.bootstraptoken; /);
  assert.equal(
    misspelt,
    'secrets.yaml:5:5: unknown key "BootstrapToken" is ignored; did you mean "bootstraptoken"',
  );
  assert.deepEqual(more, []);
  const json = '{"Cluster": {"Id": "a"}, "Certs": null}';
  assert.deepEqual((await errorsOf(json)).slice(1), [
    'secrets.yaml:1:2: unknown key "Cluster" is ignored; did you mean "cluster"',
    'secrets.yaml:1:26: unknown key "Certs" is ignored; did you mean "certs"',
  ]);
});

Deno.test("readBundle() rejects duplicate keys", async () => {
  const [error] = await errorsOf(await changed(/^ {4}id:/, "    id: a\n    id: b"));
  assert.match(error!, /^secrets.yaml:3:5: .*"id".* on line 2/);
});

Deno.test("readBundle() warns about more than one document and uses the first one", async () => {
  const text = writeBundle(await testBundle());
  assert.deepEqual((await read(`${text}---\na: b\n`)).warnings, [
    "secrets.yaml has more than one document; only the first one is used",
  ]);
});

Deno.test("readBundle() keeps a redacted key and warns", async () => {
  const text = await changed(/^ {8}key/, "        key: '******'");
  const { bundle, warnings } = await read(text);
  assert.equal(bundle.certs.etcd.key, REDACTED);
  assert.deepEqual(warnings, ["secrets.yaml:13:14: certs.etcd.key is redacted"]);
  assert.equal(writeBundle(bundle), text);
});

Deno.test("readBundle() warns about an invalid bootstrap token without quoting it", async () => {
  const text = await changed(/bootstraptoken/, "    bootstraptoken: MY-TOKEN");
  const { bundle, warnings } = await read(text);
  assert.equal(bundle.secrets.bootstrapToken, "MY-TOKEN");
  assert.equal(warnings.length, 1);
  assert.match(
    warnings[0]!,
    /^secrets.yaml:5:21: secrets.bootstraptoken is not a valid bootstrap token; /,
  );
  assert.ok(!warnings[0]!.includes("MY-TOKEN"));
});
