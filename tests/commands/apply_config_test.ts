import assert from "node:assert/strict";
import { StatusError } from "../../lib/rpc/status.ts";
import { type Applied, CONFIG, configNodes, TOKEN } from "../helpers/config_nodes.ts";
import { withSandbox } from "../helpers/sandbox.ts";

const AUTO = 1;
const TRY = 4;

/** Reason of nodes for rejecting a change that requires a reboot. */
const REASON = "this config change can't be applied in immediate mode";

Deno.test("apply-config sends a file to two nodes and reports the unreachable one", async () => {
  const applied: Applied[] = [];
  const configs = { "config/v1alpha1": CONFIG.replace("1024", "512") };
  const bindings = configNodes(applied, { configs });
  await withSandbox({ workers: 1, bindings }, async ({ run, nodes, dead, home }) => {
    const [one, two] = nodes.map(({ address }) => address);
    await Deno.writeTextFile(`${home}/w.yaml`, CONFIG);
    const single = await run(["apply-config", "-f", "w.yaml", "-n", one!]);
    assert.deepEqual([single.code, single.stdout], [0, ""]);
    assert.equal(single.stderr, `${one}: Applied configuration without a reboot\n`);
    assert.deepEqual(applied.splice(0), [
      { node: one, text: CONFIG, mode: AUTO, dryRun: false, timeoutMs: 60_000 },
    ]);
    const several = await run(["apply", "config", "--file=w.yaml", "-n", `${one},${dead},${two}`]);
    assert.equal(several.code, 1);
    const [first, second, third, end] = several.stderr.split("\n");
    assert.equal(first, `${one}: Applied configuration without a reboot`);
    assert.equal(second, `${two}: Applied configuration without a reboot`);
    assert.match(third!, new RegExp(`^osctl: ${dead}: cannot be reached`));
    assert.equal(end, "");
    assert.deepEqual(applied.map(({ node }) => node).sort(), [one, two].sort());
  });
});

Deno.test("apply-config sends mode, timeout and dry run", async () => {
  const applied: Applied[] = [];
  await withSandbox({ bindings: configNodes(applied) }, async ({ run, nodes, home }) => {
    const node = nodes[0]!.address;
    await Deno.writeTextFile(`${home}/w.yaml`, CONFIG);
    const apply = ["apply-config", "-f", "w.yaml", "-n", node];
    const modes = [["reboot", 0], ["auto", 1], ["no-reboot", 2], ["staged", 3], ["try", 4]];
    for (const [mode, number] of modes) {
      const { code } = await run([...apply, "--mode", `${mode}`, "--timeout", "1m1.5s"]);
      assert.equal(code, 0);
      assert.deepEqual(applied.splice(0), [
        { node, text: CONFIG, mode: number, dryRun: false, timeoutMs: 61_500 },
      ]);
    }
    const dry = await run([...apply, "--dry-run"]);
    assert.equal(dry.code, 0);
    assert.equal(
      dry.stderr,
      `${node}: Dry run summary:\nApplied configuration without a reboot (skipped in dry-run).\n` +
        `${node}: unchanged\n`,
    );
    assert.equal(applied.splice(0)[0]!.dryRun, true);
    for (const timeout of ["0s", "-1s"]) {
      const rejected = await run([...apply, "-m", "try", `--timeout=${timeout}`]);
      assert.equal(rejected.code, 2);
      assert.match(rejected.stderr, /^osctl: --timeout must be positive in mode try; use, /);
    }
    assert.deepEqual(applied, []);
  });
});

