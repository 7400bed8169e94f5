/** `cluster diff`: what sets configurations of nodes and files apart. */
import { deepEqual, doesNotMatch, equal, match } from "node:assert/strict";
import { runCommand } from "../../helpers/run_command.ts";
import { withSandbox } from "../../helpers/sandbox.ts";

Deno.test("cluster diff prints what sets nodes and files apart, secrets redacted", () =>
  withSandbox({ controlPlanes: 1, workers: 3 }, async ({ nodes, home, run, dead }) => {
    const [controlPlane, one, two, three] = nodes.map(({ address }) => address);
    const diff = (...args: string[]) => run(["cluster", "diff", ...args], { cwd: home });
    // The sandbox generates one configuration for all workers.
    const same = await diff("-n", `${one},${two},${three}`);
    deepEqual([same.code, same.stderr], [0, "3 configurations are the same\n"]);

    const patch = '{"machine":{"sysctls":{"a.b":"1"},"network":{"nameservers":["10.0.0.1"]}}}';
    equal((await run(["patch", "mc", "-n", three!, "-p", patch])).code, 0);
    const two3 = await diff(two!, three!);
    equal(two3.code, 2, two3.stderr);
    match(two3.stdout, new RegExp(`^--- ${two}\n\\+\\+\\+ ${three}\n@@ `));
    match(two3.stdout, /^\+ +a\.b: "1"$/m);

    const all = await diff("-n", `${one},${two},${three}`, "-o", "json");
    equal(all.code, 2);
    deepEqual(JSON.parse(all.stdout), [
      { path: "machine.network.nameservers", value: null, nodes: [one, two] },
      { path: "machine.network.nameservers", value: ["10.0.0.1"], nodes: [three] },
      { path: 'machine.sysctls["a.b"]', value: null, nodes: [one, two] },
      { path: 'machine.sysctls["a.b"]', value: "1", nodes: [three] },
    ]);
    const table = await diff("-n", `${one},${two},${three}`, "--no-headers", "--columns", "value");
    deepEqual(table.stdout.split("\n").map((line) => line.trim()).sort().slice(1), [
      "1",
      "<absent>",
      "<absent>",
      '["10.0.0.1"]',
    ]);

    // A control plane has keys that workers lack: listed, but not their values.
    const roles = await diff("-n", `${controlPlane},${one},${two}`, "-o", "json");
    const key = JSON.parse(roles.stdout)
      .filter(({ path }: { path: string }) => path === "machine.ca.key");
    deepEqual(key, [
      { path: "machine.ca.key", value: "******", nodes: [controlPlane] },
      { path: "machine.ca.key", value: "", nodes: [one, two] },
    ]);
    doesNotMatch(roles.stdout, /LS0tLS1CRUdJTi[A-Za-z0-9+/]*(PRIVATE|UFJJVkFURS)/);

    const { stdout: mc } = await run([
      "get",
      "mc",
      "v1alpha1",
      "-n",
      one!,
      "-o",
      "jsonpath={.spec}",
    ]);
    await Deno.writeTextFile(`${home}/a.yaml`, `# a comment\n${mc}`);
    await Deno.writeTextFile(`${home}/b.yaml`, mc.replace("type: worker", "type: controlplane"));
    deepEqual((await diff("a.yaml", "-n", `${one}`)).code, 0);
    const file = await diff(one!, "./b.yaml");
    equal(file.code, 2, file.stderr);
    match(file.stdout, new RegExp(`^--- ${one}\n\\+\\+\\+ \\./b\\.yaml\n`));
    match(file.stdout, /^\+ +type: controlplane$/m);
    const files = await diff(
      "a.yaml",
      "b.yaml",
      "--sort-by",
      "path",
      "--filter",
      "path != 'x'",
      "--wide",
      "-o",
      "json=value,nodes",
    );
    deepEqual(JSON.parse(files.stdout), [
      { value: "worker", nodes: ["a.yaml"] },
      { value: "controlplane", nodes: ["b.yaml"] },
    ]);

    const single = await diff(one!);
    equal(single.code, 2);
    match(single.stderr, /one configuration has nothing to be compared with/);
    const silent = await diff(one!, dead);
    equal(silent.code, 1);
    const missing = await runCommand(["cluster", "diff", "x.yaml", "y.yaml", "--name", "z"], {
      home,
      cwd: home,
    });
    match(missing.stderr, /--name selects a local cluster/);
  }));
