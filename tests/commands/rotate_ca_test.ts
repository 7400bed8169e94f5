import { deepEqual, equal, match, ok } from "node:assert/strict";
import { createSecrets } from "../../lib/sandbox/mod.ts";
import type { NodeFacts } from "../../lib/sandbox/types.ts";
import { createCa, issueClientCertificate } from "../../lib/pki/mod.ts";
import { renderConfig } from "../../lib/osconfig/mod.ts";
import { type BundleOptions, createBundle } from "../../lib/pki/secrets_bundle.ts";
import { encodeConfig } from "../../lib/machineconfig/encode/mod.ts";
import { decodeMachineConfig } from "../../lib/machineconfig/load/mod.ts";
import { writeBundle } from "../../lib/machineconfig/generate/write_bundle.ts";
import { readTrust } from "../../lib/machineconfig/authorities/mod.ts";
import { type Journal, type Phase, PHASES } from "../../lib/procedures/ca_rotation/mod.ts";
import { writeYaml } from "../../lib/yaml/mod.ts";
import type { FaultRule } from "../../lib/sandbox/fault_rules.ts";
import { fakeSystem, wallClock } from "../helpers/fake_system.ts";
import {
  checkRotated,
  configsOf,
  type Credentials,
  FAST,
  journalOf,
  NodeWatcher,
  readJournalOf,
  unreachable,
} from "../helpers/rotation.ts";
import { openKubernetes } from "../helpers/kubernetes.ts";
import { runCommand } from "../helpers/run_command.ts";
import { type Sandbox, type SandboxOptions, withSandbox } from "../helpers/sandbox.ts";

const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
const JOURNAL = "osconfig.rotation.json";
const base64 = (text: string) => new TextEncoder().encode(text).toBase64();

function withNodes(
  body: (sandbox: Sandbox, old: Credentials) => Promise<void>,
  options: SandboxOptions = {},
): Promise<void> {
  return withSandbox({ controlPlanes: 2, workers: 1, ...FAST, ...options }, async (sandbox) => {
    await body(sandbox, await sandbox.cluster.issue("os:admin"));
  });
}

const rotate = (sandbox: Sandbox, ...flags: string[]) =>
  sandbox.run(["rotate-ca", "--dry-run=false", "--timeout", "20s", ...flags]);

/** Checks that only clients of one authority of the node API reach all nodes. */
async function checkClients(
  sandbox: Sandbox,
  accepted: Credentials,
  rejected: Credentials,
): Promise<void> {
  deepEqual(await unreachable(sandbox, accepted), []);
  equal((await unreachable(sandbox, rejected)).length, sandbox.nodes.length);
}

const newClient = ({ os, client }: Journal): Credentials => ({ ca: os!.new.crt, ...client! });

const trustOf = (text: string) => readTrust({ text, name: "", release: "v1.14" });

/** Moves the Kubernetes CA of a configuration to a document of v1.14. */
function withCaDocument(text: string): string {
  const { isControlPlane, kubernetes: { issuing } } = trustOf(text);
  const { crt, key } = issuing!;
  const lines = [
    "    ca:",
    `        crt: ${base64(crt)}`,
    `        key: ${key ? base64(key) : '""'}`,
  ];
  const main = text.replace(`${lines.join("\n")}\n`, "");
  const document = isControlPlane
    ? { issuingCA: { cert: crt, key: key! } }
    : { acceptedCAs: [crt] };
  const header = { apiVersion: "v1alpha1", kind: "KubeAPIServerCAConfig" };
  return `${main}---\n${writeYaml({ ...header, ...document })}`;
}

