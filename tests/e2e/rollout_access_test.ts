/** Takes each right of a rollout's pod away: the rollout needs it, and reports it on one line. */
import assert from "node:assert/strict";
import { type Json, openKubernetes } from "../helpers/kubernetes.ts";
import { parseYaml, toData } from "../../lib/yaml/mod.ts";
import {
  applyManifest,
  IN_CLUSTER,
  NAMESPACE,
  permitPods,
  readRolloutData,
} from "../helpers/rollouts.ts";
import { withSandbox } from "../helpers/sandbox.ts";
import { until } from "../helpers/until.ts";

const IMAGE = "registry.example.com/app:v1";
/** Limit of each rollout, milliseconds. */
const MAX_MS = 60_000;

/** A verb of a rule of a role. */
interface Right {
  readonly role: number;
  readonly rule: number;
  readonly verb: string;
}

function rightsOf(manifests: readonly Json[]): Right[] {
  return manifests.flatMap(({ kind, rules }, role) =>
    !/Role$/.test(kind)
      ? []
      : rules.flatMap(({ verbs }: { verbs: string[] }, rule: number) =>
        verbs.map((verb) => ({ role, rule, verb }))
      )
  );
}

Deno.test("each right of a rollout is needed, and its absence is one line", async (t) => {
  const options = { controlPlanes: 1, workers: 2, runsPods: true, podReadyMs: 100 };
  await withSandbox(options, async (sandbox) => {
    const { run, workers } = sandbox;
    const [worker] = workers;
    await permitPods(sandbox, "os:admin");
    const peer = await openKubernetes(sandbox);
    const printed = await run([
      ...["reboot", "-n", worker!.address, "--rolling", "--timeout=20s", "--drain-timeout=20s"],
      ...[...IN_CLUSTER, "--manifests"],
    ]);
    assert.equal(printed.code, 0, printed.stderr);
    const manifests: readonly Json[] = parseYaml(printed.stdout).documents
      .map(({ root }) => toData(root));
    const { name } = manifests.at(-1).metadata;
    // Pods with volumes, which run nowhere else: one is evicted, the other stays.
    for (const [kind, name] of [["deployments", "web"], ["daemonsets", "agent"]]) {
      const claim = {
        metadata: { name },
        spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
      };
      const labels = { app: name };
      const spec = {
        nodeSelector: { "kubernetes.io/hostname": worker!.name },
        containers: [{ name, image: IMAGE }],
        volumes: [{ name: "data", persistentVolumeClaim: { claimName: name } }],
      };
      const workload = {
        metadata: { name },
        spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
      };
      const claims = "/api/v1/namespaces/default/persistentvolumeclaims";
      for (
        const [path, body] of [
          [claims, claim],
          [`/apis/apps/v1/namespaces/default/${kind}`, workload],
        ] as const
      ) {
        const { status, text } = await peer.call("POST", path, { body });
        assert.ok(status < 300, text);
      }
    }
    for (const { role, rule, verb } of rightsOf(manifests)) {
      const [resource] = manifests[role].rules[rule].resources;
      await t.step(`${verb} ${resource}`, async () => {
        const suffix = `${role}-${rule}-${verb}`;
        const changed = manifests.map((one, index) => {
          if (index !== role) return one;
          const rules = structuredClone(one.rules);
          rules[rule].verbs = rules[rule].verbs.filter((other: string) => other !== verb);
          return { ...one, rules };
        });
        const own = `${name}-${suffix}`;
        // A pod is read only while a budget blocks its eviction.
        const isBlocked = `${verb} ${resource}` === "get pods";
        if (isBlocked) await setBudget(true);
        const deployment = "/apis/apps/v1/namespaces/default/deployments/web";
        await until(() => peer.get(deployment), ({ status }) => status?.readyReplicas === 1);
        for (const one of JSON.parse(JSON.stringify(changed).replaceAll(name, own))) {
          // Only a rollout that fails changes its Job.
          const [container] = one.spec?.template?.spec.containers ?? [];
          if (resource === "jobs") container?.args.push("--timeout=1s", "--gate=cel:v1/Node:false");
          await applyManifest(peer, one);
        }
        try {
          const line = await outcome(own, resource === "jobs");
          assert.match(line, new RegExp(`cannot ${verb} resource "${resource}"`));
          assert.doesNotMatch(line, /\n/);
        } finally {
          if (isBlocked) await setBudget(false);
          await clean(own);
        }
      });
    }

    /** Creates or removes a budget that blocks the eviction of the pod. */
    async function setBudget(isBlocking: boolean): Promise<void> {
      const budgets = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
      const selector = { matchLabels: { app: "web" } };
      const { status, text } = isBlocking
        ? await peer.call("POST", budgets, {
          body: { metadata: { name: "web" }, spec: { minAvailable: 1, selector } },
        })
        : await peer.call("DELETE", `${budgets}/web`);
      assert.ok(status < 300, text);
    }

    async function clean(own: string): Promise<void> {
      await peer.call("DELETE", `/apis/batch/v1/namespaces/${NAMESPACE}/jobs/${own}`);
      const leases = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases";
      await peer.call("DELETE", `${leases}/osctl-rolling-change`);
      await peer.call("PATCH", `/api/v1/nodes/${worker!.name}`, {
        body: { spec: { unschedulable: null } },
        headers: { "content-type": "application/merge-patch+json" },
      });
    }

    /**
     * Returns why a rollout failed: from its ConfigMap, or from the log of a pod that cannot write
     * it.
     */
    async function outcome(own: string, isLogged: boolean): Promise<string> {
      const end = performance.now() + MAX_MS;
      for (;;) {
        const { state, message } = await readRolloutData(peer, own);
        if (state === "failed" && !isLogged) return message;
        assert.ok(state !== "complete", "the rollout did not need the right");
        const pods = await peer.get(
          `/api/v1/namespaces/${NAMESPACE}/pods?labelSelector=app.kubernetes.io/instance%3D${own}`,
        );
        const ended = pods.items.find((pod: Json) => pod.status.phase === "Failed");
        if (ended !== undefined) {
          const path = `/api/v1/namespaces/${NAMESPACE}/pods/${ended.metadata.name}/log`;
          const { text } = await peer.call("GET", path);
          const last = text.trim().split("\n").findLast((line) => line.includes("cannot"));
          if (last !== undefined) return last;
        }
        assert.ok(performance.now() < end, `no end: ${state}`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  });
});
