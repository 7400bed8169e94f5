import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { InterruptError } from "../../lib/platform/interrupt_error.ts";
import { fakeSystem, wallClock } from "../helpers/fake_system.ts";
import { readKubernetesState, settledState } from "../helpers/kubernetes_state.ts";
import { openKubernetes } from "../helpers/kubernetes.ts";
import { type Sandbox, type SandboxOptions, withSandbox } from "../helpers/sandbox.ts";

/** A cluster with short delays. */
const FAST: SandboxOptions = {
  kubernetesVersion: "1.30.3",
  podReadyMs: 60,
  kubeletRestartMs: 60,
  imagePullMs: 5,
};

const onCluster = (options: SandboxOptions, body: (sandbox: Sandbox) => Promise<void>) =>
  withSandbox({ ...FAST, ...options }, body);

/** Runs the command at the first control plane. */
const upgrade = (
  sandbox: Sandbox,
  args: readonly string[],
  options: Parameters<Sandbox["run"]>[1] = {},
) => sandbox.run(["upgrade-k8s", "-n", sandbox.controlPlanes[0]!.address, ...args], options);

const records = (stdout: string) =>
  stdout.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));

const configOf = ({ folder }: { readonly folder: string }) =>
  Deno.readTextFile(`${folder}/config.yaml`);

