/** Versions of rolling upgrades; ranges of Kubernetes come from the releases' sources. */
import { equal, match, rejects } from "node:assert/strict";
import type { OsctlError } from "../../../../lib/errors.ts";
import {
  checkVersionPath,
  type KubernetesTag,
  readKubernetesTags,
} from "../../../../lib/procedures/rolling/version_path.ts";
import { FakeKubernetes } from "./fake_kubernetes.ts";

const NODES = ["10.5.0.2", "10.5.0.3"];

function check(
  target: string,
  versions: readonly string[],
  kubernetes: readonly string[] | null = ["v1.31.4"],
  allowDowngrade = false,
) {
  const tags = versions.map((tag, index) => ({ node: NODES[index]!, tag }));
  const components = kubernetes?.map((version, index): KubernetesTag => ({
    component: index === 0 ? "kube-apiserver" : `kubelet of worker-${index}`,
    version,
  }));
  const image = `ghcr.io/siderolabs/installer:${target}`;
  return checkVersionPath(NODES.slice(0, versions.length), tags, components, {
    image,
    isDefault: false,
    allowDowngrade,
  });
}

Deno.test("one minor version up, and patches, are allowed", async () => {
  equal(await check("v1.9.6", ["v1.8.4", "v1.9.1"]), undefined);
  equal(await check("v1.9.6", ["v1.9.6"]), undefined);
});

Deno.test("a skipped minor version is refused in both directions", async () => {
  await rejects(check("v1.10.9", ["v1.9.6", "v1.8.4"]), (error: OsctlError) => {
    equal(error.message, "v1.10.9 skips minor versions of 10.5.0.3 (v1.8.4)");
    equal(error.hint, "install v1.9 first: upgrade one minor version at a time");
    equal(error.kind, "unsupported");
    return true;
  });
  await rejects(check("v1.8.4", ["v1.10.9"], ["v1.31.4"], true), (error: OsctlError) => {
    match(error.message, /^v1\.8\.4 skips minor versions of 10\.5\.0\.2 \(v1\.10\.9\)$/);
    match(error.hint!, /^install v1\.9 first/);
    return true;
  });
});

Deno.test("a downgrade needs the flag", async () => {
  await rejects(check("v1.8.4", ["v1.9.6"]), /v1\.8\.4 is a downgrade of 10\.5\.0\.2/);
  equal(await check("v1.8.4", ["v1.9.6"], ["v1.31.4"], true), undefined);
});

Deno.test("Kubernetes must be in the range of the target, in both directions", async () => {
  await rejects(check("v1.13.9", ["v1.12.1"], ["v1.31.4", "v1.30.2"]), (error: OsctlError) => {
    equal(
      error.message,
      "v1.13.9 supports Kubernetes 1.31 to 1.36, not v1.30.2 (kubelet of worker-1)",
    );
    match(error.hint!, /upgrade-k8s/);
    return true;
  });
  await rejects(
    check("v1.8.4", ["v1.8.1"], ["v1.32.0", "v1.32.0", "v1.32.0", "v1.32.0"]),
    (error: OsctlError) => {
      match(
        error.message,
        /^v1\.8\.4 supports Kubernetes 1\.26 to 1\.31, not v1\.32\.0 .* and of 1 other component$/,
      );
      match(error.hint!, /choose a version of the operating system/);
      return true;
    },
  );
});

Deno.test("what cannot be checked is a warning", async () => {
  match((await check("v1.9.6", ["v1.8.4"], null))!, /Kubernetes does not respond/);
  match((await check("custom", ["v1.8.4"]))!, /unknown version of/);
  match((await check("v1.9.6", ["v1.8.4", "unknown"]))!, /unknown version of 10\.5\.0\.3/);
});

Deno.test("the versions of the API server and of all kubelets are read", async () => {
  const nodes = ["a", "b"].map((name) => ({
    metadata: { name },
    status: { nodeInfo: { kubeletVersion: `v1.3${name === "a" ? 3 : 4}.0` } },
  }));
  const { client } = new FakeKubernetes({ nodes: [...nodes, { metadata: { name: "new" } }] });
  const tags = await readKubernetesTags(client, new AbortController().signal);
  equal(
    tags.map(({ component, version }) => `${component} ${version}`).join(),
    "kube-apiserver v1.34.1,kubelet of a v1.33.0,kubelet of b v1.34.0",
  );
});
