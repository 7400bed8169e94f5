import assert from "node:assert/strict";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { parse } from "yaml";
import { writeBundle } from "../../../lib/machineconfig/generate/mod.ts";
import { decodePem, readCertificate, readKey } from "../../../lib/pki/mod.ts";
import { runCommand } from "../../helpers/run_command.ts";
import { testBundle } from "../../helpers/test_bundle.ts";
import { openssl } from "../../lib/pki/openssl.ts";
import { type Folder, inFolder } from "./folder.ts";
import { testWith } from "../../helpers/programs.ts";

const test = testWith("openssl");

/** A version with small service account keys, which are fast to generate. */
const QUICK = ["--os-version", "v1.6"];

const modeOf = async ({ path }: Folder, name: string) =>
  (await Deno.stat(`${path}/${name}`)).mode! & 0o777;

Deno.test("gen secrets writes a bundle with mode 0600", () =>
  inFolder(async (folder) => {
    const before = Date.now();
    await folder.expectSuccess("secrets");
    assert.deepEqual(await folder.names(), ["secrets.yaml"]);
    assert.equal(await modeOf(folder, "secrets.yaml"), 0o600);
    const { certs, secrets } = parse(await folder.read("secrets.yaml"));
    assert.deepEqual(Object.keys(secrets), ["bootstraptoken", "secretboxencryptionsecret"]);
    const serviceAccount = atob(certs.k8sserviceaccount.key);
    assert.equal(decodePem(serviceAccount, "it").label, "RSA PRIVATE KEY");
    assert.equal((await readKey(serviceAccount, "it")).spki.length, 550);
    const { notBefore, organizations } = readCertificate(atob(certs.os.crt));
    assert.ok(notBefore >= before - 1000 && notBefore <= Date.now());
    assert.deepEqual(organizations, ["talos"]);
  }));

Deno.test("an encrypted bundle has mode 0600, no plain value, and generates configurations", () =>
  inFolder(async (folder) => {
    const identity = await generateIdentity();
    const recipient = await identityToRecipient(identity);
    const cluster = ["lab", "https://10.0.0.10:6443", "-t", "osconfig", "-o", "-"];
    for (const [encryption, start] of [["sops", "cluster:\n    id: ENC["], ["age", "-----BEGIN"]]) {
      const format = encryption === "sops" ? [] : ["--encryption", encryption!];
      await folder.expectSuccess(
        ...["secrets", ...QUICK, "--force", "--age-recipient", recipient, ...format],
      );
      assert.equal(await modeOf(folder, "secrets.yaml"), 0o600);
      assert.deepEqual(await folder.names(), ["secrets.yaml"]);
      const text = await folder.read("secrets.yaml");
      assert.ok(text.startsWith(start!), text.slice(0, 40));
      assert.doesNotMatch(text, /BEGIN CERT|LS0tLS1CRUdJTiBD|(crt|key|token): (?!ENC)\S/);
      const config = ["gen", "config", "--with-secrets", "secrets.yaml", ...QUICK, ...cluster];
      const options = { cwd: folder.path, env: { SOPS_AGE_KEY: identity } };
      const { code, stdout, stderr } = await runCommand(config, options);
      assert.equal(code, 0, stderr);
      assert.match(stdout, /^context: lab\n/);
      const refused = await runCommand(config, { cwd: folder.path, home: folder.path });
      assert.deepEqual([refused.code, refused.stdout], [1, ""]);
      assert.match(
        refused.stderr,
        /no identity[^\n]*; set SOPS_AGE_KEY_FILE to a file of age-keygen/,
      );
    }
    for (
      const [args, reason] of [
        [["--age-recipient", "age1x"], /^2 osctl: "age1x" is not an age recipient; use the public/],
        [["--encryption", "age"], /^2 osctl: --encryption requires --age-recipient; use a public/],
      ] as const
    ) {
      assert.match(await folder.expectError("secrets", "--force", ...args), reason);
    }
  }));