Deno.test("a dry run prints the plan with the changes of manifests, and changes nothing", () =>
  onCluster({ workers: 1 }, async (sandbox) => {
    const before = await settledState(sandbox);
    const { code, stdout, stderr } = await upgrade(sandbox, ["--dry-run", "--to", "v1.31.1"]);
    equal(code, 0, stderr);
    const [control] = sandbox.controlPlanes;
    const [worker] = sandbox.workers;
    match(stdout, new RegExp(`^${control!.address} +images kube-apiserver +v1.31.1 +pull$`, "m"));
    match(
      stdout,
      new RegExp(`^${control!.address} +kube-scheduler +v1.30.3 +v1.31.1 +update$`, "m"),
    );
    match(stdout, new RegExp(`^${worker!.address} +kubelet +v1.30.3 +v1.31.1 +update$`, "m"));
    match(stdout, /^ +manifest DaemonSet kube-system\/kube-proxy +update$/m);
    match(stdout, /^\+\+\+ b\/apps\/v1\.DaemonSet\/kube-system\/kube-proxy$/m);
    match(stdout, /^- +image: registry\.k8s\.io\/kube-proxy:v1\.30\.3\n\+ +image: .*:v1\.31\.1$/m);
    equal(
      stderr,
      `osctl: detected Kubernetes 1.30.3
osctl: 2 nodes:
  test-controlplane-1  ${control!.address}  controlplane
  test-worker-1        ${worker!.address}  worker
osctl: dry run: nothing was changed
`,
    );
    deepEqual(await readKubernetesState(sandbox), before);
    const images = await sandbox.run(["image", "list", "-n", control!.address]);
    doesNotMatch(images.stdout, /kube/);

    const json = await upgrade(sandbox, ["--dry-run", "-o", "json", "--pre-pull-images=false"]);
    const [targets, ...steps] = records(json.stdout);
    deepEqual(targets, {
      targets: [
        { node: control!.address, name: "test-controlplane-1", role: "controlplane" },
        { node: worker!.address, name: "test-worker-1", role: "worker" },
      ],
    });
    ok(!steps.some(({ component }) => component === "images"));
    const proxy = steps.find(({ component }) => component === "manifest");
    deepEqual([proxy.object, proxy.state], ["DaemonSet kube-system/kube-proxy", "waiting"]);
    match(proxy.diff, /^--- a\/apps/);

    const coloured = await upgrade(sandbox, ["--dry-run", "--color", "always"]);
    // deno-lint-ignore no-control-regex -- SGR sequences
    match(coloured.stdout, /\x1b\[31m- +image.*\x1b\[39m\n\x1b\[32m\+ +image/);
  }));

Deno.test("disabled components are skipped, also in the plan", () =>
  onCluster({}, async (sandbox) => {
    const { address } = sandbox.controlPlanes[0]!;
    const disabled = '{"cluster":{"proxy":{"disabled":true}}}';
    const patched = await sandbox.run(["patch", "mc", "-n", address, "-p", disabled]);
    equal(patched.code, 0, patched.stderr);
    const plan = await upgrade(sandbox, ["--dry-run"]);
    match(plan.stdout, new RegExp(`^${address} +kube-proxy .* none: disabled$`, "m"));
    match(plan.stdout, new RegExp(`^${address} +kube-scheduler .* update$`, "m"));
    const { code, stderr } = await upgrade(sandbox, []);
    equal(code, 0, stderr);
    match(stderr, new RegExp(`^kube-proxy of ${address}: skipped, disabled$`, "m"));
  }));

Deno.test("all components are upgraded in order, and a repeated command changes nothing", () =>
  onCluster({ controlPlanes: 2, workers: 1 }, async (sandbox) => {
    const { code, stdout, stderr } = await upgrade(sandbox, ["-o", "json"]);
    equal(code, 0, stderr);
    const state = await readKubernetesState(sandbox);
    for (const [name, text] of Object.entries(state)) {
      if (/kube-flannel|coredns|flannel|kube-dns/.test(name)) continue;
      match(text, /v1\.31\.1/, name);
      doesNotMatch(text, /v1\.30|ready=false/, name);
    }
    const { controlPlanes, workers: [worker] } = sandbox;
    const [one, two] = controlPlanes.map(({ address }) => address);
    const done = records(stdout).filter(({ state }) => state === "done");
    deepEqual(
      done.map(({ node, component, object }) => `${component} ${object ?? node}`).slice(3),
      [
        ...["kube-apiserver", "kube-controller-manager", "kube-scheduler", "kube-proxy"]
          .flatMap((component) => [`${component} ${one}`, `${component} ${two}`]),
        `kubelet ${one}`,
        `kubelet ${two}`,
        `kubelet ${worker!.address}`,
        "manifest DaemonSet kube-system/kube-proxy",
        "manifest null",
        "rollout DaemonSet kube-system/kube-proxy",
      ],
    );
    ok(done.slice(0, 3).every(({ component }) => component === "images"));
    const images = await sandbox.run(["image", "list", "--namespace", "system", "-n", one!]);
    match(images.stdout, /kubelet:v1\.31\.1/);

    const again = await upgrade(sandbox, []);
    equal(again.code, 0, again.stderr);
    doesNotMatch(again.stderr, /done/);
    match(again.stderr, /Kubernetes 1\.31\.1 was complete; nothing was changed\n$/);
    deepEqual(await readKubernetesState(sandbox), state);
  }));

Deno.test("flags select images, components and comments of configurations", () =>
  onCluster({ workers: 1 }, async (sandbox) => {
    const [control] = sandbox.controlPlanes;
    const registry = "registry.example.com";
    const flags = [
      ...["--from", "1.30.3", "--to", "1.30.4", "--endpoint", control!.address],
      ...[`--apiserver-image=${registry}/kube-apiserver`],
      ...[`--controller-manager-image=${registry}/kube-controller-manager`],
      ...[`--scheduler-image=${registry}/kube-scheduler`, `--proxy-image=${registry}/kube-proxy`],
      ...[`--kubelet-image=${registry}/kubelet`, "--pre-pull-images=false"],
    ];
    const partly = await upgrade(sandbox, [
      ...flags,
      "--upgrade-kubelet=false",
      "--with-docs=false",
      "--with-examples=false",
    ]);
    equal(partly.code, 0, partly.stderr);
    const state = await readKubernetesState(sandbox);
    for (const name of ["kube-apiserver", "kube-controller-manager", "kube-scheduler"]) {
      match(state[`pod ${name} ${control!.name} 1`]!, new RegExp(`^${registry}/${name}:v1.30.4 `));
    }
    match(state["daemonsets kube-proxy"]!, /^registry\.example\.com\/kube-proxy:v1\.30\.4 /);
    match(state[`node ${control!.name}`]!, /^v1\.30\.3 /);
    doesNotMatch(await configOf(control!), /#/);
    doesNotMatch(partly.stderr, /images of|kubelet of/);

    const complete = await upgrade(sandbox, flags);
    equal(complete.code, 0, complete.stderr);
    const [worker] = sandbox.workers;
    match(await configOf(worker!), /image: registry\.example\.com\/kubelet:v1\.30\.4 +# /);
    match(await configOf(worker!), /\n +# # /);
    match((await readKubernetesState(sandbox))[`node ${worker!.name}`]!, /^v1\.30\.4 /);
  }));

Deno.test("the older interface upgrades to its newest version, without images", () =>
  onCluster({ kubernetesVersion: "1.26.4" }, async (sandbox) => {
    const { code, stderr } = await upgrade(sandbox, [], { release: "v1.4" });
    equal(code, 0, stderr);
    doesNotMatch(stderr, /images of/);
    match(stderr, /upgraded Kubernetes to 1\.27\.1\n$/);
    const state = await readKubernetesState(sandbox);
    match(state[`node ${sandbox.controlPlanes[0]!.name}`]!, /^v1\.27\.1 ready=true$/);
  }));

Deno.test("invalid versions, paths and images are rejected", async () => {
  await onCluster({}, async (sandbox) => {
    const cases: readonly (readonly [RegExp, ...string[]])[] = [
      [/invalid version "1.31" for --to; use a version such as 1.31.1/, "--to", "1.31"],
      [/invalid version "x" for --from/, "--from", "x"],
      [/invalid version "1.31.1\+a" for --to/, "--to", "1.31.1+a"],
      [/invalid version "1.31.1\+a" for --to/, "--from", "1.30.3", "--to", "1.31.1+a"],
      [/Kubernetes 1.29.0 is a downgrade of 1.30.3; choose a newer/, "--to", "1.29.0"],
      [
        /path 1.29.1 to 1.31.1: it skips a minor version; upgrade to 1.30 first/,
        "--from",
        "1.29.1",
      ],
      [/invalid image "x:v1" for kube-proxy/, "--proxy-image", "x:v1"],
      [/invalid endpoint "http:\/\/a\/b" for --endpoint/, "--endpoint", "http://a/b"],
      [/invalid --wait-timeout: negative/, "--wait-timeout=-1s"],
    ];
    for (const [expected, ...args] of cases) {
      const { code, stderr } = await upgrade(sandbox, args);
      equal(code, 2, stderr);
      match(stderr, expected);
    }
    const addresses = [...sandbox.nodes, ...sandbox.nodes].map(({ address }) => address).join(",");
    const several = await sandbox.run(["upgrade-k8s", "-n", `${addresses},${sandbox.dead}`]);
    equal(several.code, 2, several.stderr);
  });
});

Deno.test("a version that no path leads to is rejected before any call", () =>
  withSandbox({}, async (sandbox) => {
    const cases = [
      ["v1.8", "v1.18.0", /"1\.18\.0" for --to: .*; choose a version from 1\.19 on/],
      ["v1.8", "0.30.0", /"0\.30\.0" for --to: .*; choose a version from 1\.19 on/],
      ["v1.4", "2.0.0", /"2\.0\.0" for --to: upgrades start at Kubernetes 1\.19/],
    ] as const;
    for (const [release, to, expected] of cases) {
      const args = ["upgrade-k8s", "-n", sandbox.dead, "--to", to];
      const { code, stderr } = await sandbox.run(args, { release });
      equal(code, 2, stderr);
      match(stderr, expected);
      doesNotMatch(stderr, new RegExp(sandbox.dead));
    }
  }));

Deno.test("flags, feature gates and plugins that the new version removes prevent the upgrade", () =>
  onCluster({ workers: 1 }, async (sandbox) => {
    const [control] = sandbox.controlPlanes;
    const [worker] = sandbox.workers;
    const patch = JSON.stringify({
      cluster: {
        apiServer: { extraArgs: { "feature-gates": "CSINodeExpandSecret=true,Other=false" } },
        controllerManager: { extraArgs: { "volume-host-cidr-denylist": "10.0.0.0/8" } },
      },
    });
    const kubelet = JSON.stringify({
      machine: { kubelet: { extraArgs: { "iptables-drop-bit": "15" } } },
    });
    equal((await sandbox.run(["patch", "mc", "-n", control!.address, "-p", patch])).code, 0);
    equal((await sandbox.run(["patch", "mc", "-n", worker!.address, "-p", kubelet])).code, 0);
    const before = await settledState(sandbox);
    const { code, stderr } = await upgrade(sandbox, []);
    equal(code, 1);
    match(stderr, /^NODE +COMPONENT +REMOVED +NAME$/m);
    match(stderr, /kube-apiserver +feature gate +CSINodeExpandSecret$/m);
    match(stderr, /kube-controller-manager +flag +volume-host-cidr-denylist$/m);
    match(stderr, new RegExp(`^${worker!.address} +kubelet +flag +iptables-drop-bit$`, "m"));
    match(stderr, /the cluster uses 3 items that Kubernetes 1\.31 removes; remove these flags/);
    deepEqual(await readKubernetesState(sandbox), before);
    // The check belongs to a step between minor versions.
    const patchRelease = await upgrade(sandbox, ["--to", "1.30.4", "--dry-run"]);
    equal(patchRelease.code, 0, patchRelease.stderr);
  }));

Deno.test("a pod that does not become ready is named with its reason and its last log lines", () =>
  onCluster({
    containerScripts: [{
      repository: "broken.example.com/kube-scheduler",
      run: () => ({
        log: [{ afterMs: 0, text: "unknown flag: --profiling" }],
        exit: { afterMs: 0, code: 1 },
      }),
    }],
  }, async (sandbox) => {
    const { code, stderr } = await upgrade(sandbox, [
      "--scheduler-image=broken.example.com/kube-scheduler",
      "--wait-timeout=4s",
    ]);
    equal(code, 1);
    const { name, address } = sandbox.controlPlanes[0]!;
    match(stderr, new RegExp(`log of kube-system/kube-scheduler-${name}: unknown flag: --prof`));
    match(
      stderr,
      new RegExp(
        `osctl: pod of kube-scheduler on ${address} not ready within 4s: pod kube-scheduler-` +
          `${name}: not ready: container kube-scheduler: CrashLoopBackOff: back-off 10s ` +
          "restarting failed container=kube-scheduler: exit code 1 \\(Error\\); check the pod",
      ),
    );
    match(stderr, /stopped at kube-scheduler of .*; 3 of 6 steps complete; repeat the command/);
    // The repair is the same command.
    const repaired = await upgrade(sandbox, []);
    equal(repaired.code, 0, repaired.stderr);
    const state = await readKubernetesState(sandbox);
    match(
      state[`pod kube-scheduler ${name} 1`]!,
      /^registry\.k8s\.io\/kube-scheduler:v1\.31\.1 ready=true/,
    );
  }));

Deno.test("a node that is lost fails the step with its name, and the command continues later", () =>
  onCluster({ controlPlanes: 3, workers: 1 }, async (sandbox) => {
    const [worker] = sandbox.workers;
    const system = fakeSystem({ home: sandbox.home, clock: wallClock });
    const running = upgrade(sandbox, ["--wait-timeout=5s"], { system });
    while (!system.stderr.text.includes("kube-proxy of")) await pause();
    sandbox.cluster.faults.add({ id: "1", action: "down", node: worker!.name, method: "*" });
    await sandbox.cluster.applyFaults();
    const { code, stderr } = await running;
    equal(code, 1);
    match(stderr, new RegExp(`kubelet of ${worker!.address} not restarted within 5s: .*\\S`));
    match(stderr, new RegExp(`stopped at kubelet of ${worker!.address}; \\d+ of \\d+ steps`));
    sandbox.cluster.faults.set([]);
    await sandbox.cluster.applyFaults();
    const again = await upgrade(sandbox, []);
    equal(again.code, 0, again.stderr);
    const state = await readKubernetesState(sandbox);
    match(state[`node ${worker!.name}`]!, /^v1\.31\.1 ready=true$/);
  }));

Deno.test("the next API server is used when the endpoint is lost", () =>
  onCluster({ controlPlanes: 3 }, async (sandbox) => {
    const [first, second] = sandbox.controlPlanes;
    const system = fakeSystem({ home: sandbox.home, clock: wallClock });
    const running = upgrade(sandbox, ["--endpoint", `${first!.address}:6443`], { system });
    while (!system.stderr.text.includes("kube-apiserver of")) await pause();
    const { code, stderr } = await running;
    equal(code, 0, stderr);
    match(
      stderr,
      new RegExp(
        `using the API server ${second!.address}:6443: cannot connect to the API server ` +
          `${first!.address}:6443: `,
      ),
    );
  }));

Deno.test("endpoints that are the virtual IP are warned about", () =>
  onCluster({}, async (sandbox) => {
    const { address } = sandbox.controlPlanes[0]!;
    const interfaces = [{ interface: "eth0", dhcp: true, vip: { ip: address } }];
    const patch = JSON.stringify({ machine: { network: { interfaces } } });
    const patched = await sandbox.run(["patch", "mc", "-n", address, "-p", patch]);
    equal(patched.code, 0, patched.stderr);
    const { code, stderr } = await upgrade(sandbox, ["--dry-run"]);
    equal(code, 0, stderr);
    match(
      stderr,
      new RegExp(`the Kubernetes endpoint ${address}:6443 is the cluster's virtual IP`),
    );
    match(
      stderr,
      new RegExp(`the endpoint ${address} of the node API is the cluster's virtual IP`),
    );
  }));

Deno.test("a node that is lost for a moment in any phase delays the upgrade only", async (t) => {
  const phases = [
    ["images of", "worker"],
    ["kube-apiserver of", "second"],
    ["kube-scheduler of", "first"],
    ["kubelet of", "worker"],
    ["manifest: reading", "first"],
  ] as const;
  for (const [marker, which] of phases) {
    await t.step(
      `${marker} ${which}`,
      () =>
        onCluster({ controlPlanes: 3, workers: 1 }, async (sandbox) => {
          const [first, second] = sandbox.controlPlanes;
          const node = { first, second, worker: sandbox.workers[0] }[which]!;
          const system = fakeSystem({ home: sandbox.home, clock: wallClock });
          const running = upgrade(sandbox, ["--endpoint", second!.address], { system });
          while (!system.stderr.text.includes(marker)) await pause();
          sandbox.cluster.faults.add({ id: "1", action: "down", node: node.name, method: "*" });
          await sandbox.cluster.applyFaults();
          await pause(400);
          sandbox.cluster.faults.set([]);
          await sandbox.cluster.applyFaults();
          const { code, stderr } = await running;
          equal(code, 0, stderr);
          const state = await settledState(sandbox);
          for (const { name } of sandbox.nodes) {
            match(state[`node ${name}`]!, /^v1\.31\.1 ready=true$/);
          }
        }),
    );
  }
});

Deno.test("two Kubernetes nodes of one address end the command before the first change", () =>
  onCluster({}, async (sandbox) => {
    const { name, address } = sandbox.controlPlanes[0]!;
    const api = await openKubernetes(sandbox);
    const labels = { "node-role.kubernetes.io/control-plane": "" };
    const former = { apiVersion: "v1", kind: "Node", metadata: { name: "former", labels } };
    equal((await api.call("POST", "/api/v1/nodes", { body: former })).status, 201);
    const body = { status: { addresses: [{ type: "InternalIP", address }] } };
    const headers = { "content-type": "application/merge-patch+json" };
    const patched = await api.call("PATCH", "/api/v1/nodes/former/status", { body, headers });
    equal(patched.status, 200, patched.text);
    const before = await configOf(sandbox.controlPlanes[0]!);
    const { code, stderr } = await upgrade(sandbox, ["--wait-timeout=3s"]);
    equal(code, 1);
    const names = [name, "former"].toSorted().map((name) => `"${name}"`).join(" and ");
    match(
      stderr,
      new RegExp(`^osctl: Kubernetes nodes ${names} have the address ${address}; delete the`, "m"),
    );
    equal(await configOf(sandbox.controlPlanes[0]!), before);
  }));

Deno.test("differences of secrets have no values", () =>
  onCluster({}, async (sandbox) => {
    const api = await openKubernetes(sandbox);
    const secrets = "/api/v1/namespaces/kube-system/secrets";
    const [{ metadata: { name }, data }] = (await api.get(secrets)).items;
    const changed = await api.call("PATCH", `${secrets}/${name}`, {
      body: { data: { "token-secret": btoa("another") } },
      headers: { "content-type": "application/merge-patch+json" },
    });
    equal(changed.status, 200, changed.text);
    for (const format of [[], ["-o", "json"]]) {
      const { stdout } = await upgrade(sandbox, ["--dry-run", ...format]);
      match(stdout, /token-secret: .*REDACTED.*\(changed\)/);
      for (const value of [...Object.values<string>(data), btoa("another")]) {
        ok(!stdout.includes(value), value);
      }
    }
  }));

Deno.test("^C prints where the upgrade stopped, and the same command continues", () =>
  onCluster({ workers: 1, kubeletRestartMs: 500 }, async (sandbox) => {
    const stop = new AbortController();
    const terminals = ["stderr"] as const;
    const system = fakeSystem({
      home: sandbox.home,
      clock: wallClock,
      signal: stop.signal,
      terminals,
    });
    const running = upgrade(sandbox, [], { system });
    while (!system.stderr.text.includes("kubelet of")) await pause();
    stop.abort(new InterruptError("SIGINT"));
    const { code, stderr } = await running;
    equal(code, 130, stderr);
    match(
      stderr,
      /osctl: stopped at kubelet of \S+; [67] of 8 steps complete; repeat the command to continue\n/,
    );
    match(stderr, /NODE +IMAGES +APISERVER +CONTROLLER +SCHEDULER +PROXY +KUBELET/);
    const again = await upgrade(sandbox, []);
    equal(again.code, 0, again.stderr);
    doesNotMatch(again.stderr, /kube-(apiserver|scheduler) of .*: done/);
    const state = await readKubernetesState(sandbox);
    for (const { name } of sandbox.nodes) match(state[`node ${name}`]!, /^v1\.31\.1 ready=true$/);
  }));

Deno.test("an upgrade whose output is closed stops, and does not end as successful", () =>
  onCluster({}, async (sandbox) => {
    const system = fakeSystem({ home: sandbox.home, clock: wallClock });
    system.stdout.onWrite = () => {
      if (system.stdout.text.includes('"component"')) throw new Deno.errors.BrokenPipe("closed");
    };
    const { code, stderr } = await upgrade(sandbox, ["-o", "json"], { system });
    equal(code, 1, stderr);
    match(
      stderr,
      /osctl: stopped at images of \S+; 0 of 6 steps complete; repeat the command to continue\nosctl: stopped: the reader of the output has closed it\n$/,
    );
    const again = await upgrade(sandbox, []);
    match(again.stderr, /kube-apiserver of \S+: done/);
  }));

Deno.test("nodes from v1.13 on own the manifests that are applied on the server", () =>
  onCluster({ osVersion: "v1.13.9", kubernetesVersion: "1.31.0" }, async (sandbox) => {
    const { code, stderr } = await upgrade(sandbox, []);
    equal(code, 0, stderr);
    const api = await openKubernetes(sandbox);
    const { metadata, spec } = await api.get(
      "/apis/apps/v1/namespaces/kube-system/daemonsets/kube-proxy",
    );
    match(spec.template.spec.containers[0].image, /:v1\.31\.1$/);
    const managers = metadata.managedFields.map(({ manager, operation }: Record<string, string>) =>
      `${manager} ${operation}`
    );
    ok(managers.includes("talos Apply"), managers.join());
    equal(
      metadata.annotations["config.k8s.io/owning-inventory"],
      "talos-bootstrap-manifests-inventory",
    );
    const again = await upgrade(sandbox, []);
    match(again.stderr, /nothing was changed\n$/);
    for (const flags of [[], ["--allow-downgrade"]]) {
      const older = await upgrade(sandbox, ["--from", "1.30.1", "--to", "1.30.4", ...flags]);
      equal(older.code, 2);
      match(older.stderr, /Kubernetes 1\.30\.4 is a downgrade of 1\.31\.1; choose a newer version/);
    }
    const patch = await upgrade(sandbox, ["--to", "1.31.0", "--dry-run"]);
    equal(patch.code, 2);
    match(patch.stderr, /1\.31\.0 is a downgrade of 1\.31\.1; .* or add --allow-downgrade/);
    const allowed = await upgrade(sandbox, ["--to", "1.31.0", "--dry-run", "--allow-downgrade"]);
    equal(allowed.code, 0, allowed.stderr);
    const asked = await upgrade(sandbox, ["--to", "1.31.2"], {
      terminals: ["stdin", "stderr"],
      stdin: "n\n",
    });
    equal(asked.code, 130);
    match(asked.stderr, /^Upgrade Kubernetes 1\.31\.1 → 1\.31\.2: 1 control plane$/m);
    const confirmed = await upgrade(sandbox, ["--to", "1.31.2", "--yes"], {
      terminals: ["stdin", "stderr"],
      stdin: "",
    });
    equal(confirmed.code, 0, confirmed.stderr);
  }));

Deno.test("the release of the nodes, not of the interface, decides about newer versions", async () => {
  for (const release of ["v1.4", "v1.8"] as const) {
    const options = { osVersion: "v1.12.11", kubernetesVersion: "1.34.1" };
    await onCluster(options, async (sandbox) => {
      const { code, stderr } = await upgrade(sandbox, ["--to", "1.35.0"], { release });
      equal(code, 0, stderr);
      match(stderr, /upgraded Kubernetes to 1\.35\.0\n$/);
      const pod = `pod kube-scheduler ${sandbox.controlPlanes[0]!.name} 1`;
      match((await readKubernetesState(sandbox))[pod]!, /v1\.35\.0 /);
    });
  }
  await onCluster({ osVersion: "v1.8.4", kubernetesVersion: "1.31.1" }, async (sandbox) => {
    const before = await settledState(sandbox);
    const { code, stderr } = await upgrade(sandbox, ["--to", "1.32.0"]);
    equal(code, 1, stderr);
    match(
      stderr,
      /\(v1\.8\.4\) supports Kubernetes 1\.26 to 1\.31, not 1\.32\.0; upgrade these nodes to Talos Linux v1\.9 first/,
    );
    deepEqual(await readKubernetesState(sandbox), before);
  });
});

Deno.test("nodes that reject an older version are named", () =>
  onCluster({ osVersion: "v1.13.9", kubernetesVersion: "1.30.1" }, async (sandbox) => {
    const older = await upgrade(sandbox, ["--to", "1.30.4"]);
    equal(older.code, 1);
    match(
      older.stderr,
      /\(v1\.13\.9\) supports Kubernetes 1\.31 to 1\.36, not 1\.30\.4; choose a version from 1\.31 on for --to/,
    );
  }));

function pause(ms = 5): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
