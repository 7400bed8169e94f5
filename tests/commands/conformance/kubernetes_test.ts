import { deepEqual, equal, match, ok } from "node:assert/strict";
import { KUBERNETES_VERSION } from "../../../lib/distribution.ts";
import { InterruptError } from "../../../lib/platform/interrupt_error.ts";
import { conformanceScripts, type TestRun } from "../../helpers/conformance.ts";
import { type Json, type KubernetesPeer, openKubernetes } from "../../helpers/kubernetes.ts";
import { fakeSystem, type MemoryOutput, wallClock } from "../../helpers/fake_system.ts";
import type { RunCommandOptions } from "../../helpers/run_command.ts";
import { type Sandbox, withSandbox } from "../../helpers/sandbox.ts";
import { until } from "../../helpers/until.ts";

const VERSION = KUBERNETES_VERSION["v1.8"];
const POD = "/api/v1/namespaces/conformance/pods/e2e-conformance-test";

interface Fixture {
  readonly sandbox: Sandbox;
  readonly api: KubernetesPeer;
  conform(args?: readonly string[], options?: RunCommandOptions): ReturnType<Sandbox["run"]>;
  /** Returns the names of leftover objects. */
  leftovers(): Promise<string[]>;
}

async function withCluster(
  run: (focus: string) => TestRun,
  body: (fixture: Fixture) => Promise<void>,
): Promise<void> {
  await withSandbox({ containerScripts: conformanceScripts(run) }, async (sandbox) => {
    const api = await openKubernetes(sandbox);
    const node = sandbox.controlPlanes[0]!.address;
    await body({
      sandbox,
      api,
      conform: (args = [], options = {}) =>
        sandbox.run(["conformance", "kubernetes", "-n", node, ...args], options),
      leftovers: async () => {
        const lists = await Promise.all([
          api.get("/api/v1/namespaces"),
          api.get("/apis/rbac.authorization.k8s.io/v1/clusterroles"),
          api.get("/apis/rbac.authorization.k8s.io/v1/clusterrolebindings"),
        ]);
        return lists.flatMap(({ items }: Json) =>
          items.filter(({ metadata }: Json) =>
            /^conformance/.test(metadata.name) && metadata.deletionTimestamp === undefined
          ).map(({ metadata }: Json) => metadata.name)
        );
      },
    });
  });
}

const LOG = [
  { afterMs: 100, text: "  Will run 3 of 6605 specs" },
  { afterMs: 1100, text: "••" },
  { afterMs: 1200, text: "• [5.1 seconds]" },
];

Deno.test("conformance kubernetes runs two passes, prints their logs and cleans up", async () => {
  const focuses: string[] = [];
  const run = (focus: string): TestRun => {
    if (focuses.at(-1) !== focus) focuses.push(focus);
    return { log: LOG, endMs: 1300 };
  };
  await withCluster(run, async ({ conform, leftovers, api }) => {
    const pods: Json[] = [];
    const watching = (async () => {
      for await (const { type, object } of api.watch("/api/v1/pods?watch=1&timeoutSeconds=60")) {
        if (object.metadata?.namespace === "conformance" && type === "ADDED") pods.push(object);
        if (pods.length === 2) break;
      }
    })();
    const { code, stdout, stderr } = await conform();
    equal(code, 0, stderr);
    const log = LOG.map(({ text }) => `${text}\n`).join("");
    equal(stdout, log + log);
    const tests = `tests of v${VERSION}`;
    match(
      stderr.replaceAll(/ in [\d.]+m?s\n/g, " in 2s\n"),
      new RegExp(
        `pass 1 of 2: ${tests}, 4 at a time: \\\\\\[Conformance\\\\\\]\npassed: 3 of 3 tests in 2s\n` +
          `pass 2 of 2: ${tests}, one at a time: \\\\\\[Serial\\\\\\]\\.\\*\\\\\\[Conformance\\\\\\]\n` +
          "passed: 3 of 3 tests in 2s\n$",
      ),
    );
    deepEqual([...new Set(focuses)], ["\\[Conformance\\]", "\\[Serial\\].*\\[Conformance\\]"]);
    deepEqual(await leftovers(), []);
    await watching;
    const variables = pods.map(({ spec }) =>
      spec.containers[0].env.find(({ name }: Json) => name === "E2E_EXTRA_GINKGO_ARGS").value ?? ""
    );
    deepEqual(variables, ["--procs=4", ""]);
    equal(pods[0].spec.containers[0].image, `registry.k8s.io/conformance:v${VERSION}`);
  });
});

