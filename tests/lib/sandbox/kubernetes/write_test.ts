import assert from "node:assert/strict";
import { type Json, type KubernetesPeer, openKubernetes } from "../../../helpers/kubernetes.ts";
import { withSandbox } from "../../../helpers/sandbox.ts";
import { until } from "../../../helpers/until.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";

const withKubernetes = (body: (api: KubernetesPeer) => Promise<void>) =>
  withSandbox({ workers: 1 }, async (sandbox) => await body(await openKubernetes(sandbox)));

const configMap = (name: string, data: Json = { a: "1" }) => ({ metadata: { name }, data });

const deployment = (name: string, replicas = 2) => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: "main", image: "registry.example/app:1" }] },
    },
  },
});

Deno.test("an object is created once, and replaced at its present version only", () =>
  withKubernetes(async (api) => {
    const created = await api.call("POST", MAPS, { body: configMap("one") });
    assert.equal(created.status, 201);
    const again = await api.call("POST", MAPS, { body: configMap("one") });
    assert.deepEqual([again.status, again.body.reason], [409, "AlreadyExists"]);
    const changed = { ...created.body, data: { a: "2" } };
    assert.equal((await api.call("PUT", `${MAPS}/one`, { body: changed })).status, 200);
    const stale = await api.call("PUT", `${MAPS}/one`, { body: changed });
    assert.deepEqual([stale.status, stale.body.reason], [409, "Conflict"]);
    assert.equal((await api.get(`${MAPS}/one`)).data.a, "2");
  }));

Deno.test("invalid objects are rejected with the fields that are wrong", () =>
  withKubernetes(async (api) => {
    const named = await api.call("POST", MAPS, { body: configMap("No") });
    assert.deepEqual(named.body.details.causes[0].field, "metadata.name");
    const body = deployment("web");
    body.spec.template.metadata.labels.app = "other";
    const mismatch = await api.call("POST", DEPLOYMENTS, { body });
    assert.equal(mismatch.status, 422);
    assert.equal(mismatch.body.details.causes[0].field, "spec.template.metadata.labels");
    const elsewhere = MAPS.replace("default", "missing");
    const missing = await api.call("POST", elsewhere, { body: configMap("one") });
    assert.equal(missing.body.message, 'namespaces "missing" not found');
    const kind = await api.call("POST", MAPS, { body: { ...configMap("x"), kind: "Secret" } });
    assert.equal(kind.status, 400);
    const protobuf = await api.call("POST", MAPS, {
      body: "k8s\0",
      headers: { "content-type": "application/vnd.kubernetes.protobuf" },
    });
    assert.equal(protobuf.status, 415);
  }));

Deno.test("a dry run stores nothing", () =>
  withKubernetes(async (api) => {
    const { metadata: { resourceVersion } } = await api.get(MAPS);
    const created = await api.call("POST", `${MAPS}?dryRun=All`, { body: configMap("one") });
    assert.equal(created.status, 201);
    assert.equal((await api.call("GET", `${MAPS}/one`)).status, 404);
    const deleted = await api.call("DELETE", `${MAPS}/kube-root-ca.crt?dryRun=All`);
    assert.equal(deleted.status, 200);
    assert.equal((await api.get(MAPS)).metadata.resourceVersion, resourceVersion);
  }));

Deno.test("each type of patch changes an object", () =>
  withKubernetes(async (api) => {
    await api.call("POST", MAPS, { body: configMap("one", { a: "1", b: "2" }) });
    const patch = async (type: string, body: unknown, path = `${MAPS}/one`) => {
      const headers = { "content-type": `application/${type}` };
      return await api.call("PATCH", path, { body, headers });
    };
    const merged = await patch("merge-patch+json", { data: { a: null, c: "3" } });
    assert.deepEqual(merged.body.data, { b: "2", c: "3" });
    const operations = [{ op: "test", path: "/data/b", value: "2" }, {
      op: "remove",
      path: "/data/b",
    }];
    assert.deepEqual((await patch("json-patch+json", operations)).body.data, { c: "3" });
    assert.equal((await patch("json-patch+json", operations)).status, 422);
    await api.call("POST", DEPLOYMENTS, { body: deployment("web") });
    const container = { name: "main", env: [{ name: "A", value: "1" }] };
    const strategic = await patch(
      "strategic-merge-patch+json",
      { spec: { template: { spec: { containers: [container] } } } },
      `${DEPLOYMENTS}/web`,
    );
    const [main] = strategic.body.spec.template.spec.containers;
    assert.equal(main.image, "registry.example/app:1");
    assert.deepEqual(main.env, container.env);
    assert.equal(strategic.body.metadata.generation, 2);
    assert.equal((await patch("x", {})).status, 415);
  }));

