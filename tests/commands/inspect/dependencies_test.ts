import assert from "node:assert/strict";
import { parse } from "yaml";
import { unary } from "../../../lib/sandbox/types.ts";
import { inspect, InspectService } from "../../../proto/inspect.ts";
import { withSandbox } from "../../helpers/sandbox.ts";
import { readZip } from "../../helpers/zip.ts";

Deno.test("inspect dependencies prints the graph in every format", async () => {
  await withSandbox({ workers: 1 }, async ({ run, nodes, dead, osconfigFor }) => {
    const node = nodes[0]!.address;
    const inspect = async (...args: string[]) => {
      const { code, stdout, stderr } = await run(["inspect", "dependencies", "-n", node, ...args]);
      assert.deepEqual([code, stderr], [0, ""]);
      return stdout;
    };
    const dot = await inspect();
    assert.match(dot, /^digraph {2}\{\n\t\n\tn\d+\[fillcolor="azure2",label="APIServerConfigs\./);
    assert.match(dot, /\[label="cluster\.MemberController",shape="box"\];\n/);
    assert.equal(await inspect("--output=dot"), dot);

    const resources = await inspect("--with-resources");
    assert.match(resources, /\tsubgraph cluster_s\d+ \{\n\t\tlabel="HostnameStatuses\.net\./);
    assert.match(resources, /label="network\/HostnameStatuses\.net\.talos\.dev\/hostname",/);

    assert.match(await inspect("-o", "svg"), /^<\?xml [^]*<svg [^]*>Member</);
    assert.match(await inspect("-o", "svg", "--with-resources"), />hostname</);
    const json = JSON.parse(await inspect("-o", "json"));
    assert.equal(json.node, node);
    assert.ok(
      json.edges.some(({ controller }: { controller: string }) =>
        controller === "cluster.MemberController"
      ),
    );
    assert.equal(json.resources, undefined);
    const full = JSON.parse(await inspect("-o", "json", "--with-resources"));
    const yaml = async (...args: string[]) => parse(await inspect("-o", "yaml", ...args));
    assert.deepEqual(await yaml(), json);
    const names = ({ resources }: typeof full) =>
      resources.map(({ type, id }: { type: string; id: string }) => `${type}/${id}`)
        // Links and mounts of this machine may change between two calls.
        .filter((name: string) => !/^(\w+\.net|MountStatuses)\./.test(name));
    assert.deepEqual(names(await yaml("--with-resources")), names(full));
    const secrets = ({ type }: { type: string }) => type === "OSRootSecrets.secrets.talos.dev";
    assert.ok(full.resources.some(secrets));

    // Types a reader may not access are omitted.
    const reader = ["--osconfig", await osconfigFor("os:reader")];
    const seen = await run([
      ...["inspect", "dependencies", "-n", node, "-o", "json", "--with-resources", ...reader],
    ]);
    if (seen.code === 0) assert.ok(!JSON.parse(seen.stdout).resources.some(secrets));
    else assert.match(seen.stderr, /not authorized/);

    const wrong: [args: string[], code: number, reason: RegExp][] = [
      [["-n", `${node},${nodes[1]!.address}`], 2, /accepts one node/],
      [["-n", dead], 1, /refused/],
      [["-n", node, "-o", "png"], 2, /png/],
      [["-n", node, "all"], 2, /all/],
    ];
    for (const [args, code, reason] of wrong) {
      const outcome = await run(["inspect", "dependencies", ...args]);
      assert.deepEqual([outcome.code, outcome.stdout], [code, ""], outcome.stderr);
      assert.match(outcome.stderr, reason);
      assert.match(outcome.stderr, /^osctl: [^\n]+\n$/);
    }
  });
});

// v1.14.0-rc.1 has a controller that reads DiscoveredVolumesStatuses, which no node registers.
Deno.test("a type that the node does not register is omitted, and named", async () => {
  const edges = ["DiscoveredVolumesStatuses.block.talos.dev", "Members.cluster.talos.dev"]
    .map((resourceType) => ({
      controllerName: "test.Controller",
      edgeType: inspect.DependencyEdgeType.INPUT_WEAK,
      resourceNamespace: "",
      resourceType,
      resourceId: "",
    }));
  const dependencies = unary(
    InspectService.ControllerRuntimeDependencies,
    () =>
      Promise.resolve(
        inspect.ControllerRuntimeDependenciesResponse.create({ messages: [{ edges }] }),
      ),
  );
  await withSandbox({ bindings: [dependencies] }, async ({ run, nodes: [node], home }) => {
    const target = ["-n", node!.address];
    const omitted = "without resources of types that the node does not register: " +
      "DiscoveredVolumesStatuses.block.talos.dev\n";
    for (const output of ["dot", "json", "svg"]) {
      const args = ["inspect", "dependencies", "--with-resources", "-o", output, ...target];
      const { code, stdout, stderr } = await run(args);
      assert.deepEqual([code, stderr], [0, `osctl: warning: ${omitted}`], output);
      assert.match(stdout, /Members\.cluster|>Member</, output);
    }
    const archive = `${home}/support.zip`;
    await run(["support", "-O", archive, ...target]);
    const { members } = await readZip(archive);
    const dot = [...members.values()].find(({ path }) => path.endsWith("/dependencies.dot"));
    assert.ok(dot?.text.startsWith(`// ${omitted}digraph`), dot?.text);
  });
});
