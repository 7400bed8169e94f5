import { deepEqual } from "node:assert/strict";
import { encodeConfig } from "../../../../lib/machineconfig/encode/mod.ts";
import { bundleFromConfig } from "../../../../lib/machineconfig/generate/bundle_from_config.ts";
import { generateConfig, parseEndpoint } from "../../../../lib/machineconfig/generate/mod.ts";
import { NEWEST } from "../../../../lib/machineconfig/schema/releases.ts";
import { testBundle } from "../../../helpers/test_bundle.ts";

Deno.test("the secrets of a configuration of every version are those it was generated from", async () => {
  const all = await testBundle();
  const { aescbcEncryptionSecret: _, ...secrets } = all.secrets;
  const bundle = { ...all, secrets };
  for (const minor of [8, 11, 12, 13, 14]) {
    const { controlplane } = generateConfig({
      clusterName: "lab",
      endpoint: parseEndpoint("https://192.0.2.10:6443"),
      bundle,
      contract: { major: 1, minor },
      dnsDomain: "cluster.local",
      installDisk: "/dev/sda",
      installImage: "registry.example.com/installer:v1.8.0",
      kubernetesVersion: "1.31.1",
      additionalSans: [],
      registryMirrors: new Map(),
      persist: true,
      discovery: true,
      mesh: false,
    });
    const text = encodeConfig(controlplane, { docs: false, examples: false });
    const imported = await bundleFromConfig(text, { name: "cp.yaml", release: NEWEST });
    deepEqual(imported, { bundle, warnings: [] }, `v1.${minor}`);
  }
});