Deno.test("apply-config applies patches, unsplit when they start with [, { or @", async () => {
  const applied: Applied[] = [];
  await withSandbox({ bindings: configNodes(applied) }, async ({ run, nodes, home }) => {
    const node = nodes[0]!.address;
    await Deno.writeTextFile(`${home}/w.yaml`, CONFIG);
    await Deno.writeTextFile(`${home}/a,b.yaml`, "machine: {sysctls: {net.a: '1'}}");
    const apply = ["apply-config", "-f", "w.yaml", "-n", node];
    const { code, stderr } = await run([
      ...apply,
      ...["-p", "@a,b.yaml"],
      ...["-p", '{"machine": {"sysctls": {"net.b": "2", "net.c": "3"}}}'],
      ...["--config-patch", "machine: {sysctls: {net.d: '4'}},machine: {sysctls: {net.e: '5'}}"],
    ]);
    assert.equal(code, 0, stderr);
    const text = applied.splice(0)[0]!.text;
    for (
      const [name, value] of ["net.a 1", "net.b 2", "net.c 3", "net.d 4", "net.e 5"].map((one) =>
        one.split(" ")
      )
    ) assert.match(text, new RegExp(`^        ${name}: ['"]${value}['"]$`, "m"));
    assert.match(text, /# the only version/);

    const json = '[{"op": "replace", "path": "/machine/type", "value": "worker"}, ' +
      '{"op": "remove", "path": "/machine/sysctls"}]';
    assert.equal((await run([...apply, "-p", json])).code, 0);
    assert.doesNotMatch(applied.splice(0)[0]!.text, /sysctls/);

    const bad = await run([...apply, "-p", '{"machine": {"typ": "worker"}}']);
    assert.equal(bad.code, 1);
    assert.match(bad.stderr, /^osctl: --config-patch #1:1:14: machine\.typ: unknown key "typ"; /);
    const missing = await run([...apply, "-p", "@nope.yaml"]);
    assert.equal(missing.code, 1);
    assert.match(missing.stderr, /^osctl: cannot read "nope\.yaml": no such file or directory\n$/);
    const invalid = await run([...apply, "-p", '{"machine": {"type": "bogus"}}']);
    assert.equal(invalid.code, 1);
    assert.match(invalid.stderr, /^osctl: w\.yaml after the patches:\d+:\d+: machine\.type: /);
    assert.deepEqual(applied, []);
  });
});

Deno.test("apply-config rejects bad input before any call", async () => {
  const applied: Applied[] = [];
  await withSandbox({ bindings: configNodes(applied) }, async ({ run, nodes, home }) => {
    const node = nodes[0]!.address;
    await Deno.writeTextFile(`${home}/empty.yaml`, "");
    await Deno.writeTextFile(`${home}/bad.yaml`, CONFIG.replace("worker", "wroker"));
    await Deno.writeTextFile(`${home}/w.yaml`, CONFIG);
    const cases: [args: string[], code: number, stderr: RegExp][] = [
      [[], 2, /^osctl: --file is required; use a path, or - for stdin; see "[^"]+ --help"\n$/],
      [["-f", "nope.yaml"], 1, /^osctl: cannot read "nope\.yaml": no such file or directory\n$/],
      [["-f", "empty.yaml"], 1, /^osctl: empty\.yaml:1:1: no document; /],
      [["-f", "bad.yaml"], 1, /^osctl: bad\.yaml:3:11: machine\.type: [^\n]+\n$/],
      [["-f", "w.yaml", "-m", "later"], 2, /^osctl: invalid value "later" for --mode: expected /],
      [["-f", "w.yaml", "nodes"], 2, /^osctl: unexpected argument "nodes"; /],
      [["-f", "w.yaml", "--cert-fingerprint=x"], 2, /^osctl: --cert-fingerprint requires /],
      [["-m", "interactive"], 2, /^osctl: --mode interactive requires a terminal: [^\n]+\n$/],
    ];
    for (const [args, code, stderr] of cases) {
      const outcome = await run(["apply-config", "-n", node, ...args]);
      assert.equal(outcome.code, code, `${args}`);
      assert.match(outcome.stderr, stderr);
      assert.equal(outcome.stdout, "");
    }
    assert.deepEqual(applied, []);
    const stdin = await run(["apply-config", "-f", "-", "-n", node], { stdin: CONFIG });
    assert.equal(stdin.code, 0);
    assert.deepEqual(applied.map(({ text }) => text), [CONFIG]);
  });
});

Deno.test("apply-config prints a local warning and warnings of nodes, and applies", async () => {
  const applied: Applied[] = [];
  const respond = () => ({ warnings: ["first", "sec\x1bond"], mode: 0, modeDetails: "Applied" });
  await withSandbox({ bindings: configNodes(applied, { respond }) }, async (sandbox) => {
    const { run, nodes, home } = sandbox;
    const node = nodes[0]!.address;
    await Deno.writeTextFile(`${home}/w.yaml`, CONFIG.replace("type: worker", "type: join"));
    const { code, stderr } = await run(["apply-config", "-f", "w.yaml", "-n", node]);
    assert.equal(code, 0);
    const [local, ...others] = stderr.split("\n");
    assert.match(local!, /^w\.yaml:3:\d+: warning: machine\.type: [^\n]+; use "worker"$/);
    assert.equal(
      others.join("\n"),
      `osctl: warning: ${node}: first\nosctl: warning: ${node}: sec\\x1bond\n${node}: Applied\n`,
    );
    assert.equal(applied.length, 1);
  });
});

/** A diff as nodes send it, which starts within an unnamed secret. */
const DIFF = `--- a
+++ b
@@ -4,5 +4,5     token: ${TOKEN}
     ca:
-        key: b2xkLWtleQ==
+        key: ""
@@ -30,4 +30,3             old-content
-            more-content
-        A: old-env
     time:
-        disabled: false
+        disabled: true
`;

Deno.test("apply-config redacts secrets in diffs and colours them on a terminal", async () => {
  const applied: Applied[] = [];
  const respond = () => ({
    mode: 2,
    modeDetails: `Dry run summary:\nApplied (skipped in dry-run).\nConfig diff:\n\n${DIFF}`,
  });
  await withSandbox({ bindings: configNodes(applied, { respond }) }, async (sandbox) => {
    const { run, nodes, home } = sandbox;
    const node = nodes[0]!.address;
    await Deno.writeTextFile(`${home}/w.yaml`, CONFIG);
    const apply = ["apply-config", "-f", "w.yaml", "--dry-run", "-n", node];
    const { code, stdout, stderr } = await run(apply);
    assert.equal(code, 0);
    assert.equal(stderr, `${node}: Dry run summary:\nApplied (skipped in dry-run).\n`);
    assert.equal(
      stdout,
      `--- a/${node}
+++ b/${node}
@@ -4,5 +4,5 @@
     token: "******"
     ca:
-        key: ******
+        key: ""
@@ -30,4 +30,3 @@
             ******
-            ******
-        A: ******
     time:
-        disabled: false
+        disabled: true
`,
    );
    const coloured = await run(apply, { terminals: ["stdout"] });
    assert.ok(coloured.stdout.includes("\x1b[32m+        disabled: true\x1b[39m\n"));
    assert.ok(coloured.stdout.includes("\x1b[31m-        disabled: false\x1b[39m\n"));
    const plain = await run(apply, { terminals: ["stdout"], env: { NO_COLOR: "1" } });
    assert.equal(plain.stdout, stdout);
  });
});

Deno.test("apply-config moves the diff out of the error of a node that needs a reboot", async () => {
  const applied: Applied[] = [];
  const respond = () => new StatusError(3, `${REASON}\ndiff:\n${DIFF}`);
  await withSandbox({ bindings: configNodes(applied, { respond }) }, async (sandbox) => {
    const { run, nodes, home } = sandbox;
    const node = nodes[0]!.address;
    await Deno.writeTextFile(`${home}/w.yaml`, CONFIG);
    const { code, stderr } = await run(["apply", "-f", "w.yaml", "-m", "no-reboot", "-n", node]);
    assert.equal(code, 1);
    assert.ok(!stderr.includes(TOKEN) && !stderr.includes("old-"), stderr);
    assert.match(stderr, /^[\d.]+: diff:\n--- a\/[\d.]+\n\+\+\+ b\/[\d.]+\n@@ -4,5 \+4,5 @@\n/);
    assert.ok(stderr.endsWith(
      `\nosctl: ${node}: ${REASON} (InvalidArgument); use --mode auto, reboot or staged\n`,
    ));
  });
});

Deno.test("apply-config prompts on a terminal where a node reboots", async () => {
  const applied: Applied[] = [];
  let rebooting = true;
  const respond = ({ mode, dryRun }: Applied) => {
    const isRejected = rebooting && mode === TRY;
    if (isRejected) return new StatusError(3, `${REASON}\ndiff:\n${DIFF}`);
    return { mode: rebooting ? 0 : 2, modeDetails: dryRun ? "plan" : "applied" };
  };
  await withSandbox({ bindings: configNodes(applied, { respond }) }, async (sandbox) => {
    const { run, nodes, home } = sandbox;
    const node = nodes[0]!.address;
    await Deno.writeTextFile(`${home}/w.yaml`, CONFIG);
    const apply = ["apply-config", "-f", "w.yaml", "-n", node];
    const terminals = ["stdin", "stderr"] as const;
    const calls = () => applied.splice(0).map(({ mode, dryRun }) => `${mode} ${dryRun}`);

    const no = await run(apply, { terminals, stdin: "n\n" });
    assert.equal(no.code, 130);
    assert.match(
      no.stderr,
      /^Apply the configuration and reboot: 1 node\n {2}context "test", [^\n]+\n/,
    );
    assert.match(no.stderr, /Continue\? \[y\/N\] osctl: not confirmed, nothing was changed; /);
    assert.deepEqual(calls(), ["4 true"]);
    const yes = await run(apply, { terminals, stdin: "y\n" });
    assert.equal(yes.code, 0);
    assert.match(yes.stderr, /: applied\n[\d.]+: unchanged\n$/);
    assert.deepEqual(calls(), ["4 true", "1 false"]);
    assert.equal((await run([...apply, "-m", "reboot"], { terminals, stdin: "n\n" })).code, 130);
    assert.deepEqual(calls(), []);
    for (const [more, env] of [[["--yes"], {}], [[], { OSCTL_YES: "1" }]] as const) {
      const skipped = await run([...apply, ...more], { terminals, env });
      assert.deepEqual([skipped.code, calls()], [0, ["1 false"]]);
    }
    assert.equal((await run([...apply, "-m", "staged"], { terminals })).code, 0);
    assert.deepEqual(calls(), ["3 false"]);
    assert.equal((await run([...apply, "--dry-run"], { terminals })).code, 0);
    assert.deepEqual(calls(), ["4 true", "1 true"]);
    rebooting = false;
    assert.equal((await run([...apply, "-m", "try"], { terminals })).code, 0);
    assert.deepEqual(calls(), ["4 false"]);
    const quiet = await run(apply, { terminals });
    assert.deepEqual([quiet.code, quiet.stderr], [0, `${node}: applied\n${node}: unchanged\n`]);
  });
});

Deno.test("apply-config --insecure checks the certificate's fingerprint", async () => {
  const applied: Applied[] = [];
  const respond = () => ({});
  const bindings = configNodes(applied, { respond });
  await withSandbox({ unconfigured: 1, bindings }, async ({ run, unconfigured, home }) => {
    const node = unconfigured[0]!.address;
    await Deno.writeTextFile(`${home}/w.yaml`, CONFIG);
    const apply = ["apply-config", "-f", "w.yaml", "--insecure", "-n", node];
    const { code, stderr } = await run(apply, { terminals: ["stdin", "stderr"] });
    assert.deepEqual([code, stderr], [0, ""]);
    assert.equal(applied.splice(0).length, 1);
    const wrong = await run([...apply, "--cert-fingerprint", "AAAA"]);
    assert.equal(wrong.code, 1);
    assert.match(wrong.stderr, /fingerprint/);
    assert.deepEqual(applied, []);
    const actual = /[A-Za-z0-9+/]{43}=/.exec(wrong.stderr)?.[0];
    assert.ok(actual, wrong.stderr);
    const right = await run([...apply, "--cert-fingerprint", `AAAA,${actual}`]);
    assert.equal(right.code, 0, right.stderr);
    assert.equal(applied.length, 1);
  });
});
