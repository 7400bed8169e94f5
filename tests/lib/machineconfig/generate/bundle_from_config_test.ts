import assert from "node:assert/strict";
import { parseDocument } from "yaml";
import {
  generateConfig,
  parseEndpoint,
  writeBundle,
} from "../../../../lib/machineconfig/generate/mod.ts";
import { bundleFromConfig } from "../../../../lib/machineconfig/generate/bundle_from_config.ts";
import { encodeConfig } from "../../../../lib/machineconfig/encode/mod.ts";
import { testBundle } from "../../../helpers/test_bundle.ts";

async function config(type: "controlplane" | "worker", minor = 8): Promise<string> {
  const documents = generateConfig({
    clusterName: "lab",
    endpoint: parseEndpoint("https://192.0.2.10:6443"),
    bundle: await testBundle(),
    contract: { major: 1, minor },
    dnsDomain: "cluster.local",
    installDisk: "/dev/sda",
    installImage: "registry.example.com/installer:v1",
    kubernetesVersion: "1.31.1",
    additionalSans: [],
    registryMirrors: new Map(),
    persist: true,
    discovery: true,
    mesh: false,
  });
  return encodeConfig(documents[type], { docs: false, examples: false });
}

const bundleOf = (text: string) => bundleFromConfig(text, { name: "cp.yaml", release: "v1.8" });

/** Returns a configuration without the values at paths. */
function without(text: string, ...paths: string[]): string {
  const document = parseDocument(text);
  for (const path of paths) document.deleteIn(path.split("."));
  return document.toString({ lineWidth: 0 });
}

Deno.test("bundleFromConfig() returns the secrets of a control plane's configuration", async () => {
  const { secrets: { aescbcEncryptionSecret, ...secrets }, ...rest } = await testBundle();
  const { bundle, warnings } = await bundleOf(await config("controlplane"));
  assert.deepEqual(bundle, { ...rest, secrets });
  assert.deepEqual(warnings, []);
  const { secrets: old } = (await bundleOf(await config("controlplane", 2))).bundle;
  assert.deepEqual(old.aescbcEncryptionSecret, aescbcEncryptionSecret);
  assert.equal(old.secretboxEncryptionSecret, undefined);
});

Deno.test("bundleFromConfig() rejects a worker's configuration with all missing secrets", async () => {
  await assert.rejects(bundleOf(await config("worker")), {
    kind: "input",
    message:
      "cp.yaml is the configuration of a worker: missing cluster.etcd.ca.crt, cluster.etcd.ca.key, " +
      "cluster.ca.key, cluster.aggregatorCA.crt, cluster.aggregatorCA.key, " +
      "cluster.serviceAccount.key, machine.ca.key",
    hint: "use the complete configuration of a control plane",
  });
});

Deno.test("bundleFromConfig() rejects an incomplete control plane with all missing secrets", async () => {
  const text = without(await config("controlplane"), "cluster.token", "machine.ca");
  await assert.rejects(bundleOf(text), {
    message: "cp.yaml is incomplete: missing cluster.token, machine.ca.crt, machine.ca.key",
  });
  await assert.rejects(
    bundleOf("apiVersion: v1alpha1\nkind: EventSinkConfig\nendpoint: a.example.com:80\n"),
    /^OsctlError: cp.yaml is incomplete: missing cluster.id, /,
  );
});

Deno.test("bundleFromConfig() marks disabled encryption of Secrets in the bundle", async () => {
  const text = without(await config("controlplane"), "cluster.secretboxEncryptionSecret");
  const { bundle, warnings } = await bundleOf(text);
  assert.match(writeBundle(bundle), /secretboxencryptionsecret: ""\n/);
  assert.deepEqual(warnings, [
    "cp.yaml has no key for the encryption of Secrets in etcd; the bundle has none either",
  ]);
});

Deno.test("bundleFromConfig() reports the position of invalid YAML, documents and secrets", async () => {
  await assert.rejects(bundleOf("machine: [\n"), /^OsctlError: cp.yaml:\d+:\d+: /);
  await assert.rejects(bundleOf("hello: world\n"), /^OsctlError: cp.yaml:1:1: /);
  const text = (await config("controlplane")).replace(/(\n {4}secret: ).*/, "$1'%'");
  await assert.rejects(
    bundleOf(text),
    /^OsctlError: cp.yaml:\d+:13: cluster.secret is not valid base64/,
  );
});
