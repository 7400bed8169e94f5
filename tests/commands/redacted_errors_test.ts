/**
 * No part of a machine configuration reaches an error, a trace, the log of a sandbox node or a support
 * bundle. The texts come from nodes: see the tests of `redactNodeText`.
 */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { StatusError } from "../../lib/rpc/status.ts";
import { unary } from "../../lib/sandbox/types.ts";
import { machine, MachineService } from "../../proto/machine.ts";
import { CONFIG, configNodes } from "../helpers/config_nodes.ts";
import { withSandbox } from "../helpers/sandbox.ts";
import { readZip } from "../helpers/zip.ts";
import { testWith } from "../helpers/programs.ts";

const test = testWith("sed");

const REASON = "this config change can't be applied in immediate mode";
const UNIFIED = `${REASON}\ndiff:\n--- a\n+++ b\n@@ -1,6 +1,6 version: v1alpha1\n machine:\n` +
  "     type: worker\n-    token: MARKED1\n+    token: MARKED2\n     ca:\n         key: MARKED3\n" +
  "             - static:\n-                passphrase: MARKED4\n";
const GO_VALUES = `${REASON}\ndiff:   &v1alpha1.Config{\n- \tMachineToken: "MARKED1",\n` +
  '  \tKey: []uint8(\n  \t\t"""\n+ \t\tMARKED2\n  \t\t"""\n  \t),\n' +
  '  \tClusterConfig: &{ClusterSecret: "MARKED3"},\n  }\n';
const UNKNOWN = "unknown keys found during decoding:\nmachine:\n    tokn: MARKED1\n    list:\n" +
  "        - MARKED2\n    text: |\n        MARKED3\n";
const INVALID = "yaml: unmarshal errors:\n  line 5: cannot unmarshal !!str `MARKED1` into int\n" +
  "  line 6: cannot unmarshal !!str `MARKED2` into bool";

const COMMANDS: readonly (readonly string[])[] = [
  ["apply-config", "-f", "w.yaml", "-m", "no-reboot"],
  ["apply-config", "-f", "w.yaml", "-m", "try"],
  ["apply-config", "-f", "w.yaml", "--dry-run"],
  ["patch", "mc", "-p", "machine: {token: MARKED5}", "-m", "no-reboot"],
  ["edit", "mc", "-m", "no-reboot"],
];

for (const [format, details] of Object.entries({ UNIFIED, GO_VALUES, UNKNOWN, INVALID })) {
  test(`errors, traces, logs and bundles have no secrets of the format ${format}`, async () => {
    const respond = () => new StatusError(3, details);
    await withSandbox({ bindings: configNodes([], { respond }) }, async (sandbox) => {
      const { run, nodes, home } = sandbox;
      const [{ address: node, folder }] = nodes as [typeof nodes[0]];
      await Deno.writeTextFile(`${home}/w.yaml`, CONFIG);
      const editor = `${home}/editor`;
      await Deno.writeTextFile(editor, `#!/bin/sh\nsed -i 's/"1024"/"2048"/' "$1"\n`, {
        mode: 0o755,
      });
      for (const debug of ["1", ""]) {
        for (const command of COMMANDS) {
          const { code, stdout, stderr } = await run([...command, "-n", node], {
            env: { OSCTL_DEBUG: debug, EDITOR: editor, TMPDIR: home },
          });
          equal(code, 1, `${command}: ${stderr}`);
          ok(!(stdout + stderr).includes("MARKED"), `${command}: ${stderr}`);
          match(stderr, /immediate mode|unknown keys found|cannot unmarshal/);
          equal(/^osctl: debug: call .*status=InvalidArgument/m.test(stderr), debug === "1");
        }
      }
      for (const name of ["machined", "apid"]) {
        const log = await Deno.readTextFile(`${folder}/logs/${name}.log`);
        match(log, /InvalidArgument \[\/machine\.MachineService\/ApplyConfiguration\]/);
        ok(!log.includes("MARKED"), log);
      }
      const { code, stderr } = await run(["support", "-n", node, "-O", "b.zip"]);
      equal(code, 0, stderr);
      const { members } = await readZip(`${home}/b.zip`);
      for (const [path, { text }] of members) ok(!text.includes("MARKED"), path);
    });
  });
}

Deno.test("a dry run of a node before v1.8 shows the difference without secrets", async () => {
  const modeDetails = "Dry run summary:\nApplied (skipped in dry-run).\nConfig diff:\n" +
    '  &v1alpha1.Config{\n- \tMachineToken: "MARKED1",\n+ \tMachineToken: "MARKED2",\n' +
    '  \tMachineSysctls: map[string]string{"net.core.somaxconn": "1024"},\n  }\n';
  const respond = () => ({
    mode: 2,
    modeDetails,
    warnings: ["a: cannot unmarshal !!str `MARKED3` x"],
  });
  await withSandbox({ bindings: configNodes([], { respond }) }, async ({ run, nodes, home }) => {
    await Deno.writeTextFile(`${home}/w.yaml`, CONFIG);
    const apply = ["apply-config", "-f", "w.yaml", "--dry-run", "-n", nodes[0]!.address];
    const { code, stdout, stderr } = await run(apply);
    equal(code, 0);
    ok(!(stdout + stderr).includes("MARKED"), stdout + stderr);
    ok(stdout.includes('- \tMachineToken: "******",\n+ '), stdout);
    ok(stdout.includes('{"net.core.somaxconn": "1024"}'), stdout);
  });
});

Deno.test("errors in the metadata of responses have no secrets", async () => {
  for (const status of [undefined, { code: 3, message: UNKNOWN }]) {
    const binding = unary(MachineService.Memory, () =>
      Promise.resolve(
        machine.MemoryResponse.create({ messages: [{ metadata: { error: UNKNOWN, status } }] }),
      ));
    await withSandbox({ bindings: [binding] }, async ({ run, nodes }) => {
      const options = { env: { OSCTL_DEBUG: "1" } };
      const { code, stderr } = await run(["memory", "-n", nodes[0]!.address], options);
      deepEqual([code, stderr.includes("MARKED")], [1, false], stderr);
      match(stderr, /unknown keys found during decoding/);
    });
  }
});
