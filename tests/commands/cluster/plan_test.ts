/** `cluster plan` against a sandbox cluster that was configured from the same file. */
import { deepStrictEqual, doesNotMatch, match, strictEqual } from "node:assert/strict";
import { runCommand } from "../../helpers/run_command.ts";
import { type Cluster, SANDBOX, withHome } from "./home.ts";

/** A cluster file for the nodes of a sandbox cluster. */
function fileOf(addresses: readonly string[], more = ""): string {
  const [controlPlane, worker] = addresses;
  return `name: demo
endpoint: https://${controlPlane}:6443
contract: v1.8
os: {version: v1.8.0-alpha.2}
kubernetes: {version: v1.31.1}
install: {disk: /dev/sda}
controlPlane:
  nodes:
    - {name: demo-controlplane-1, addresses: [${controlPlane}]}
workers:
  main:
    nodes:
      - {name: demo-worker-1, addresses: [${worker}]}
${more}`;
}

/** Runs the body with a cluster whose nodes have the configurations of `cluster.yaml`. */
async function withDeclared(
  body: (cluster: Cluster, addresses: readonly string[], write: Write) => Promise<void>,
): Promise<void> {
  await withHome(async (cluster) => {
    const { home } = cluster;
    const succeed = async (args: readonly string[]) => {
      const outcome = await runCommand(args, { home, cwd: home });
      strictEqual(outcome.code, 0, outcome.stderr);
      return outcome;
    };
    const created = await cluster.run(["create", ...SANDBOX, "--workers", "1"]);
    strictEqual(created.code, 0, created.stderr);
    const shown = JSON.parse((await cluster.run(["show", ...SANDBOX, "-o", "json"])).stdout);
    const addresses: string[] = shown.nodes.map(({ addresses }: { addresses: string[] }) =>
      addresses[0]
    );
    const config = await succeed(["get", "mc", "v1alpha1", "-n", addresses[0]!, "-o", "yaml"]);
    await Deno.writeTextFile(`${home}/node.yaml`, specOf(config.stdout));
    await succeed(["gen", "secrets", "--from-controlplane-config", "node.yaml"]);
    const write = (text: string) => Deno.writeTextFile(`${home}/cluster.yaml`, text);
    await write(fileOf(addresses));
    await succeed(["cluster", "render", "-o", "configs"]);
    for (const [index, name] of ["demo-controlplane-1", "demo-worker-1"].entries()) {
      const node = addresses[index]!;
      await succeed(["apply-config", "-n", node, "-f", `configs/${name}.yaml`, "-m", "no-reboot"]);
    }
    await body(
      { ...cluster, run: (args) => runCommand(["cluster", ...args], { home, cwd: home }) },
      addresses,
      write,
    );
  });
}

type Write = (text: string) => Promise<void>;

/** Returns the configuration in the output of `get mc -o yaml`. */
function specOf(yaml: string): string {
  const [, block] = /^spec: \|\n((?: .*\n|\n)*)/m.exec(yaml)!;
  const indent = /^ */.exec(block!)![0].length;
  return block!.split("\n").map((line) => line.slice(indent)).join("\n");
}

Deno.test("cluster plan finds no difference in a cluster with the rendered configurations, and each one after a change", () =>
  withDeclared(async ({ run }, addresses, write) => {
    await write(fileOf(addresses, "variables: {X: null}\n"));
    const same = await run(["plan", "--var", "X=1"]);
    deepStrictEqual([same.code, same.stderr], [0, ""]);
    doesNotMatch(same.stdout, /Steps:|different/);

    await write(
      fileOf(
        addresses,
        `      - {name: demo-worker-9, addresses: [127.0.0.254]}
patches:
  - merge: {machine: {sysctls: {vm.max_map_count: "262144"}, network: {nameservers: [10.0.0.1]}}}
`,
      ).replace("v1.31.1", "v1.31.4").replace(
        "os: {version: v1.8.0-alpha.2}",
        "os: {version: v1.8.4}",
      ),
    );
    const changed = await run(["plan", "-o", "json"]);
    strictEqual(changed.code, 2, changed.stderr);
    const [controlPlane, worker, silent, ...others] = JSON.parse(changed.stdout);
    deepStrictEqual(others, []);
    deepStrictEqual([controlPlane.osVersion, controlPlane.wantedOsVersion], [
      "v1.8.0-alpha.2",
      "v1.8.4",
    ]);
    deepStrictEqual([worker.kubernetesVersion, worker.wantedKubernetesVersion], [
      "1.31.1",
      "1.31.4",
    ]);
    const paths = worker.changes.map(({ path, effect }: { path: string; effect: string }) => [
      path,
      effect,
    ]);
    deepStrictEqual(paths, [
      ["/machine/network/nameservers", "immediate"],
      ["/machine/install/image", "installation"],
      ["/machine/sysctls", "immediate"],
    ]);
    deepStrictEqual([worker.state, silent.state], ["different", "unknown"]);
    match(changed.stderr, /^osctl: demo-worker-9: cannot be reached from .*: connection refused/m);

    const table = ["--columns", "name,state", "--sort-by", "-name", "--no-headers", "--wide"];
    const selected = await run([
      ...["plan", "-f", "cluster.yaml", "--filter", "state == 'different'", ...table],
    ]);
    const rows = selected.stdout.split("\n\n")[0]!.split("\n");
    deepStrictEqual(rows.map((line) => line.trim().split(/ +/)), [
      ["demo-worker-1", "different"],
      ["demo-controlplane-1", "different"],
    ]);
    const unknown = await run(["plan", "--var", "X=1"]);
    match(unknown.stderr, /declares no variable "X"/);
    const { stdout } = await run(["plan", "--diff"]);
    match(stdout, /^\+ {8}vm\.max_map_count: "262144"$/m);
    match(stdout, /^demo-worker-1: \/machine\/install\/image: only at installation$/m);
    // The upgrade of Kubernetes sets the tags of its images.
    doesNotMatch(stdout, /^[+-].*kubelet:v1\.31/m);
    match(
      stdout,
      /^Steps:\n1\. apply the configuration of demo-controlplane-1, demo-worker-1\n2\. upgrade demo-controlplane-1, demo-worker-1 to ghcr\.io\/siderolabs\/installer:v1\.8\.4\n3\. upgrade Kubernetes from 1\.31\.1 to 1\.31\.4\n$/m,
    );
  }));

