/** Health checks of machines on synthetic resources: diagnostics, static pods, disks. */
import assert from "node:assert/strict";
import { MultiNodeError, OsctlError } from "../../../../lib/errors.ts";
import { checkStaticPods } from "../../../../lib/kubernetes/health/kubernetes_checks.ts";
import { checkDiagnostics } from "../../../../lib/kubernetes/health/node_checks.ts";
import type { HealthTarget } from "../../../../lib/kubernetes/health/types.ts";
import { StatusCode, statusError } from "../../../../lib/rpc/mod.ts";

const { signal } = new AbortController();
const ONE = "10.0.0.2";
const TWO = "10.0.0.3";

/** Resources of a node: id and spec, or an error. */
type Listed = readonly (readonly [id: string, yaml: string])[] | OsctlError;

/** A cluster of two control plane nodes with these resources of the requested kind. */
function targetOf(listed: Readonly<Record<string, Listed>>): HealthTarget {
  const list = async function* (node: string) {
    await Promise.resolve();
    const found = listed[node]!;
    if (found instanceof OsctlError) throw new MultiNodeError([{ node, error: found }]);
    for (const [id, yaml] of found) yield { id, yaml };
  };
  const controlPlanes = [ONE, TWO].map((address) => ({ address, addresses: [address] }));
  return {
    resources: { list },
    cluster: { controlPlanes, workers: [] },
  } as unknown as HealthTarget;
}

const hasMessage = (message: string) => (error: unknown) =>
  error instanceof OsctlError && error.message === message;

const denied = statusError(StatusCode.permissionDenied, "resource type is not supported");
const unimplemented = statusError(StatusCode.unimplemented, "unknown service");

Deno.test("diagnostics are red with their messages, and green without any", async () => {
  const target = targetOf({
    [ONE]: [],
    [TWO]: [["overlap", "message: pods and hosts share a network\n"], ["other", "details: []\n"]],
  });
  await assert.rejects(
    checkDiagnostics(target, signal),
    hasMessage(`${TWO}: pods and hosts share a network, other`),
  );
  assert.equal(await checkDiagnostics(targetOf({ [ONE]: [], [TWO]: [] }), signal), "ok");
});

Deno.test("diagnostics are skipped where a node has none or does not permit them", async () => {
  assert.equal(await checkDiagnostics(targetOf({ [ONE]: [], [TWO]: denied }), signal), "skipped");
  const lost = statusError(StatusCode.unavailable, "lost");
  await assert.rejects(checkDiagnostics(targetOf({ [ONE]: [], [TWO]: lost }), signal), /lost/);
});

Deno.test("missing static pods are red per node, and green when all run", async () => {
  const names = ["kube-apiserver", "kube-controller-manager", "kube-scheduler"];
  const pods = names.map((name) => [`kube-system/${name}-cp`, "podStatus: {}\n"] as const);
  const missing = targetOf({ [ONE]: pods, [TWO]: pods.slice(0, 1) });
  await assert.rejects(
    checkStaticPods(missing, signal),
    hasMessage(`${TWO} does not run the static pods kube-controller-manager, kube-scheduler`),
  );
  assert.equal(await checkStaticPods(targetOf({ [ONE]: pods, [TWO]: pods }), signal), "ok");
});

Deno.test("a node without resources has no static pods to check", async () => {
  assert.equal(
    await checkStaticPods(targetOf({ [ONE]: unimplemented, [TWO]: unimplemented }), signal),
    "ok",
  );
});
