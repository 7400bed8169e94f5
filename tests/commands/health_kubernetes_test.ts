/** The checks of Kubernetes on the API of the sandbox: each one is turned red and green again. */
import { equal, match } from "node:assert/strict";
import { HEALTH_CHECKS } from "../../lib/procedures/health/checks.ts";
import { type Json, type KubernetesPeer, openKubernetes } from "../helpers/kubernetes.ts";
import { type Sandbox, type SandboxOptions, withSandbox } from "../helpers/sandbox.ts";

const SYSTEM = "/api/v1/namespaces/kube-system";

interface Fixture {
  readonly sandbox: Sandbox;
  readonly api: KubernetesPeer;
  /** Sends a merge patch. */
  patch(path: string, body: unknown): Promise<void>;
  /** Deletes the first pod of an app and returns its name. */
  deletePod(app: string): Promise<void>;
}

async function expectOk(answer: { status: number; text: string }): Promise<void> {
  equal(answer.status, 200, answer.text);
  await Promise.resolve();
}

/** Time until new pods are ready, milliseconds: longer than the checks take on a loaded machine. */
const SLOW_PODS_MS = 6000;

async function withHealthy(
  body: (fixture: Fixture) => Promise<void>,
  options: Pick<SandboxOptions, "podReadyMs"> = {},
): Promise<void> {
  await withSandbox({ controlPlanes: 2, workers: 1, ...options }, async (sandbox) => {
    const api = await openKubernetes(sandbox);
    await waitUntilHealthy(sandbox);
    const headers = { "content-type": "application/merge-patch+json" };
    await body({
      sandbox,
      api,
      patch: async (path, content) =>
        await expectOk(await api.call("PATCH", path, { headers, body: content })),
      deletePod: async (app) => {
        const { items } = await api.get(`${SYSTEM}/pods?labelSelector=k8s-app%3D${app}`);
        await expectOk(await api.call("DELETE", `${SYSTEM}/pods/${items[0].metadata.name}`));
      },
    });
  });
}

async function waitUntilHealthy({ run }: Sandbox): Promise<void> {
  const { code, stderr } = await run(["health", "--server=false", "--wait-timeout", "30s"]);
  equal(code, 0, stderr);
}

/** Asserts that a check is red once, with this reason. */
async function isRed({ run }: Sandbox, check: string, reason: RegExp): Promise<void> {
  const { code, stdout } = await run(["health", "--once", "-o", "json"]);
  equal(code, 1);
  const records: Json[] = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
  const found = records.find((record) => record.check === check);
  equal(found.state, "failed", stdout);
  match(found.reason, reason);
  equal(found.remedy, HEALTH_CHECKS.find(({ id }) => id === check)!.remedy);
}

Deno.test("a cordoned node is not schedulable", async () => {
  await withHealthy(async ({ sandbox, patch }) => {
    const { name } = sandbox.workers[0]!;
    await patch(`/api/v1/nodes/${name}`, { spec: { unschedulable: true } });
    await isRed(sandbox, "k8s-nodes-schedulable", new RegExp(`^nodes not schedulable: ${name}$`));
    await patch(`/api/v1/nodes/${name}`, { spec: { unschedulable: null } });
    await waitUntilHealthy(sandbox);
  });
});

Deno.test("a deleted node is missing until it boots", async () => {
  await withHealthy(async ({ sandbox, api }) => {
    const { name, address } = sandbox.workers[0]!;
    await expectOk(await api.call("DELETE", `/api/v1/nodes/${name}`));
    await isRed(sandbox, "k8s-nodes", new RegExp(`^missing in Kubernetes: ${address}$`));
    equal((await sandbox.run(["reboot", "-n", address, "-y"])).code, 0);
    await waitUntilHealthy(sandbox);
  });
});

