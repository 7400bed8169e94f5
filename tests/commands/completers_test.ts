/** Completion of values that nodes return. */
import { deepEqual, equal } from "node:assert/strict";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";

/** Returns the candidates of zsh for the last word, with their descriptions. */
async function complete({ run }: Sandbox, ...words: string[]): Promise<string[]> {
  const { code, stdout, stderr } = await run(["__complete", "zsh", ...words]);
  deepEqual([code, stderr], [0, ""]);
  return stdout.split("\n").slice(0, -1);
}

Deno.test("nodes are completed from the configuration and the members of the cluster", async () => {
  await withSandbox({ workers: 2 }, async (sandbox) => {
    const { controlPlanes: [first], workers: [second, third] } = sandbox;
    const line = (node: { address: string; name: string }, type: string, before = "") =>
      `=${before}${node.address}\t${node.name}, ${type}`;
    const name = (node: { address: string; name: string }, type: string, before = "") =>
      `=${before}${node.name}\t${type}, ${node.address}`;
    const all = [
      ...[line(first!, "controlplane"), line(second!, "worker"), line(third!, "worker")],
      ...[name(first!, "controlplane"), name(second!, "worker"), name(third!, "worker")],
    ];
    deepEqual((await complete(sandbox, "memory", "-n", "")).toSorted(), all.toSorted());
    deepEqual((await complete(sandbox, "-n", "")).toSorted(), all.toSorted());
    const before = `${second!.address},`;
    const others = await complete(sandbox, "memory", "-n", before);
    deepEqual(
      others.filter((line) => /,\d/.test(line.split("\t")[0]!)).toSorted(),
      [line(first!, "controlplane", before), line(third!, "worker", before)].toSorted(),
    );
    deepEqual(others.includes(name(third!, "worker", before)), true);
    const typed = third!.name.slice(0, -1);
    deepEqual(
      (await complete(sandbox, "memory", "-n", typed)).toSorted(),
      [name(second!, "worker"), name(third!, "worker")].toSorted(),
    );
    deepEqual(
      await complete(sandbox, "apply-config", "--insecure", `--nodes=${third!.address}`),
      [line(third!, "worker", "--nodes=")],
    );
  });
});

Deno.test("nodes of the configuration complete without a response", async () => {
  await withSandbox({}, async (sandbox) => {
    const { osconfig, nodes, dead, home } = sandbox;
    const path = `${home}/dead`;
    const text = await Deno.readTextFile(osconfig);
    await Deno.writeTextFile(path, text.replaceAll(nodes[0]!.address, dead));
    deepEqual(await complete(sandbox, "--osconfig", path, "-n", ""), [`=${dead}\t`]);
  });
});

Deno.test("resource types complete by short names, with their full names", async () => {
  await withSandbox({}, async (sandbox) => {
    const node = sandbox.nodes[0]!.address;
    deepEqual(await complete(sandbox, "get", "-n", node, "mem"), [
      "=members\tMembers.cluster.talos.dev",
      "=memorystats\tMemoryStats.perf.talos.dev",
    ]);
    deepEqual(await complete(sandbox, "get", "-n", node, "members,lin"), [
      "=members,links\tLinkStatuses.net.talos.dev",
    ]);
    const all = await complete(sandbox, "get", "-n", node, "");
    equal(all.some((line) => line.startsWith("=addresses\tAddressStatuses.net")), true);
    equal(all.some((line) => /^=\S*\.dev\t/.test(line)), false);
  });
});

Deno.test("output formats with a parameter complete after the others, without a space", async () => {
  await withSandbox({}, async (sandbox) => {
    deepEqual(await complete(sandbox, "memory", "-o", "js"), ["=json\t"]);
    deepEqual(await complete(sandbox, "memory", "-o", "jsonp"), ["=jsonpath=\t", ":nospace"]);
    deepEqual(
      (await complete(sandbox, "get", "-o", "")).map((line) => line.trim()),
      ["=json", "=table", "=yaml", "=jsonpath", "=name", "=json=", "=jsonpath="],
    );
  });
});

