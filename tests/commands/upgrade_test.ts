/** `upgrade` and `reboot --drain` of nodes that the client upgrades step by step. */
import assert from "node:assert/strict";
import { LifecycleService, machine } from "../../proto/machine.ts";
import { stream } from "../../lib/sandbox/types.ts";
import { installerImage } from "../../lib/os_versions/mod.ts";
import { InterruptError } from "../../lib/platform/interrupt_error.ts";
import { fakeSystem, wallClock } from "../helpers/fake_system.ts";
import { type Json, type KubernetesPeer, openKubernetes } from "../helpers/kubernetes.ts";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";

const IMAGE =
  "factory.talos.dev/metal-installer/376567988ad370138ad8b2698212367b8edcb69b5fd68c80be1f2ec7d603b4ba:v1.14.0-rc.1";
const UPGRADE = ["upgrade", "-i", IMAGE, "--timeout", "60s"];
const BUDGETS = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
const PODS = "/api/v1/namespaces/default/pods";
/** Polling of the Kubernetes API, milliseconds. */
const POLL_MS = 50;

interface Fixture {
  readonly sandbox: Sandbox;
  readonly api: KubernetesPeer;
  readonly worker: { readonly address: string; readonly name: string };
  /** Creates a pod on the worker; a budget does not permit its eviction. */
  createPod(name: string, budget?: string): Promise<void>;
  isCordoned(): Promise<boolean>;
  version(): Promise<string>;
}

async function withWorker(
  osVersion: string,
  body: (fixture: Fixture) => Promise<void>,
): Promise<void> {
  await withSandbox({ osVersion, workers: 1 }, async (sandbox) => {
    const { run, workers } = sandbox;
    const worker = workers[0]!;
    const health = await run(["health", "--server=false", "--wait-timeout", "60s"]);
    assert.equal(health.code, 0, health.stderr);
    const api = await openKubernetes(sandbox);
    const create = async (path: string, object: Json) => {
      const { status, text } = await api.call("POST", path, { body: object });
      assert.equal(status, 201, text);
    };
    await body({
      sandbox,
      api,
      worker,
      createPod: async (name, budget) => {
        const labels = { app: name };
        const spec = { nodeName: worker.name, containers: [{ name: "c", image: "pause:3.9" }] };
        await create(PODS, { metadata: { name, labels }, spec });
        if (budget === undefined) return;
        await create(BUDGETS, {
          metadata: { name: budget },
          spec: { minAvailable: 1, selector: { matchLabels: labels } },
        });
        // Until its controller has counted the pods, a budget permits no eviction either.
        while ((await api.get(`${BUDGETS}/${budget}`)).status?.currentHealthy !== 1) {
          await new Promise((resolve) => setTimeout(resolve, POLL_MS));
        }
      },
      isCordoned: async () =>
        (await api.get(`/api/v1/nodes/${worker.name}`)).spec.unschedulable === true,
      version: async () => {
        const { stdout } = await run(["version", "-o", "json", "-n", worker.address]);
        return JSON.parse(stdout)[0].tag;
      },
    });
  });
}

/** Returns the texts of a node's progress. */
function progressOf(stderr: string, node: string): string[] {
  const prefix = `"${node}": `;
  return stderr.split("\n").filter((line) => line.startsWith(prefix))
    .map((line) => line.slice(prefix.length));
}

Deno.test("upgrade drains, installs, reboots and uncordons nodes from v1.13 on", async () => {
  await withWorker("v1.13.9", async ({ sandbox, worker, createPod, isCordoned, version, api }) => {
    await createPod("guarded", "guard");
    const node = ["-n", worker.address];
    const blocked = await sandbox.run([...UPGRADE, "--drain-timeout", "1s", ...node]);
    assert.equal(blocked.code, 1);
    assert.match(
      blocked.stderr,
      /drain failed: node "[^"]+" not drained after 1s: default\/guarded \(The disruption budget guard needs 1 healthy pods and has 1 currently\).*; check disruption budgets/,
    );
    assert.match(
      blocked.stderr,
      /: factory\.talos\.dev\/metal-installer\/[0-9a-f]{64}:v1\.14\.0-rc\.1 is installed\n/,
    );
    assert.deepEqual([await isCordoned(), await version()], [false, "v1.13.9"]);

    assert.equal((await api.call("DELETE", `${BUDGETS}/guard`)).status, 200);
    const { code, stderr } = await sandbox.run([...UPGRADE, "--drain-timeout", "4m", ...node]);
    assert.equal(code, 0, stderr);
    const texts = progressOf(stderr, worker.address);
    const steps = [
      `pulled ${IMAGE}`,
      "installation complete",
      `cordoned node ${worker.name}`,
      `drained node ${worker.name}`,
      "upgrade requested",
      "restarted, the boot ID has changed",
      `uncordoned node ${worker.name}`,
    ];
    const places = steps.map((step) => texts.indexOf(step));
    assert.deepEqual(places, places.toSorted((a, b) => a - b), texts.join("\n"));
    assert.ok(!places.includes(-1), texts.join("\n"));
    assert.ok(texts.some((text) => text.startsWith("evicted pod default/guarded, ")));
    assert.match(texts.at(-1)!, /^upgrade complete after /);
    assert.equal((await api.call("GET", `${PODS}/guarded`)).status, 404);
    assert.deepEqual([await isCordoned(), await version()], [false, "v1.14.0-rc.1"]);
  });
});

