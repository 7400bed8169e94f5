import { equal, rejects } from "node:assert/strict";
import { KubernetesAccess } from "../../../../lib/procedures/kubernetes_upgrade/access.ts";
import type { DaemonSet } from "../../../../lib/kubernetes/objects.ts";
import type { KubernetesClient } from "../../../../lib/kubernetes/types.ts";
import { waitForRollout } from "../../../../lib/procedures/kubernetes_upgrade/rollouts.ts";
import {
  plannedStep,
  ROLLOUT,
  StepLog,
} from "../../../../lib/procedures/kubernetes_upgrade/steps.ts";
import type { UpgradeContext } from "../../../../lib/procedures/kubernetes_upgrade/upgrade_context.ts";
import { limitsOf } from "../../../../lib/procedures/kubernetes_upgrade/wait_limits.ts";
import { wallClock } from "../../../helpers/fake_system.ts";

const META = { name: "agent", namespace: "kube-system" };
const OBJECT = "DaemonSet kube-system/agent";

/** A daemon set whose pods on three nodes are ready, but have the previous template. */
const OUTDATED: DaemonSet = {
  metadata: { ...META, generation: 2 },
  status: {
    observedGeneration: 2,
    desiredNumberScheduled: 3,
    currentNumberScheduled: 3,
    numberAvailable: 3,
    numberReady: 3,
    updatedNumberScheduled: 0,
    numberMisscheduled: 0,
  },
};

/** Waits for the rollout of an object that the API returns; returns the state of its step. */
async function wait(object: DaemonSet, isChanged: boolean): Promise<string> {
  const client = {
    async *watch() {
      yield { kind: "added", object };
      yield { kind: "synced" };
      await new Promise(() => {});
    },
    list: () => Promise.resolve({ items: [], resourceVersion: "1" }),
    close() {},
  };
  const log = new StepLog(wallClock, () => {});
  log.add(plannedStep({ component: ROLLOUT, object: OBJECT }));
  const kubernetes = new KubernetesAccess({
    clock: wallClock,
    servers: [new URL("https://one")],
    note() {},
    open: () => client as unknown as KubernetesClient,
  });
  const { signal } = new AbortController();
  const context = { kubernetes, log, clock: wallClock, signal, options: { limits: limitsOf(50) } };
  const manifest = { apiVersion: "apps/v1", kind: "DaemonSet", metadata: META };
  await waitForRollout(context as unknown as UpgradeContext, manifest, isChanged);
  return log.steps[0]!.state;
}

Deno.test("an unchanged daemon set is only waited for while its pods are updated", async () => {
  await rejects(wait(OUTDATED, false), {
    kind: "node",
    message: `rollout of ${OBJECT} not complete within 50ms: 0 of 3 pods updated`,
  });
  const unready = { ...OUTDATED.status!, updatedNumberScheduled: 3, numberReady: 1 };
  equal(await wait({ ...OUTDATED, status: unready }, false), "unchanged");
  await rejects(wait({ ...OUTDATED, status: unready }, true), { message: /1 of 3 pods ready/ });
});

Deno.test("pods that only a user updates are not waited for", async () => {
  const spec = { updateStrategy: { type: "OnDelete" } } as NonNullable<DaemonSet["spec"]>;
  equal(await wait({ ...OUTDATED, spec }, false), "unchanged");
  equal(await wait({ ...OUTDATED, spec }, true), "done");
});
