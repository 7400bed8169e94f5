import assert from "node:assert/strict";
import { InterruptError } from "../../lib/platform/interrupt_error.ts";
import { exists } from "../../lib/platform/files.ts";
import { StatusError } from "../../lib/rpc/status.ts";
import { type Applied, CONFIG, configNodes } from "../helpers/config_nodes.ts";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";
import { testWith } from "../helpers/programs.ts";

const test = testWith("sed", "grep");

/** An environment whose editor runs a shell script on the file `$1`, and a folder for its files. */
async function withEditor({ home }: Sandbox, script: string) {
  const tmp = await Deno.makeTempDir({ dir: home });
  const editor = `${tmp}.sh`;
  await Deno.writeTextFile(editor, `#!/bin/sh\nset -e\n${script}\n`, { mode: 0o755 });
  return {
    env: { EDITOR: editor, TMPDIR: tmp },
    tmp,
    files: async () => (await Array.fromAsync(Deno.readDir(tmp))).map(({ name }) => name),
  };
}

const BUMP = `sed -i s/1024/4096/ "$1"`;

test("edit applies what the editor wrote, node by node", async () => {
  const applied: Applied[] = [];
  await withSandbox({ workers: 1, bindings: configNodes(applied) }, async (sandbox) => {
    const { run, nodes, dead, home } = sandbox;
    const [one, two] = nodes.map(({ address }) => address);
    const { env, files } = await withEditor(
      sandbox,
      `cp "$1" "${home}/seen"; echo "$1" >"${home}/path"; stat -c %a "$1" >"${home}/mode"\n${BUMP}`,
    );
    const { code, stdout, stderr } = await run(["edit", "mc", "-n", one!], { env });
    assert.deepEqual([code, stdout], [0, ""]);
    assert.equal(stderr, `${one}: Applied configuration without a reboot\n`);
    assert.deepEqual(applied.splice(0), [{
      node: one,
      text: CONFIG.replace("1024", "4096"),
      mode: 1,
      dryRun: false,
      timeoutMs: 60_000,
    }]);
    assert.equal(
      await Deno.readTextFile(`${home}/seen`),
      `# Editing MachineConfigs.config.talos.dev/v1alpha1 at node ${one}\n${CONFIG}`,
    );
    assert.match(
      await Deno.readTextFile(`${home}/path`),
      /\/MachineConfigs\.config\.talos\.dev-v1alpha1-edit-[^/]+\.yaml\n$/,
    );
    assert.equal(await Deno.readTextFile(`${home}/mode`), "600\n");

    const several = await run(["edit", "mc", "v1alpha1", "-n", `${one},${dead},${two}`], { env });
    assert.equal(several.code, 1);
    assert.match(
      several.stderr,
      new RegExp(`^${one}: App.*\\n${two}: App.*\\nosctl: ${dead}: can`),
    );
    assert.deepEqual(applied.map(({ node }) => node), [one, two]);
    assert.deepEqual(await files(), []);
  });
});

