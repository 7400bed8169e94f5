import assert from "node:assert/strict";
import { StatusError } from "../../lib/rpc/status.ts";
import { type Applied, CONFIG, configNodes, TOKEN } from "../helpers/config_nodes.ts";
import { withSandbox } from "../helpers/sandbox.ts";

const SYSCTL = '{"machine": {"sysctls": {"net.core.somaxconn": "4096"}}}';
const SAME = '{"machine": {"sysctls": {"net.core.somaxconn": "1024"}}}';

Deno.test("patch changes two nodes and reports the unreachable one", async () => {
  const applied: Applied[] = [];
  const bindings = configNodes(applied);
  await withSandbox({ workers: 1, bindings }, async ({ run, nodes, dead }) => {
    const [one, two] = nodes.map(({ address }) => address);
    const single = await run(["patch", "mc", "-p", SYSCTL, "-n", one!]);
    assert.deepEqual([single.code, single.stdout], [0, ""]);
    assert.equal(single.stderr, `${one}: Applied configuration without a reboot\n`);
    const [{ text, ...rest } = { text: "" }] = applied.splice(0);
    assert.deepEqual(rest, { node: one, mode: 1, dryRun: false, timeoutMs: 60_000 });
    assert.match(text, /^version: v1alpha1 # the only version\n/);
    assert.match(text, /net\.core\.somaxconn: "4096"/);
    const several = await run([
      "patch",
      "mc",
      "v1alpha1",
      "-p",
      SYSCTL,
      "-n",
      `${one},${dead},${two}`,
    ]);
    assert.equal(several.code, 1);
    assert.match(
      several.stderr,
      new RegExp(`^${one}: Applied [^\\n]+\\n${two}: Applied [^\\n]+\\nosctl: ${dead}: cannot be `),
    );
    assert.equal(applied.length, 2);
  });
});

Deno.test("patch prints unchanged nodes without a call", async () => {
  const applied: Applied[] = [];
  await withSandbox({ workers: 1, bindings: configNodes(applied) }, async ({ run, nodes }) => {
    const [one, two] = nodes.map(({ address }) => address);
    const json = '[{"op": "test", "path": "/machine/type", "value": "worker"}]';
    for (const patch of [SAME, json, "machine: {type: worker}"]) {
      const { code, stderr } = await run([
        "patch",
        "machineconfig",
        "-p",
        patch,
        "-n",
        `${one},${two}`,
      ]);
      assert.deepEqual([code, stderr], [0, `${one}: unchanged\n${two}: unchanged\n`]);
    }
    assert.deepEqual(applied, []);
  });
});

Deno.test("patch patches and sends all documents", async () => {
  const applied: Applied[] = [];
  const document =
    "apiVersion: v1alpha1\nkind: KmsgLogConfig\nname: remote\nurl: tcp://10.0.0.9:514/\n";
  const configs = { "config/v1alpha1": `${CONFIG}---\n${document}` };
  await withSandbox(
    { bindings: configNodes(applied, { configs }) },
    async ({ run, nodes, home }) => {
      const node = nodes[0]!.address;
      await Deno.writeTextFile(
        `${home}/last.yaml`,
        `${document.replace("514", "515")}---\n` +
          "machine: {sysctls: {net.core.somaxconn: '8192'}}\n",
      );
      const { code, stderr } = await run(
        ["patch", "mc", "-p", SYSCTL, "--patch-file", "last.yaml", "-n", node],
      );
      assert.equal(code, 0, stderr);
      const { text } = applied[0]!;
      assert.match(text, /net\.core\.somaxconn: "8192"[^]+\n---\napiVersion: v1alpha1\nkind: Kmsg/);
      assert.match(text, /url: tcp:\/\/10\.0\.0\.9:515\/\n$/);
    },
  );
});

Deno.test("patch sends mode, timeout and dry run, and reads --namespace", async () => {
  const applied: Applied[] = [];
  const configs = { "config/v1alpha1": CONFIG, "other/v1alpha1": CONFIG.replace("1024", "7") };
  await withSandbox({ bindings: configNodes(applied, { configs }) }, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    const patch = ["patch", "mc", "-p", SAME, "-n", node];
    // A dry run in mode try cancels no pending try.
    const modes = [["reboot", 0], ["auto", 4], ["no-reboot", 4], ["staged", 3], ["try", 4]];
    for (const [mode, number] of modes) {
      const args = ["--namespace", "other", "-m", `${mode}`, "--dry-run", "--timeout=5s", "--yes"];
      assert.equal((await run([...patch, ...args])).code, 0);
      const [one] = applied.splice(0);
      assert.deepEqual([one?.mode, one?.dryRun, one?.timeoutMs], [number, true, 5000]);
    }
    const unknown = await run([...patch, "--namespace", "nope"]);
    assert.equal(unknown.code, 1);
    assert.equal(
      unknown.stderr,
      `osctl: ${node}: no machine configuration in namespace "nope"\n`,
    );
    const wrongId = await run(["patch", "mc", "v1alpha2", "-p", SAME, "-n", node]);
    assert.equal(wrongId.code, 1);
    assert.match(wrongId.stderr, /doesn't exist/);
    assert.deepEqual(applied, []);
  });
});

Deno.test("patch rejects bad input before any change", async () => {
  const applied: Applied[] = [];
  const configs = { "config/v1alpha1": CONFIG };
  await withSandbox(
    { bindings: configNodes(applied, { configs }) },
    async ({ run, nodes, home }) => {
      const node = nodes[0]!.address;
      await Deno.writeTextFile(`${home}/bad.yaml`, "machine:\n  bogus: 1\n");
      const cases: [args: string[], code: number, stderr: RegExp][] = [
        [["mc"], 2, /^osctl: no patch; use --patch or --patch-file; see/],
        [[], 2, /^osctl: /],
        [["mc", "", "-p", SYSCTL], 2, /^osctl: the id is empty; /],
        [
          ["links", "-p", SYSCTL],
          1,
          /^osctl: resources of type LinkStatuses\.net\.talos\.dev cannot be patched; /,
        ],
        [["nope", "-p", SYSCTL], 1, /^osctl: [^\n]*nope/],
        [["mc", "--patch-file", "nope.yaml"], 1, /^osctl: cannot read "nope\.yaml": /],
        [
          ["mc", "--patch-file", "bad.yaml"],
          1,
          /^osctl: bad\.yaml:2:3: machine\.bogus: unknown key /,
        ],
        [["mc", "-p", "[{]"], 1, /^osctl: --patch #1:1:\d+: /],
        [
          ["mc", "-p", SYSCTL, "-m", "try", "--timeout", "0s"],
          2,
          /^osctl: --timeout must be positive/,
        ],
        [
          ["mc", "-p", '{"machine": {"type": "bogus"}}'],
          1,
          /^osctl: [\d.]+: v1alpha1 after the patch:\d+:\d+: machine\.type: /,
        ],
        [
          ["mc", "-p", '[{"op": "remove", "path": "/machine/nope"}]'],
          1,
          /^osctl: [\d.]+: --patch #1:1:\d+: /,
        ],
      ];
      for (const [args, code, stderr] of cases) {
        const outcome = await run(
          ["patch", "-n", node, ...args],
        );
        assert.equal(outcome.code, code, `${args}: ${outcome.stderr}`);
        assert.match(outcome.stderr, stderr);
        assert.equal(outcome.stdout, "");
      }
      assert.deepEqual(applied, []);
    },
  );
});

Deno.test("patch prints a refusal of one node and the result of the other", async () => {
  const applied: Applied[] = [];
  let rejectingNode = "";
  const respond = ({ node }: Applied) =>
    node === rejectingNode
      ? new StatusError(3, "1 error occurred:\n\t* invalid disk")
      : { mode: 2, modeDetails: "applied" };
  const bindings = configNodes(applied, { respond });
  await withSandbox({ workers: 1, bindings }, async ({ run, nodes }) => {
    const [one, two] = nodes.map(({ address }) => address);
    rejectingNode = one!;
    const { code, stderr } = await run(["patch", "mc", "-p", SYSCTL, "-n", `${one},${two}`]);
    assert.equal(code, 1);
    assert.equal(
      stderr,
      `${two}: applied\nosctl: ${one}: 1 error occurred: * invalid disk (InvalidArgument)\n`,
    );
  });
});

Deno.test("patch warns about older nodes and redacts the diff", async () => {
  const applied: Applied[] = [];
  const respond = () => ({
    mode: 2,
    modeDetails: "Config diff:\n--- a\n+++ b\n@@ -1,3 +1,3\n" +
      `-    token: ${TOKEN}\n+        - old.${TOKEN}\n     type: worker\n`,
  });
  const bindings = configNodes(applied, { respond, tag: "v1.7.0" });
  await withSandbox({ bindings }, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    const { code, stdout, stderr } = await run(["patch", "mc", "-p", SYSCTL, "-n", node]);
    assert.equal(code, 0);
    assert.match(stderr, /^osctl: warning: older than this program \(v1\.8\.0-alpha\.2\): /);
    assert.ok(!`${stdout}${stderr}`.includes(TOKEN), stdout);
    assert.match(stdout, /\n {5}type: worker\n/);
  });
});

Deno.test("patch prompts on a terminal in a rebooting mode and changes nothing on no", async () => {
  const applied: Applied[] = [];
  await withSandbox({ bindings: configNodes(applied) }, async ({ run, nodes }) => {
    const patch = ["patch", "mc", "-p", SYSCTL, "-m", "reboot", "-n", nodes[0]!.address];
    const terminals = ["stdin", "stderr"] as const;
    const no = await run(patch, { terminals, stdin: "\n" });
    assert.equal(no.code, 130);
    assert.match(
      no.stderr,
      /"4096"[^]*^Apply the configuration and reboot: 1 (node|worker|control plane)\n/m,
    );
    assert.deepEqual(applied, []);
    assert.equal((await run(patch, { terminals, stdin: "yes\n" })).code, 0);
    assert.deepEqual(applied.map(({ mode, dryRun }) => [mode, dryRun]), [[0, false]]);
  });
});
