/** `cluster create -f`: the nodes of a cluster file as sandbox nodes, and commands on them. */
import { deepEqual, doesNotMatch, equal, match, notEqual } from "node:assert/strict";
import { exists } from "../../../lib/platform/files.ts";
import { type CommandOutcome, runCommand } from "../../helpers/run_command.ts";
import { NO_DOCKER, withHome } from "./home.ts";

const FILE = `name: lab
endpoint: https://10.0.0.10:6443
vip: { address: 10.0.0.10, interface: eth0 }
contract: v1.8
os: { version: v1.8.3, extensions: [siderolabs/iscsi-tools] }
kubernetes: { version: v1.31.4 }
install: { diskSelector: { type: nvme } }
variables: { DOMAIN: null }
patches:
  - merge: { machine: { time: { servers: ["ntp.\${DOMAIN}"] } } }
controlPlane:
  nodes:
    - name: cp-1
      addresses: [10.0.0.11]
      patches:
        - merge: { machine: { network: { interfaces: [{ interface: eth0, dhcp: true }] } } }
workers:
  storage:
    install: { disk: /dev/sdb }
    nodes:
      - { name: storage-1, addresses: [10.0.0.21], os: { version: v1.8.2 } }
      - { name: storage-2, remove: true }
`;

/** Runs commands in a home with a cluster file; destroys the clusters that they create. */
async function withFile(
  body: (
    run: (...args: string[]) => Promise<CommandOutcome>,
    write: (change: (text: string) => string) => Promise<void>,
    home: string,
  ) => Promise<void>,
): Promise<void> {
  await withHome(async ({ home, states }) => {
    const run = (...args: string[]) =>
      runCommand(args, { home, cwd: home, env: { ...NO_DOCKER, DOMAIN: "example.com" } });
    const path = `${home}/cluster.yaml`;
    await Deno.writeTextFile(path, FILE);
    try {
      await body(
        run,
        async (change) => await Deno.writeTextFile(path, change(await Deno.readTextFile(path))),
        home,
      );
    } finally {
      for (const name of await states()) await run("cluster", "destroy", "--name", name, "--force");
    }
  });
}

const CREATE = ["cluster", "create", "--provisioner", "sandbox"];

Deno.test("cluster create -f builds the declared nodes, on which plan and apply work", () =>
  withFile(async (run, write, home) => {
    equal((await run("gen", "secrets")).code, 0);
    const created = await run(...CREATE, "--file", "cluster.yaml", "--var", "DOMAIN=lab.test");
    equal(created.code, 0, created.stderr);
    const [, adapted] = /^adapted to local machines:\n((?: {2}.*\n)*)/m.exec(created.stderr)!;
    const secrets = `${home}/.os/clusters/lab/secrets.yaml`;
    const address = /^cp-1 +controlplane +(\S+)/m.exec(created.stdout)![1]!;
    deepEqual(adapted!.trim().split("\n").map((line) => line.trim()), [
      "addresses: local",
      `endpoint: https://${address}:6443 instead of https://10.0.0.10:6443`,
      "vip: 10.0.0.10 is not announced",
      `secrets: new, in ${secrets}`,
      "install: on /dev/sda",
      "schematics: the image without extensions and kernel arguments",
      "removed machine.network.interfaces: cp-1",
    ]);
    // Its own secrets, readable by their owner only: with the secrets of the real cluster, its nodes would
    // discover each other.
    equal((await Deno.stat(secrets)).mode! & 0o777, 0o600);
    notEqual(await Deno.readTextFile(secrets), await Deno.readTextFile(`${home}/secrets.yaml`));
    deepEqual(
      [...created.stdout.matchAll(/^(\S+) +(controlplane|worker) /gm)].map(([, name]) => name),
      [
        "cp-1",
        "storage-1",
      ],
    );

    const same = await run("cluster", "plan", "--var", "DOMAIN=lab.test", "-o", "json");
    deepEqual(
      [same.code, same.stderr],
      [
        0,
        'osctl: the context belongs to the local cluster "lab": using its addresses and secrets\n',
      ],
    );
    deepEqual(
      JSON.parse(same.stdout).map((row: Record<string, unknown>) => [
        row["name"],
        row["state"],
        row["osVersion"],
      ]),
      [["cp-1", "same", "v1.8.3"], ["storage-1", "same", "v1.8.2"]],
    );
    // Patches apply; the virtual IP is not announced.
    const config = await run("get", "mc", "v1alpha1", "-o", "yaml");
    match(config.stdout, /ntp\.lab\.test/);
    doesNotMatch(config.stdout, /10\.0\.0\.10/);

    await write((text) =>
      text.replace("v1.8.3", "v1.8.4").replace("v1.31.4", "v1.31.5") +
      "      - { name: storage-9, addresses: [10.0.0.29], locked: true }\n"
    );
    const changed = await run("cluster", "plan", "--var", "DOMAIN=lab.test");
    equal(changed.code, 2, changed.stderr);
    match(changed.stderr, /^osctl: storage-9: the cluster file has no address of it$/m);
    const flags = ["--yes", "--no-snapshot", "--accept-quorum-loss", "--var", "DOMAIN=lab.test"];
    const applied = await run("cluster", "apply", ...flags);
    equal(applied.code, 0, applied.stderr);
    const after = JSON.parse(
      (await run("cluster", "plan", "--var", "DOMAIN=lab.test", "-o", "json")).stdout,
    );
    deepEqual(
      after.map((row: Record<string, unknown>) => [row["osVersion"], row["kubernetesVersion"]]),
      [["v1.8.4", "1.31.5"], ["v1.8.2", "1.31.5"], [null, null]],
    );

    // The groups of the file are targets.
    const nodes = await run("version", "-n", "@controlPlane", "-o", "json=node");
    deepEqual([nodes.code, JSON.parse(nodes.stdout)], [0, [{ node: address }]], nodes.stderr);

    // A cluster file works on the declared machines with another context.
    equal((await run("cluster", "config")).code, 0);
    const other = await run("cluster", "plan", "--osconfig", `${home}/osconfig`);
    match(other.stderr, /10\.0\.0\.11/);
    equal((await run("cluster", "destroy", "--name", "lab")).code, 0);
    equal(await exists(`${home}/.os/clusters/lab`), false);
  }));

