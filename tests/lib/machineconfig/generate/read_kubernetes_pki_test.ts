import assert from "node:assert/strict";
import { bundleOptionsFor, parseContract } from "../../../../lib/machineconfig/generate/mod.ts";
import { readKubernetesPki } from "../../../../lib/machineconfig/generate/read_kubernetes_pki.ts";
import { MultiError, OsctlError } from "../../../../lib/errors.ts";
import { decodePem } from "../../../../lib/pki/mod.ts";
import { testWith } from "../../../helpers/programs.ts";

const test = testWith("openssl");

const NEWEST = bundleOptionsFor(parseContract("", "v1.8"));

async function run(cwd: string, ...args: string[]): Promise<void> {
  const { code, stderr } = await new Deno.Command("openssl", { args, cwd }).output();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
}

/** Runs a test with a PKI folder in the layout of kubeadm and keys in an OpenSSL format. */
async function inPki(
  algorithm: readonly string[],
  form: "traditional" | "pkcs8",
  test: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.mkdir(`${folder}/etcd`);
    const traditional = form === "traditional" ? ["-traditional"] : [];
    for (const name of ["ca", "etcd/ca", "front-proxy-ca", "sa"]) {
      await run(folder, "genpkey", "-quiet", ...algorithm, "-out", "key");
      await run(folder, "pkey", "-in", "key", ...traditional, "-out", `${name}.key`);
      if (name === "sa") continue;
      const subject = [
        "-subj",
        `/CN=${name.replace("/", "-")}`,
        "-days",
        "10",
        "-out",
        `${name}.crt`,
      ];
      await run(folder, "req", "-x509", "-new", "-key", "key", ...subject);
    }
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const EC = ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"];
const RSA = ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"];

async function errorsOf(folder: string, recipe = NEWEST): Promise<string[]> {
  try {
    await readKubernetesPki(folder, recipe);
  } catch (error) {
    if (!(error instanceof OsctlError)) throw error;
    const all = error instanceof MultiError ? error.errors : [error];
    return all.map(({ message }) => message.replaceAll(folder, "pki"));
  }
  throw new Error("the folder was accepted");
}

for (const [algorithm, label] of [[RSA, "RSA PRIVATE KEY"], [EC, "EC PRIVATE KEY"]] as const) {
  test(`readKubernetesPki() returns keys of type "${label}" unchanged`, () =>
    inPki(algorithm, "traditional", async (folder) => {
      const certs = await readKubernetesPki(folder, NEWEST);
      const text = (name: string) => Deno.readTextFile(`${folder}/${name}`);
      assert.deepEqual(certs, {
        k8s: { crt: await text("ca.crt"), key: await text("ca.key") },
        etcd: { crt: await text("etcd/ca.crt"), key: await text("etcd/ca.key") },
        k8sAggregator: {
          crt: await text("front-proxy-ca.crt"),
          key: await text("front-proxy-ca.key"),
        },
        k8sServiceAccount: { key: await text("sa.key") },
      });
    }));

  test(`readKubernetesPki() converts PKCS #8 keys to "${label}"`, () =>
    inPki(algorithm, "pkcs8", async (folder) => {
      assert.match(await Deno.readTextFile(`${folder}/ca.key`), /^-----BEGIN PRIVATE KEY-----/);
      const { k8s, etcd, k8sAggregator, k8sServiceAccount } = await readKubernetesPki(
        folder,
        NEWEST,
      );
      const keys = [k8s!, etcd!, k8sAggregator!, k8sServiceAccount!].map(({ key }) => key);
      assert.deepEqual(new Set(keys.map((key) => decodePem(key, "it").label)), new Set([label]));
      // OpenSSL parses the same key.
      await Deno.writeTextFile(`${folder}/converted.key`, k8s!.key);
      await run(folder, "pkey", "-in", "converted.key", "-out", "converted.pem");
      assert.equal(
        await Deno.readTextFile(`${folder}/converted.pem`),
        await Deno.readTextFile(`${folder}/ca.key`),
      );
    }));
}

test("readKubernetesPki() reports all missing files", () =>
  inPki(EC, "traditional", async (folder) => {
    for (const name of ["ca.key", "etcd/ca.crt", "sa.key"]) await Deno.remove(`${folder}/${name}`);
    assert.deepEqual(await errorsOf(folder), ['missing ca.key, etcd/ca.crt, sa.key in "pki"']);
    assert.deepEqual(await errorsOf(`${folder}/none`), [
      'cannot read "pki": no such file or directory',
    ]);
    assert.deepEqual(await errorsOf(`${folder}/ca.crt`), ['"pki" is not a directory']);
  }));

test("readKubernetesPki() reports all invalid files", () =>
  inPki(EC, "traditional", async (folder) => {
    await Deno.copyFile(`${folder}/etcd/ca.key`, `${folder}/ca.key`);
    await Deno.writeTextFile(`${folder}/front-proxy-ca.crt`, "hello");
    await run(folder, "pkey", "-in", "sa.key", "-aes256", "-passout", "pass:x", "-out", "locked");
    await Deno.rename(`${folder}/locked`, `${folder}/sa.key`);
    assert.deepEqual(await errorsOf(folder), [
      '"pki/ca.key" does not match "pki/ca.crt"',
      '"pki/front-proxy-ca.crt" is not PEM',
      '"pki/sa.key" is encrypted with a password',
    ]);
  }));

test("readKubernetesPki() rejects files unsupported by the oldest nodes", () =>
  inPki(RSA, "traditional", async (folder) => {
    const oldest = bundleOptionsFor(parseContract("v0.8", "v1.4"));
    assert.deepEqual(await errorsOf(folder, oldest), [
      'front-proxy-ca.crt and sa.key in "pki" not supported by the requested node version',
    ]);
    for (const name of ["front-proxy-ca.crt", "front-proxy-ca.key", "sa.key"]) {
      await Deno.remove(`${folder}/${name}`);
    }
    assert.deepEqual(Object.keys(await readKubernetesPki(folder, oldest)), ["k8s", "etcd"]);
  }));