/** Returns the candidates without their descriptions. */
async function values(sandbox: Sandbox, ...words: string[]): Promise<string[]> {
  const lines = await complete(sandbox, ...words);
  return lines.filter((line) => line.startsWith("=")).map((line) => line.split("\t")[0]!.slice(1));
}

Deno.test("columns complete as typed, for a descending order after a dash", async () => {
  await withSandbox({}, async (sandbox) => {
    const memory = ["node", "total", "used", "free", "shared", "buffers", "cache", "available"];
    deepEqual(await values(sandbox, "memory", "--columns", ""), memory);
    deepEqual(await values(sandbox, "memory", "--columns=node,t"), ["--columns=node,total"]);
    deepEqual(await values(sandbox, "mounts", "--sort-by", "s"), ["size"]);
    deepEqual(await values(sandbox, "mounts", "--sort-by=-s"), ["--sort-by=-size"]);
    const node = sandbox.nodes[0]!.address;
    deepEqual(await values(sandbox, "get", "members", "-n", node, "--columns", "m"), [
      "machine-type",
    ]);
    deepEqual(await values(sandbox, "get", "--columns", ""), []);
  });
});

Deno.test("completion of columns calls no node of commands that change something", async () => {
  await withSandbox({}, async (sandbox) => {
    const openClient = () => Promise.reject(new Error("a client was opened"));
    const { code, stdout } = await sandbox.run(
      ["__complete", "zsh", "etcd", "alarm", "disarm", "--columns", ""],
      { wiring: { openClient } },
    );
    deepEqual([code, stdout], [0, "=node\t\n=member\t\n=alarm\t\n"]);
    deepEqual(await values(sandbox, "etcd", "downgrade", "enable", "--sort-by", ""), [
      "node",
      "message",
    ]);
  });
});

Deno.test("fields of json= complete after those that are typed", async () => {
  await withSandbox({}, async (sandbox) => {
    deepEqual(await values(sandbox, "memory", "-o", "json=total,u"), ["json=total,used"]);
    deepEqual(await values(sandbox, "get", "members", "-o", "json=id,ph"), ["json=id,phase"]);
    deepEqual(await values(sandbox, "config", "contexts", "--output=json=end"), [
      "--output=json=endpoints",
    ]);
    deepEqual(await values(sandbox, "schema", "etcd", "m"), ["members"]);
  });
});

Deno.test("etcd members and block devices complete with what identifies them", async () => {
  await withSandbox({}, async (sandbox) => {
    const [control] = sandbox.controlPlanes;
    const { stdout } = await sandbox.run([
      "etcd",
      "members",
      "-o",
      "json=id",
      "-n",
      control!.address,
    ]);
    const [{ id }] = JSON.parse(stdout);
    deepEqual(await complete(sandbox, "etcd", "remove-member", "-n", control!.address, ""), [
      `=${id}\t${control!.name}`,
    ]);
    const disks = await sandbox.run(["get", "disks", "-o", "name", "-n", control!.address]);
    const devices = disks.stdout.trim().split("\n").filter((name) => name !== "");
    deepEqual(await values(sandbox, "wipe", "disk", "-n", control!.address, ""), devices);
  });
});

Deno.test("faults complete by action, node, method and status", async () => {
  await withSandbox({}, async (sandbox) => {
    const add = ["cluster", "fault", "add"];
    deepEqual(await values(sandbox, ...add, "bl"), ["blackhole"]);
    deepEqual(await values(sandbox, ...add, "error", "--method", "EtcdMemberL"), [
      "EtcdMemberList",
    ]);
    deepEqual(await values(sandbox, ...add, "error", "--code", "Perm"), ["PermissionDenied"]);
    const state = `${sandbox.home}/clusters`;
    await Deno.mkdir(`${state}/demo`, { recursive: true });
    await Deno.writeTextFile(`${state}/demo/cluster.json`, "{}");
    deepEqual(
      await values(sandbox, ...add, "down", "--state", state, "--name", "demo", "--node", ""),
      [],
    );
  });
});
