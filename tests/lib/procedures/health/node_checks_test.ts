/** Health checks of machines on synthetic resources: diagnostics, static pods, disks. */
import assert from "node:assert/strict";
import { MultiNodeError, OsctlError } from "../../../../lib/errors.ts";
import { checkStaticPods } from "../../../../lib/procedures/health/kubernetes_checks.ts";
import { checkDiagnostics, checkDisks } from "../../../../lib/procedures/health/node_checks.ts";
import type { HealthTarget } from "../../../../lib/procedures/health/types.ts";
import { StatusCode, statusError } from "../../../../lib/rpc/mod.ts";

const { signal } = new AbortController();
const ONE = "10.0.0.2";
const TWO = "10.0.0.3";

/** Resources of a node: id and spec, or an error. */
type Listed = readonly (readonly [id: string, yaml: string])[] | OsctlError;

/** A cluster of two control plane nodes with these resources of the requested kind. */
function targetOf(listed: Readonly<Record<string, Listed>>): HealthTarget {
  const list = async function* (node: string, { type }: { type: string }) {
    await Promise.resolve();
    const found = listed[`${node} ${type.split(".")[0]}`] ?? listed[node]!;
    if (found instanceof OsctlError) throw new MultiNodeError([{ node, error: found }]);
    for (const [id, yaml] of found) yield { id, yaml };
  };
  const controlPlanes = [ONE, TWO].map((address) => ({ address, addresses: [address] }));
  const plainCall = ({ path }: { path: string }) =>
    Promise.resolve({
      messages: [
        path.endsWith("/Version")
          ? { platform: { mode: "metal" } }
          : { stats: [{ filesystem: "/dev/sda6", size: 20 * 1024 ** 3 }] },
      ],
    });
  return {
    client: { plainCall },
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

Deno.test("the size of the system disk comes from volumes, on older nodes from mounts", async () => {
  const gib = 1024 ** 3;
  const volume = (size: number): Listed => [["EPHEMERAL", `phase: ready\nsize: ${size}\n`]];
  const mounts: Listed = [["EPHEMERAL", "source: /dev/sda6\n"]];
  const disks = (old: Listed, recent: Listed) =>
    checkDisks(
      targetOf({
        [`${ONE} VolumeStatuses`]: denied,
        [`${ONE} MountStatuses`]: old,
        [`${TWO} VolumeStatuses`]: recent,
      }),
      signal,
    );
  assert.equal(await disks(mounts, volume(8 * gib)), "ok");
  await assert.rejects(
    disks(mounts, volume(2 * gib)),
    hasMessage(`${TWO} has a system disk of 3448 MiB, needs at least 6144 MiB`),
  );
  await assert.rejects(
    disks([["EPHEMERAL", "source: /dev/sdb1\n"]], volume(8 * gib)),
    hasMessage(`${ONE}: ephemeral partition "/dev/sdb1" is not mounted`),
  );
  await assert.rejects(disks([], volume(8 * gib)), hasMessage(`${ONE}: no ephemeral partition`));
  assert.equal(await disks(unimplemented, volume(8 * gib)), "ok");
});
