import assert from "node:assert/strict";
import { request } from "node:https";
import { type Json, openKubernetes } from "../../../helpers/kubernetes.ts";
import { withSandbox } from "../../../helpers/sandbox.ts";

const names = (list: Json): string[] => list.items.map((item: Json) => item.metadata.name);

Deno.test("a cluster has its nodes, static pods and addons", () =>
  withSandbox({ workers: 1 }, async (sandbox) => {
    const api = await openKubernetes(sandbox);
    const nodes = await api.get("/api/v1/nodes");
    assert.equal(nodes.kind, "NodeList");
    assert.deepEqual(names(nodes), ["test-controlplane-1", "test-worker-1"]);
    const [control] = nodes.items;
    assert.equal(control.metadata.labels["node-role.kubernetes.io/control-plane"], "");
    assert.deepEqual(control.status.addresses[0], {
      type: "InternalIP",
      address: sandbox.controlPlanes[0]!.address,
    });
    const components = await api.get(
      "/api/v1/namespaces/kube-system/pods?labelSelector=tier%3Dcontrol-plane",
    );
    assert.deepEqual(names(components), [
      "kube-apiserver-test-controlplane-1",
      "kube-controller-manager-test-controlplane-1",
      "kube-scheduler-test-controlplane-1",
    ]);
    const image = components.items[0].spec.containers[0].image;
    assert.match(image, /^registry\.k8s\.io\/kube-apiserver:v1\./);
    const deployment = await api.get("/apis/apps/v1/namespaces/kube-system/deployments/coredns");
    assert.equal(deployment.spec.replicas, 2);
  }));

Deno.test("a request without client certificate is unauthorized", () =>
  withSandbox({}, async (sandbox) => {
    const { server } = await openKubernetes(sandbox);
    const status = await new Promise((resolve, reject) => {
      const options = { ca: [], rejectUnauthorized: false, agent: false };
      request(`${server}/version`, options, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).once("error", reject).end();
    });
    assert.equal(status, 401);
  }));

Deno.test("lists come in consistent pages", () =>
  withSandbox({ workers: 2 }, async (sandbox) => {
    const api = await openKubernetes(sandbox);
    const all = names(await api.get("/api/v1/pods"));
    const first = await api.get("/api/v1/pods?limit=3");
    assert.equal(first.metadata.remainingItemCount, all.length - 3);
    const token = encodeURIComponent(first.metadata.continue);
    const second = await api.get(`/api/v1/pods?limit=1000&continue=${token}`);
    assert.deepEqual([...names(first), ...names(second)], all);
    assert.equal(second.metadata.resourceVersion, first.metadata.resourceVersion);
    assert.equal(second.metadata.continue, undefined);
    const broken = await api.call("GET", "/api/v1/pods?continue=x");
    assert.equal(broken.status, 400);
  }));

Deno.test("a watch reports present objects, changes and bookmarks", () =>
  withSandbox({}, async (sandbox) => {
    const api = await openKubernetes(sandbox);
    const query = "watch=true&sendInitialEvents=true&allowWatchBookmarks=true" +
      "&resourceVersionMatch=NotOlderThan";
    const kinds: string[] = [];
    for await (const { type, object } of api.watch(`/api/v1/namespaces?${query}`)) {
      kinds.push(`${type} ${object.metadata.name ?? ""}`);
      if (type !== "BOOKMARK") continue;
      assert.equal(object.metadata.annotations["k8s.io/initial-events-end"], "true");
      break;
    }
    assert.deepEqual(kinds, [
      "ADDED default",
      "ADDED kube-node-lease",
      "ADDED kube-public",
      "ADDED kube-system",
      "BOOKMARK ",
    ]);
    const old = await api.call("GET", "/api/v1/pods?watch=true&resourceVersion=1&timeoutSeconds=1");
    assert.equal(old.status, 200);
    const future = await api.call("GET", "/api/v1/pods?watch=true&resourceVersion=999999999");
    assert.equal(future.status, 504);
    assert.equal(future.body.details.causes[0].reason, "ResourceVersionTooLarge");
  }));

Deno.test("a node that is down is not ready", () =>
  withSandbox({ workers: 1 }, async (sandbox) => {
    const api = await openKubernetes(sandbox);
    const ready = async () => {
      const node = await api.get("/api/v1/nodes/test-worker-1");
      return node.status.conditions.find((one: Json) => one.type === "Ready").status;
    };
    assert.equal(await ready(), "True");
    sandbox.cluster.faults.set([
      { id: "1", action: "down", node: "test-worker-1", method: "*" },
    ]);
    await sandbox.cluster.applyFaults();
    assert.equal(await ready(), "Unknown");
    sandbox.cluster.faults.set([]);
    await sandbox.cluster.applyFaults();
    assert.equal(await ready(), "True");
  }));