Deno.test("upgrade --drain=false evicts nothing; --stage, --force and --wait=false send one request", async () => {
  await withWorker("v1.14.0-rc.1", async ({ sandbox, worker, createPod, api, version }) => {
    await createPod("guarded", "guard");
    const node = ["-n", worker.address];
    const kept = await sandbox.run([...UPGRADE, "--drain=false", ...node]);
    assert.equal(kept.code, 0, kept.stderr);
    assert.doesNotMatch(kept.stderr, /cordon|drain/);
    assert.equal((await api.call("GET", `${PODS}/guarded`)).status, 200);

    // One request, which the node performs itself.
    const older = "ghcr.io/siderolabs/installer:v1.13.9";
    for (const option of ["--stage", "--force", "--wait=false"]) {
      const args = ["upgrade", "-i", older, "--allow-downgrade", option, ...node];
      const { code, stderr, stdout } = await sandbox.run(args);
      assert.equal(code, 0, stderr);
      assert.doesNotMatch(stderr, /pulled|installation complete/, option);
      if (option === "--wait=false") assert.match(stdout, /ACK/);
      else assert.equal(await version(), "v1.13.9", option);
    }
  });
});

Deno.test("^C during a drain prints what remains to be undone", async () => {
  await withWorker("v1.14.0-rc.1", async ({ sandbox, worker, createPod, isCordoned }) => {
    await createPod("guarded", "guard");
    const stop = new AbortController();
    const { home } = sandbox;
    const system = fakeSystem({ home, clock: wallClock, signal: stop.signal });
    const running = sandbox.run([...UPGRADE, "-n", worker.address], { system });
    while (!system.stderr.text.includes("disruption budget guard")) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    stop.abort(new InterruptError("SIGINT"));
    const { code, stderr } = await running;
    assert.equal(code, 130);
    const rest =
      `${IMAGE} is installed; stays cordoned; undo with "osctl uncordon -n ${worker.address}"`;
    assert.match(stderr, /: upgrade not requested\n/);
    assert.ok(stderr.endsWith(`osctl: ${worker.address}: ${rest}\n`), stderr);
    assert.equal(await isCordoned(), true);
  });
});

Deno.test("reboot --drain leaves a node cordoned that was cordoned before", async () => {
  await withWorker("v1.8.4", async ({ sandbox, worker, createPod, isCordoned, api }) => {
    await createPod("plain");
    const node = ["-n", worker.address];
    const reboot = ["reboot", "--drain", "--timeout", "60s", ...node];
    const first = await sandbox.run([...reboot, "--drain-timeout", "4m"]);
    assert.equal(first.code, 0, first.stderr);
    const texts = progressOf(first.stderr, worker.address);
    assert.ok(texts.includes(`uncordoned node ${worker.name}`), first.stderr);
    assert.equal((await api.call("GET", `${PODS}/plain`)).status, 404);
    assert.equal(await isCordoned(), false);

    await api.call("PATCH", `/api/v1/nodes/${worker.name}`, {
      headers: { "content-type": "application/merge-patch+json" },
      body: { spec: { unschedulable: true } },
    });
    const second = await sandbox.run(reboot);
    assert.equal(second.code, 0, second.stderr);
    assert.equal(await isCordoned(), true);

    await createPod("guarded", "guard");
    const blocked = await sandbox.run([...reboot, "--drain-timeout", "500ms"]);
    assert.equal(blocked.code, 1);
    assert.match(blocked.stderr, /not drained after 500ms: default\/guarded/);
    assert.equal(await isCordoned(), true);
    const untracked = await sandbox.run(["reboot", "--drain", "--wait=false", ...node]);
    assert.deepEqual([untracked.code, untracked.stdout], [2, ""]);
    assert.match(untracked.stderr, /^osctl: --drain requires --wait; /);
  });
});

