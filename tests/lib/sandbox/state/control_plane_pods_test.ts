import assert from "node:assert/strict";
import { schedulerPod } from "../../../../lib/sandbox/state/controllers/control_plane_pods.ts";

Deno.test("a component's pod has its extra flags, volumes, variables and limits", () => {
  const config = {
    enabled: true,
    image: "example.com/kube-scheduler:v1",
    extraArgs: { profiling: "true", "feature-gates": "A=true" },
    extraVolumes: [{ name: "own", hostPath: "/a", mountPath: "/b", readonly: true }],
    environmentVariables: { B: "$(A)", A: "1" },
    resources: { requests: { cpu: "", memory: "1Gi" }, limits: { cpu: "2" } },
    config: {},
  };
  // deno-lint-ignore no-explicit-any -- a Kubernetes pod
  const pod = schedulerPod(config, 7) as any;
  assert.equal(pod.metadata.annotations["talos.dev/config-version"], "7");
  const [container] = pod.spec.containers;
  assert.equal(container.image, config.image);
  assert.deepEqual(container.command.slice(-4), [
    ...["--feature-gates=A=true", "--leader-elect=true", "--profiling=true"],
    "--tls-min-version=VersionTLS13",
  ]);
  assert.deepEqual(container.env.slice(1), [{ name: "A", value: "1" }, {
    name: "B",
    value: "$$(A)",
  }]);
  assert.deepEqual(container.resources, {
    limits: { cpu: "2" },
    requests: { cpu: "10m", memory: "1Gi" },
  });
  assert.deepEqual(container.volumeMounts.at(-1), { mountPath: "/b", name: "own", readOnly: true });
  assert.deepEqual(pod.spec.volumes.at(-1), { hostPath: { path: "/a" }, name: "own" });
  assert.deepEqual(Object.keys(pod), ["apiVersion", "kind", "metadata", "spec", "status"]);
});