Deno.test("conformance kubernetes --mode certified stores the results", async () => {
  const files = { "e2e.log": "log\n".repeat(30_000), "junit_01.xml": "<testsuite/>\n" };
  await withCluster(() => ({ log: LOG, endMs: 300, files }), async ({ sandbox, conform }) => {
    const cwd = sandbox.home;
    const args = ["--mode", "certified", "--kubernetes-version", "v1.30.4"];
    const { code, stderr } = await conform(args, { cwd });
    equal(code, 0, stderr);
    match(
      stderr,
      /^osctl: warning: the cluster runs v1\.31\.\d, the tests are of v1\.30\.4; use --kub/m,
    );
    match(
      stderr,
      /^wrote "v1\.30\/talos\/e2e\.log", "v1\.30\/talos\/junit_01\.xml", "v1\.30\/talos/m,
    );
    for (const [name, content] of Object.entries(files)) {
      equal(await Deno.readTextFile(`${cwd}/v1.30/talos/${name}`), content);
    }
    const product = await Deno.readTextFile(`${cwd}/v1.30/talos/PRODUCT.yaml`);
    match(product, /^vendor: Sidero Labs\nname: Talos Linux\nversion: v1\.8\./);
    match(product, /^contact_email_address: developers@siderolabs\.com$/m);
    const again = await conform(args, { cwd });
    equal(again.code, 1);
    match(again.stderr, /talos\/e2e\.log" exists/);
  });
});

Deno.test("failed tests are an error, and a failed certification has its results", async () => {
  const run = (): TestRun => ({
    log: [
      ...LOG,
      { afterMs: 1210, text: "• [FAILED] [2.0 seconds]" },
      { afterMs: 1220, text: "FAIL! -- 2 Passed | 1 Failed | 0 Pending | 6602 Skipped" },
    ],
    endMs: 1300,
    exitCode: 1,
    files: { "e2e.log": "failed\n" },
  });
  await withCluster(run, async ({ sandbox, conform, leftovers }) => {
    const { code, stderr } = await conform(["--mode", "certified"], { cwd: sandbox.home });
    equal(code, 1);
    match(stderr, /conformance tests failed with exit code 1: 3 of 3 tests, 1 failed in /);
    // The second file is missing.
    match(
      stderr,
      /warning: cannot read "\/tmp\/results\/junit_01\.xml" of the conformance pod: cat: /,
    );
    const [major, minor] = VERSION.split(".");
    equal(await Deno.readTextFile(`${sandbox.home}/v${major}.${minor}/talos/e2e.log`), "failed\n");
    deepEqual(await leftovers(), []);
  });
});

Deno.test("a lost connection is resumed without gaps and repeated lines", async () => {
  const lines = Array.from({ length: 40 }, (_, index) => ({
    afterMs: index * 100,
    text: `line ${index}`,
  }));
  await withCluster(() => ({ log: lines, endMs: 4000 }), async ({ sandbox, conform }) => {
    const { cluster, controlPlanes } = sandbox;
    const system = fakeSystem({ home: sandbox.home, cwd: sandbox.home, clock: wallClock });
    const running = conform(["--mode", "certified"], { system });
    const wait = (output: MemoryOutput, text: string) =>
      until(() => Promise.resolve(output.text), (all) => all.includes(text));
    await wait(system.stdout, "line 3\n");
    const node = controlPlanes[0]!.name;
    cluster.faults.add({ id: "1", action: "down", node, method: "*" });
    await cluster.applyFaults();
    await wait(system.stderr, "; connecting again\n");
    cluster.faults.set([]);
    await cluster.applyFaults();
    const { stdout, stderr } = await running;
    equal(stdout, lines.map(({ text }) => `${text}\n`).join(""), stderr);
    match(stderr, /; connecting again\n/);
    match(stderr, /passed: /);
  });
});

Deno.test("^C deletes the objects of the run", async () => {
  await withCluster(() => ({ log: LOG }), async ({ conform, leftovers, api }) => {
    const interrupt = new AbortController();
    const running = conform([], { signal: interrupt.signal });
    while ((await api.get(POD))?.status?.phase !== "Running") {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    ok((await leftovers()).length === 3);
    interrupt.abort(new InterruptError("SIGINT"));
    const { code, stderr } = await running;
    equal(code, 130);
    match(stderr, /deleted the namespace conformance\n/);
    deepEqual(await leftovers(), []);
  });
});

Deno.test("^C during the deletion of one pass prevents the next", async () => {
  await withCluster(() => ({ log: LOG, endMs: 100 }), async ({ conform, leftovers, api }) => {
    // A finalizer of a pod holds the namespace.
    const pod = { metadata: { name: "held", finalizers: ["example.com/held"] } };
    const interrupt = new AbortController();
    const running = conform([], { signal: interrupt.signal });
    while ((await api.get(POD))?.kind !== "Pod") {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const spec = { containers: [{ name: "c", image: "i" }] };
    const created = await api.call("POST", "/api/v1/namespaces/conformance/pods", {
      body: { ...pod, spec },
    });
    equal(created.status, 201, created.text);
    while (
      (await api.get("/api/v1/namespaces/conformance")).metadata.deletionTimestamp === undefined
    ) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    interrupt.abort(new InterruptError("SIGINT"));
    const { code, stderr } = await running;
    equal(code, 130);
    match(stderr, /passed: /);
    equal(/pass 2|warning/.test(stderr), false, stderr);
    deepEqual(await leftovers(), []);
  });
});

Deno.test("an image that cannot be pulled is explained", async () => {
  const pull = 'failed to pull image: rpc error: manifest unknown: "v1.31.99" not found';
  await withCluster(() => ({ log: [] }), async ({ conform, leftovers, api }) => {
    const running = conform();
    while ((await api.get(POD))?.kind !== "Pod") {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const image = `registry.k8s.io/conformance:v${VERSION}`;
    const waiting = { reason: "ErrImagePull", message: pull };
    const status = {
      containerStatuses: [{ name: "conformance-container", image, state: { waiting } }],
    };
    const headers = { "content-type": "application/merge-patch+json" };
    await api.call("PATCH", `${POD}/status`, { headers, body: { status } });
    const { code, stderr } = await running;
    equal(code, 1);
    ok(
      stderr.includes(`cannot pull image "${image}" on node test-controlplane-1: ${pull}`),
      stderr,
    );
    match(stderr, /--kubernetes-version selects another/);
    deepEqual(await leftovers(), []);
  });
});

Deno.test("leftovers of a run are removed, a foreign namespace is not", async () => {
  await withCluster(() => ({ log: LOG, endMs: 100 }), async ({ conform, api, leftovers }) => {
    const metadata = { name: "conformance" };
    await api.call("POST", "/api/v1/namespaces", { body: { metadata } });
    const foreign = await conform();
    equal(foreign.code, 1);
    match(foreign.stderr, /namespace "conformance" exists, and is not of a conformance run/);
    deepEqual(await leftovers(), ["conformance"]);
    // hydrophone does not label its namespace.
    await api.call("POST", "/api/v1/namespaces/conformance/serviceaccounts", {
      body: { metadata: { name: "conformance-serviceaccount" } },
    });
    const { code, stderr } = await conform([], { release: "v1.4" });
    equal(code, 0, stderr);
    match(stderr, /^deleted the namespace conformance of an earlier run$/m);
    match(stderr, /^pass 1 of 2: tests of v1\.27\.1, 4 at a time/m);
    deepEqual(await leftovers(), []);
  });
});

Deno.test("conformance kubernetes rejects unknown modes and versions", async () => {
  await withCluster(() => ({ log: [] }), async ({ conform, leftovers }) => {
    for (const args of [["--mode", "slow"], ["--kubernetes-version", "latest"]]) {
      const { code, stderr } = await conform(args);
      equal(code, 2);
      match(stderr, new RegExp(`invalid .*"${args[1]}" for ${args[0]}`), stderr);
    }
    deepEqual(await leftovers(), []);
  });
});

Deno.test("health --run-e2e runs basic tests after the checks", async () => {
  const focuses = new Set<string>();
  const run = (focus: string): TestRun => {
    focuses.add(focus);
    return { log: LOG, endMs: 1300 };
  };
  await withCluster(run, async ({ sandbox, leftovers }) => {
    const node = sandbox.controlPlanes[0]!.address;
    const args = ["health", "-n", node, "--server=false", "--run-e2e"];
    const { code, stdout, stderr } = await sandbox.run([...args, "--wait-timeout", "1m"]);
    equal(code, 0, stderr);
    equal(stdout, LOG.map(({ text }) => `${text}\n`).join(""));
    deepEqual([...focuses], [
      "Pods should be submitted and removed|Services should serve a basic endpoint from pods|" +
      "Services should be able to change the type from ExternalName to ClusterIP",
    ]);
    const json = await sandbox.run([...args, "-o", "json"]);
    equal(json.code, 2);
    deepEqual(await leftovers(), []);
  });
  await withCluster(() => ({ log: LOG }), async ({ sandbox, leftovers }) => {
    const node = sandbox.controlPlanes[0]!.address;
    const args = ["health", "-n", node, "--server=false", "--run-e2e", "--wait-timeout", "4s"];
    const { code, stderr } = await sandbox.run(args);
    equal(code, 1);
    match(stderr, /the tests did not end within 4\.0s/);
    deepEqual(await leftovers(), []);
  });
});