Deno.test("upgrade refuses downgrades and warns about skipped minor versions", async () => {
  await withSandbox({ osVersion: "v1.12.4" }, async ({ run, nodes: [node] }) => {
    const target = ["-n", node!.address];
    const upgrade = (...args: string[]) => run(["upgrade", ...args, ...target]);
    const image = (tag: string) => ["-i", installerImage(tag)];
    for (const mode of [[], ["--dry-run"], ["--wait=false"]]) {
      const byDefault = await upgrade(...mode);
      assert.equal(byDefault.code, 2, byDefault.stderr);
      assert.match(
        byDefault.stderr,
        /the default image has v1\.8\.0-alpha\.2, older than \S+ \(v1\.12\.4\); set the installer image/,
      );
      const older = await upgrade(...image("v1.12.3"), ...mode);
      assert.equal(older.code, 2, older.stderr);
      assert.match(
        older.stderr,
        /v1\.12\.3 is a downgrade of \S+ \(v1\.12\.4\); choose a newer image, or add --allow-downgrade/,
      );
    }
    const skipping = await upgrade(...image("v1.14.0"), "--dry-run");
    assert.equal(skipping.code, 0, skipping.stderr);
    assert.match(
      skipping.stderr,
      /^osctl: warning: v1\.14\.0 skips minor versions of \S+ \(v1\.12\.4\)/m,
    );
    const next = await upgrade(...image("v1.13.0"), "--dry-run");
    assert.equal(
      next.stderr,
      "osctl: includes the only control plane: etcd has one member: Kubernetes stops while its " +
        "control plane restarts\n",
    );
    const asked = await run(["upgrade", ...image("v1.13.0"), ...target], {
      terminals: ["stdin", "stderr"],
      stdin: "n\n",
    });
    assert.equal(asked.code, 130);
    assert.match(asked.stderr, /^ {2}\S+ +controlplane +\S+ +v1\.12\.4 → v1\.13\.0$/m);
    const allowed = await upgrade(...image("v1.12.3"), "--allow-downgrade", "--dry-run");
    assert.equal(allowed.code, 0, allowed.stderr);
  });
});

Deno.test("an upgrade keeps the kernel arguments that the newer request drops", async () => {
  const services = (calls: string[]) => [
    stream(LifecycleService.Upgrade, async function* () {
      calls.push("LifecycleService.Upgrade");
      yield await Promise.resolve(
        machine.LifecycleServiceUpgradeResponse.create({ progress: { exitCode: 0 } }),
      );
    }),
  ];
  const calls: string[] = [];
  const osVersion = "v1.13.8";
  await withSandbox({ osVersion, workers: 2, bindings: services(calls) }, async (sandbox) => {
    const { run, workers: [first, second], home } = sandbox;
    const image = ["-i", installerImage("v1.13.9")];
    const patch = `${home}/patch.yaml`;
    await Deno.writeTextFile(patch, "machine: {install: {extraKernelArgs: [net.ifnames=0]}}\n");
    const target = ["-n", first!.address];
    const patched = await run(["patch", "machineconfig", "-p", `@${patch}`, ...target]);
    assert.equal(patched.code, 0, patched.stderr);
    const notice = `${first!.address} (net.ifnames=0)`;
    const plan = await run(["upgrade", ...image, ...target, "--dry-run"]);
    assert.ok(plan.stderr.includes(`keeps extraKernelArgs: ${notice}`), plan.stderr);
    const installed = await run(["upgrade", ...image, ...target, "--no-reboot"]);
    assert.equal(installed.code, 1);
    assert.ok(
      installed.stderr.includes(
        `osctl: --no-reboot would drop machine.install.extraKernelArgs of ${notice}; omit --no-reboot`,
      ),
      installed.stderr,
    );
    const upgraded = await run(["upgrade", ...image, ...target, "--timeout", "60s"]);
    assert.equal(upgraded.code, 0, upgraded.stderr);
    assert.ok(upgraded.stderr.includes(`keeps extraKernelArgs: ${notice}`), upgraded.stderr);
    const rolling = await run([
      "upgrade",
      "-i",
      installerImage("v1.13.10"),
      ...target,
      "--rolling",
    ]);
    assert.equal(rolling.code, 0, rolling.stderr);
    assert.deepEqual(calls, []);

    const other = ["-n", second!.address];
    const legacy = await run(["upgrade", ...image, ...other, "--legacy", "--timeout", "60s"]);
    assert.equal(legacy.code, 0, legacy.stderr);
    assert.deepEqual(calls, []);
    const newer = await run(["upgrade", ...image, ...other, "--no-reboot", "--legacy"]);
    assert.match(newer.stderr, /--no-reboot cannot be combined with --legacy/);
    await run(["upgrade", "-i", installerImage("v1.13.10"), ...other, "--no-reboot"]);
    assert.deepEqual(calls, ["LifecycleService.Upgrade"]);
  });
});
