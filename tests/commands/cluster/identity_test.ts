/** Identity of machines that `cluster apply` configures: UUID, MAC address and fingerprint. */
import { deepEqual, equal, match, notEqual } from "node:assert/strict";
import { type CommandOutcome, runCommand } from "../../helpers/run_command.ts";
import { SANDBOX, withHome } from "./home.ts";

/** Runs the body with three nodes in maintenance mode, without a cluster file of them. */
async function withMachines(
  body: (
    addresses: readonly string[],
    run: (...args: string[]) => Promise<CommandOutcome>,
    write: (text: string) => Promise<void>,
  ) => Promise<void>,
): Promise<void> {
  await withHome(async (cluster) => {
    const { home } = cluster;
    const run = (...args: string[]) => runCommand(args, { home, cwd: home });
    const counts = ["--controlplanes", "0", "--workers", "0", "--unconfigured", "3"];
    const created = await cluster.run(["create", ...SANDBOX, ...counts]);
    equal(created.code, 0, created.stderr);
    const shown = JSON.parse((await cluster.run(["show", ...SANDBOX, "-o", "json"])).stdout);
    const addresses = shown.nodes.map(({ address }: { address: string }) => address);
    equal((await run("gen", "secrets")).code, 0);
    await body(addresses, run, (text) => Deno.writeTextFile(`${home}/cluster.yaml`, text));
  });
}

function fileOf(endpoint: string, nodes: readonly string[]): string {
  const [controlPlane, ...workers] = nodes;
  return `name: demo
endpoint: https://${endpoint}:6443
contract: v1.8
os: {version: v1.8.0-alpha.2}
kubernetes: {version: v1.31.1}
install: {disk: /dev/sda}
controlPlane:
  nodes: [{name: cp-1, ${controlPlane}}]
workers:
  main:
    nodes:
${workers.map((node, index) => `      - {name: worker-${index + 1}, ${node}}\n`).join("")}`;
}

/** Reads a field of a resource in maintenance mode. */
async function read(
  run: (...args: string[]) => Promise<CommandOutcome>,
  node: string,
  type: string,
  field: string,
): Promise<readonly string[]> {
  const { stdout } = await run("get", type, "--insecure", "-n", node, "-o", "yaml");
  return [...stdout.matchAll(new RegExp(`^ +${field}: (.+)$`, "gm"))].map(([, value]) => value!);
}

/** A sandbox node has a MAC address on the machine's first Ethernet interface. */
const hasEthernet = Deno.build.os === "linux" &&
  [...Deno.readDirSync("/sys/class/net")].some(({ name }) => name !== "lo");

