import { deepEqual, equal, match, ok } from "node:assert/strict";
import { common } from "../../proto/common.ts";
import { machine, MachineService } from "../../proto/machine.ts";
import { OsctlError } from "../../lib/errors.ts";
import { InterruptError } from "../../lib/platform/interrupt_error.ts";
import { type Binding, stream, unary } from "../../lib/sandbox/types.ts";
import type { Clock } from "../../lib/async/clock.ts";
import { wallClock } from "../helpers/fake_system.ts";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";
import { openKubernetes } from "../helpers/kubernetes.ts";
import { scriptedPrompts } from "../helpers/scripted_prompts.ts";
import { readZip, type ZipContents } from "../helpers/zip.ts";
import { data } from "./answers.ts";

const bundleOf = ({ home }: Sandbox, name = "support.zip") => readZip(`${home}/${name}`);

const textOf = ({ members }: ZipContents, path: string) => members.get(path)!.text;

// deno-lint-ignore no-explicit-any -- tests read arbitrary fields
const manifestOf = (bundle: ZipContents): any => JSON.parse(textOf(bundle, "manifest.json"));

const pathsOf = ({ members }: ZipContents) => [...members.keys()];

/** Sets the nodes of the client configuration. */
async function useNodes({ run }: Sandbox, ...nodes: string[]): Promise<void> {
  equal((await run(["config", "node", ...nodes])).code, 0);
}

