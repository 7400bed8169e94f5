import { deepEqual, equal } from "node:assert/strict";
import {
  findRemoved,
  removedItems,
} from "../../../../lib/procedures/kubernetes_upgrade/removed_items.ts";
import { parseVersion } from "../../../../lib/procedures/kubernetes_upgrade/versions.ts";

const removed = (from: string, to: string, release: "v1.4" | "v1.8" = "v1.8") =>
  removedItems({ from: parseVersion(from, "--from"), to: parseVersion(to, "--to") }, release);

const names = (items: ReturnType<typeof findRemoved>) =>
  items.map(({ kind, name }) => `${kind} ${name}`);

Deno.test("a step between minor versions has removed items, one inside has none", () => {
  equal(removed("1.30.1", "1.30.9"), undefined);
  deepEqual(removed("1.28.1", "1.29.0")?.resources, ["clustercidrs.v1alpha1.networking.k8s.io"]);
  deepEqual(removed("1.26.1", "1.27.0")?.resources, []);
  deepEqual(removed("1.26.1", "1.27.0", "v1.4")?.resources, [
    "csistoragecapacities.v1beta1.storage.k8s.io",
  ]);
});

Deno.test("plugins, gates and flags are found by their whole names", () => {
  const items = removed("1.24.1", "1.25.0")!;
  const command = [
    "/usr/local/bin/kube-apiserver",
    "--enable-admission-plugins=NodeRestriction,PodSecurityPolicy",
    "--feature-gates=SelectorIndex=true,SelectorIndexMore=true",
    "--service-account-api-audiences-extra=a",
    "--service-account-api-audiences=a",
  ];
  deepEqual(names(findRemoved(items, "10.5.0.2", "kube-apiserver", command)), [
    "admission plugin PodSecurityPolicy",
    "feature gate SelectorIndex",
    "flag service-account-api-audiences",
  ]);
  deepEqual(names(findRemoved(items, "10.5.0.2", "kube-scheduler", command)), [
    "feature gate SelectorIndex",
  ]);
  const kubelet = removed("1.30.1", "1.31.0")!;
  deepEqual(names(findRemoved(kubelet, "a", "kubelet", ["--iptables-drop-bit=15", "--v"])), [
    "flag iptables-drop-bit",
  ]);
});

Deno.test("kubelet flags and resources that newer versions remove are known", () => {
  const infra = removed("1.34.1", "1.35.0")!;
  const args = ["--pod-infra-container-image=registry.k8s.io/pause:3.9", "--containerd=/run/a"];
  deepEqual(names(findRemoved(infra, "a", "kubelet", args)), ["flag pod-infra-container-image"]);
  const last = removed("1.36.3", "1.37.0-rc.0")!;
  deepEqual(names(findRemoved(last, "a", "kubelet", args)), ["flag containerd"]);
  deepEqual(last.resources, [
    "workloads.v1alpha2.scheduling.k8s.io",
    "podgroups.v1alpha2.scheduling.k8s.io",
  ]);
});