Deno.test("server-side apply owns fields and reports conflicts", () =>
  withKubernetes(async (api) => {
    const apply = async (manager: string, data: Json, force = false) =>
      await api.call("PATCH", `${MAPS}/one?fieldManager=${manager}&force=${force}`, {
        body: { apiVersion: "v1", kind: "ConfigMap", ...configMap("one", data) },
        headers: { "content-type": "application/apply-patch+yaml" },
      });
    assert.equal((await apply("first", { a: "1", b: "1" })).status, 201);
    const conflict = await apply("second", { a: "2" });
    assert.equal(conflict.status, 409);
    assert.equal(
      conflict.body.message,
      'Apply failed with 1 conflict: conflict with "first": .data.a',
    );
    assert.deepEqual(conflict.body.details.causes[0].reason, "FieldManagerConflict");
    const anonymous = await apply("", { a: "2" });
    assert.deepEqual([anonymous.status, anonymous.body.details.causes[0].field], [
      422,
      "fieldManager",
    ]);
    const forced = await apply("second", { a: "2" }, true);
    assert.deepEqual(forced.body.data, { a: "2", b: "1" });
    const owners = forced.body.metadata.managedFields.map((one: Json) => [
      one.manager,
      one.operation,
      one.fieldsV1,
    ]);
    assert.deepEqual(owners, [
      ["first", "Apply", { "f:data": { "f:b": {} } }],
      ["second", "Apply", { "f:data": { "f:a": {} } }],
    ]);
    // A field that its only owner no longer applies is removed.
    assert.deepEqual((await apply("first", {})).body.data, { a: "2" });
  }));

Deno.test("a deployment rolls out, scales and takes its pods with it", () =>
  withKubernetes(async (api) => {
    await api.call("POST", DEPLOYMENTS, { body: deployment("web") });
    const ready = async () => (await api.get(`${DEPLOYMENTS}/web`)).status.readyReplicas ?? 0;
    await until(ready, (count) => count === 2);
    const scaled = await api.call("PATCH", `${DEPLOYMENTS}/web/scale`, {
      body: { spec: { replicas: 3 } },
      headers: { "content-type": "application/merge-patch+json" },
    });
    assert.equal(scaled.body.spec.replicas, 3);
    await until(ready, (count) => count === 3);
    const pods = async () =>
      (await api.get("/api/v1/namespaces/default/pods?labelSelector=app%3Dweb")).items;
    const [pod] = await pods();
    const log = await api.call(
      "GET",
      `/api/v1/namespaces/default/pods/${pod.metadata.name}/log`,
    );
    assert.match(log.text, /^container main started;/);
    await api.call("DELETE", `${DEPLOYMENTS}/web?propagationPolicy=Foreground`);
    await until(pods, (items) => items.length === 0);
    assert.equal((await api.call("GET", `${DEPLOYMENTS}/web`)).status, 404);
  }));

Deno.test("an object with finalizers remains until they are removed", () =>
  withKubernetes(async (api) => {
    const body = { metadata: { name: "one", finalizers: ["example.org/hold"] } };
    await api.call("POST", MAPS, { body });
    const deleted = await api.call("DELETE", `${MAPS}/one`);
    assert.ok(deleted.body.metadata.deletionTimestamp);
    assert.equal((await api.call("GET", `${MAPS}/one`)).status, 200);
    await api.call("PATCH", `${MAPS}/one`, {
      body: { metadata: { finalizers: null } },
      headers: { "content-type": "application/merge-patch+json" },
    });
    assert.equal((await api.call("GET", `${MAPS}/one`)).status, 404);
  }));

Deno.test("a namespace is removed with its content", () =>
  withKubernetes(async (api) => {
    await api.call("POST", "/api/v1/namespaces", { body: { metadata: { name: "shop" } } });
    const maps = MAPS.replace("default", "shop");
    await api.call("POST", maps, { body: configMap("one") });
    const deleted = await api.call("DELETE", "/api/v1/namespaces/shop");
    assert.equal(deleted.body.status.phase, "Terminating");
    await until(
      async () => (await api.call("GET", "/api/v1/namespaces/shop")).status,
      (status) => status === 404,
    );
    assert.deepEqual((await api.get(maps)).items, []);
  }));

Deno.test("a disruption budget forbids the eviction of its last pod", () =>
  withKubernetes(async (api) => {
    await api.call("POST", DEPLOYMENTS, { body: deployment("web", 1) });
    await api.call("POST", "/apis/policy/v1/namespaces/default/poddisruptionbudgets", {
      body: {
        metadata: { name: "web" },
        spec: { minAvailable: 1, selector: { matchLabels: { app: "web" } } },
      },
    });
    const pods = "/api/v1/namespaces/default/pods";
    const isReady = (pod: Json) =>
      pod.status.conditions?.some((one: Json) => one.type === "Ready" && one.status === "True");
    const { items: [pod] } = await until(
      () => api.get(`${pods}?labelSelector=app%3Dweb`),
      ({ items }) => items.some(isReady),
    );
    const path = `${pods}/${pod.metadata.name}/eviction`;
    const body = {
      apiVersion: "policy/v1",
      kind: "Eviction",
      metadata: { name: pod.metadata.name },
    };
    const refused = await api.call("POST", path, { body });
    assert.deepEqual([refused.status, refused.body.reason], [429, "TooManyRequests"]);
    // kube-apiserver v1.34.1 checks the budget before the UID.
    const other = { ...body, deleteOptions: { preconditions: { uid: "another" } } };
    assert.equal((await api.call("POST", path, { body: other })).status, 429);
    await api.call("DELETE", "/apis/policy/v1/namespaces/default/poddisruptionbudgets/web");
    assert.equal((await api.call("POST", path, { body: other })).status, 409);
    assert.equal((await api.call("POST", path, { body })).status, 201);
    assert.equal((await api.call("GET", `${pods}/${pod.metadata.name}`)).status, 404);
  }));