Deno.test("support collects the nodes of the client configuration", async () => {
  await withSandbox({ workers: 1 }, async (sandbox) => {
    const nodes = [...sandbox.controlPlanes, ...sandbox.workers].map(({ address }) => address);
    await useNodes(sandbox, ...nodes);
    const { code, stdout, stderr } = await sandbox.run(["support"]);
    equal(code, 0, stderr);
    equal(stdout, "");
    match(stderr, /^wrote the support bundle "support\.zip" \(\d+ files, [\d.]+ [kM]B\)\n/m);
    equal((await Deno.stat(`${sandbox.home}/support.zip`)).mode! & 0o777, 0o600);
    const bundle = await bundleOf(sandbox);
    const paths = pathsOf(bundle);
    for (const node of nodes) {
      for (
        const path of [
          "controller-runtime.log",
          "dependencies.dot",
          "devices",
          "dmesg.log",
          "io",
          "mounts",
          "processes",
          "resources/members.cluster.talos.dev.yaml",
          "service-logs/machined.log",
          "service-logs/machined.state",
          "summary",
        ]
      ) ok(paths.includes(`${node}/${path}`), `${path} is missing`);
    }
    ok(paths.includes("kubernetesResources/nodes.yaml"));
    const [node] = nodes;
    match(textOf(bundle, `${node}/summary`), /^Client:\n\tTag: +v1\.8.*Server:\n\tTag: +v1\.8/s);
    match(textOf(bundle, `${node}/io`), /^NAME +IO_TIME +IO_TIME_WEIGHTED +DISK_WRITE_SECTORS/);
    match(textOf(bundle, `${node}/processes`), /^PID +STATE +THREADS +CPU-TIME +VIRTMEM/);
    match(textOf(bundle, `${node}/mounts`), /^FILESYSTEM +SIZE\(GB\)/);
    match(textOf(bundle, `${node}/service-logs/apid.state`), /^ID +apid\nSTATE +Running\n/);
    match(
      textOf(bundle, `${node}/resources/members.cluster.talos.dev.yaml`),
      /^metadata:\n {4}namespace: cluster\n.*\n---\nmetadata:/s,
    );
    match(textOf(bundle, `${node}/controller-runtime.log`), / controller \S+ started\n/);
    match(textOf(bundle, `${node}/dependencies.dot`), /cluster\/Members\.cluster\.talos\.dev\//);
    match(
      textOf(bundle, "kubernetesResources/systemPods.yaml"),
      /^apiVersion: v1\nkind: PodList\n/,
    );
    match(textOf(bundle, "kubernetesResources/nodes.yaml"), new RegExp(sandbox.workers[0]!.name));
    const manifest = manifestOf(bundle);
    deepEqual([manifest.complete, manifest.nodes], [true, nodes]);
    const listed = manifest.members.map(({ path }: { path: string }) => path);
    deepEqual(listed.toSorted(), paths.filter((path) => path !== "manifest.json").toSorted());
    for (const { path, bytes } of manifest.members) {
      equal(bundle.members.get(path)!.bytes.length, bytes);
    }
  });
});

Deno.test("interface v1.4 has its own paths, and fails when an item does", async () => {
  const bindings = withContainers([{ id: "broken", name: "broken" }], async function* (id) {
    yield await Promise.resolve(data(`log of ${id}\n`));
    if (id === "broken") yield common.Data.create({ metadata: { error: "disk failure" } });
  });
  await withSandbox({ bindings }, async (sandbox) => {
    const node = sandbox.controlPlanes[0]!.address;
    const args = ["support", "-n", node, "-O", "old.zip"];
    const { code, stderr } = await sandbox.run(args, { release: "v1.4" });
    equal(code, 1);
    match(stderr, /broken\.log +disk failure$/m);
    match(stderr, /^osctl: 1 item could not be collected/m);
    const paths = pathsOf(await bundleOf(sandbox, "old.zip"));
    for (
      const path of [
        `${node}/apid.log`,
        `${node}/kube-system/broken.log`,
        `${node}/apid.state`,
        `${node}/talosResources/members.cluster.talos.dev.yaml`,
        "cluster/kubernetesResources/nodes.yaml",
        "cluster/kubernetesResources/systemPods.yaml",
      ]
    ) ok(paths.includes(path), `${path} is missing`);
  });
});

/** Every string below a key that holds a secret. */
function secretsIn(config: string): string[] {
  return [...config.matchAll(/^\s*(?:key|token|secret|secretboxEncryptionSecret): (\S{16,})$/gm)]
    .map((match) => match[1]!);
}

Deno.test("no secret of the cluster is in the bundle", async () => {
  await withSandbox({}, async (sandbox) => {
    const node = sandbox.controlPlanes[0]!.address;
    const marker = "marked-secret-0123456789";
    const patch = `[{"op":"add","path":"/cluster/apiServer/env","value":{"PASSWORD":"${marker}"}}]`;
    const patched = await sandbox.run(["patch", "mc", "-n", node, "-p", patch, "-m", "no-reboot"]);
    equal(patched.code, 0, patched.stderr);
    const config = await sandbox.run(["get", "mc", "-n", node, "-o", "jsonpath={.spec}"]);
    ok(config.stdout.includes(marker), config.stdout);
    const { kubeconfig, call } = await openKubernetes(sandbox);
    // The API server restarts with the variable.
    const isBack = () => call("GET", "/readyz").then(({ status }) => status === 200, () => false);
    while (!await isBack()) await new Promise((resolve) => setTimeout(resolve, 20));
    const key = /client-key-data: (\S+)/.exec(await Deno.readTextFile(kubeconfig))![1]!;
    const secrets = [marker, key, ...secretsIn(config.stdout)];
    ok(secrets.length > 8, config.stdout);
    equal((await sandbox.run(["support", "-n", node])).code, 0);
    const bundle = await bundleOf(sandbox);
    for (const { path, text } of bundle.members.values()) {
      for (const secret of secrets) ok(!text.includes(secret), `${path} contains a secret`);
    }
    const read = (type: string) => textOf(bundle, `${node}/resources/${type}.talos.dev.yaml`);
    match(read("osrootsecrets.secrets"), /\nspec: <REDACTED>\n$/);
    match(read("apiserverconfigs.kubernetes"), /\n +PASSWORD: <REDACTED>\n/);
    match(textOf(bundle, "kubernetesResources/systemPods.yaml"), /name: PASSWORD\n +value: <RED/);
    match(read("machineconfigs.config"), /\n +PASSWORD: "\*{6}"\n/);
  });
});

Deno.test("an unreachable node does not lose the others", async () => {
  await withSandbox({ controlPlanes: 2 }, async (sandbox) => {
    const node = sandbox.controlPlanes[0]!.address;
    const { code, stderr } = await sandbox.run(["support", "-n", `${sandbox.dead},${node}`]);
    equal(code, 1);
    match(stderr, /^wrote the support bundle/m);
    // Its items fail at different endpoints.
    equal(stderr.match(new RegExp(`^osctl: ${sandbox.dead}: `, "gm"))?.length, 1, stderr);
    const bundle = await bundleOf(sandbox);
    const paths = pathsOf(bundle);
    ok(paths.includes(`${node}/dmesg.log`));
    ok(!paths.some((path) => path.startsWith(sandbox.dead)));
    const { complete, failures } = manifestOf(bundle);
    const missing = failures.filter(({ source }: { source: string }) => source === sandbox.dead);
    deepEqual(
      [complete, missing.map(({ item }: { item: string }) => item)],
      [false, ["services", "kube-system containers", "resource definitions"]],
    );
  });
});

Deno.test("without any node, no file is written", async () => {
  await withSandbox({}, async (sandbox) => {
    const binding = ["-e", sandbox.controlPlanes[0]!.address];
    const config = await sandbox.osconfigFor("os:reader");
    const args = ["support", "-n", sandbox.dead, ...binding, "--osconfig", config];
    const { code, stderr } = await sandbox.run(args);
    equal(code, 1);
    match(stderr, new RegExp(`^osctl: ${sandbox.dead}: `, "m"));
    ok(!stderr.includes("wrote"), stderr);
    deepEqual([...Deno.readDirSync(sandbox.home)].filter(({ name }) => name.includes(".zip")), []);
  });
});

const failingKubeconfig: Binding = stream(MachineService.Kubeconfig, async function* () {
  yield await Promise.resolve(data("not an archive"));
});

Deno.test("an unreachable Kubernetes API is skipped and named", async () => {
  await withSandbox({ bindings: [failingKubeconfig] }, async (sandbox) => {
    const node = sandbox.controlPlanes[0]!.address;
    const { code, stderr } = await sandbox.run(["support", "-n", node]);
    equal(code, 0, stderr);
    match(stderr, /^cluster +Kubernetes API +\S/m);
    const bundle = await bundleOf(sandbox);
    ok(!pathsOf(bundle).some((path) => path.startsWith("kubernetesResources")));
    const failure = manifestOf(bundle).failures.find(({ source }: { source: string }) =>
      source === "cluster"
    );
    equal(failure.item, "Kubernetes API");
    equal(manifestOf(bundle).complete, false, "something failed");
    const old = await sandbox.run(["support", "-n", node, "--force"], { release: "v1.4" });
    equal(old.code, 1);
  });
});

Deno.test("an existing file is replaced after a question, or with --force", async () => {
  await withSandbox({}, async (sandbox) => {
    const node = sandbox.controlPlanes[0]!.address;
    const args = ["support", "-n", node, "--output", "taken.zip"];
    const path = `${sandbox.home}/taken.zip`;
    await Deno.writeTextFile(path, "mine");
    const off = await sandbox.run(args);
    deepEqual([off.code, off.stderr], [
      1,
      'osctl: "taken.zip" already exists; choose another name, or overwrite with --force\n',
    ]);
    const terminals = ["stdin", "stdout"] as const;
    const answering = (answer: string) => {
      const prompts = scriptedPrompts([["taken.zip exists; overwrite it?", answer]]);
      return sandbox.run(args, { terminals, wiring: { prompts } });
    };
    equal((await answering("no")).code, 130);
    equal(await Deno.readTextFile(path), "mine");
    equal((await answering("yes")).code, 0);
    ok((await bundleOf(sandbox, "taken.zip")).members.size > 10);
    await Deno.writeTextFile(path, "mine");
    equal((await sandbox.run([...args, "--force"])).code, 0);
    ok((await bundleOf(sandbox, "taken.zip")).members.size > 10);
    const nowhere = await sandbox.run(["support", "-n", node, "-O", "none/x.zip"]);
    equal(nowhere.code, 1);
    match(nowhere.stderr, /none": no such file or directory/);
  });
});

Deno.test("-v prints a line per file, and each failure", async () => {
  await withSandbox({ bindings: [failingKubeconfig] }, async (sandbox) => {
    const node = sandbox.controlPlanes[0]!.address;
    const { code, stdout } = await sandbox.run(["support", "-n", node, "-v"]);
    equal(code, 0);
    const files = pathsOf(await bundleOf(sandbox)).filter((path) => path !== "manifest.json");
    for (const path of files) {
      match(stdout, new RegExp(`^${RegExp.escape(path)} \\(.* k?B\\)$`, "m"));
    }
    match(stdout, /^cluster: Kubernetes API: .*invalid archive/m);
  });
});

/** Bindings of a node with these kube-system containers. */
function withContainers(
  containers: readonly Partial<machine.IContainerInfo>[],
  log: (id: string, signal: AbortSignal) => AsyncIterable<common.Data>,
): Binding[] {
  return [
    unary(MachineService.Containers, () =>
      Promise.resolve(machine.ContainersResponse.create({
        messages: [{
          containers: containers.map((container) => ({
            namespace: "k8s.io",
            podId: "kube-system/pod",
            pid: 1,
            status: "CONTAINER_RUNNING",
            ...container,
          })),
        }],
      }))),
    stream(MachineService.Logs, ({ id }, { signal }) => log(id ?? "", signal)),
  ];
}

Deno.test("logs of kube-system containers have safe and unique names", async () => {
  const bindings = withContainers([
    { id: "1", name: "kube-proxy" },
    { id: "2", name: "kube-proxy", pid: 0, status: "CONTAINER_EXITED" },
    { id: "3", name: "kube-proxy", pid: 0, status: "CONTAINER_EXITED" },
    { id: "4", name: "pause", status: "SANDBOX_READY" },
    { id: "5", name: "app", podId: "default/app" },
    { id: "6", name: "../../../etc/cron" },
  ], async function* (id) {
    yield await Promise.resolve(data(`log of ${id}\n`));
  });
  await withSandbox({ bindings }, async (sandbox) => {
    const node = sandbox.controlPlanes[0]!.address;
    equal((await sandbox.run(["support", "-n", node])).code, 0);
    const bundle = await bundleOf(sandbox);
    const folder = `${node}/kubernetes-logs/kube-system/`;
    const logs = pathsOf(bundle).filter((path) => path.startsWith(folder));
    deepEqual(logs.map((path) => [path.slice(folder.length), textOf(bundle, path)]), [
      ["kube-proxy.log", "log of 1\n"],
      ["kube-proxy-exited.log", "log of 2\n"],
      ["kube-proxy-exited-2.log", "log of 3\n"],
      [".._.._.._etc_cron.log", "log of 6\n"],
    ]);
  });
});

Deno.test("a log that breaks off is kept and marked as truncated", async () => {
  const bindings = withContainers([{ id: "broken", name: "broken" }], async function* (id) {
    yield await Promise.resolve(data("first line\n"));
    if (id === "broken") yield common.Data.create({ metadata: { error: "disk failure" } });
  });
  await withSandbox({ bindings }, async (sandbox) => {
    const node = sandbox.controlPlanes[0]!.address;
    const { code, stderr } = await sandbox.run(["support", "-n", node]);
    equal(code, 0);
    match(stderr, /kubernetes-logs\/kube-system\/broken\.log +disk failure$/m);
    const bundle = await bundleOf(sandbox);
    const path = `${node}/kubernetes-logs/kube-system/broken.log`;
    equal(textOf(bundle, path), "first line\n");
    const member = manifestOf(bundle).members.find((member: { path: string }) =>
      member.path === path
    );
    deepEqual(member, { path, bytes: 11, truncated: true, error: "disk failure" });
  });
});

Deno.test("--num-workers sets the number of calls at a time", async () => {
  let open = 0;
  let most = 0;
  let expected = 1;
  let reached = Promise.withResolvers<void>();
  const bindings = withContainers([], async function* () {
    most = Math.max(most, ++open);
    if (open === expected) reached.resolve();
    await reached.promise;
    // Time for a call too many.
    await new Promise((resolve) => setTimeout(resolve, 20));
    open--;
    yield data("line\n");
  });
  await withSandbox({ bindings }, async (sandbox) => {
    const node = sandbox.controlPlanes[0]!.address;
    equal((await sandbox.run(["support", "-n", node])).code, 0);
    equal(most, 1);
    expected = 3;
    reached = Promise.withResolvers();
    equal((await sandbox.run(["support", "-n", node, "--force", "-w", "3"])).code, 0);
    equal(most, 3);
    const invalid = await sandbox.run(["support", "-n", node, "--num-workers", "0"]);
    equal(invalid.code, 2);
    match(invalid.stderr, /^osctl: invalid value "0" for --num-workers: not positive/);
  });
});

Deno.test("after ^C, the bundle is valid and marked as incomplete", async () => {
  const stop = new AbortController();
  const bindings = withContainers([], async function* (id, signal) {
    yield data("first line\n");
    if (id !== "machined") return;
    stop.abort(new InterruptError("SIGINT"));
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    throw new OsctlError("cancelled", "the client left");
  });
  await withSandbox({ bindings }, async (sandbox) => {
    const node = sandbox.controlPlanes[0]!.address;
    const { signal } = stop;
    const { code, stderr } = await sandbox.run(["support", "-n", node], { signal });
    equal(code, 130);
    match(stderr, /^wrote the incomplete support bundle "support\.zip"/m);
    const bundle = await bundleOf(sandbox);
    equal(bundle.comment, "incomplete: interrupted");
    ok(bundle.members.has(`${node}/dmesg.log`));
    const { complete, skipped, members } = manifestOf(bundle);
    equal(complete, false);
    ok(skipped.includes(`${node}/service-logs/machined.state`), JSON.stringify(skipped));
    equal(members.length, bundle.members.size - 1);
  });
});

Deno.test("a node that never responds times out once, and does not lose the others", async () => {
  await withSandbox({ workers: 1 }, async (sandbox) => {
    const [node, silent] = [sandbox.controlPlanes[0]!.address, sandbox.workers[0]!.address];
    sandbox.cluster.faults.set([{ id: "1", action: "blackhole", node: silent, method: "*" }]);
    await sandbox.cluster.applyFaults();
    const env = { OSCTL_CALL_TIMEOUT: "3s" };
    let timeouts = 0;
    const clock: Clock = {
      ...wallClock,
      after: (ms, callback) =>
        wallClock.after(ms, () => {
          if (ms === 3000) timeouts++;
          callback();
        }),
    };
    const line = ["support", "-n", `${silent},${node}`];
    const { code, stderr } = await sandbox.run(line, { env, clock });
    // There are more than 60 items of a node.
    ok(timeouts < 20, `${timeouts} timeouts: each item waited for its own`);
    equal(code, 1);
    match(stderr, new RegExp(`^osctl: ${silent}: no response within 3s`, "m"));
    const { members } = await bundleOf(sandbox);
    ok(members.has(`${node}/dmesg.log`));
  });
});

Deno.test("what a role may not read is named, and the rest is collected", async () => {
  await withSandbox({}, async (sandbox) => {
    const node = sandbox.controlPlanes[0]!.address;
    const osconfig = await sandbox.osconfigFor("os:reader");
    const { code, stderr } = await sandbox.run(["support", "-n", node, "--osconfig", osconfig]);
    equal(code, 0);
    match(stderr, /^cluster +Kubernetes API +not authorized/m);
    match(stderr, / and \d+ more +not authorized \(PermissionDenied\)$/m);
    const bundle = await bundleOf(sandbox);
    ok(bundle.members.has(`${node}/service-logs/machined.log`));
    const items = manifestOf(bundle).failures.map(({ item }: { item: string }) => item);
    ok(items.includes("resources/osrootsecrets.secrets.talos.dev.yaml"), items);
  });
});

Deno.test({
  name: "a full disk ends the collection",
  ignore: Deno.build.os !== "linux",
  async fn() {
    const bindings = withContainers([], async function* () {
      for (let left = 100; left > 0; left--) {
        yield await Promise.resolve(data(crypto.getRandomValues(new Uint8Array(64 * 1024))));
      }
    });
    await withSandbox({ bindings }, async (sandbox) => {
      const node = sandbox.controlPlanes[0]!.address;
      const args = ["support", "-n", node, "-O", "/dev/full", "--force", "-w", "3"];
      const { code, stderr } = await sandbox.run(args);
      deepEqual([code, stderr], [
        1,
        'osctl: cannot write "/dev/full": no space left on device\n',
      ]);
    });
  },
});