test("edit skips unchanged and empty texts, and keeps leading comments", async () => {
  const applied: Applied[] = [];
  const configs = { "config/v1alpha1": `# first\n# second\n${CONFIG}` };
  await withSandbox({ bindings: configNodes(applied, { configs }) }, async (sandbox) => {
    const node = sandbox.nodes[0]!.address;
    const cases = [["true", "unchanged"], [`: >"$1"`, "empty, not applied"], [
      `echo "# x" >"$1"`,
      "empty, not applied",
    ]];
    for (const [script, text] of cases) {
      const { env, files } = await withEditor(sandbox, script!);
      const { code, stderr } = await sandbox.run(["edit", "mc", "-n", node], { env });
      assert.deepEqual([code, stderr, await files()], [0, `${node}: ${text}\n`, []]);
    }
    assert.deepEqual(applied, []);
    const { env } = await withEditor(sandbox, BUMP);
    assert.equal((await sandbox.run(["edit", "mc", "-n", node], { env })).code, 0);
    assert.match(applied.map(({ text }) => text).join(""), /^# first\n# second\nversion: /);
  });
});

test("edit opens the editor again with the errors at the top", async () => {
  const applied: Applied[] = [];
  const respond = ({ text }: Applied) =>
    text.includes("4096")
      ? { mode: 2, modeDetails: "applied" }
      : new StatusError(3, "1 error occurred:\n\t* too small");
  await withSandbox({ bindings: configNodes(applied, { respond }) }, async (sandbox) => {
    const { run, nodes, home } = sandbox;
    const node = nodes[0]!.address;
    // An invalid type, a value that the node rejects, a valid value.
    const { env, files } = await withEditor(
      sandbox,
      `n=$(ls "${home}" | grep -c '^seen' || true); cp "$1" "${home}/seen$n"
case $n in
  0) sed -i 's/type: worker/type: bogus/' "$1" ;;
  1) sed -i 's/type: bogus/type: worker/; s/1024/1/' "$1" ;;
  *) sed -i 's/somaxconn: "1"/somaxconn: "4096"/' "$1" ;;
esac`,
    );
    const { code, stderr } = await run(["edit", "mc", "-n", node], { env });
    assert.deepEqual([code, stderr], [0, `${node}: applied\n`]);
    const second = (await Deno.readTextFile(`${home}/seen1`)).split("\n");
    assert.equal(second[2], "# Not applied:");
    assert.match(second[3]!, /-edit-[^/]+\.yaml:7:11: machine\.type: /);
    assert.equal(second[6], "    type: bogus", "the position is that in the file");
    const third = await Deno.readTextFile(`${home}/seen2`);
    assert.match(third, /\n# Not applied:\n# 1 error occurred:\n# \t\* too small \(InvalidArg/);
    assert.ok(third.endsWith(`)\n${CONFIG.replace("1024", "1")}`), third);
    assert.deepEqual(applied.map(({ text }) => text), [
      CONFIG.replace("1024", "1"),
      CONFIG.replace("1024", "4096"),
    ]);
    assert.deepEqual(await files(), []);
  });
});

test("edit leaves the text in a file when it fails", async () => {
  const applied: Applied[] = [];
  const respond = () => new StatusError(14, "no route");
  await withSandbox({ bindings: configNodes(applied, { respond }) }, async (sandbox) => {
    const { run, nodes } = sandbox;
    const node = nodes[0]!.address;
    const cases: [script: string, code: number, stderr: RegExp][] = [
      [`sed -i 's/type: worker/type: bogus/' "$1"`, 1, /\nosctl: [\d.]+: [^\n]+: machine\.type: /],
      [BUMP, 1, /\nosctl: [\d.]+: no route \(Unavailable\)\n$/],
      [`${BUMP}\nexit 3`, 1, /\nosctl: [\d.]+: editor "[^"]+" failed: exit code 3; set OS_EDITOR/],
    ];
    for (const [script, code, expected] of cases) {
      const { env, files, tmp } = await withEditor(sandbox, script);
      const outcome = await run(["edit", "mc", "-n", node], { env });
      assert.equal(outcome.code, code);
      assert.match(outcome.stderr, expected);
      const [file, ...others] = await files();
      assert.deepEqual(others, []);
      assert.ok(outcome.stderr.includes(`osctl: changes saved in "${tmp}/${file}"\n`));
      assert.match(await Deno.readTextFile(`${tmp}/${file}`), /type: bogus|"4096"/);
      assert.equal((await Deno.stat(`${tmp}/${file}`)).mode! & 0o777, 0o600);
    }
    const { env, files, tmp } = await withEditor(sandbox, BUMP);
    const no = await run(["edit", "mc", "-m", "reboot", "-n", node], {
      env,
      terminals: ["stdin", "stderr"],
      stdin: "n\n",
    });
    assert.equal(no.code, 130);
    assert.match(no.stderr, /changes saved in "[^"]+"\nosctl: not confirmed, nothing was cha/);
    assert.match(await Deno.readTextFile(`${tmp}/${(await files())[0]}`), /"4096"/);
    const clean = await withEditor(sandbox, "exit 1");
    const failed = await run(["edit", "mc", "-n", node], { env: clean.env });
    assert.deepEqual([failed.code, await clean.files()], [1, []]);
    assert.doesNotMatch(failed.stderr, /your changes/);
  });
});

test("edit finds the editor in OS_EDITOR before EDITOR, with arguments and quotes", async () => {
  const applied: Applied[] = [];
  await withSandbox({ bindings: configNodes(applied) }, async (sandbox) => {
    const { run, nodes } = sandbox;
    const node = nodes[0]!.address;
    const { env, files } = await withEditor(sandbox, BUMP);
    for (
      const [editor, code] of [
        [`sed -i s/1024/4096/`, 0],
        [`sed -i 's/1024/4096/; s/4096/8192/'`, 0],
        ["/nonexistent/editor", 1],
      ] as const
    ) {
      const more = { env: { ...env, EDITOR: "false", OS_EDITOR: editor, SHELL: "/bin/sh" } };
      const outcome = await run(["edit", "mc", "-n", node], more);
      assert.equal(outcome.code, code, outcome.stderr);
    }
    assert.deepEqual(applied.map(({ text }) => /\d{4}(?="\n)/.exec(text)?.[0]), ["4096", "8192"]);
    assert.deepEqual(await files(), []);
  });
});

test("edit sends mode, timeout and dry run, and reads --namespace", async () => {
  const applied: Applied[] = [];
  const configs = { "config/v1alpha1": "", "other/v1alpha1": CONFIG };
  await withSandbox({ bindings: configNodes(applied, { configs }) }, async (sandbox) => {
    const { run, nodes } = sandbox;
    const node = nodes[0]!.address;
    const { env } = await withEditor(sandbox, BUMP);
    // A dry run in mode try cancels no pending try.
    const modes = [["reboot", 0], ["auto", 4], ["no-reboot", 4], ["staged", 3], ["try", 4]];
    for (const [mode, number] of modes) {
      const flags = ["-m", `${mode}`, "--dry-run", "--timeout", "5s", "--yes"];
      const edit = ["edit", "mc", "--namespace", "other", "-n", node, ...flags];
      assert.equal((await run(edit, { env })).code, 0);
      const [one] = applied.splice(0);
      assert.deepEqual([one?.mode, one?.dryRun, one?.timeoutMs], [number, true, 5000]);
    }
    const cases: [args: string[], code: number, stderr: RegExp][] = [
      [["links"], 1, /^osctl: resources of type LinkStatuses\.net\.talos\.dev cannot be edited; /],
      [["mc", "nope"], 1, /doesn't exist/],
      [["mc", ""], 2, /^osctl: the id is empty; /],
      [["mc", "-m", "try", "--timeout", "0s"], 2, /^osctl: --timeout must be positive/],
      [["mc", "-m", "interactive"], 2, /^osctl: invalid value "interactive" for --mode/],
      [["mc", "--namespace", "nope"], 1, /no machine configuration in namespace "nope"\n$/],
    ];
    for (const [args, code, stderr] of cases) {
      const outcome = await run(["edit", "-n", node, ...args], { env });
      assert.equal(outcome.code, code, outcome.stderr);
      assert.match(outcome.stderr, stderr);
    }
    assert.deepEqual(applied, []);
  });
});

test("edit keeps the text when ^C ends the editor", async () => {
  const applied: Applied[] = [];
  await withSandbox({ bindings: configNodes(applied) }, async (sandbox) => {
    const node = sandbox.nodes[0]!.address;
    const { env, files, tmp } = await withEditor(sandbox, `${BUMP}\nkill -INT $$`);
    const { code, stderr } = await sandbox.run(["edit", "mc", "-n", node], { env });
    assert.equal(code, 130);
    const [file] = await files();
    assert.ok(stderr.startsWith(`osctl: changes saved in "${tmp}/${file}"\nosctl: editor "`));
    assert.match(stderr, /" was interrupted, nothing was applied\n$/);
    assert.match(await Deno.readTextFile(`${tmp}/${file}`), /"4096"/);
    assert.deepEqual(applied, []);
  });
});

test("edit terminates the editor at SIGTERM and keeps saved and unsaved text", async () => {
  const applied: Applied[] = [];
  await withSandbox({ bindings: configNodes(applied) }, async (sandbox) => {
    const node = sandbox.nodes[0]!.address;
    const open = `${sandbox.home}/open`;
    for (const [change, isSaved] of [[BUMP, true], ["", false]] as const) {
      // Stores unsaved text as nano does.
      const onTerm = `trap 'echo unsaved >"$1.save"; kill $!; exit 1' TERM`;
      const wait = `sleep 60 & touch "${open}"; wait`;
      const { env, files, tmp } = await withEditor(sandbox, `${onTerm}\n${change}\n${wait}`);
      const stop = new AbortController();
      const running = sandbox.run(["edit", "mc", "-n", node], { env, signal: stop.signal });
      while (!await exists(open)) await new Promise((resolve) => setTimeout(resolve, 20));
      stop.abort(new InterruptError("SIGTERM"));
      const { code, stderr } = await running;
      assert.equal(code, 143);
      const [file] = (await files()).filter((name) => name.endsWith(".yaml"));
      assert.equal(file !== undefined, isSaved);
      assert.equal(stderr.includes(`osctl: changes saved in "${tmp}/${file}"\n`), isSaved);
      assert.match(stderr, /^osctl: unsaved changes are in "[^"]+-edit-[^"]+\.yaml\.save"$/m);
      await Deno.remove(open);
    }
    assert.deepEqual(applied, []);
  });
});

test("edit removes texts that terminated processes left, and reports it", async () => {
  await withSandbox({ bindings: configNodes([]) }, async (sandbox) => {
    const { run, nodes } = sandbox;
    const node = nodes[0]!.address;
    const { env, files, tmp } = await withEditor(sandbox, BUMP);
    const text = "MachineConfigs.config.talos.dev-v1alpha1-edit-0123456789abcdef.yaml";
    const old = [text, `.${text}.swp`, `${text}.0a1b2c3d.tmp`];
    const stays = [text.replace("-edit-", "-saved-"), `my-edit-0123456789abcdef.yaml`];
    const young = text.replace("0123", "fedc");
    for (const name of [...old, ...stays, young]) {
      await Deno.writeTextFile(`${tmp}/${name}`, "token: secret", { mode: 0o600 });
      if (name === young) continue;
      const time = new Date(Date.now() - 25 * 60 * 60 * 1000);
      await Deno.utime(`${tmp}/${name}`, time, time);
    }
    const { code, stderr } = await run(["edit", "mc", "-n", node], { env });
    assert.equal(code, 0, stderr);
    assert.deepEqual((await files()).toSorted(), [...stays, young].toSorted());
    const [line] = /^osctl: removed remains of an interrupted osctl: .*$/m.exec(stderr)!;
    for (const name of old) assert.ok(line.includes(`"${tmp}/${name}"`), line);
  });
});