Deno.test("gen secrets -o - prints the bundle and writes no file", () =>
  inFolder(async ({ path, names }) => {
    const args = ["gen", "secrets", "-o", "-", ...QUICK];
    const { code, stdout, stderr } = await runCommand(args, { cwd: path });
    assert.deepEqual([code, stderr], [0, ""]);
    assert.deepEqual(Object.keys(parse(stdout)), ["cluster", "secrets", "trustdinfo", "certs"]);
    assert.deepEqual(await names(), []);
  }));

Deno.test("gen secrets --os-version generates the secrets of that version", () =>
  inFolder(async (folder) => {
    await folder.expectSuccess("secrets", "--os-version", "v1.2.3");
    const { certs, secrets } = parse(await folder.read("secrets.yaml"));
    assert.deepEqual(Object.keys(secrets), ["bootstraptoken", "aescbcencryptionsecret"]);
    assert.equal(decodePem(atob(certs.k8sserviceaccount.key), "it").label, "EC PRIVATE KEY");
    assert.match(
      await folder.expectError("secrets", "--os-version", "newest", "--force"),
      /^2 osctl: invalid version "newest" for --os-version; use a version such as v1.4 or v1.4.2/,
    );
  }));

Deno.test("gen secrets of v1.4 generates secrets for v1.4 and older", () =>
  inFolder(async ({ path, read }) => {
    const options = { cwd: path, release: "v1.4" };
    assert.equal((await runCommand(["gen", "secrets"], options)).code, 0);
    const { certs } = parse(await read("secrets.yaml"));
    assert.equal(decodePem(atob(certs.k8sserviceaccount.key), "it").label, "EC PRIVATE KEY");
    const old = ["gen", "secrets", "--os-version", "v0.12", "-o", "old.yaml"];
    assert.equal((await runCommand(old, options)).code, 0);
    const crt = readCertificate(atob(parse(await read("old.yaml")).certs.etcd.crt));
    assert.equal(crt.signatureAlgorithm?.title, "ECDSA with SHA-512");
    const newer = await runCommand(["gen", "secrets", "--from-controlplane-config", "x"], options);
    assert.deepEqual([newer.code, newer.stdout], [2, ""]);
  }));

Deno.test("gen secrets overwrites a file with --force only, checked before key generation", () =>
  inFolder(async (folder) => {
    await folder.write("mine.yaml", "mine");
    const random = { bytes: () => assert.fail("bytes were generated") };
    const { code, stderr } = await runCommand(["gen", "secrets", "-o", "mine.yaml"], {
      cwd: folder.path,
      random,
    });
    assert.deepEqual([code, stderr], [
      1,
      'osctl: "mine.yaml" already exists; choose another name, or overwrite with ' +
      "--force\n",
    ]);
    assert.equal(await folder.read("mine.yaml"), "mine");
    await folder.expectSuccess("secrets", "--output-file", "mine.yaml", "--force", ...QUICK);
    assert.match(await folder.read("mine.yaml"), /^cluster:\n {4}id: /);
    assert.equal(await modeOf(folder, "mine.yaml"), 0o600);
  }));

Deno.test("gen secrets --from-controlplane-config extracts the cluster's bundle", () =>
  inFolder(async (folder) => {
    const { secrets: { aescbcEncryptionSecret: _old, ...secrets }, ...rest } = await testBundle();
    const bundle = writeBundle({ ...rest, secrets });
    await folder.write("before.yaml", bundle);
    const config = ["config", "--with-secrets", "before.yaml", "lab", "https://192.0.2.1:6443"];
    assert.equal((await folder.gen(...config)).code, 0);
    await folder.expectSuccess("secrets", "--from-controlplane-config", "controlplane.yaml");
    assert.equal(await folder.read("secrets.yaml"), bundle);

    assert.match(
      await folder.expectError(
        "secrets",
        "--from-controlplane-config",
        "worker.yaml",
        "-o",
        "w.yaml",
      ),
      /^1 osctl: worker.yaml is the configuration of a worker: missing cluster.etcd.ca.crt, .*, machine.ca.key; /,
    );
    assert.match(
      await folder.expectError(
        "secrets",
        "--from-controlplane-config",
        "none.yaml",
        "-o",
        "w.yaml",
      ),
      /^1 osctl: cannot read ".*none.yaml": no such file or directory/,
    );
    assert.match(
      await folder.expectError(
        ...["secrets", "--from-controlplane-config", "worker.yaml", "-o", "worker.yaml", "-f"],
      ),
      /is also an input/,
    );
  }));

