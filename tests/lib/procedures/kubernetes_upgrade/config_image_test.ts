import { deepEqual, doesNotMatch, equal, match } from "node:assert/strict";
import { decodeMachineConfig } from "../../../../lib/machineconfig/load/mod.ts";
import { NEWEST } from "../../../../lib/machineconfig/schema/releases.ts";
import { imageOf } from "../../../../lib/procedures/kubernetes_upgrade/components.ts";
import {
  componentSettings,
  isDisabled,
  type NodeConfig,
  withImage,
} from "../../../../lib/procedures/kubernetes_upgrade/config_image.ts";

const MAIN = `version: v1alpha1
machine:
    type: controlplane # the first node
    kubelet: {}
cluster:
    proxy:
        disabled: true
    apiServer:
        image: registry.k8s.io/kube-apiserver:v1.30.0
`;

const DOCUMENTS = `version: v1alpha1
machine:
    type: controlplane
cluster:
    clusterName: lab
---
apiVersion: v1alpha1
kind: KubeAPIServerConfig
image: registry.k8s.io/kube-apiserver:v1.36.0
---
apiVersion: v1alpha1
kind: KubeProxyConfig
enabled: false
`;

const config = (text: string): NodeConfig => ({
  text,
  documents: decodeMachineConfig(text, { release: NEWEST }).documents,
});
const plain = { comments: { docs: false, examples: false }, name: "test" };

Deno.test("an image is changed in the main document, and comments of users are retained", () => {
  const image = "registry.k8s.io/kube-apiserver:v1.31.1";
  const text = withImage(config(MAIN), "kube-apiserver", image, plain);
  equal(componentSettings(config(text), "kube-apiserver")["image"], image);
  match(text, /type: controlplane # the first node\n/);
  const kubelet = withImage(config(MAIN), "kubelet", "ghcr.io/siderolabs/kubelet:v1.31.1", plain);
  match(kubelet, /image: ghcr\.io\/siderolabs\/kubelet:v1\.31\.1/);
  const docs = withImage(config(MAIN), "kube-apiserver", image, {
    comments: { docs: true, examples: false },
    name: "test",
  });
  match(docs, /image: registry\.k8s\.io\/kube-apiserver:v1\.31\.1 # /);
});

Deno.test("an image is changed in its own document, which replaces the field from v1.14 on", () => {
  const image = "registry.k8s.io/kube-apiserver:v1.36.1";
  const changed = config(withImage(config(DOCUMENTS), "kube-apiserver", image, plain));
  deepEqual(changed.documents.slice(1).map(({ type }) => type.kind), [
    "KubeAPIServerConfig",
    "KubeProxyConfig",
  ]);
  equal(componentSettings(changed, "kube-apiserver")["image"], image);
  doesNotMatch(changed.text, /apiServer:/);
  equal(isDisabled(changed, "kube-proxy"), true);
  equal(isDisabled(config(MAIN), "kube-proxy"), true);
  equal(isDisabled(config(MAIN), "kube-scheduler"), false);
});

Deno.test("the variant of a kubelet image is retained", () => {
  const images = {
    "kube-apiserver": "a/b",
    "kube-controller-manager": "a/c",
    "kube-scheduler": "a/d",
    "kube-proxy": "a/e",
    kubelet: "ghcr.io/siderolabs/kubelet",
  };
  const present = "ghcr.io/siderolabs/kubelet:v1.30.0-fat";
  equal(imageOf(images, "kubelet", "1.31.1", present), "ghcr.io/siderolabs/kubelet:v1.31.1-fat");
  equal(imageOf(images, "kube-proxy", "1.31.1", "a/e:v1.30.0-slim"), "a/e:v1.31.1");
});
