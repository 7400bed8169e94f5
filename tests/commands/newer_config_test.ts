import { equal, match } from "node:assert/strict";
import { type Applied, CONFIG, configNodes } from "../helpers/config_nodes.ts";
import { withSandbox } from "../helpers/sandbox.ts";
import { doc } from "../lib/machineconfig/validate/case.ts";
import { testWith } from "../helpers/programs.ts";

const sedTest = testWith("sed");

const HOST = doc("StaticHostConfig", "name: 192.0.2.40", "hostnames: [storage]");

Deno.test("patch adds documents that the node's version has", () =>
  withSandbox({ osVersion: "v1.12.11" }, async ({ run, nodes, home }) => {
    await Deno.writeTextFile(`${home}/host.yaml`, HOST);
    const node = ["-n", nodes[0]!.address];
    const { code, stderr } = await run(["patch", "mc", "--patch-file", "host.yaml", ...node]);
    equal(code, 0, stderr);
    const { stdout } = await run(["get", "mc", "v1alpha1", "-o", "yaml", ...node]);
    match(stdout, /kind: StaticHostConfig\n +name: 192\.0\.2\.40/);
  }));

Deno.test("nodes reject documents that their version does not have", () =>
  withSandbox({ osVersion: "v1.11.6" }, async ({ run, nodes, home }) => {
    await Deno.writeTextFile(`${home}/host.yaml`, HOST);
    const node = ["-n", nodes[0]!.address];
    const { code, stderr } = await run(["patch", "mc", "--patch-file", "host.yaml", ...node]);
    equal(code, 1);
    match(stderr, /documents of kind "StaticHostConfig" require v1\.12/);
  }));

/** Documents that v1.12 nodes have and v1.11 nodes lack. */
async function writeNewer(home: string, source: string): Promise<void> {
  await Deno.writeTextFile(`${home}/new.yaml`, `${await Deno.readTextFile(source)}---\n${HOST}`);
}

for (const [version, isAccepted] of [["v1.11.6", false], ["v1.12.11", true]] as const) {
  Deno.test(`apply-config, patch and edit apply the schema of a node of ${version}`, () =>
    withSandbox({ osVersion: version }, async ({ run, nodes, home }) => {
      const node = ["-n", nodes[0]!.address];
      await Deno.writeTextFile(`${home}/host.yaml`, HOST);
      const { stdout: current } = await run([
        ...["get", "mc", "v1alpha1", "-o", "jsonpath={.spec}", ...node],
      ]);
      await Deno.writeTextFile(`${home}/current.yaml`, current);
      await writeNewer(home, `${home}/current.yaml`);
      await Deno.writeTextFile(`${home}/add.sh`, `#!/bin/sh\ncat ${home}/new.yaml > "$1"\n`);
      await Deno.chmod(`${home}/add.sh`, 0o755);
      const commands = {
        apply: ["apply-config", "-f", "new.yaml", "--dry-run", ...node],
        patch: ["patch", "mc", "--patch-file", "host.yaml", "--dry-run", ...node],
        edit: ["edit", "mc", "--dry-run", ...node],
      };
      for (const [name, args] of Object.entries(commands)) {
        const { code, stderr } = await run(args, {
          env: { EDITOR: `${home}/add.sh`, TMPDIR: home },
        });
        equal(code, isAccepted ? 0 : 1, `${name}: ${stderr}`);
        // The node formats its reason as a list; the position comes from the local check.
        if (!isAccepted) match(stderr, /:\d+:\d+: .*"StaticHostConfig" require v1\.12/, name);
      }
    }));
}

Deno.test("the node's release selects the rules, not the content", async () => {
  // Nodes before v1.14 require an installation disk.
  for (const [version, code] of [["v1.8.4", 1], ["v1.14.0-rc.1", 0]] as const) {
    await withSandbox({ osVersion: version }, async ({ run, nodes, home }) => {
      const node = ["-n", nodes[0]!.address];
      const { stdout } = await run(["get", "mc", "v1alpha1", "-o", "jsonpath={.spec}", ...node]);
      await Deno.writeTextFile(`${home}/c.yaml`, stdout);
      const patch = '[{"op": "remove", "path": "/machine/install"}]';
      const result = await run(["apply-config", "-f", "c.yaml", "-p", patch, "--dry-run", ...node]);
      equal([result.code, version].join(), [code, version].join(), result.stderr);
    });
  }
});

Deno.test("nodes from v1.11 on reject other versions of Kubernetes, before anything is sent", () =>
  withSandbox({ osVersion: "v1.14.0-rc.1" }, async ({ run, nodes }) => {
    const node = ["-n", nodes[0]!.address];
    const patch = (version: string) => {
      const kubelet = { image: `ghcr.io/siderolabs/kubelet:${version}` };
      const patch = JSON.stringify({ machine: { kubelet } });
      return run(["patch", "mc", "-p", patch, "--accept-mismatch", "release", ...node]);
    };
    const { code, stderr } = await patch("v1.31.9");
    equal(code, 1);
    match(
      stderr,
      /machine\.kubelet\.image: nodes of v1\.14 do not support Kubernetes v1\.31\.9; use v1\.32 to v1\.37\n/,
    );
    equal((await patch("latest")).code, 1);
    equal((await patch(`v1.36.0@sha256:${"0".repeat(64)}`)).code, 0);
  }));

sedTest("apply-config and edit send keys and kinds that newer nodes may know", () => {
  const applied: Applied[] = [];
  const future = `${CONFIG}---\n${doc("FutureConfig", "name: a")}`;
  const bindings = configNodes(applied, { configs: { "config/v1alpha1": future }, tag: "v1.99.0" });
  return withSandbox({ bindings }, async ({ run, nodes, home }) => {
    await Deno.writeTextFile(`${home}/c.yaml`, future);
    const node = ["-n", nodes[0]!.address];
    const sent = await run(["apply-config", "-f", "c.yaml", ...node]);
    equal(sent.code, 0, sent.stderr);
    match(sent.stderr, /newer than the newest known release/);
    match(sent.stderr, /warning.*unknown kind "FutureConfig"/);
    const editor = { env: { EDITOR: "sed -i s/1024/2048/", TMPDIR: home } };
    const edited = await run(["edit", "mc", ...node], editor);
    equal(edited.code, 0, edited.stderr);
    equal(applied.length, 2);
    match(applied[1]!.text, /2048[^]*kind: FutureConfig/);
  });
});