/** Waits until the journal records a phase. */
async function untilPhase(
  sandbox: Sandbox,
  authority: "os" | "kubernetes",
  phase: Phase,
): Promise<void> {
  while ((await readJournalOf(sandbox))?.[authority]?.rotate !== phase) {
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** Applies a configuration to a node in maintenance mode; waits until it is a member. */
async function join(sandbox: Sandbox, { address, name }: NodeFacts, text: string): Promise<void> {
  await Deno.writeTextFile(`${sandbox.home}/joining.yaml`, text);
  const apply = ["apply-config", "--insecure", "-n", address, "-f", "joining.yaml"];
  const applied = await sandbox.run(apply);
  equal(applied.code, 0, applied.stderr);
  const members = async (...flags: string[]) =>
    (await sandbox.run([...flags, "get", "members", "-n", sandbox.nodes[0]!.address])).stdout;
  while (!`${await members()}${await members("--osconfig", "osconfig")}`.includes(name)) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

Deno.test("rotate-ca replaces both authorities, and a node is always reachable", () =>
  withNodes(async (sandbox, old) => {
    const before = configsOf(sandbox);
    const kubeconfig = await sandbox.run(["kubeconfig", "-", "-n", sandbox.nodes[0]!.address]);
    const watcher = new NodeWatcher(sandbox, old);
    const { code, stdout, stderr } = await rotate(sandbox);
    await watcher.stop();
    equal(code, 0, stderr);
    deepEqual(watcher.lost, []);
    ok(watcher.rounds > 1);
    const journal = await journalOf(sandbox);
    checkRotated(sandbox, before, journal);
    await checkClients(sandbox, newClient(journal), old);
    match(stdout, /^rotated the node API and Kubernetes CAs on 3 nodes\n/);
    equal(stderr.match(/changed the configuration/g)?.length, 18);
    match(stderr, /3 nodes respond to the new client; the old client is rejected/);
    const info = await Deno.stat(`${sandbox.home}/${JOURNAL}`);
    equal(info.mode! & 0o777, 0o600);
    equal((await Deno.stat(`${sandbox.home}/osconfig`)).mode! & 0o777, 0o600);
    const node = sandbox.nodes[0]!.address;
    const fresh = await sandbox.run(["--osconfig", "osconfig", "kubeconfig", "-", "-n", node]);
    ok(fresh.stdout.includes(base64(journal.kubernetes!.new.crt)), fresh.stderr);
    ok(!kubeconfig.stdout.includes(base64(journal.kubernetes!.new.crt)));
    for (const { key } of [journal.os!.new, journal.kubernetes!.new, journal.client!, old]) {
      const body = key.split("\n")[1]!;
      for (const text of [stdout, stderr]) ok(!text.includes(body) && !text.includes(base64(key)));
    }
  }));

Deno.test("rotate-ca prints redacted patches and changes nothing by default", () =>
  withNodes(async (sandbox) => {
    const before = configsOf(sandbox);
    const { code, stdout, stderr } = await sandbox.run(["rotate-ca"]);
    equal(code, 0, stderr);
    const { nodes } = sandbox;
    equal(
      stderr,
      `osctl: ${nodes.length} nodes:\n${
        nodes.map(({ name, address }) =>
          `  ${name.padEnd("test-controlplane-1".length)}  ${address}  ` +
          `${name.includes("worker") ? "worker" : "controlplane"}\n`
        ).join("")
      }`,
    );
    deepEqual(configsOf(sandbox), before);
    equal(await readJournalOf(sandbox), undefined);
    equal(stdout.match(/^\[\d\/6\] /gm)?.length, 6);
    for (const { address } of sandbox.nodes) equal(stdout.split(`  ${address}\n`).length, 7);
    match(stdout, /\+ {8}- crt: <new CA, SHA-256 [0-9a-f]{12}…>/);
    match(stdout, /- {8}key: "\*{6}" <old key>\n/);
    const { issuing } = readTrust({ text: before[0]!, name: "", release: "v1.8" }).os;
    ok(!stdout.includes(base64(issuing!.key!)));
    ok(stdout.split("\n").every((line) => line.length < 100));
    const json = await sandbox.run(["rotate-ca", "--format", "json", "--kubernetes=false"]);
    const [targets, ...events] = json.stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
    deepEqual(
      targets.targets.map(({ node, name }: Record<string, string>) => [node, name]),
      nodes.map(({ address, name }) => [address, name]),
    );
    deepEqual(
      events.map(({ node, authority, phase, state }) => [node, authority, phase, state]),
      PHASES.flatMap((phase) =>
        sandbox.nodes.map(({ address }) => [address, "os", phase, "planned"])
      ),
    );
  }));

Deno.test("rotate-ca rotates one authority, of the given nodes, and writes JSON events", () =>
  withNodes(async (sandbox, old) => {
    const before = configsOf(sandbox);
    const [first, second] = sandbox.controlPlanes;
    const { code, stdout, stderr } = await rotate(
      sandbox,
      ...["--os=false", "--format", "json", "--init-node", first!.address],
      ...["--control-plane-nodes", second!.address, "--k8s-endpoint", first!.address],
      ...["--worker-nodes", sandbox.workers[0]!.address],
    );
    equal(code, 0, stderr);
    const journal = await journalOf(sandbox);
    equal(journal.os, undefined);
    equal(journal.k8sEndpoint, first!.address);
    checkRotated(sandbox, before, journal);
    deepEqual(await unreachable(sandbox, old), []);
    const events = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
    deepEqual(
      events.filter(({ state }) => state === "done").map(({ phase }) => phase),
      PHASES,
    );
    deepEqual(
      events.filter(({ state }) => state === "changed").slice(0, 3).map(({ node }) => node),
      [first!.address, second!.address, sandbox.workers[0]!.address],
    );
  }));

Deno.test("a lost response does not add an authority twice", () =>
  withNodes(async (sandbox) => {
    const before = configsOf(sandbox);
    for (let nth = 1; nth <= 9; nth += 2) {
      sandbox.cluster.faults.add({
        id: `lost-${nth}`,
        action: "cut",
        node: "*",
        method: "ApplyConfiguration",
        afterBytes: 0,
        nth,
      });
    }
    const { code, stderr } = await rotate(sandbox, "--kubernetes=false");
    equal(code, 0, stderr);
    checkRotated(sandbox, before, await journalOf(sandbox));
  }));

/**
 * Rotates one authority, and interrupts the rotation in a phase in which the worker has a fault.
 */
async function interruptedRotation(
  sandbox: Sandbox,
  authority: "os" | "kubernetes",
  phase: Phase,
  fault: Pick<FaultRule, "action" | "method">,
): Promise<void> {
  const stop = new AbortController();
  const only = authority === "os" ? "--kubernetes=false" : "--os=false";
  const running = sandbox.run(["rotate-ca", "--dry-run=false", only], { signal: stop.signal });
  await untilPhase(sandbox, authority, phase);
  sandbox.cluster.faults.add({ id: "lost", node: sandbox.workers[0]!.name, ...fault });
  await sandbox.cluster.applyFaults();
  await new Promise((resolve) => setTimeout(resolve, 200));
  stop.abort(new DOMException("stopped", "AbortError"));
  const { code, stderr } = await running;
  equal(code, 1);
  match(stderr, new RegExp(`stopped in step ${PHASES.indexOf(phase) + 1} of 3 `));
  sandbox.cluster.faults.set([]);
  await sandbox.cluster.applyFaults();
}

Deno.test("a lost node ends the rotation with its name and the command to continue", () =>
  withNodes(async (sandbox) => {
    const worker = sandbox.workers[0]!;
    const flags = ["--dry-run=false", "--kubernetes=false", "--timeout", "2s"];
    const [{ code, stderr }] = await Promise.all([
      sandbox.run(["rotate-ca", ...flags]),
      untilPhase(sandbox, "os", "accept").then(() => {
        sandbox.cluster.faults.add({ id: "a", action: "down", node: worker.name, method: "*" });
        return sandbox.cluster.applyFaults();
      }),
    ]);
    equal(code, 1);
    match(stderr, /stopped in step 1 of 3 \(node API: accept the new CA\): /);
    match(stderr, new RegExp(`${worker.address.replaceAll(".", "\\.")}: .*not complete within 2s`));
    match(stderr, /continue with "osctl rotate-ca --resume osconfig\.rotation\.json"/);
  }));

for (const authority of ["os", "kubernetes"] as const) {
  for (const phase of PHASES) {
    Deno.test(`a rotation continues after the loss of a node: ${authority}, ${phase}`, () =>
      withNodes(async (sandbox, old) => {
        const before = configsOf(sandbox);
        await interruptedRotation(sandbox, authority, phase, { action: "down", method: "*" });
        const resumed = await sandbox.run(["rotate-ca", "--resume", JOURNAL]);
        equal(resumed.code, 0, resumed.stderr);
        const journal = await journalOf(sandbox);
        checkRotated(sandbox, before, journal);
        if (authority === "os") await checkClients(sandbox, newClient(journal), old);
      }));

    Deno.test(`a rotation returns to the old authority: ${authority}, ${phase}`, () =>
      withNodes(async (sandbox, old) => {
        const before = configsOf(sandbox);
        const fault = { action: "refuse", method: "ApplyConfiguration" } as const;
        await interruptedRotation(sandbox, authority, phase, fault);
        const watcher = new NodeWatcher(sandbox, old);
        const back = await sandbox.run(["rotate-ca", "--rollback", JOURNAL]);
        await watcher.stop();
        equal(back.code, 0, back.stderr);
        deepEqual(watcher.lost, []);
        deepEqual(configsOf(sandbox), before);
        const journal = await journalOf(sandbox);
        if (authority === "os") await checkClients(sandbox, old, newClient(journal));
        match(back.stdout, /^returned to the old (node API|Kubernetes) CA on 3 nodes\n/);
      }));
  }
}

Deno.test("the old authority is not dropped after a node with it has joined", () =>
  withNodes(async (sandbox) => {
    const worker = sandbox.cluster.configOf(sandbox.workers[0]!)!.text;
    const [blank] = sandbox.unconfigured;
    sandbox.cluster.faults.add({
      id: "lost",
      action: "refuse",
      node: sandbox.workers[0]!.name,
      method: "ApplyConfiguration",
    });
    equal((await sandbox.run(["rotate-ca", "--dry-run=false", "--timeout", "5s"])).code, 1);
    sandbox.cluster.faults.set([]);
    await join(sandbox, blank!, worker);
    const { code, stderr } = await sandbox.run(["rotate-ca", "--resume", JOURNAL]);
    equal(code, 1);
    match(stderr, /stopped in step 3 of 6 /);
    match(
      stderr,
      /test-unconfigured-1 joined the cluster during the rotation; remove the new node/,
    );
    equal((await journalOf(sandbox)).os!.rotate, "drop");
    const back = await sandbox.run(["rotate-ca", "--rollback", JOURNAL]);
    equal(back.code, 0, back.stderr);
  }, { unconfigured: 1 }));

Deno.test("a complete rotation can be rolled back", () =>
  withNodes(async (sandbox, old) => {
    const before = configsOf(sandbox);
    equal((await rotate(sandbox)).code, 0);
    const plan = await sandbox.run(["rotate-ca", "--rollback", JOURNAL, "--dry-run"]);
    equal(plan.code, 0, plan.stderr);
    match(plan.stdout, /^\[1\/6\] Kubernetes: accept both CAs\n/);
    const back = await sandbox.run(["rotate-ca", "--rollback", JOURNAL]);
    equal(back.code, 0, back.stderr);
    deepEqual(configsOf(sandbox), before);
    await checkClients(sandbox, old, newClient(await journalOf(sandbox)));
    // The output is the old client configuration now, also for those who merged the new one.
    const node = sandbox.nodes[0]!.address;
    const version = await sandbox.run(["--osconfig", "osconfig", "-n", node, "version"]);
    equal(version.code, 0, version.stderr);
  }));

Deno.test("the new authority is not dropped after a node with it has joined", () =>
  withNodes(async (sandbox) => {
    equal((await rotate(sandbox)).code, 0);
    const worker = sandbox.cluster.configOf(sandbox.workers[0]!)!.text;
    await join(sandbox, sandbox.unconfigured[0]!, worker);
    const after = configsOf(sandbox);
    const { code, stderr } = await sandbox.run(["rotate-ca", "--rollback", JOURNAL]);
    equal(code, 1);
    match(
      stderr,
      /test-unconfigured-1 joined the cluster after the rotation, with the new CA; remove/,
    );
    deepEqual(configsOf(sandbox), after);
    equal((await journalOf(sandbox)).direction, "rotate");
  }, { controlPlanes: 1, unconfigured: 1 }));

Deno.test("nothing is rotated while a Kubernetes node is not ready", () =>
  withNodes(async (sandbox) => {
    const before = configsOf(sandbox);
    const api = await openKubernetes(sandbox);
    const lost = { apiVersion: "v1", kind: "Node", metadata: { name: "lost" } };
    equal((await api.call("POST", "/api/v1/nodes", { body: lost })).status, 201);
    const { code, stderr } = await sandbox.run([
      ...["rotate-ca", "--dry-run=false", "--timeout", "5s"],
    ]);
    equal(code, 1);
    match(stderr, /^osctl: ready Kubernetes nodes: not complete within 5s: nodes not ready: lost;/);
    equal(await readJournalOf(sandbox), undefined);
    deepEqual(configsOf(sandbox), before);
    equal((await rotate(sandbox, "--kubernetes=false")).code, 0);
  }, { controlPlanes: 1, workers: 0 }));

Deno.test("a client of another authority that nodes accept does not prevent the rotation", () =>
  withNodes(async (sandbox, { ca }) => {
    const other = await createCa({ organization: "acme" }, { clock: wallClock, random });
    const acceptedCAs = [{ crt: base64(other.crt) }];
    for (const { address } of sandbox.nodes) {
      const patch = JSON.stringify({ machine: { acceptedCAs } });
      equal((await sandbox.run(["patch", "mc", "-n", address, "-p", patch])).code, 0);
    }
    const roles = ["os:admin"];
    const client = await issueClientCertificate(
      other,
      { roles, ttl: 3_600_000 },
      { clock: wallClock, random },
    );
    const [endpoint] = sandbox.controlPlanes;
    await Deno.writeTextFile(
      `${sandbox.home}/acme`,
      renderConfig("acme", {
        acme: {
          endpoints: [endpoint!.address],
          nodes: [],
          ca: base64(ca),
          crt: base64(client.crt),
          key: base64(client.key),
        },
      }),
    );
    const { code, stderr } = await rotate(
      sandbox,
      ...["--osconfig", "acme", "--kubernetes=false", "-o", "new"],
    );
    equal(code, 0, stderr);
    match(stderr, /1 node responds to the new client; the old client is of another CA/);
  }, { controlPlanes: 1, workers: 0 }));

Deno.test("an output that appears during a rotation is not replaced", () =>
  withNodes(async (sandbox) => {
    const running = rotate(sandbox, "--kubernetes=false");
    await untilPhase(sandbox, "os", "accept");
    await Deno.writeTextFile(`${sandbox.home}/osconfig`, "precious\n");
    const { code, stderr } = await running;
    equal(code, 1);
    match(stderr, /stopped in step 3 of 3 .*osconfig" exists, .*; move it to another name; then/);
    equal(await Deno.readTextFile(`${sandbox.home}/osconfig`), "precious\n");
    await Deno.rename(`${sandbox.home}/osconfig`, `${sandbox.home}/saved`);
    equal((await sandbox.run(["rotate-ca", "--resume", JOURNAL])).code, 0);
    match(await Deno.readTextFile(`${sandbox.home}/osconfig`), /^context: /);
    const same = await rotate(sandbox, "--force", "-o", "saved", "--with-secrets", "saved");
    match(same.stderr, /output "saved" is also an input/);
  }, { controlPlanes: 1, workers: 0 }));

Deno.test("rotate-ca updates the secrets bundle and rewrites configurations on request", () =>
  withNodes(async (sandbox) => {
    const [trust] = configsOf(sandbox).map((text) =>
      readTrust({ text, name: "", release: "v1.8" })
    );
    const pair = (
      { issuing }: { issuing: { crt: string; key: string | undefined } | undefined },
    ) => ({ crt: issuing!.crt, key: issuing!.key! });
    const options: BundleOptions = {
      authorities: { kind: "ecdsa", hash: "SHA-256" },
      ...{ aggregator: true, serviceAccount: "ecdsa", encryption: "secretbox" } as const,
    };
    const source = { clock: wallClock, random };
    const certs = { os: pair(trust!.os), k8s: pair(trust!.kubernetes) };
    const bundle = await createBundle(options, source, { certs });
    const path = `${sandbox.home}/secrets.yaml`;
    await Deno.writeTextFile(path, `# ours\n${writeBundle(bundle)}`, { mode: 0o600 });
    const { code, stderr } = await rotate(
      sandbox,
      ...["--with-secrets", "secrets.yaml", "--with-docs", "--with-examples=false"],
    );
    equal(code, 0, stderr);
    const { os, kubernetes } = await journalOf(sandbox);
    const after = { ...bundle, certs: { ...bundle.certs, os: os!.new, k8s: kubernetes!.new } };
    equal(await Deno.readTextFile(path), `# ours\n${writeBundle(after)}`);
    equal((await Deno.stat(path)).mode! & 0o777, 0o600);
    const rewritten = configsOf(sandbox);
    const back = await sandbox.run(["rotate-ca", "--rollback", JOURNAL]);
    equal(back.code, 0, back.stderr);
    equal(await Deno.readTextFile(path), `# ours\n${writeBundle(bundle)}`);
    for (const text of rewritten) {
      const { documents } = decodeMachineConfig(text, { release: "v1.8" });
      equal(text, encodeConfig(documents, { docs: true, examples: false }));
    }
    const other = await createSecrets(source);
    const foreign = { ...bundle, certs: { ...bundle.certs, os: other.ca } };
    await Deno.writeTextFile(path, writeBundle(foreign));
    const refused = await sandbox.run([
      ...["rotate-ca", "--with-secrets", "secrets.yaml", "-o", "other", "--dry-run=false"],
    ]);
    equal(refused.code, 1);
    match(refused.stderr, /"secrets\.yaml" has another CA than the nodes \(certs\.os\)/);
    await Deno.writeTextFile(path, "a: ENC[x]\nsops: {mac: x, lastmodified: y}\n");
    const encrypted = await sandbox.run([
      ...["rotate-ca", "--with-secrets", "secrets.yaml", "-o", "other", "--dry-run=false"],
    ]);
    equal(encrypted.code, 1);
    match(
      encrypted.stderr,
      /"secrets\.yaml" is encrypted, and cannot be updated by a rotation; rem/,
    );
  }));

Deno.test("rotate-ca replaces files only with --force, never the journal of an unfinished one", () =>
  withNodes(async (sandbox) => {
    await Deno.writeTextFile(`${sandbox.home}/osconfig`, "precious\n");
    const refused = await rotate(sandbox, "--kubernetes=false");
    equal(refused.code, 1);
    match(refused.stderr, /"osconfig" already exists; .*--force/);
    equal(await readJournalOf(sandbox), undefined);
    sandbox.cluster.faults.add({
      id: "lost",
      action: "refuse",
      node: "*",
      method: "ApplyConfiguration",
    });
    const flags = ["--kubernetes=false", "--force", "--dry-run=false"];
    equal((await sandbox.run(["rotate-ca", ...flags, "--timeout", "300ms"])).code, 1);
    const { client } = await journalOf(sandbox);
    const again = await rotate(sandbox, "--force");
    equal(again.code, 1);
    match(again.stderr, /is the journal of a rotation that is not complete; continue with/);
    deepEqual((await journalOf(sandbox)).client, client);
    sandbox.cluster.faults.set([]);
    equal((await sandbox.run(["rotate-ca", "--resume", JOURNAL])).code, 0);
    match(await Deno.readTextFile(`${sandbox.home}/osconfig`), /^context: /);
  }, { controlPlanes: 1, workers: 0 }));

Deno.test("an interruption prints the step and the command to continue", () =>
  withNodes(async (sandbox) => {
    const before = configsOf(sandbox);
    sandbox.cluster.faults.add({
      id: "slow",
      action: "delay",
      node: "*",
      method: "ApplyConfiguration",
      delayMs: 60_000,
    });
    const stop = new AbortController();
    const [{ code, stderr }] = await Promise.all([
      sandbox.run(["rotate-ca", "--dry-run=false"], { signal: stop.signal }),
      untilPhase(sandbox, "os", "accept").then(() => {
        const error = new DOMException("stopped", "AbortError");
        stop.abort(error);
      }),
    ]);
    ok(code !== 0);
    match(
      stderr,
      /stopped in step 1 of 6 \(node API: accept the new CA\); continue with "osctl rotate-ca --resume osconfig\.rotation\.json"/,
    );
    sandbox.cluster.faults.set([]);
    const unfinished = await sandbox.run(["rotate-ca"]);
    equal(unfinished.code, 1);
    match(unfinished.stderr, /is the journal of a rotation that is not complete; continue with/);
    const resumed = await sandbox.run(["rotate-ca", "--resume", JOURNAL]);
    equal(resumed.code, 0, resumed.stderr);
    const plan = await sandbox.run(["rotate-ca", "--resume", JOURNAL, "--dry-run"]);
    equal(plan.code, 0, plan.stderr);
    equal(plan.stdout.match(/^\[\d\/6\] .*: complete$/gm)?.length, 6, plan.stdout);
    ok(!plan.stdout.includes("@@"), plan.stdout);
    checkRotated(sandbox, before, await journalOf(sandbox));
  }, { controlPlanes: 1, workers: 0 }));

Deno.test("a rotation whose output is closed stops, and does not end as successful", () =>
  withNodes(async (sandbox) => {
    const before = configsOf(sandbox);
    const system = fakeSystem({ home: sandbox.home, clock: wallClock, random });
    system.stdout.onWrite = () => {
      if (system.stdout.text.includes('"started"')) throw new Deno.errors.BrokenPipe("closed");
    };
    const args = ["rotate-ca", "--dry-run=false", "--format", "json"];
    const { code, stderr } = await sandbox.run(args, { system });
    equal(code, 1, stderr);
    match(
      stderr,
      /\nosctl: stopped in step 1 of 6 .*--resume osconfig\.rotation\.json".*\nosctl: stopped: the reader of the output has closed it\n$/,
    );
    // Only the authority of the first step was changed.
    const back = await sandbox.run(["rotate-ca", "--rollback", JOURNAL]);
    equal(back.code, 0, back.stderr);
    match(back.stdout, /^returned to the old node API CA on 1 node\n/);
    ok(!back.stdout.includes("kubeconfig"), back.stdout);
    deepEqual(configsOf(sandbox), before);
  }, { controlPlanes: 1, workers: 0 }));

Deno.test("rotate-ca shows on a terminal that it waits for nodes", () =>
  withNodes(async (sandbox) => {
    const [first] = sandbox.nodes;
    const nodes = ["--control-plane-nodes", first!.address, "--worker-nodes", sandbox.dead];
    const { code, stderr } = await sandbox.run(["rotate-ca", ...nodes, "--timeout", "3s"], {
      terminals: ["stdin", "stdout", "stderr"],
    });
    equal(code, 1);
    match(stderr, /checking that all nodes respond \(2\.\ds\)/);
    match(stderr, /not complete within 3s/);
  }, { controlPlanes: 1, workers: 0 }));

Deno.test("rotate-ca rejects wrong flags, journals and clusters", () =>
  withNodes(async (sandbox) => {
    const worker = sandbox.workers[0]!.address;
    await Deno.writeTextFile(`${sandbox.home}/no.json`, '{"version": 1, "key": "hidden"}');
    const cases: readonly (readonly [args: string[], code: number, reason: RegExp])[] = [
      [["--os=false", "--kubernetes=false"], 2, /nothing to rotate/],
      [["--timeout", "0s"], 2, /invalid --timeout/],
      [["--resume", "a", "--rollback", "b"], 2, /--resume cannot be combined with --rollback/],
      [
        ["--resume", "a", "--worker-nodes", worker],
        2,
        /--worker-nodes has no effect with --resume/,
      ],
      [["--k8s-endpoint", "a/b"], 2, /invalid endpoint "a\/b"/],
      [["--control-plane-nodes", "x"], 2, /--control-plane-nodes/],
      [["--resume", "none.json"], 1, /cannot read .*none\.json/],
      [["--rollback", "no.json"], 1, /"no\.json" is not a journal of rotate-ca/],
      [
        ["--worker-nodes", worker],
        1,
        new RegExp(`no control plane among ${worker}; set all nodes`),
      ],
    ];
    for (const [args, code, reason] of cases) {
      const outcome = await sandbox.run(["rotate-ca", ...args]);
      equal(outcome.code, code, `${args}: ${outcome.stderr}`);
      match(outcome.stderr, reason);
      equal(outcome.stderr.trimEnd().split("\n").length, 1, outcome.stderr);
      ok(!outcome.stderr.includes("hidden"));
    }
  }, { controlPlanes: 1 }));

for (const osVersion of ["v1.7.0", "v1.14.0"]) {
  Deno.test(`rotate-ca rotates nodes of ${osVersion}`, () =>
    withNodes(async (sandbox, old) => {
      const before = configsOf(sandbox);
      const { code, stderr } = await rotate(sandbox);
      equal(code, 0, stderr);
      const journal = await journalOf(sandbox);
      checkRotated(sandbox, before, journal);
      await checkClients(sandbox, newClient(journal), old);
    }, { controlPlanes: 1, osVersion }));
}

Deno.test("rotate-ca rotates the Kubernetes CA in a document of its own", () =>
  withNodes(async (sandbox) => {
    for (const node of sandbox.nodes) {
      const { address } = node;
      const path = `${sandbox.home}/${address}.yaml`;
      await Deno.writeTextFile(path, withCaDocument(sandbox.cluster.configOf(node)!.text));
      const applied = await sandbox.run([
        ...["apply-config", "-n", address, "-f", path, "--mode", "no-reboot"],
      ]);
      equal(applied.code, 0, applied.stderr);
    }
    const before = configsOf(sandbox).map((text) => trustOf(text).kubernetes);
    const { code, stderr } = await rotate(sandbox, "--os=false");
    equal(code, 0, stderr);
    const { kubernetes } = await journalOf(sandbox);
    const { crt, key } = kubernetes!.new;
    deepEqual(before[1], { issuing: undefined, accepted: [kubernetes!.old.crt] });
    deepEqual(configsOf(sandbox).map((text) => trustOf(text).kubernetes), [
      { issuing: { crt, key }, accepted: [] },
      { issuing: undefined, accepted: [crt] },
    ]);
    const back = await sandbox.run(["rotate-ca", "--rollback", JOURNAL]);
    equal(back.code, 0, back.stderr);
    deepEqual(configsOf(sandbox).map((text) => trustOf(text).kubernetes), before);
  }, { controlPlanes: 1, osVersion: "v1.14.0" }));

Deno.test("rotate-ca rejects nodes that accept one authority only, and interface v1.4", () =>
  withNodes(async (sandbox) => {
    const { code, stderr } = await sandbox.run(["rotate-ca"]);
    equal(code, 1);
    match(stderr, /runs v1\.6\.0, which accepts one CA only; upgrade the node to v1\.7 or newer/);
    const old = await runCommand(["rotate-ca"], { release: "v1.4" });
    equal(old.code, 2);
  }, { controlPlanes: 1, workers: 0, osVersion: "v1.6.0" }));