Deno.test("a node that is down is not ready", async () => {
  await withHealthy(async ({ sandbox }) => {
    const { name } = sandbox.workers[0]!;
    const { cluster } = sandbox;
    cluster.faults.set([{ id: "1", action: "down", node: name, method: "*" }]);
    await cluster.applyFaults();
    await isRed(sandbox, "k8s-nodes-ready", new RegExp(`^nodes not ready: ${name}$`));
    const { stderr } = await sandbox.run(["health", "--server=false", "--wait-timeout", "4s"]);
    // Attempts alternate between the endpoints; only the error that ends the command repeats it.
    const lines = stderr.split("\n").filter((line) => line.includes("cannot be reached"));
    equal(lines.length, 2, stderr);
    const { stdout } = await sandbox.run(["health", "--once", "-o", "json"]);
    for (const id of ["memory", "disk", "diagnostics", "boot"]) {
      const { remedy } = stdout.trimEnd().split("\n").map((line): Json => JSON.parse(line))
        .find(({ check }) => check === id);
      equal(remedy, "check that the node is running and its address is correct");
    }
    cluster.faults.set([]);
    await cluster.applyFaults();
    await waitUntilHealthy(sandbox);
  });
});

Deno.test("a control plane without one of its pods is not ready", async () => {
  await withHealthy(async ({ sandbox, deletePod }) => {
    await deletePod("kube-scheduler");
    await isRed(
      sandbox,
      "control-plane",
      /^expected 2 pods of kube-scheduler, got 1$|^pods not ready: kube-scheduler-/,
    );
    await waitUntilHealthy(sandbox);
  }, { podReadyMs: SLOW_PODS_MS });
});

Deno.test("kube-proxy is not ready while one of its pods starts", async () => {
  await withHealthy(async ({ sandbox, deletePod }) => {
    await deletePod("kube-proxy");
    await isRed(
      sandbox,
      "kube-proxy",
      /^pods not ready: kube-proxy-|^expected 3 ready pods, got 2$/,
    );
    await waitUntilHealthy(sandbox);
  }, { podReadyMs: SLOW_PODS_MS });
});

Deno.test("CoreDNS without pods is not ready", async () => {
  await withHealthy(async ({ sandbox, api, patch }) => {
    const coredns = "/apis/apps/v1/namespaces/kube-system/deployments/coredns";
    const { spec } = await api.get(coredns);
    await patch(coredns, { spec: { replicas: 0 } });
    // The pods are deleted after their grace period.
    const { stderr } = await sandbox.run([
      ...["health", "--server=false", "--wait-timeout", "3s"],
    ]);
    match(
      stderr,
      /\nosctl: health check "coredns to report ready" failed after \S+: no running pods/,
    );
    await patch(coredns, { spec: { replicas: spec.replicas } });
    await waitUntilHealthy(sandbox);
  });
});

Deno.test("static pods are red while a node does not report them", async () => {
  await withHealthy(async ({ sandbox }) => {
    const { name, address } = sandbox.controlPlanes[1]!;
    const { faults } = sandbox.cluster;
    faults.set([{
      id: "1",
      action: "error",
      code: 13,
      message: "no",
      node: name,
      method: "*/List",
    }]);
    await isRed(sandbox, "static-pods", new RegExp(`^${address}: no`));
    faults.set([]);
    await waitUntilHealthy(sandbox);
  });
});

Deno.test("an unreachable API is the reason of every check that reads it", async () => {
  await withHealthy(async ({ sandbox }) => {
    const { address } = sandbox.controlPlanes[0]!;
    const closed = ["--once", "-o", "json", "--k8s-endpoint", `${address}:1`];
    const { code, stdout } = await sandbox.run(["health", ...closed]);
    equal(code, 1);
    const records: Json[] = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
    const red = records.filter(({ state }) => state === "failed");
    equal(
      red.map(({ check }) => check).join(" "),
      "k8s-nodes control-plane k8s-nodes-ready kube-proxy coredns k8s-nodes-schedulable",
    );
    for (const { reason } of red) match(reason, /connection refused/);
    const given = `https://${address}`;
    equal((await sandbox.run(["health", "--once", "--k8s-endpoint", given])).code, 0);
  });
});
