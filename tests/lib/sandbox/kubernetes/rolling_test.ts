/**
 * What a rolling change sees of Kubernetes. Witnesses: the eviction handler, the attach-detach
 * controller and the CRD handler of Kubernetes 1.31 by their documentation and messages; the drain
 * and the cordoning controller of Talos v1.8 and v1.13.
 */
import assert from "node:assert/strict";
import { MachineService } from "../../../../proto/machine.ts";
import type { FaultAction } from "../../../../lib/sandbox/mod.ts";
import type { NodeFacts } from "../../../../lib/sandbox/types.ts";
import { countByNode } from "../../../helpers/quorum_watcher.ts";
import { type Json, type KubernetesPeer, openKubernetes } from "../../../helpers/kubernetes.ts";
import { type Sandbox, withSandbox } from "../../../helpers/sandbox.ts";
import { until } from "../../../helpers/until.ts";
import { withChannel } from "../channels.ts";

const PODS = "/api/v1/namespaces/default/pods";
const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
const BUDGETS = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
const ATTACHMENTS = "/apis/storage.k8s.io/v1/volumeattachments";
const LEASES = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases";

async function setFault({ cluster }: Sandbox, node?: NodeFacts, ...rest: [FaultAction, number?][]) {
  cluster.faults.set(rest.map(([action, delayMs], index) => ({
    id: String(index + 1),
    action,
    node: node!.name,
    method: "*",
    ...delayMs === undefined ? {} : { delayMs },
  })));
  await cluster.applyFaults();
}

async function create(api: KubernetesPeer, path: string, body: Json): Promise<Json> {
  const answer = await api.call("POST", path, { body });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

const deployment = (name: string, replicas: number, spec: Json = {}) => ({
  metadata: { name },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: "main", image: "registry.example.org/app:1" }], ...spec },
    },
  },
});

const isReady = (pod: Json) =>
  pod.status.conditions?.some((one: Json) => one.type === "Ready" && one.status === "True") ===
    true;

const podsOf = async (api: KubernetesPeer, app: string): Promise<Json[]> =>
  (await api.get(`${PODS}?labelSelector=app%3D${app}`)).items;

const ready = (api: KubernetesPeer, app: string, count: number) =>
  until(() => podsOf(api, app), (pods) => pods.filter(isReady).length === count);

const evict = (api: KubernetesPeer, name: string) =>
  api.call("POST", `${PODS}/${name}/eviction`, {
    body: { apiVersion: "policy/v1", kind: "Eviction", metadata: { name } },
  });

Deno.test("evictions take from a budget; pods that do not run and second budgets are special", () =>
  withSandbox({ workers: 2, podReadyMs: 300 }, async (sandbox) => {
    const api = await openKubernetes(sandbox);
    await create(api, DEPLOYMENTS, deployment("web", 2));
    const [first, second] = await ready(api, "web", 2);
    await create(api, BUDGETS, {
      metadata: { name: "web" },
      spec: { minAvailable: 1, selector: { matchLabels: { app: "web" } } },
    });
    await until(
      () => api.get(`${BUDGETS}/web`),
      ({ status }) => status?.disruptionsAllowed === 1,
    );
    assert.equal((await evict(api, first.metadata.name)).status, 201);
    const refused = await evict(api, second.metadata.name);
    assert.equal(refused.status, 429);
    assert.equal(refused.body.reason, "TooManyRequests");
    assert.deepEqual(refused.body.details.causes, [{
      reason: "DisruptionBudget",
      message: "The disruption budget web needs 1 healthy pods and has 1 currently",
    }]);
    const fresh = await until(
      () => podsOf(api, "web"),
      (pods) => pods.some((pod) => pod.metadata.name !== second.metadata.name),
    );
    const pending = fresh.find(({ metadata }) => metadata.name !== second.metadata.name);
    if (!isReady(pending)) assert.equal((await evict(api, pending.metadata.name)).status, 201);
    const now = await ready(api, "web", 2);
    await create(api, BUDGETS, {
      metadata: { name: "again" },
      spec: { maxUnavailable: 1, selector: { matchLabels: { app: "web" } } },
    });
    const twice = await evict(api, now[0].metadata.name);
    assert.equal(twice.status, 500);
    assert.match(twice.body.message, /^This pod has more than one PodDisruptionBudget/);
  }));

