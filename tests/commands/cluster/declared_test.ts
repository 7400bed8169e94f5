/** Clusters declared in a file: `cluster validate`, `cluster render` and `cluster schema`. */
import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse } from "yaml";
import { encryptText } from "../../../lib/encrypted_files/mod.ts";
import { decodeMachineConfig } from "../../../lib/machineconfig/load/mod.ts";
import { wallClock } from "../../helpers/fake_system.ts";
import { testWith } from "../../helpers/programs.ts";
import { type CommandOutcome, runCommand } from "../../helpers/run_command.ts";
import { scriptedPrompts } from "../../helpers/scripted_prompts.ts";

const FILE = `name: lab
endpoint: https://10.0.0.10:6443
vip: {address: 10.0.0.10, interface: eth0}
contract: v1.8
os: {version: v1.8.4}
kubernetes: {version: v1.31.4}
install: {disk: /dev/sda}
certSANs: [api.example.com]
discovery: false
allowSchedulingOnControlPlanes: true
network: {podSubnets: [10.0.0.0/16], dnsDomain: lab.local, cni: {name: none}}
variables: {NTP: ntp.example.com}
controlPlane:
  taints: {example.com/dedicated: "system:NoSchedule"}
  nodes:
    - {name: cp-1, addresses: [10.0.0.11]}
workers:
  storage:
    labels: {example.com/rack: r12}
    taints: {example.com/dedicated: "storage:NoSchedule"}
    patches:
      - file: storage.yaml
    nodes:
      - {name: storage-1, install: {diskSelector: {type: nvme}}}
`;

const PATCH = 'machine: {time: {servers: ["${NTP}"]}}\n';

/** Commands in a folder with a cluster file. */
interface Folder {
  readonly path: string;
  run(...args: readonly string[]): Promise<CommandOutcome>;
}

async function withFolder(body: (folder: Folder) => Promise<void>): Promise<void> {
  const path = await Deno.makeTempDir({ prefix: "osctl-declared-" });
  try {
    await Deno.writeTextFile(`${path}/cluster.yaml`, FILE);
    await Deno.writeTextFile(`${path}/storage.yaml`, PATCH);
    const run = (...args: readonly string[]) =>
      runCommand(["cluster", ...args], { home: path, cwd: path });
    await body({ path, run });
  } finally {
    await Deno.remove(path, { recursive: true });
  }
}

/** Creates the secrets of the folder's cluster. */
async function createSecrets(path: string): Promise<void> {
  const { code, stderr } = await runCommand(["gen", "secrets", "--os-version", "v1.8"], {
    home: path,
    cwd: path,
  });
  strictEqual(code, 0, stderr);
}

Deno.test("cluster validate checks the file, and with its secrets every configuration", () =>
  withFolder(async ({ path, run }) => {
    const without = await run("validate");
    deepStrictEqual([without.code, without.stdout], [
      0,
      "cluster.yaml is valid: cluster lab, 1 control plane, 1 worker, Talos Linux v1.8.4, Kubernetes v1.31.4\n",
    ]);
    match(without.stderr, /"secrets\.yaml" does not exist, so no configuration was checked/);
    await createSecrets(path);
    const valid = await run("validate", "--var", "NTP=ntp.test");
    deepStrictEqual([valid.code, valid.stderr], [0, ""]);

    await Deno.writeTextFile(`${path}/storage.yaml`, "machine: {install: {diskSelector: null}}\n");
    await Deno.writeTextFile(
      `${path}/other.yaml`,
      FILE.replace("storage.yaml", "missing.yaml").replace("/dev/sda", '"${DISK}"'),
    );
    const unknown = await run("validate", "-f", "other.yaml");
    deepStrictEqual([unknown.code, unknown.stderr.split("\n")[0]], [
      1,
      'osctl: other.yaml:7:17: unknown variable DISK; declare it under "variables", or write $${DISK} for the text itself',
    ]);
    const extra = await run("validate", "--var", "DISK=/dev/sda");
    deepStrictEqual([extra.code, extra.stderr.split(";")[0]], [
      2,
      'osctl: the cluster file declares no variable "DISK"',
    ]);
    const malformed = await run("validate", "--var", "NTP");
    match(malformed.stderr, /invalid value "NTP" for --var; use NAME=VALUE/);
  }));

