/** `apply-config --mode interactive` with prepared answers. */
import assert from "node:assert/strict";
import { machine, MachineService } from "../../proto/machine.ts";
import { parseConfig } from "../../lib/osconfig/mod.ts";
import { InterruptError } from "../../lib/platform/interrupt_error.ts";
import { StatusError } from "../../lib/rpc/status.ts";
import { unary } from "../../lib/sandbox/types.ts";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";
import { type Answer, CANCEL, scriptedPrompts } from "../helpers/scripted_prompts.ts";

const terminals = ["stdin", "stdout", "stderr"] as const;

async function configure(
  { run }: Sandbox,
  args: readonly string[],
  answers: readonly Answer[],
  home?: string,
) {
  const prompts = scriptedPrompts(answers);
  const outcome = await run(["apply-config", "-m", "interactive", ...args], {
    terminals,
    wiring: { prompts },
    ...(home === undefined ? {} : { home }),
  });
  return { ...outcome, prompts };
}

/** Waits until the node serves its configuration; returns it without comments. */
async function waitForNode({ run }: Sandbox, args: readonly string[]): Promise<string> {
  for (let attempt = 1;; attempt++) {
    const { code, stdout, stderr } = await run(["get", "mc", "v1alpha1", "-o", "yaml", ...args]);
    if (code === 0) return stdout.replaceAll(/ +# .*$/gm, "");
    if (attempt === 100) assert.fail(stderr);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const secrets = /PRIVATE KEY|LS0tLS1CRUdJTiBFQ|LS0tLS1CRUdJTiBFRDI1NTE5IFBSSVZ/;

Deno.test("a new cluster is generated, shown, stored and applied", async () => {
  await withSandbox({ unconfigured: 1 }, async (sandbox) => {
    const node = sandbox.unconfigured[0]!.address;
    const target = ["--insecure", "-n", node];
    const { code, stdout, stderr, prompts } = await configure(sandbox, target, [
      ["Cluster", "new cluster"],
      ["Installer image", "ghcr.io/example/installer:v1.8.0"],
      ["Cluster name", ""],
      ["Cluster name", "lab"],
      ["Endpoint", "10.0.0.10"],
      ["Endpoint", "https://10.0.0.10:6443"],
      ["Kubernetes version", "newest"],
      ["Kubernetes version", "1.30.4"],
      ["DNS domain", "lab.local"],
      ["CNI", "none"],
      ["Schedule", "yes"],
      ["Host name", "-x"],
      ["Host name", "lab-1"],
      ["Apply", "yes"],
    ]);
    assert.equal(code, 0, stderr);
    assert.deepEqual(prompts.unused, []);
    assert.deepEqual(prompts.rejected, [
      ["", "a value is required"],
      ["10.0.0.10", 'did you mean "https://10.0.0.10:6443"'],
      ["newest", "use a version such as 1.31.1"],
      ["-x", "use letters, digits, hyphens and dots"],
    ]);
    assert.match(stdout, /^ {4}type: controlplane$/m);
    assert.match(stdout, /^ {4}clusterName: lab$/m);
    assert.doesNotMatch(stdout, secrets);
    assert.match(stdout, /^ {8}key: "\*{6}"$/m);
    assert.doesNotMatch(stdout, /#/, "no comments");
    assert.match(stderr, /^the current context is now "lab"$/m);
    assert.match(stderr, new RegExp(`^${node} installs .*"osctl bootstrap -n ${node}"\\n$`, "m"));

    const applied = await waitForNode(sandbox, ["-e", node, "-n", node]);
    for (
      const line of [
        "hostname: lab-1",
        "image: ghcr.io/example/installer:v1.8.0",
        "endpoint: https://10.0.0.10:6443",
        "dnsDomain: lab.local",
        "name: none",
        "allowSchedulingOnControlPlanes: true",
        "image: registry.k8s.io/kube-apiserver:v1.30.4",
      ]
    ) assert.ok(applied.includes(` ${line}\n`), line);
    const { config } = parseConfig(await Deno.readTextFile(sandbox.osconfig), "config");
    assert.deepEqual(config.contexts.get("lab")!.endpoints, ["10.0.0.10"]);
    assert.equal((await Deno.stat(sandbox.osconfig)).mode! & 0o777, 0o600);
  });
});

Deno.test("the client configuration that OSCONFIG names may not exist before a new cluster", async () => {
  await withSandbox({ unconfigured: 1 }, async (sandbox) => {
    const node = sandbox.unconfigured[0]!.address;
    const path = `${sandbox.home}/new/osconfig`;
    const args = ["--insecure", "-n", node, "--osconfig", path];
    const { code, stderr } = await configure(sandbox, args, [
      ["Cluster name", "fresh"],
      ["Endpoint", "https://10.0.0.10:6443"],
      ["Apply", "yes"],
    ]);
    assert.equal(code, 0, stderr);
    const { config } = parseConfig(await Deno.readTextFile(path), "config");
    assert.equal(config.current, "fresh");
    assert.equal((await Deno.stat(path)).mode! & 0o777, 0o600);
    const joining = await configure(sandbox, [
      "-i",
      "-n",
      node,
      "-e",
      sandbox.dead,
      "--osconfig",
      `${path}x`,
    ], []);
    assert.equal(joining.code, 1);
    assert.match(joining.stderr, /from --osconfig does not exist/);
  });
});

Deno.test("a worker joins the cluster of the context with its settings", async () => {
  await withSandbox({ unconfigured: 1 }, async (sandbox) => {
    const { osconfig, controlPlanes: [first] } = sandbox;
    const before = await Deno.readTextFile(osconfig);
    const node = sandbox.unconfigured[0]!.address;
    const { code, stderr, prompts } = await configure(sandbox, ["-i", "-n", node], [
      ["Cluster", "context test"],
      ["Machine type", "worker"],
      ["Apply", "yes"],
    ]);
    assert.equal(code, 0, stderr);
    assert.ok(!prompts.questions.some(([question]) => /Cluster name|Endpoint|CNI/.test(question)));
    assert.match(stderr, new RegExp(`^${node} installs and restarts\\n$`, "m"));
    const applied = await waitForNode(sandbox, ["-n", node]);
    assert.match(applied, /type: worker\n/);
    assert.match(applied, /clusterName: test\n/);
    assert.ok(applied.includes(`endpoint: https://${first!.address}:6443\n`));
    assert.equal(await Deno.readTextFile(osconfig), before, "credentials are known already");
  });
});

Deno.test("--endpoints names the cluster to join", async () => {
  await withSandbox({ unconfigured: 1 }, async (sandbox) => {
    const { controlPlanes: [first], unconfigured: [node], dead } = sandbox;
    const target = ["-i", "-n", node!.address, "-e", `${dead},${first!.address}`];
    const { code, stderr, prompts } = await configure(sandbox, target, [
      ["Machine type", "control plane"],
      ["Apply", "yes"],
    ]);
    assert.equal(code, 0, stderr);
    assert.ok(!prompts.questions.some(([question]) => question === "Cluster"));
    assert.match(await waitForNode(sandbox, ["-n", node!.address]), /type: controlplane\n/);
  });
});

Deno.test("--endpoints with the node itself names no cluster in maintenance mode", async () => {
  // Scripts pass the same address as node and endpoint to nodes in maintenance mode.
  await withSandbox({ unconfigured: 1 }, async (sandbox) => {
    const node = sandbox.unconfigured[0]!.address;
    const { code, stderr, prompts } = await configure(sandbox, [
      "-i",
      "-n",
      node,
      "-e",
      node,
      "--dry-run",
    ], [
      ["Cluster", "new cluster"],
      ["Cluster name", "lab"],
      ["Endpoint", "https://10.0.0.10:6443"],
      ["Apply", "yes, as a dry run"],
    ]);
    assert.equal(code, 0, stderr);
    assert.deepEqual(prompts.unused, []);
  });
});

Deno.test("configurations are generated locally for nodes that generate none", async () => {
  const missing = () => Promise.reject(new StatusError(12, "unknown method GenerateConfiguration"));
  const bindings = [unary(MachineService.GenerateConfiguration, missing)];
  await withSandbox({ unconfigured: 2, bindings }, async (sandbox) => {
    const [one, two] = sandbox.unconfigured.map(({ address }) => address);
    const joined = await configure(sandbox, ["-i", "-n", one!], [
      ["Cluster", "context test"],
      ["Host name", "joined"],
      ["Apply", "yes"],
    ]);
    assert.equal(joined.code, 0, joined.stderr);
    assert.match(await waitForNode(sandbox, ["-n", one!]), /hostname: joined\n/);
    const created = await configure(sandbox, ["-i", "-n", two!], [
      ["Cluster", "new cluster"],
      ["Cluster name", "lab"],
      ["Apply", "yes"],
    ]);
    assert.equal(created.code, 0, created.stderr);
    assert.match(await waitForNode(sandbox, ["-n", two!]), /clusterName: lab\n/);
  });
});

Deno.test("a configured node keeps the secrets of its cluster, and its settings by default", async () => {
  await withSandbox({ workers: 1 }, async (sandbox) => {
    const node = sandbox.workers[0]!.address;
    const patch = (text: string, target: string) =>
      sandbox.run(["patch", "mc", "-p", text, "-n", target]);
    const subnets = "{podSubnets: [10.1.0.0/16], serviceSubnets: [10.2.0.0/16]}";
    await patch(`cluster: {network: ${subnets}}`, sandbox.controlPlanes[0]!.address);
    const settings = "{install: {disk: /dev/other}, network: {hostname: first}}";
    await patch(`machine: ${settings}`, node);
    const { code, stderr, prompts } = await configure(sandbox, ["-n", node], [
      ["Installer image", "example.com/installer:v2"],
      ["Apply", "yes"],
    ]);
    assert.equal(code, 0, stderr);
    assert.match(stderr, new RegExp(`^${node}: Applied configuration`, "m"));
    const answers = new Map(prompts.questions);
    assert.equal(answers.get("Machine type"), "worker");
    assert.equal(answers.get("Host name (empty: assigned by the network)"), "first");
    assert.ok(!prompts.questions.some(([question]) => question.includes("erased")));
    const applied = await waitForNode(sandbox, ["-n", node]);
    for (
      const text of [
        "type: worker\n",
        "hostname: first\n",
        "image: example.com/installer:v2\n",
        "podSubnets:\n                - 10.1.0.0/16\n",
        "serviceSubnets:\n                - 10.2.0.0/16\n",
      ]
    ) assert.ok(applied.includes(` ${text}`), `${text} in ${applied}`);
  });
});

Deno.test("--config-patch changes the generated configuration; --dry-run stores nothing", async () => {
  await withSandbox({ unconfigured: 1 }, async (sandbox) => {
    const before = await Deno.readTextFile(sandbox.osconfig);
    const node = sandbox.unconfigured[0]!.address;
    const patch = "machine: {sysctls: {net.a: '1'}}";
    const args = ["-i", "-n", node, "--dry-run", "-p", `[${PATCH}]`, "-p", `@patch.yaml`];
    await Deno.writeTextFile(`${sandbox.home}/patch.yaml`, patch);
    const { code, stdout, stderr, prompts } = await configure(sandbox, args, [
      ["Cluster", "new cluster"],
      ["Apply", "dry run"],
    ]);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^ {8}net\.a: "1"$/m);
    assert.match(stdout, /^ {4}env:\n {8}A: "\*{6}"$/m);
    assert.match(stderr, /maintenance mode and does not have a config yet\.\n$/);
    assert.ok(!prompts.questions.some(([question]) => question.startsWith("Client configuration")));
    assert.equal(await Deno.readTextFile(sandbox.osconfig), before);
    assert.notEqual((await sandbox.run(["version", "-n", node, "-e", node])).code, 0);
  });
});

const PATCH = '{"op": "add", "path": "/machine/env", "value": {"A": "b"}}';

Deno.test("nothing is stored or applied when the form is cancelled or ended", async () => {
  await withSandbox({ unconfigured: 1 }, async (sandbox) => {
    const before = await Deno.readTextFile(sandbox.osconfig);
    const node = sandbox.unconfigured[0]!.address;
    const cases: Answer[][] = [
      [["Cluster", CANCEL]],
      [["Cluster", "new cluster"], ["Kubernetes version", CANCEL]],
      [["Cluster", "new cluster"], ["Client configuration", CANCEL]],
      [["Cluster", "new cluster"], ["Apply", CANCEL]],
      [["Cluster", "new cluster"], ["Apply", "no, end"]],
    ];
    for (const answers of cases) {
      const { code, stderr, prompts } = await configure(sandbox, ["-i", "-n", node], answers);
      assert.equal(code, 130);
      assert.match(stderr, /osctl: cancelled, nothing was applied\n$/);
      assert.deepEqual(prompts.unused, []);
    }
    assert.equal(await Deno.readTextFile(sandbox.osconfig), before);
    const log = await Deno.readTextFile(`${sandbox.unconfigured[0]!.folder}/logs/machined.log`);
    assert.doesNotMatch(log, /ApplyConfiguration/);
  });
});

Deno.test("answers can be changed, and the client configuration is a new file", async () => {
  await withSandbox({ unconfigured: 1 }, async (sandbox) => {
    const { home } = sandbox;
    const node = sandbox.unconfigured[0]!.address;
    await Deno.writeTextFile(`${home}/taken`, "");
    const { code, stderr, prompts } = await configure(sandbox, ["-i", "-n", node], [
      ["Cluster", "new cluster"],
      ["Cluster name", "one"],
      ["CNI", "none"],
      ["Apply", "change"],
      ["Client configuration", "new file"],
      ["Cluster name", "two"],
      ["Client configuration", "new file"],
      ["Path", "first"],
      ["Path", "taken"],
      ["Path", "second"],
      ["Apply", "yes"],
    ]);
    assert.equal(code, 0, stderr);
    assert.deepEqual(prompts.unused, []);
    assert.deepEqual(
      prompts.questions.filter(([question]) => question.includes("CNI")).map(([, answer]) =>
        answer
      ),
      ["none: install one yourself", "none: install one yourself"],
    );
    assert.ok(stderr.includes(`the client configuration is in "${home}/second"\n`));
    assert.deepEqual([...(await load(`${home}/second`)).contexts.keys()], ["two"]);
    assert.equal((await Deno.stat(`${home}/second`)).mode! & 0o777, 0o600);
    assert.deepEqual([...(await load(sandbox.osconfig)).contexts.keys()], ["test"]);
  });
});

async function load(path: string) {
  return parseConfig(await Deno.readTextFile(path), path).config;
}

Deno.test("a rejected configuration stores nothing, an interrupted one its credentials", async () => {
  const stop = new AbortController();
  let isRejected = true;
  const bindings = [unary(MachineService.ApplyConfiguration, async ({ dryRun }) => {
    if (isRejected) throw new StatusError(3, "configuration validation failed: 1 error occurred");
    if (!dryRun) {
      stop.abort(new InterruptError("SIGINT"));
      await new Promise(() => {});
    }
    return machine.ApplyConfigurationResponse.create({ messages: [{}] });
  })];
  await withSandbox({ unconfigured: 1, bindings }, async (sandbox) => {
    const node = sandbox.unconfigured[0]!.address;
    const answers: Answer[] = [["Cluster", "new cluster"], ["Cluster name", "lab"], [
      "Apply",
      "yes",
    ]];
    const contexts = async () => [...(await load(sandbox.osconfig)).contexts.keys()];
    const rejected = await configure(sandbox, ["-i", "-n", node], answers);
    assert.equal(rejected.code, 1);
    assert.match(rejected.stderr, new RegExp(`^osctl: ${node}: configuration validation failed`));
    assert.deepEqual(await contexts(), ["test"]);
    isRejected = false;
    const wiring = { prompts: scriptedPrompts(answers) };
    const args = ["apply-config", "-m", "interactive", "-i", "-n", node];
    const { code, stderr } = await sandbox.run(args, { terminals, wiring, signal: stop.signal });
    assert.equal(code, 130);
    assert.match(stderr, new RegExp(`^${node} may have applied the configuration$`, "m"));
    assert.doesNotMatch(stderr, /nothing was applied/);
    assert.deepEqual(await contexts(), ["lab", "test"]);
  });
});

Deno.test("the form requires a terminal and one node, and checks the fingerprint", async () => {
  await withSandbox({ unconfigured: 2 }, async (sandbox) => {
    const [one, two] = sandbox.unconfigured.map(({ address }) => address);
    const interactive = ["apply-config", "-m", "interactive", "-i", "-n"];
    for (const present of [[], ["stdin"], ["stdout"]] as const) {
      const { code, stderr } = await sandbox.run([...interactive, one!], { terminals: present });
      assert.equal(code, 2);
      assert.match(
        stderr,
        /^osctl: --mode interactive requires a terminal: standard (in|out)put is not a terminal; /,
      );
    }
    const cases: [args: string[], code: number, stderr: RegExp][] = [
      [[`${one},${two}`], 2, /accepts one node, found 2/],
      [[one!, "-f", "w.yaml"], 2, /^osctl: --mode interactive generates the configuration; /],
      [[one!, "--cert-fingerprint", "AAAA"], 1, /fingerprint/],
      [[sandbox.dead], 1, /refused the connection/],
      [[one!, "--context", "nope"], 1, /context "nope"/],
    ];
    for (const [args, code, expected] of cases) {
      const { code: actual, stderr } = await sandbox.run([...interactive, ...args], { terminals });
      assert.equal(actual, code, stderr);
      assert.match(stderr, expected);
    }
  });
});

Deno.test("a node of v1.14 joins a cluster of v1.14 in its style, and keeps its settings", async () => {
  await withSandbox({ osVersion: "v1.14.0-rc.1", unconfigured: 1 }, async (sandbox) => {
    const { controlPlanes: [first], unconfigured: [fresh], home } = sandbox;
    // The cluster's configuration in documents, with its own secrets.
    const target = ["-n", first!.address];
    const { stdout: current } = await sandbox.run([
      ...["get", "mc", "v1alpha1", "-o", "jsonpath={.spec}", ...target],
    ]);
    await Deno.writeTextFile(`${home}/current.yaml`, current);
    const secrets = await sandbox.run([
      ...["gen", "secrets", "--from-controlplane-config", "current.yaml", "-o", "secrets.yaml"],
    ]);
    assert.equal(secrets.code, 0, secrets.stderr);
    const patch = [
      {
        apiVersion: "v1alpha1",
        kind: "KubeNetworkConfig",
        podSubnets: ["10.1.0.0/16"],
        serviceSubnets: ["10.2.0.0/16"],
      },
      { apiVersion: "v1alpha1", kind: "KubeFlannelCNIConfig", $patch: "delete" },
      { apiVersion: "v1alpha1", kind: "KubeNodeConfig", taints: { $patch: "delete" } },
    ];
    await Deno.writeTextFile(
      `${home}/patch.yaml`,
      patch.map((document) => JSON.stringify(document)).join("\n---\n"),
    );
    const generated = await sandbox.run([
      ...["gen", "config", "lab", `https://${first!.address}:6443`, "--os-version", "v1.14"],
      ...[
        "--with-secrets",
        "secrets.yaml",
        "--config-patch-control-plane",
        "@patch.yaml",
        "-t",
        "controlplane",
      ],
      ...["--dns-domain", "lab.local", "-o", "cp.yaml"],
    ]);
    assert.equal(generated.code, 0, generated.stderr);
    const applied = await sandbox.run(["apply-config", "-f", "cp.yaml", ...target, "-y"]);
    assert.equal(applied.code, 0, applied.stderr);
    await waitFor(async () =>
      (await waitForNode(sandbox, target)).includes("dnsDomain: lab.local")
    );

    const node = fresh!.address;
    const joined = await configure(sandbox, ["-i", "-n", node], [
      ["Cluster", "context test"],
      ["Machine type", "control plane"],
      ["Host name", "second"],
      ["Apply", "yes"],
    ]);
    assert.equal(joined.code, 0, joined.stderr);
    const text = await waitForNode(sandbox, ["-n", node]);
    for (
      const line of [
        "clusterName: lab",
        `endpoint: https://${first!.address}:6443`,
        "dnsDomain: lab.local",
        "hostname: second",
        "- 10.1.0.0/16",
        "- 10.2.0.0/16",
      ]
    ) assert.ok(text.includes(line), `${line}\n${text}`);
    assert.doesNotMatch(text, /KubeFlannelCNIConfig|NoSchedule|clusterNetwork/);

    const again = await configure(sandbox, ["-n", node], [["Apply", "yes"]]);
    assert.equal(again.code, 0, again.stderr);
    const answers = new Map(again.prompts.questions);
    assert.equal(answers.get("Host name (empty: assigned by the network)"), "second");
  });
});

async function waitFor(isDone: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; !await isDone(); attempt++) {
    assert.ok(attempt < 100, "not reached");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