Deno.test({
  name: `cluster apply configures only the machines that the file identifies${
    hasEthernet ? "" : " (skipped: no Ethernet interface)"
  }`,
  ignore: !hasEthernet,
  fn: () =>
    withMachines(async ([first, second, third], run, write) => {
      // Resources that nodes serve in maintenance mode to role os:reader: not sensitive in the
      // definitions of Talos v1.8, hardware/system_information.go and network/link_status.go.
      const uuids = await Promise.all(
        [first!, second!, third!].map(async (node) =>
          (await read(run, node, "systeminformation", "uuid"))[0]!
        ),
      );
      equal(new Set(uuids).size, 3);
      const macs = await read(run, second!, "links", "hardwareAddr");
      const mac = macs.find((one) => !/^(00:){5}00$/.test(one))!;

      await write(fileOf(first!, [
        `addresses: [${first}], identity: {uuid: ${uuids[1]}}`,
        `addresses: [${second}], identity: {mac: "02:00:00:00:00:99"}`,
        `addresses: [${third}], identity: {fingerprint: ${"A".repeat(43)}=}`,
      ]));
      equal((await run("cluster", "config")).code, 0);
      equal((await run("config", "merge", "osconfig")).code, 0);
      const other = await run("cluster", "apply", "--yes");
      equal(other.code, 1);
      const lines = other.stderr.split("\n");
      const lineOf = (node: string) => lines.find((line) => line.includes(`${node}:`)) ?? "";
      match(
        lineOf(first!),
        new RegExp(`not the machine of cp-1: UUID "${uuids[0]}" instead of "${uuids[1]}"`),
      );
      match(lineOf(second!), new RegExp(`MAC addresses .*"${mac}".*, without "02:00:00:00:00:99"`));
      const [, fingerprint] = /has the fingerprint (\S{44}),/.exec(lineOf(third!))!;
      match(lineOf(third!), new RegExp(`fingerprint "${"A".repeat(43)}=" required: `));
      match(other.stderr, /nothing was configured; correct the address or the identity/);
      const plan = JSON.parse((await run("cluster", "plan", "-o", "json")).stdout);
      deepEqual(plan.map(({ state }: { state: string }) => state), ["new", "new", "new"]);

      await write(fileOf(first!, [
        `addresses: [${first}], identity: {uuid: ${uuids[0]!.toUpperCase()}}`,
        `addresses: [${second}], identity: {mac: "${mac.replaceAll(":", "-")}", uuid: ${uuids[1]}}`,
        `addresses: [${third}], identity: {fingerprint: ${fingerprint}}`,
      ]));
      const applied = await run("cluster", "apply", "--yes");
      equal(applied.code, 0, applied.stderr);
      // The identity is of no concern to a configured machine.
      equal((await run("cluster", "plan")).code, 0);
      deepEqual(await uuidOf(run, first!), uuids[0]);
      notEqual(fingerprint, "");
    }),
});

async function uuidOf(run: (...args: string[]) => Promise<CommandOutcome>, node: string) {
  const { stdout } = await run("get", "systeminformation", "-n", node, "-o", "yaml");
  return /^ +uuid: (.+)$/m.exec(stdout)![1];
}

Deno.test("cluster apply and plan find nodes without address by UUID", () =>
  withMachines(async ([first, second, third], run, write) => {
    const [uuid] = await read(run, third!, "systeminformation", "uuid");
    await write(fileOf(first!, [`addresses: [${first}]`, `identity: {uuid: ${uuid}}`]));
    equal((await run("cluster", "config")).code, 0);
    equal((await run("config", "merge", "osconfig")).code, 0);
    const without = await run("cluster", "apply", "--yes");
    equal(without.code, 1);
    match(without.stderr, /nothing was changed: worker-1: the cluster file has no address of it/);
    const candidates = ["--maintenance", `${second},${third}`];
    const applied = await run("cluster", "apply", "--yes", ...candidates);
    equal(applied.code, 0, applied.stderr);
    match(
      applied.stderr,
      new RegExp(`^worker-1: found at ${third}; add it to its addresses$`, "m"),
    );
    match(applied.stderr, /^worker-1: ready$/m);
    // A configured machine is found, too.
    const plan = await run("cluster", "plan", ...candidates);
    equal(plan.code, 0, plan.stderr);
    const status = await run("cluster", "status", ...candidates);
    equal(status.code, 0, status.stderr);
    match(status.stdout, /^worker-1 .* equal .* yes *$/m);
  }));

Deno.test("cluster validate rejects identities that no machine can have", () =>
  withHome(async ({ home }) => {
    const path = `${home}/cluster.yaml`;
    const uuid = "4c4c4544-0039-4a10-8057-b4c04f4d3532";
    await Deno.writeTextFile(
      path,
      fileOf("127.0.0.2", [
        `identity: {uuid: "1", mac: 00:11, fingerprint: sha256}`,
        `identity: {uuid: ${uuid}}`,
        `identity: {uuid: ${uuid}}`,
      ]),
    );
    const { code, stderr } = await runCommand(["cluster", "validate"], { home, cwd: home });
    equal(code, 1);
    match(stderr, /cluster.yaml:8:\d+: .*not a UUID/);
    match(stderr, /cluster.yaml:8:\d+: .*not a MAC address/);
    match(stderr, /cluster.yaml:8:\d+: .*not a fingerprint/);
    match(stderr, /cluster.yaml:13:\d+: .*already used by the node at cluster.yaml:12/);
  }));