Deno.test("cluster validate names what nodes reject, once for each node", () =>
  withFolder(async ({ path, run }) => {
    await createSecrets(path);
    await Deno.writeTextFile(`${path}/storage.yaml`, "machine: {type: controlplane}\n");
    const { code, stderr } = await run("validate");
    strictEqual(code, 1);
    match(stderr, /^osctl: storage-1: /m);
  }));

Deno.test("cluster render writes private files, and replaces none without --force", () =>
  withFolder(async ({ path, run }) => {
    await createSecrets(path);
    const first = await run("render", "-o", "configs");
    deepStrictEqual([first.code, first.stderr], [
      0,
      "Created configs/cp-1.yaml\nCreated configs/storage-1.yaml\n",
    ]);
    const file = `${path}/configs/storage-1.yaml`;
    strictEqual((await Deno.stat(file)).mode! & 0o777, 0o600);
    const text = await Deno.readTextFile(file);
    const again = await run("render", "-o", "configs");
    deepStrictEqual([again.code, await Deno.readTextFile(file)], [1, text]);
    match(again.stderr, /configs\/cp-1\.yaml" and ".*" already exist/);
    const forced = await run("render", "-o", "configs", "--force", "--var", "NTP=time.example.com");
    strictEqual(forced.code, 0, forced.stderr);
    strictEqual(
      await Deno.readTextFile(file),
      text.replace("ntp.example.com", "time.example.com"),
    );
  }));

Deno.test("a rendered configuration has the fields of the cluster file", () =>
  withFolder(async ({ path, run }) => {
    await createSecrets(path);
    const worker = parse((await run("render", "storage-1")).stdout);
    strictEqual(worker.machine.type, "worker");
    strictEqual(worker.machine.network.hostname, "storage-1");
    deepStrictEqual(worker.machine.install.diskSelector, { type: "nvme" });
    deepStrictEqual(worker.machine.nodeLabels, { "example.com/rack": "r12" });
    deepStrictEqual(worker.machine.kubelet.extraConfig.registerWithTaints, [
      { key: "example.com/dedicated", value: "storage", effect: "NoSchedule" },
    ]);
    deepStrictEqual(worker.machine.time.servers, ["ntp.example.com"]);
    strictEqual(worker.cluster.network.dnsDomain, "lab.local");

    const { machine, cluster } = parse((await run("render", "cp-1")).stdout);
    deepStrictEqual(machine.certSANs, ["api.example.com"]);
    deepStrictEqual(machine.network.interfaces, [{ interface: "eth0", vip: { ip: "10.0.0.10" } }]);
    deepStrictEqual(machine.nodeTaints, { "example.com/dedicated": "system:NoSchedule" });
    deepStrictEqual(cluster.network.podSubnets, ["10.0.0.0/16"]);
    deepStrictEqual(cluster.network.cni, { name: "none" });
    deepStrictEqual(cluster.allowSchedulingOnControlPlanes, true);
    ok(!cluster.discovery?.enabled);
  }));

Deno.test("a configuration of the newest contract has documents instead of fields", () =>
  withFolder(async ({ path, run }) => {
    await Deno.writeTextFile(
      `${path}/cluster.yaml`,
      FILE.replace("contract: v1.8", "contract: v1.14").replace("v1.8.4", "v1.14.0")
        .replace("v1.31.4", "v1.36.0"),
    );
    await createSecrets(path);
    const { stdout, stderr, code } = await run("render", "cp-1");
    strictEqual(code, 0, stderr);
    const { documents, problems } = decodeMachineConfig(stdout, { release: "v1.14" });
    deepStrictEqual(problems, []);
    const dataOf = (kind: string) => documents.find(({ type }) => type.kind === kind)?.data;
    deepStrictEqual(dataOf("HostnameConfig"), { hostname: "cp-1" });
    deepStrictEqual(dataOf("Layer2VIPConfig"), { name: "10.0.0.10", link: "eth0" });
    strictEqual(
      (dataOf("KubeNodeConfig")?.["taints"] as Record<string, string>)["example.com/dedicated"],
      "system:NoSchedule",
    );
  }));

Deno.test("cluster render --explain names where each value comes from", () =>
  withFolder(async ({ path, run }) => {
    await createSecrets(path);
    const { stdout } = await run("render", "--explain", "storage-1");
    match(stdout, /- ntp\.example\.com +# storage\.yaml$/m);
    match(stdout, /example\.com\/rack: r12 +# cluster\.yaml:24$/m);
    doesNotMatch(stdout, /type: worker +#/);
    // The comments change nothing.
    deepStrictEqual(parse(stdout), parse((await run("render", "storage-1")).stdout));
  }));

Deno.test("cluster render prints one node only, and a known one", () =>
  withFolder(async ({ run }) => {
    const several = await run("render");
    deepStrictEqual([several.code, several.stderr.split(";")[0]], [
      2,
      "osctl: stdout takes one configuration, not 2",
    ]);
    const unknown = await run("render", "storage-2");
    match(unknown.stderr, /"cluster\.yaml" declares no node "storage-2"; did you mean "storage-1"/);
    const local = await run("render", "--name", "lab");
    match(local.stderr, /--name selects a local cluster; use --file for a cluster file/);
  }));

Deno.test("cluster schema accepts a cluster file and rejects unknown fields", () =>
  withFolder(async ({ run }) => {
    const { stdout } = await run("schema");
    const isValid = new Ajv2020({ strict: false }).compile(JSON.parse(stdout));
    ok(isValid(parse(FILE)), JSON.stringify(isValid.errors));
    ok(!isValid({ ...parse(FILE), nodes: [] }));
    ok(!isValid({ ...parse(FILE), name: undefined }));
  }));

const INIT = ["init", "lab", "--controlplanes", "10.0.0.11,10.0.0.12,10.0.0.13"];

Deno.test("cluster init writes a valid file with new secrets, and replaces none", () =>
  withFolder(async ({ path, run }) => {
    const flags = ["--endpoint", "https://10.0.0.10:6443", "--install-disk", "/dev/vda"];
    const versions = ["--os-version", "v1.8.4", "--kubernetes-version", "1.30.5"];
    const refused = await run(...INIT, ...flags);
    strictEqual(refused.code, 1);
    match(refused.stderr, /"cluster\.yaml" already exists/);
    const file = ["-f", "lab.yaml", "--workers", "10.0.0.21"];
    const created = await run(...INIT, ...flags, ...versions, ...file);
    deepStrictEqual([created.code, created.stderr], [
      0,
      "Created lab.yaml\nCreated secrets.yaml\n",
    ]);
    strictEqual((await Deno.stat(`${path}/secrets.yaml`)).mode! & 0o777, 0o600);
    const valid = await run("validate", "-f", "lab.yaml");
    deepStrictEqual([valid.code, valid.stdout, valid.stderr], [
      0,
      "lab.yaml is valid: cluster lab, 3 control planes, 1 worker, Talos Linux v1.8.4, Kubernetes v1.30.5\n",
      "",
    ]);
    const rendered = parse((await run("render", "-f", "lab.yaml", "lab-worker-1")).stdout);
    strictEqual(rendered.machine.install.disk, "/dev/vda");
    const forced = await run(...INIT, ...flags, "--force");
    strictEqual(forced.code, 0, forced.stderr);
  }));

Deno.test("cluster init chooses the newest stable version with its Kubernetes, and says so", () =>
  withFolder(async ({ path, run }) => {
    const flags = ["--endpoint", "https://a:6443", "-f", "lab.yaml", "--force"];
    const versions = async (...args: string[]) => {
      const { code, stderr } = await run(...INIT, ...flags, ...args);
      strictEqual(code, 0, stderr);
      const { os, kubernetes, contract } = parse(await Deno.readTextFile(`${path}/lab.yaml`));
      return { versions: [contract, os.version, kubernetes.version], stderr };
    };
    const { versions: newest, stderr } = await versions();
    deepStrictEqual(newest, ["v1.13", "v1.13.9", "v1.36.3"]);
    match(
      stderr,
      /^Nodes of Talos Linux v1\.13\.9, the newest stable version that this build knows, with Kubernetes v1\.36\.3$/m,
    );
    const older = await versions("--os-version", "v1.8.4");
    deepStrictEqual(older.versions, ["v1.8", "v1.8.4", "v1.31.4"]);
    strictEqual(older.stderr.includes("newest stable"), false);
    const valid = await run("validate", "-f", "lab.yaml");
    strictEqual(valid.code, 0, valid.stderr);
  }));

Deno.test("cluster init warns about secrets in a git work tree", () =>
  withFolder(async ({ path, run }) => {
    await Deno.mkdir(`${path}/.git`);
    const { stderr } = await run(...INIT, "--endpoint", "https://a:6443", "-f", "lab.yaml");
    match(stderr, /warning: secrets\.yaml is in a git work tree; add it to \.gitignore/);
  }));

Deno.test("cluster init encrypts the secrets for recipients, without a warning about git", () =>
  withFolder(async ({ path, run }) => {
    await Deno.mkdir(`${path}/.git`);
    const identity = await generateIdentity();
    const flags = ["--endpoint", "https://a:6443", "-f", "lab.yaml", "--os-version", "v1.8.4"];
    const wrong = await run(...INIT, ...flags, "--age-recipient", "age1wrong");
    deepStrictEqual([wrong.code, wrong.stderr.split(";")[0]], [
      2,
      'osctl: "age1wrong" is not an age recipient',
    ]);
    strictEqual((await run(...INIT, ...flags, "--encryption", "age")).code, 2);
    const recipient = ["--age-recipient", await identityToRecipient(identity)];
    for (const [format, start] of [["sops", "cluster:\n    id: ENC["], ["age", "-----BEGIN AGE"]]) {
      const args = [...flags, ...recipient, "--encryption", format!, "--force"];
      const { code, stderr } = await run(...INIT, ...args);
      deepStrictEqual([code, stderr], [0, "Created lab.yaml\nCreated secrets.yaml\n"]);
      const text = await Deno.readTextFile(`${path}/secrets.yaml`);
      ok(text.startsWith(start!), text.slice(0, 40));
      strictEqual((await Deno.stat(`${path}/secrets.yaml`)).mode! & 0o777, 0o600);
      const { code: valid } = await runCommand(["cluster", "validate", "-f", "lab.yaml"], {
        home: path,
        cwd: path,
        env: { SOPS_AGE_KEY: identity },
      });
      strictEqual(valid, 0);
    }
  }));

Deno.test("cluster init asks for missing values on a terminal only", () =>
  withFolder(async ({ path, run }) => {
    const without = await run("init", "lab", "-f", "lab.yaml");
    deepStrictEqual([without.code, without.stderr.split(";")[0]], [
      2,
      "osctl: --controlplanes is required without a terminal",
    ]);
    const prompts = scriptedPrompts([
      ["Name of the cluster", "home"],
      ["Addresses of the control plane", "10.0.0.11, fd00::1"],
    ]);
    const args = ["cluster", "init", "-f", "lab.yaml"];
    const { code, stderr } = await runCommand(args, { home: path, cwd: path, wiring: { prompts } });
    strictEqual(code, 0, stderr);
    deepStrictEqual(prompts.questions.at(-1), [
      "URL of the Kubernetes API",
      "https://10.0.0.11:6443",
    ]);
    const { name, controlPlane } = parse(await Deno.readTextFile(`${path}/lab.yaml`));
    deepStrictEqual([name, controlPlane.nodes.map((node: { name: string }) => node.name)], [
      "home",
      ["home-cp-1", "home-cp-2"],
    ]);
    const flags = ["-f", "b.yaml", "--force", "--controlplanes", "a", "--endpoint", "https://a:1"];
    const spaces = await run("init", "a b", ...flags);
    match(spaces.stderr, /invalid name "a b"/);
  }));

Deno.test("cluster config writes credentials for the control planes", () =>
  withFolder(async ({ path, run }) => {
    await createSecrets(path);
    const created = await run("config", "--roles", "os:reader", "--crt-ttl", "24h");
    deepStrictEqual([created.code, created.stderr], [
      0,
      'Created osconfig; add it to the client configuration with "osctl config merge osconfig"\n',
    ]);
    strictEqual((await Deno.stat(`${path}/osconfig`)).mode! & 0o777, 0o600);
    const info = await runCommand(["config", "info", "--osconfig", "osconfig"], {
      home: path,
      cwd: path,
    });
    match(info.stdout, /Endpoints: +10\.0\.0\.11\n/);
    match(info.stdout, /Roles: +os:reader\n/);
    match(info.stdout, /Certificate expires: +(1 day|24 hours|23 hours)/);
    const again = await run("config");
    match(again.stderr, /"osconfig" already exists/);
    strictEqual((await run("config", "--force", "-f", "cluster.yaml")).code, 0);
    const printed = parse((await run("config", "-o", "-", "--var", "NTP=ntp.test")).stdout);
    deepStrictEqual(printed.contexts.lab.endpoints, ["10.0.0.11"]);
  }));

Deno.test("secrets encrypted for age recipients are used by every command of the file", () =>
  withFolder(async ({ path, run }) => {
    const identity = await generateIdentity();
    const args = ["gen", "secrets", "--os-version", "v1.8", "--age-recipient"];
    const recipient = await identityToRecipient(identity);
    const created = await runCommand([...args, recipient], { home: path, cwd: path });
    strictEqual(created.code, 0, created.stderr);
    const encrypted = await Deno.readTextFile(`${path}/secrets.yaml`);
    const refused = await run("validate");
    strictEqual(refused.code, 1);
    match(
      refused.stderr,
      /^osctl: "secrets\.yaml" cannot be decrypted: no identity matches age1/,
    );
    await Deno.mkdir(`${path}/.config/sops/age`, { recursive: true });
    await Deno.writeTextFile(`${path}/.config/sops/age/keys.txt`, `${identity}\n`);
    const valid = await run("validate", "--var", "NTP=ntp.test");
    deepStrictEqual([valid.code, valid.stderr], [0, ""]);
    const first = await run("render", "cp-1");
    strictEqual(first.code, 0, first.stderr);
    ok(first.stdout.includes("cluster:"));
    strictEqual((await run("render", "cp-1")).stdout, first.stdout);
    strictEqual(await Deno.readTextFile(`${path}/secrets.yaml`), encrypted);
  }));

Deno.test("files of patches may be encrypted", () =>
  withFolder(async ({ path, run }) => {
    await createSecrets(path);
    const plain = await run("render", "storage-1");
    strictEqual(plain.code, 0, plain.stderr);
    const identity = await generateIdentity();
    const ageRecipient = [await identityToRecipient(identity)];
    const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
    for (const encryption of ["sops", "age"] as const) {
      const options = { ageRecipient, encryption };
      const text = await encryptText(PATCH, "x", options, { clock: wallClock, random });
      doesNotMatch(text, /NTP/);
      await Deno.writeTextFile(`${path}/storage.yaml`, text);
      const rendered = await runCommand(["cluster", "render", "storage-1"], {
        home: path,
        cwd: path,
        env: { SOPS_AGE_KEY: identity },
      });
      deepStrictEqual([rendered.code, rendered.stdout], [0, plain.stdout], rendered.stderr);
      const refused = await run("render", "storage-1");
      strictEqual(refused.code, 1);
      match(refused.stderr, /^osctl: cluster\.yaml:22:15: "storage\.yaml" .*no identity/);
    }
  }));

testWith("git")(
  "cluster validate warns about plain secrets that git does not ignore",
  () =>
    withFolder(async ({ path, run }) => {
      await createSecrets(path);
      deepStrictEqual((await run("validate")).stderr, "");
      const init = new Deno.Command("git", { args: ["init", "--quiet"], cwd: path });
      strictEqual((await init.output()).code, 0);
      const { code, stderr } = await run("validate");
      deepStrictEqual([code, stderr], [
        0,
        "osctl: warning: secrets.yaml is plain text, and git does not ignore it; encrypt it with sops " +
        "or age, or add it to .gitignore\n",
      ]);
      await Deno.writeTextFile(`${path}/.gitignore`, "/secrets.yaml\n");
      deepStrictEqual((await run("validate")).stderr, "");
    }),
);