Deno.test("cluster create -f leaves sandbox nodes in maintenance mode without injection", () =>
  withFile(async (run) => {
    const created = await run(
      ...CREATE,
      "-f",
      "cluster.yaml",
      "--name",
      "new",
      "--skip-injecting-config",
    );
    equal(created.code, 0, created.stderr);
    const applied = await run("cluster", "apply", "--yes");
    equal(applied.code, 0, applied.stderr);
    match(applied.stderr, /^1\. configure cp-1, storage-1\n2\. bootstrap etcd on cp-1$/m);
    // Nodes retain their configuration.
    for (const verb of ["stop", "start"]) {
      equal((await run("cluster", verb, "--name", "new")).code, 0);
    }
    equal((await run("cluster", "plan")).code, 0);
  }));

Deno.test("cluster apply makes 5 control planes and 20 workers ready from maintenance mode", () =>
  withFile(async (run, write) => {
    const nodes = (name: string, count: number) =>
      Array.from({ length: count }, (_, index) => `{name: ${name}-${index + 1}}`).join();
    await write((text) =>
      text.slice(0, text.indexOf("controlPlane:")) +
      `controlPlane: {nodes: [${nodes("cp", 5)}]}\nworkers: {main: {nodes: [${nodes("w", 20)}]}}\n`
    );
    const created = await run(...CREATE, "-f", "cluster.yaml", "--skip-injecting-config");
    equal(created.code, 0, created.stderr);
    const applied = await run("cluster", "apply", "--yes");
    equal(applied.code, 0, applied.stderr);
    equal(applied.stderr.match(/^\S+: configured$/gm)?.length, 25);
    equal(applied.stderr.match(/^\S+: ready$/gm)?.length, 25);
    equal(applied.stderr.match(/etcd is bootstrapped/g)?.length, 1);
    const again = await run("cluster", "apply", "--yes");
    equal(again.code, 0);
    match(again.stderr, /^nothing to do$/m);
  }));

Deno.test("cluster create -f rejects flags that the file replaces, and bad files", () =>
  withFile(async (run, write) => {
    const failed = async (...args: string[]) => {
      const { code, stderr } = await run(...CREATE, ...args);
      return [code, stderr.split(/[;\n]/)[0]];
    };
    deepEqual(await failed("-f", "cluster.yaml", "--workers", "2"), [
      2,
      "osctl: --workers and --file exclude each other",
    ]);
    deepEqual(await failed("--var", "DOMAIN=x"), [2, "osctl: --var requires --file"]);
    deepEqual(await failed("--skip-injecting-config"), [
      1,
      "osctl: the sandbox provisioner does not support --skip-injecting-config",
    ]);
    await write((text) => text.replace("name: lab", "name: my.cluster"));
    deepEqual(await failed("-f", "cluster.yaml"), [
      2,
      'osctl: "my.cluster" is not a valid cluster name',
    ]);
    await write((text) => text.replace("kubernetes:", "kubernets:"));
    equal((await failed("-f", "cluster.yaml"))[0], 1);
    equal((await run("cluster", "list")).stdout.includes("lab"), false);
  }));