Deno.test("cluster plan lists undeclared members, and gives locked nodes and those to remove their state", () =>
  withDeclared(async ({ run }, addresses, write) => {
    const [controlPlane, worker] = addresses;
    await write(
      fileOf(addresses).replace("{name: demo-worker-1,", "{name: demo-worker-1, remove: true,"),
    );
    const removed = await run(["plan"]);
    deepStrictEqual([removed.code, removed.stderr], [2, ""]);
    match(removed.stdout, /^demo-worker-1 .* remove /m);
    match(removed.stdout, /^1\. remove demo-worker-1$/m);

    await write(
      fileOf(addresses, "labels: {example.com/rack: r12}\n").replace(
        "{name: demo-worker-1,",
        "{name: demo-worker-1, locked: true,",
      ),
    );
    const locked = await run(["plan"]);
    match(locked.stdout, /^demo-worker-1 .* different, locked /m);
    match(locked.stdout, /^1\. apply the configuration of demo-controlplane-1$/m);

    await write(fileOf([controlPlane!, worker!]).split("workers:")[0]!);
    const undeclared = await run(["plan", "-o", "json"]);
    deepStrictEqual(
      JSON.parse(undeclared.stdout).map(({ name, state }: { name: string; state: string }) => [
        name,
        state,
      ]),
      [["demo-controlplane-1", "same"], ["demo-worker-1", "undeclared"]],
    );
    // It is listed only: nothing removes a node that the file does not name.
    strictEqual(undeclared.code, 0);
  }));

Deno.test("cluster plan configures a node in maintenance mode, and fails when only unknown nodes differ", () =>
  withHome(async ({ run, home }) => {
    const created = await run([
      ...["create", ...SANDBOX, "--controlplanes", "0", "--workers", "0", "--unconfigured", "1"],
    ]);
    strictEqual(created.code, 0, created.stderr);
    const shown = JSON.parse((await run(["show", ...SANDBOX, "-o", "json"])).stdout);
    const address: string = shown.nodes[0].addresses[0];
    const text = fileOf([address]).split("workers:")[0]!;
    await Deno.writeTextFile(`${home}/cluster.yaml`, text);
    const declared = (args: readonly string[]) => runCommand(args, { home, cwd: home });
    strictEqual((await declared(["gen", "secrets", "--os-version", "v1.8"])).code, 0);
    const fresh = await declared(["cluster", "render", "demo-controlplane-1"]);
    strictEqual(fresh.code, 0, fresh.stderr);
    await declared([
      ...["gen", "config", "demo", `https://${address}:6443`, "--with-secrets", "secrets.yaml"],
      ...["-t", "osconfig", "-o", "osconfig"],
    ]);
    const plan = (...args: readonly string[]) =>
      declared(["cluster", "plan", "--osconfig", "osconfig", "-e", address, ...args]);
    const outcome = await plan();
    strictEqual(outcome.code, 2, outcome.stderr);
    match(outcome.stdout, /^demo-controlplane-1 .* new /m);
    match(
      outcome.stdout,
      /^1\. configure demo-controlplane-1\n2\. bootstrap etcd on demo-controlplane-1$/m,
    );
    await Deno.writeTextFile(`${home}/cluster.yaml`, text.replaceAll(address, "127.0.0.254"));
    const silent = await plan();
    deepStrictEqual([silent.code, silent.stderr.split("\n").at(-2)], [
      1,
      "osctl: the state of 1 node is unknown",
    ]);
  }));
