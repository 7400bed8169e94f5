import assert from "node:assert/strict";
import { type CommandOutcome, runCommand } from "../../helpers/run_command.ts";

const CONFIG = `# my node
machine:
  type: worker # small
  token: abcdef.0123456789abcdef
  certSANs: []
`;

/** A temporary directory with a configuration. */
interface Folder {
  readonly path: string;
  patch(...args: string[]): Promise<CommandOutcome>;
  read(name: string): Promise<string>;
  write(name: string, text: string): Promise<void>;
  mode(name: string): Promise<string>;
}

async function inFolder(test: (folder: Folder) => Promise<void>): Promise<void> {
  const path = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${path}/node.yaml`, CONFIG);
    await test({
      path,
      patch: (...args) => runCommand(["machineconfig", "patch", ...args], { cwd: path }),
      read: (name) => Deno.readTextFile(`${path}/${name}`),
      write: (name, text) => Deno.writeTextFile(`${path}/${name}`, text),
      mode: async (name) => ((await Deno.stat(`${path}/${name}`)).mode! & 0o777).toString(8),
    });
  } finally {
    await Deno.remove(path, { recursive: true });
  }
}

Deno.test("machineconfig patch prints the result with comments kept and a line break at the end", () =>
  inFolder(async ({ patch, read }) => {
    const { code, stdout, stderr } = await patch(
      "node.yaml",
      "-p",
      "machine: {type: controlplane}",
    );
    assert.deepEqual([code, stderr], [0, ""]);
    const expected = CONFIG.replace("type: worker #", "type: controlplane #");
    assert.equal(
      stdout,
      `version: ""\n${expected.replace("# my node\n", "")}cluster: null\n`.replace(
        /^/,
        "# my node\n",
      ),
    );
    assert.equal(await read("node.yaml"), CONFIG);
  }));

Deno.test("machineconfig patch without a patch prints the same bytes", () =>
  inFolder(async ({ patch }) => {
    const { code, stdout } = await patch("node.yaml");
    assert.deepEqual([code, stdout], [0, CONFIG]);
  }));

Deno.test("machineconfig patch applies inline and file patches in order", () =>
  inFolder(async ({ patch, write }) => {
    await write("first.yaml", "machine:\n  certSANs: [a.example.org]\n");
    await write(
      "second.json",
      '[{"op": "add", "path": "/machine/certSANs/-", "value": "b.example.org"}]',
    );
    const third = "machine: {certSANs: ['c.example.org,d.example.org']}";
    const { code, stdout } = await patch(
      "node.yaml",
      "--patch=@first.yaml",
      "-p",
      "@second.json",
      "-p",
      third,
    );
    assert.equal(code, 0);
    const sans = [...stdout.matchAll(/^ +- (.*)$/gm)].map(([, name]) => name);
    assert.deepEqual(sans, ["a.example.org", "b.example.org", "c.example.org,d.example.org"]);
  }));

Deno.test("machineconfig patch reads stdin", async () => {
  const args = ["mc", "patch", "-", "-p", '[{"op": "remove", "path": "/machine/certSANs"}]'];
  const { code, stdout } = await runCommand(args, { stdin: CONFIG });
  assert.deepEqual([code, stdout], [0, CONFIG.replace("  certSANs: []\n", "")]);
});

Deno.test({
  name:
    "machineconfig patch -o writes for the owner only, makes folders, and may replace its source",
  ignore: Deno.build.os === "windows",
  fn: () =>
    inFolder(async ({ path, patch, read, mode }) => {
      const args = ["node.yaml", "-p", "machine: {type: controlplane}", "-o"];
      const { code, stdout, stderr } = await patch(...args, "deep/er/new.yaml");
      assert.deepEqual([code, stdout, stderr], [0, "", ""]);
      const text = await read("deep/er/new.yaml");
      assert.match(text, /^ {2}type: controlplane # small$/m);
      assert.ok(text.endsWith("null\n") && !text.endsWith("\n\n"));
      assert.equal(await mode("deep/er/new.yaml"), "600");

      await Deno.chmod(`${path}/node.yaml`, 0o640);
      assert.equal((await patch(...args, "node.yaml")).code, 0);
      assert.equal(await read("node.yaml"), text);
      assert.equal(await mode("node.yaml"), "600");
      const names = await Array.fromAsync(Deno.readDir(path), ({ name }) => name);
      assert.deepEqual(names.sort(), ["deep", "node.yaml"]);
    }),
});

Deno.test({
  name: "machineconfig patch -o keeps a stricter mode, and a looser one for files without secrets",
  ignore: Deno.build.os === "windows",
  fn: () =>
    inFolder(async ({ path, patch, write, mode }) => {
      await write(
        "plain.yaml",
        "apiVersion: v1alpha1\nkind: WatchdogTimerConfig\ndevice: /dev/watchdog0\n",
      );
      await patch("plain.yaml", "-o", "new.yaml");
      assert.equal(await mode("new.yaml"), "644");
      await Deno.chmod(`${path}/new.yaml`, 0o664);
      await patch("plain.yaml", "-o", "new.yaml");
      assert.equal(await mode("new.yaml"), "664");
      await write("strict.yaml", "");
      await Deno.chmod(`${path}/strict.yaml`, 0o400);
      await patch("node.yaml", "-o", "strict.yaml");
      assert.equal(await mode("strict.yaml"), "400");
    }),
});

Deno.test("machineconfig patch requires a path after @", () =>
  inFolder(async ({ patch }) => {
    const { code, stdout, stderr } = await patch("node.yaml", "-p", "debug: true", "-p", "@");
    assert.deepEqual([code, stdout, stderr], [
      1,
      "",
      'osctl: --patch #2 has no path after "@"; use a path such as @patch.yaml\n',
    ]);
  }));

Deno.test("machineconfig patch reports all errors of all patches with positions and without secrets", () =>
  inFolder(async ({ patch, read, write }) => {
    await write("bad.yaml", "machine:\n  token: 1\n  tokn: hush-hush\n  certSANs: none\n");
    const { code, stdout, stderr } = await patch(
      "node.yaml",
      "-p",
      "@bad.yaml",
      "-p",
      "machine: {type: worker}",
      "-p",
      '[{"op": "jump", "path": "/machine"}]',
      "-p",
      "@absent.yaml",
      "-o",
      "out.yaml",
    );
    assert.deepEqual([code, stdout], [1, ""]);
    const lines = stderr.trimEnd().split("\n");
    assert.match(
      lines[0]!,
      /^osctl: bad\.yaml:3:3: machine\.tokn: unknown key "tokn"; did you mean "token"/,
    );
    assert.match(lines[1]!, /^osctl: bad\.yaml:4:13: machine\.certSANs: /);
    assert.match(lines[2]!, /^osctl: --patch #3:1:9: unknown operation "jump"; use one of add/);
    assert.match(lines[3]!, /^osctl: cannot read "absent\.yaml": no such file or directory$/);
    assert.equal(lines.length, 4);
    assert.doesNotMatch(stderr, /hush/);
    await assert.rejects(read("out.yaml"));
  }));

Deno.test("machineconfig patch names the invalid file", () =>
  inFolder(async ({ patch, write }) => {
    await write("broken.yaml", "machine:\n\ttype: worker\n");
    const cases: [string, string, RegExp][] = [
      ["broken.yaml", "machine: {}", /^osctl: broken\.yaml:2:1: tab in the indentation/],
      [
        "absent.yaml",
        "machine: {}",
        /^osctl: cannot read "absent\.yaml": no such file or directory\n$/,
      ],
    ];
    for (const [file, value, message] of cases) {
      const { code, stdout, stderr } = await patch(file, "-p", value);
      assert.deepEqual([code, stdout], [1, ""]);
      assert.match(stderr, message);
    }
    const { code, stderr } = await patch();
    assert.equal(code, 2);
    assert.match(stderr, /machineconfig-file/);
  }));

Deno.test("machineconfig patch follows the interface release", async () => {
  const args = ["machineconfig", "patch", "-", "-p", "machine: {nodeAnnotations: {a: b}}"];
  const { code, stderr } = await runCommand(args, { stdin: CONFIG, release: "v1.4" });
  assert.equal(code, 1);
  assert.match(stderr, /^osctl: --patch #1:1:11: machine\.nodeAnnotations: /);
});