Deno.test("a lease is created once, and updated from its last version only", () =>
  withSandbox({}, async (sandbox) => {
    const api = await openKubernetes(sandbox);
    const body = { metadata: { name: "change" }, spec: { holderIdentity: "one" } };
    const lease = await create(api, LEASES, body);
    assert.equal((await api.call("POST", LEASES, { body })).body.reason, "AlreadyExists");
    const update = (holderIdentity: string) =>
      api.call("PUT", `${LEASES}/change`, { body: { ...lease, spec: { holderIdentity } } });
    const answers = await Promise.all([update("two"), update("three")]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
    const conflict = answers.find(({ status }) => status === 409)!;
    assert.equal(conflict.body.reason, "Conflict");
    assert.match(conflict.body.message, /the object has been modified; please apply your changes/);
    const stale = { preconditions: { resourceVersion: lease.metadata.resourceVersion } };
    const remove = (options: Json) =>
      api.call("DELETE", `${LEASES}/change`, {
        body: { apiVersion: "v1", kind: "DeleteOptions", ...options },
      });
    assert.equal((await remove(stale)).status, 409);
    assert.equal((await remove({})).status, 200);
    assert.equal((await api.call("GET", `${LEASES}/change`)).status, 404);
  }));

Deno.test("custom objects of any definition are served, watched and collected", () =>
  withSandbox({}, async (sandbox) => {
    const api = await openKubernetes(sandbox);
    const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    const VOLUMES = "/apis/longhorn.io/v1beta2/namespaces/default/volumes";
    assert.equal((await api.call("GET", VOLUMES)).status, 404);
    await create(api, DEFINITIONS, {
      metadata: { name: "volumes.longhorn.io" },
      spec: {
        group: "longhorn.io",
        scope: "Namespaced",
        names: { kind: "Volume", plural: "volumes", singular: "volume", shortNames: ["lhv"] },
        versions: [{
          name: "v1beta2",
          served: true,
          storage: true,
          subresources: { status: {} },
          schema: { openAPIV3Schema: { type: "object" } },
        }],
      },
    });
    const established = await until(
      () => api.get(`${DEFINITIONS}/volumes.longhorn.io`),
      ({ status }) => status?.conditions?.length === 2,
    );
    assert.equal(established.status.acceptedNames.kind, "Volume");
    const [resource] = (await api.get("/apis/longhorn.io/v1beta2")).resources;
    assert.deepEqual([resource.name, resource.kind, resource.namespaced], [
      "volumes",
      "Volume",
      true,
    ]);
    await create(api, VOLUMES, {
      apiVersion: "longhorn.io/v1beta2",
      kind: "Volume",
      metadata: { name: "data" },
      spec: { size: "1" },
    });
    const list = await api.get(VOLUMES);
    assert.equal(list.kind, "VolumeList");
    const watched = api.watch(
      `${VOLUMES}?watch=1&resourceVersion=${list.metadata.resourceVersion}`,
    );
    const next = watched.next();
    const status = await api.call("PATCH", `${VOLUMES}/data/status`, {
      headers: { "content-type": "application/merge-patch+json" },
      body: { status: { state: "attached", robustness: "degraded" } },
    });
    assert.equal(status.status, 200, status.text);
    const { value } = await next;
    assert.deepEqual([value.type, value.object.status.robustness], ["MODIFIED", "degraded"]);
    await watched.return(undefined);
    const strategic = await api.call("PATCH", `${VOLUMES}/data`, {
      headers: { "content-type": "application/strategic-merge-patch+json" },
      body: { spec: { size: "2" } },
    });
    assert.equal(strategic.status, 415);
  }));

Deno.test("a volume follows its pod after it was detached; pods terminate slowly", () =>
  withSandbox({ workers: 2, podReadyMs: 100 }, async (sandbox) => {
    const api = await openKubernetes(sandbox);
    await create(api, "/api/v1/namespaces/default/persistentvolumeclaims", {
      metadata: { name: "data" },
      spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
    });
    const volumes = [{ name: "data", persistentVolumeClaim: { claimName: "data" } }];
    await create(api, DEPLOYMENTS, deployment("db", 1, { volumes }));
    const [pod] = await ready(api, "db", 1);
    const [attached] = (await api.get(ATTACHMENTS)).items;
    assert.equal(attached.spec.nodeName, pod.spec.nodeName);
    assert.equal(attached.status.attached, true);
    const node = sandbox.nodes.find(({ name }) => name === pod.spec.nodeName)!;
    await setFault(sandbox, node, ["slow-pods", 1500], ["slow-detach", 3_600_000]);
    await api.call("PATCH", `/api/v1/nodes/${node.name}`, {
      headers: { "content-type": "application/merge-patch+json" },
      body: { spec: { unschedulable: true } },
    });
    assert.equal((await evict(api, pod.metadata.name)).status, 201);
    const terminating = await api.get(`${PODS}/${pod.metadata.name}`);
    assert.ok(terminating.metadata.deletionTimestamp, "it still terminates");
    await until(
      () => api.call("GET", `${PODS}/${pod.metadata.name}`),
      ({ status }) => status === 404,
    );
    const [waiting] = await podsOf(api, "db");
    assert.notEqual(waiting.spec.nodeName, node.name);
    assert.equal(isReady(waiting), false);
    const { items } = await api.get("/api/v1/namespaces/default/events");
    const messages = items.map(({ message }: Json) => message);
    assert.ok(messages.some((text: string) => text.startsWith("Multi-Attach error for volume")));
    await setFault(sandbox);
    await ready(api, "db", 1);
    const [moved] = (await api.get(ATTACHMENTS)).items;
    assert.equal(moved.spec.nodeName, waiting.spec.nodeName);
    const history = await sandbox.cluster.readHistory();
    assert.deepEqual(countByNode(history, "cordon"), { [node.name]: 1 });
  }));

Deno.test("a node that upgrades by itself cordons and drains, in spite of a budget in the end", () =>
  withSandbox({ workers: 1, podReadyMs: 100, osVersion: "v1.12.0" }, async (sandbox) => {
    const api = await openKubernetes(sandbox);
    const [worker] = sandbox.workers;
    await create(api, DEPLOYMENTS, deployment("web", 1));
    await ready(api, "web", 1);
    await create(api, BUDGETS, {
      metadata: { name: "web" },
      spec: { minAvailable: 1, selector: { matchLabels: { app: "web" } } },
    });
    await withChannel(sandbox, worker!, ["os:admin"], async (channel) => {
      await channel.unary(MachineService.Upgrade, { image: "ghcr.io/a/installer:v1.12.1" });
    });
    const cordoned = await until(
      () => api.get(`/api/v1/nodes/${worker!.name}`),
      ({ spec }) => spec.unschedulable === true,
    );
    assert.equal(cordoned.metadata.annotations["talos.dev/cordoned"], "true");
    const [pod] = await podsOf(api, "web");
    assert.equal(pod.metadata.deletionTimestamp, undefined, "the budget forbids the eviction");
    const upgraded = await until(
      () => api.get(`/api/v1/nodes/${worker!.name}`),
      ({ spec, status }) =>
        spec.unschedulable === undefined && status.nodeInfo.osImage.includes("v1.12.1"),
    );
    assert.equal(upgraded.metadata.annotations["talos.dev/cordoned"], undefined);
    const history = await sandbox.cluster.readHistory();
    for (const event of ["cordon", "uncordon", "install"] as const) {
      assert.deepEqual(countByNode(history, event), { [worker!.name]: 1 }, event);
    }
  }));

Deno.test("static pods crash after the next boot, until the fault is cleared", () =>
  withSandbox({ controlPlanes: 3, podReadyMs: 100 }, async (sandbox) => {
    const [first, , last] = sandbox.controlPlanes;
    const api = await openKubernetes(sandbox, last);
    const system = "/api/v1/namespaces/kube-system/pods";
    const name = `${system}/kube-scheduler-${first!.name}`;
    await until(() => api.get(name), (pod) => pod.kind === "Pod" && isReady(pod));
    await setFault(sandbox, first, ["crash-pods"]);
    assert.equal(isReady(await api.get(name)), true);
    await withChannel(sandbox, first!, ["os:admin"], async (channel) => {
      await channel.unary(MachineService.Reboot, {});
    });
    const crashed = await until(
      () => api.get(name),
      ({ status }) => status.containerStatuses?.[0].state.waiting?.reason === "CrashLoopBackOff",
    );
    assert.equal(isReady(crashed), false);
    const node = await api.get(`/api/v1/nodes/${first!.name}`);
    assert.equal(isReady(node), true, "the kubelet itself runs");
    await assert.rejects(
      openKubernetes(sandbox, first).then((own) => own.get("/version")),
      { code: "ECONNREFUSED" },
    );
    await setFault(sandbox);
    await until(() => api.get(name), isReady);
  }));

Deno.test("a pod waits for its image on a node that cannot pull it", () =>
  withSandbox({ workers: 1, podReadyMs: 100 }, async (sandbox) => {
    const api = await openKubernetes(sandbox);
    await setFault(sandbox, sandbox.workers[0], ["pull-error"]);
    await create(api, DEPLOYMENTS, deployment("web", 1));
    const [pod] = await until(
      () => podsOf(api, "web"),
      (pods) => pods[0]?.status.containerStatuses?.[0].state.waiting?.reason === "ErrImagePull",
    );
    assert.equal(pod.status.phase, "Pending");
    await setFault(sandbox);
    await ready(api, "web", 1);
  }));
