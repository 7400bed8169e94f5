/** Completion of values that nodes return. */
import { deepEqual, equal } from "node:assert/strict";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";

/** Returns the candidates of zsh for the last word, with their descriptions. */
async function complete({ run }: Sandbox, ...words: string[]): Promise<string[]> {
  const { code, stdout, stderr } = await run(["__complete", "zsh", ...words]);
  deepEqual([code, stderr], [0, ""]);
  return stdout.split("\n").slice(0, -1);
}

Deno.test("nodes are those of the configuration and the members of the cluster", async () => {
  await withSandbox({ workers: 2 }, async (sandbox) => {
    const { controlPlanes: [first], workers: [second, third] } = sandbox;
    const line = (node: { address: string; name: string }, type: string, before = "") =>
      `=${before}${node.address}\t${node.name}, ${type}`;
    const all = [
      line(first!, "controlplane"),
      line(second!, "worker"),
      line(third!, "worker"),
    ];
    deepEqual((await complete(sandbox, "memory", "-n", "")).toSorted(), all.toSorted());
    deepEqual((await complete(sandbox, "-n", "")).toSorted(), all.toSorted());
    const before = `${second!.address},`;
    deepEqual(
      (await complete(sandbox, "memory", "-n", before)).toSorted(),
      [line(first!, "controlplane", before), line(third!, "worker", before)].toSorted(),
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
