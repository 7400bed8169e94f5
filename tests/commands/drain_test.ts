/** `cordon`, `uncordon` and `drain` of Kubernetes nodes. */
import assert from "node:assert/strict";
import { type Json, openKubernetes } from "../helpers/kubernetes.ts";
import { withSandbox } from "../helpers/sandbox.ts";

const BUDGETS = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
const PODS = "/api/v1/namespaces/default/pods";

Deno.test("nodes are cordoned, drained with respect to budgets, and uncordoned", async () => {
  await withSandbox({ workers: 2 }, async (sandbox) => {
    const { run, workers: [one, two] } = sandbox;
    const health = await run(["health", "--server=false", "--wait-timeout", "60s"]);
    assert.equal(health.code, 0, health.stderr);
    const api = await openKubernetes(sandbox);
    const isCordoned = async (name: string) =>
      (await api.get(`/api/v1/nodes/${name}`)).spec.unschedulable === true;
    const create = async (path: string, object: Json) => {
      const { status, text } = await api.call("POST", path, { body: object });
      assert.equal(status, 201, text);
    };
    const both = ["-n", `${one!.address},${two!.address}`];

    const cordoned = await run(["cordon", ...both]);
    assert.deepEqual([cordoned.code, cordoned.stdout, cordoned.stderr], [
      0,
      "",
      `"${one!.address}": cordoned ${one!.name}\n"${two!.address}": cordoned ${two!.name}\n`,
    ]);
    assert.ok(await isCordoned(one!.name) && await isCordoned(two!.name));
    const again = await run(["cordon", "-n", one!.address]);
    assert.equal(again.stderr, `"${one!.address}": ${one!.name} was cordoned before\n`);
    const back = await run(["uncordon", ...both]);
    assert.equal(back.code, 0, back.stderr);
    assert.deepEqual([await isCordoned(one!.name), await isCordoned(two!.name)], [false, false]);

    const labels = { app: "guarded" };
    const spec = { nodeName: one!.name, containers: [{ name: "c", image: "pause:3.9" }] };
    await create(PODS, { metadata: { name: "guarded", labels }, spec });
    await create(BUDGETS, {
      metadata: { name: "guard" },
      spec: { minAvailable: 1, selector: { matchLabels: labels } },
    });
    while ((await api.get(`${BUDGETS}/guard`)).status?.currentHealthy !== 1) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const blocked = await run(["drain", "--drain-timeout", "1s", ...both]);
    assert.equal(blocked.code, 1);
    assert.match(blocked.stderr, /not drained after 1s: default\/guarded \(The disruption budget/);
    assert.ok(blocked.stderr.includes(`drained ${two!.name}; it stays cordoned`), blocked.stderr);
    assert.ok(await isCordoned(one!.name) && await isCordoned(two!.name));

    assert.equal((await api.call("DELETE", `${BUDGETS}/guard`)).status, 200);
    const drained = await run(["drain", "-n", one!.address]);
    assert.equal(drained.code, 0, drained.stderr);
    assert.equal((await api.call("GET", `${PODS}/guarded`)).status, 404);
    const wrong = await run(["drain", "--drain-timeout", "0s", "-n", one!.address]);
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /^osctl: invalid --drain-timeout: not positive; /);
  });
});