/** CAs as generated by kubeadm. */
async function pki(folder: Folder): Promise<void> {
  await Deno.mkdir(`${folder.path}/pki/etcd`, { recursive: true });
  const { certs } = await testBundle();
  const pairs = { ca: certs.k8s, "etcd/ca": certs.etcd, "front-proxy-ca": certs.k8sAggregator! };
  for (const [name, { crt, key }] of Object.entries(pairs)) {
    await folder.write(`pki/${name}.crt`, crt);
    await folder.write(`pki/${name}.key`, key);
  }
  await folder.write("pki/sa.key", certs.k8sServiceAccount!.key);
}

test("gen secrets --from-kubernetes-pki imports CAs and token and generates the rest", () =>
  inFolder(async (folder) => {
    await pki(folder);
    const token = "abcdef.0123456789abcdef";
    await folder.expectSuccess("secrets", "--from-kubernetes-pki", "pki", "-t", token);
    const { certs, secrets, cluster } = parse(await folder.read("secrets.yaml"));
    const ours = (await testBundle()).certs;
    assert.equal(atob(certs.k8s.crt), ours.k8s.crt);
    assert.equal(atob(certs.etcd.key), ours.etcd.key);
    assert.equal(atob(certs.k8saggregator.crt), ours.k8sAggregator!.crt);
    assert.equal(atob(certs.k8sserviceaccount.key), ours.k8sServiceAccount!.key);
    assert.notEqual(atob(certs.os.crt), ours.os.crt);
    assert.equal(secrets.bootstraptoken, token);
    assert.equal(cluster.id.length, 44);
    const { code } = await openssl(["x509", "-in", "@ca.crt", "-noout", "-pubkey"], {
      "ca.crt": atob(certs.os.crt),
    });
    assert.equal(code, 0);
  }));

Deno.test("gen secrets lists all missing files of a Kubernetes PKI", () =>
  inFolder(async (folder) => {
    await pki(folder);
    await Deno.remove(`${folder.path}/pki/etcd`, { recursive: true });
    assert.match(
      await folder.expectError("secrets", "-p", "pki"),
      /^1 osctl: missing etcd\/ca.crt, etcd\/ca.key in ".*\/pki"; copy the whole directory from a control plane, including keys$/,
    );
    assert.match(await folder.expectError("secrets", "-p", "none"), /no such file or directory$/);
    assert.match(await folder.expectError("secrets", "-p", "pki/ca.crt"), /" is not a directory; /);
    assert.deepEqual(await folder.names(), ["pki"]);
  }));

Deno.test("gen secrets reports ignored flags", () =>
  inFolder(async (folder) => {
    await pki(folder);
    const alone = await folder.gen("secrets", "--kubernetes-bootstrap-token", "x.y", ...QUICK);
    assert.deepEqual([alone.code, alone.stderr], [
      0,
      "osctl: warning: --kubernetes-bootstrap-token is ignored without --from-kubernetes-pki\n",
    ]);
    const flags = ["-p", "pki", "--from-controlplane-config", "cp.yaml", "-t", "SECRET", "-f"];
    const both = await folder.gen("secrets", ...flags);
    assert.equal(both.code, 0);
    const [ignored, token, ...more] = both.stderr.trim().split("\n");
    assert.equal(
      ignored,
      "osctl: warning: --from-controlplane-config is ignored with --from-kubernetes-pki",
    );
    assert.match(
      token!,
      /^osctl: warning: --kubernetes-bootstrap-token is not a valid bootstrap token; Kubernetes ignores it: /,
    );
    assert.ok(!both.stderr.includes("SECRET"));
    assert.deepEqual(more, []);
    assert.equal(parse(await folder.read("secrets.yaml")).secrets.bootstraptoken, "SECRET");
  }));
