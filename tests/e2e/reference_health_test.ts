/**
 * talosctl and osctl give the same verdict on the same cluster: the same checks with the
 * same states, and the same failing check. Both let a node run the checks, and run them themselves.
 * Runs where `OSCTL_BENCH_REFERENCE` names its executable.
 */
import assert from "node:assert/strict";
import { HEALTH_CHECKS } from "../../lib/procedures/health/checks.ts";
import type { FaultRule } from "../../lib/sandbox/mod.ts";
import { type KubernetesPeer, openKubernetes } from "../helpers/kubernetes.ts";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";

const reference = Deno.env.get("OSCTL_BENCH_REFERENCE");

/** The verdict of a run. */
interface Verdict {
  readonly passed: boolean;
  /** Check and last state, in order: OK, SKIP or `red`. */
  readonly checks: readonly (readonly [name: string, state: string])[];
}

function verdictOf(code: number, stderr: string): Verdict {
  const checks = new Map<string, string>();
  for (const line of stderr.split("\n")) {
    const [, name, text] = /^waiting for (.*?): (.*)$/.exec(line) ?? [];
    if (name === undefined || text === undefined) continue;
    const state = /^(?:OK|SKIP)/.exec(text)?.[0];
    checks.set(name, state ?? "red");
  }
  return { passed: code === 0, checks: [...checks] };
}

async function theirs(sandbox: Sandbox, args: readonly string[]): Promise<Verdict> {
  const { code, stderr } = await new Deno.Command(reference!, {
    args: ["health", ...args, "--talosconfig", sandbox.osconfig],
    env: { HOME: sandbox.home },
    stdout: "null",
  }).output();
  return verdictOf(code, new TextDecoder().decode(stderr));
}

async function ours(sandbox: Sandbox, args: readonly string[]): Promise<Verdict> {
  const { code, stderr } = await sandbox.run(["health", ...args]);
  return verdictOf(code, stderr);
}

/** A cause of a failure, and its repair. */
interface Cause {
  /** The check that fails. */
  readonly check: string;
  apply(sandbox: Sandbox, api: KubernetesPeer): Promise<void>;
  repair(sandbox: Sandbox, api: KubernetesPeer): Promise<void>;
}

async function setFaults({ cluster }: Sandbox, rules: readonly FaultRule[]): Promise<void> {
  cluster.faults.set(rules);
  await cluster.applyFaults();
}

function fault(check: string, rule: Omit<FaultRule, "id">): Cause {
  return {
    check,
    apply: (sandbox) => setFaults(sandbox, [{ id: "1", ...rule }]),
    repair: (sandbox) => setFaults(sandbox, []),
  };
}

function change(check: string, path: string, broken: unknown, repaired: unknown): Cause {
  const headers = { "content-type": "application/merge-patch+json" };
  const patch = async (api: KubernetesPeer, spec: unknown) => {
    const { status, text } = await api.call("PATCH", path, { headers, body: { spec } });
    assert.equal(status, 200, text);
  };
  return {
    check,
    apply: (_, api) => patch(api, broken),
    repair: (_, api) => patch(api, repaired),
  };
}

const broken = { action: "error", code: 13, message: "broken" } as const;

const CAUSES: readonly Cause[] = [
  fault("etcd", { ...broken, node: "*", method: "ServiceList" }),
  fault("etcd-members", { ...broken, node: "*", method: "EtcdMemberList" }),
  fault("apid", { action: "down", node: "*-worker-1", method: "*" }),
  fault("memory", { ...broken, node: "*", method: "Memory" }),
  fault("disk", { ...broken, node: "*", method: "Mounts" }),
  fault("k8s-nodes", { ...broken, node: "*", method: "Kubeconfig" }),
  change(
    "coredns",
    "/apis/apps/v1/namespaces/kube-system/deployments/coredns",
    { replicas: 0 },
    { replicas: 2 },
  ),
  change(
    "k8s-nodes-schedulable",
    "/api/v1/nodes/test-worker-1",
    { unschedulable: true },
    { unschedulable: null },
  ),
];

/** Waits for pods that start or end. */
async function settle({ run }: Sandbox): Promise<void> {
  const { code, stderr } = await run(["health", "--server=false", "--wait-timeout", "30s"]);
  assert.equal(code, 0, stderr);
}

Deno.test({
  name: "talosctl gives the same verdicts of a cluster's health",
  ignore: reference === undefined,
  async fn(t) {
    await withSandbox({ controlPlanes: 2, workers: 1, alpn: true }, async (sandbox) => {
      const node = sandbox.controlPlanes[0]!.address;
      const api = await openKubernetes(sandbox);
      await settle(sandbox);
      for (const server of ["--server", "--server=false"]) {
        const args = [server, "-n", node];
        await t.step(`a healthy cluster, ${server}`, async () => {
          const [actual, expected] = [await ours(sandbox, args), await theirs(sandbox, args)];
          assert.deepEqual(actual, expected);
          assert.equal(actual.passed, true);
          assert.deepEqual(
            actual.checks.map(([name]) => name),
            HEALTH_CHECKS.map(({ name }) => name),
          );
        });
        for (const { check, apply, repair } of CAUSES) {
          await t.step(`${check} fails, ${server}`, async () => {
            await apply(sandbox, api);
            try {
              const limited = [...args, "--wait-timeout", "5s"];
              const [actual, expected] = await Promise.all([
                ours(sandbox, limited),
                theirs(sandbox, limited),
              ]);
              assert.deepEqual(actual, expected);
              const name = HEALTH_CHECKS.find(({ id }) => id === check)!.name;
              assert.deepEqual(actual.checks.at(-1), [name, "red"]);
            } finally {
              await repair(sandbox, api);
              await settle(sandbox);
            }
          });
        }
      }
    });
  },
});
