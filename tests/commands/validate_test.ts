import assert from "node:assert/strict";
import { type CommandOutcome, runCommand, type RunCommandOptions } from "../helpers/run_command.ts";
import { cp, doc, worker } from "../lib/machineconfig/validate/case.ts";

type Run = (args: readonly string[], options?: RunCommandOptions) => Promise<CommandOutcome>;

/** Runs `osctl validate` in a temporary directory with `files`. */
async function withFiles(
  files: Readonly<Record<string, string | Uint8Array>>,
  test: (run: Run) => Promise<void>,
): Promise<void> {
  const cwd = await Deno.makeTempDir();
  try {
    for (const [name, content] of Object.entries(files)) {
      await Deno.writeFile(
        `${cwd}/${name}`,
        typeof content === "string" ? new TextEncoder().encode(content) : content,
      );
    }
    await test((args, options) => runCommand(["validate", ...args], { cwd, ...options }));
  } finally {
    await Deno.remove(cwd, { recursive: true });
  }
}

const BROKEN = worker({ machine: { tokn: "hunter2", cidr: null, certSANs: "a" } });
const OLD = worker({ machine: { type: "join" } });

Deno.test("validate prints the file and mode of a valid configuration", () =>
  withFiles({ "cp.yaml": cp() }, async (run) => {
    for (const mode of ["metal", "cloud"]) {
      const { code, stdout, stderr } = await run(["--config", "cp.yaml", "--mode", mode]);
      assert.deepEqual([code, stdout, stderr], [0, `cp.yaml is valid for ${mode}\n`, ""]);
    }
    const { code, stderr } = await run(["-c", "cp.yaml", "-m", "container"]);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^cp\.yaml:1:1: machine\.features\.hostDNS\.enabled: "enabled" must be true/,
    );
  }));

Deno.test("validate prints one line per error and their number", () =>
  withFiles({ "w.yaml": BROKEN }, async (run) => {
    const { code, stdout, stderr } = await run(["-c", "w.yaml", "-m", "metal"]);
    assert.deepEqual([code, stdout], [1, ""]);
    assert.equal(
      stderr,
      'w.yaml:5:3: machine.tokn: unknown key "tokn"; did you mean "token"\n' +
        "w.yaml:6:13: machine.certSANs: expected a list, found a scalar; " +
        'write it as a list item, on a line that starts with "- "\n' +
        "osctl: w.yaml is not valid for metal: it has 2 errors\n",
    );
  }));

Deno.test("validate --strict turns warnings into errors", () =>
  withFiles({ "w.yaml": OLD }, async (run) => {
    const lenient = await run(["-c", "w.yaml", "-m", "metal"]);
    assert.deepEqual([lenient.code, lenient.stdout], [0, "w.yaml is valid for metal\n"]);
    assert.equal(
      lenient.stderr,
      'w.yaml:2:3: warning: machine.type: machine type "join" defaults to a worker; use "worker"\n',
    );
    const strict = await run(["-c", "w.yaml", "-m", "metal", "--strict"]);
    assert.deepEqual([strict.code, strict.stdout], [1, ""]);
    assert.equal(
      strict.stderr,
      'w.yaml:2:3: machine.type: machine type "join" defaults to a worker; use "worker"\n' +
        "osctl: w.yaml is not valid for metal: it has an error\n",
    );
  }));

Deno.test("validate reads stdin", () =>
  withFiles({}, async (run) => {
    const good = await run(["-c", "-", "-m", "metal"], { stdin: cp() });
    assert.deepEqual([good.code, good.stdout], [0, "stdin is valid for metal\n"]);
    const bad = await run(["-c", "-", "-m", "metal"], { stdin: "machine:\n\ttype: worker\n" });
    assert.equal(bad.code, 1);
    assert.match(bad.stderr, /^stdin:2:1: tab in the indentation/);
  }));

Deno.test("validate -o json and yaml print records with the same exit code", () =>
  withFiles({ "w.yaml": OLD, "b.yaml": BROKEN }, async (run) => {
    const warned = await run(["-c", "w.yaml", "-m", "metal", "-o", "json"]);
    assert.deepEqual([warned.code, warned.stderr], [0, ""]);
    assert.deepEqual(JSON.parse(warned.stdout), [{
      file: "w.yaml",
      line: 2,
      column: 3,
      path: "machine.type",
      severity: "warning",
      message: 'machine type "join" defaults to a worker',
      hint: 'use "worker"',
    }]);
    const failed = await run(["-c", "b.yaml", "-m", "metal", "--output", "yaml"]);
    assert.equal(failed.code, 1);
    assert.equal(failed.stderr, "osctl: b.yaml is not valid for metal: it has 2 errors\n");
    assert.ok(failed.stdout.startsWith(
      "- file: b.yaml\n  line: 5\n  column: 3\n  path: machine.tokn\n  severity: error\n" +
        '  message: "unknown key \\"tokn\\""\n  hint: "did you mean \\"token\\""\n- file: b.yaml\n',
    ));
    const place = "jsonpath={.file}:{.line}: {.message}";
    assert.equal(
      (await run(["-c", "w.yaml", "-m", "metal", "-o", place])).stdout,
      'w.yaml:2: machine type "join" defaults to a worker\n',
    );
    assert.deepEqual(
      JSON.parse((await run(["-c", "w.yaml", "-m", "metal", "-o", "json=path"])).stdout),
      [{ path: "machine.type" }],
    );
    const { stdout } = await run(["-c", "-", "-m", "metal", "-o", "json"], { stdin: cp() });
    assert.equal(stdout, "[]\n");
  }));

Deno.test("validate requires a file and a mode", () =>
  withFiles({ "cp.yaml": cp() }, async (run) => {
    const refusals: readonly (readonly [string[], number, RegExp])[] = [
      [["-m", "metal"], 2, /^osctl: --config is required; use the path of a file, or - for/],
      [["-c", "cp.yaml"], 2, /^osctl: --mode is required; use one of metal, cloud, container;/],
      [["-c", "cp.yaml", "-m", "metl"], 2, /expected one of metal, cloud, container; did you mean/],
      [["-c", "no.yaml", "-m", "metal"], 1, /^osctl: cannot read "no\.yaml": no such file/],
      [["-c", ".", "-m", "metal"], 1, /^osctl: cannot read "\.": is a directory/],
    ];
    for (const [args, code, text] of refusals) {
      const outcome = await run(args);
      assert.deepEqual([outcome.code, outcome.stdout], [code, ""]);
      assert.match(outcome.stderr, text);
    }
  }));

Deno.test("validate applies the schema of the interface release", () =>
  withFiles({ "w.yaml": worker({ cluster: { etcd: "{ca: {crt: LS0t}}" } }) }, async (run) => {
    const args = ["-c", "w.yaml", "-m", "metal"];
    assert.match(
      (await run(args)).stderr,
      /cluster\.etcd: "etcd" is not allowed on workers; remove it/,
    );
    assert.equal((await run(args, { release: "v1.4" })).code, 0);
    const sink = { stdin: doc("EventSinkConfig", "endpoint: a:1") };
    const stdin = ["-c", "-", "-m", "metal"];
    assert.equal((await run(stdin, sink)).code, 0);
    const old = await run(stdin, { ...sink, release: "v1.4" });
    assert.match(old.stderr, /documents of kind "EventSinkConfig" require v1\.5/);
  }));

Deno.test("validate rejects binary files", () => {
  const utf16 = new Uint8Array([
    0xff,
    0xfe,
    ...new Uint8Array(
      Uint16Array.from(
        cp(),
        (char) => char.charCodeAt(0),
      ).buffer,
    ),
  ]);
  const latin = new TextEncoder().encode("machine:\n  token: \ufffd caf");
  return withFiles({ "u.yaml": utf16, "l.yaml": new Uint8Array([...latin, 0xe9]) }, async (run) => {
    assert.equal((await run(["-c", "u.yaml", "-m", "metal"])).code, 0);
    const { code, stderr } = await run(["-c", "l.yaml", "-m", "metal"]);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^l\.yaml:2:15: invalid UTF-8 byte 0xe9; save the file as UTF-8\n/,
    );
  });
});

Deno.test("validate stops reading large or endless input", () =>
  withFiles({}, async (run) => {
    let pulled = 0;
    let cancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled++;
        controller.enqueue(new Uint8Array(1024 * 1024).fill(0x23));
      },
      cancel() {
        cancelled = true;
      },
    });
    const { code, stderr } = await run(["-c", "-", "-m", "metal"], { stdin: endless });
    assert.equal(code, 1);
    assert.match(stderr, /^stdin:1:1: larger than 16 MiB/);
    assert.ok(cancelled && pulled < 20);
  }));

Deno.test("validate prints at most a hundred errors and escapes control characters", () =>
  withFiles({}, async (run) => {
    const many = Array.from({ length: 150 }, (_, index) => `  zz${index}: a\n`).join("");
    const stdin = cp().replace("cluster:", `${many}  "a\\e[31m": b\ncluster:`);
    const { stderr } = await run(["-c", "-", "-m", "metal"], { stdin });
    const lines = stderr.split("\n");
    assert.equal(lines.length, 103);
    assert.deepEqual(lines.slice(100), [
      "… and 51 more",
      "osctl: stdin is not valid for metal: it has 151 errors",
      "",
    ]);
    const one = cp().replace("cluster:", '  "a\\e[31m": b\ncluster:');
    // deno-lint-ignore no-control-regex -- the control characters to find
    assert.doesNotMatch((await run(["-c", "-", "-m", "metal"], { stdin: one })).stderr, /\x1b/);
  }));

Deno.test("validate completes modes and files", async () => {
  const complete = async (...words: string[]) =>
    (await runCommand(["__complete", "zsh", "validate", ...words])).stdout;
  assert.equal(await complete("--mode", "c"), "=cloud\t\n=container\t\n");
  assert.equal(await complete("-c", ""), ":files \n");
});

Deno.test("validate accepts documents of newer nodes, and --os-version selects one release", () =>
  withFiles(
    { "config.yaml": `${cp()}---\n${doc("HostnameConfig", "auto: stable")}` },
    async (run) => {
      const args = ["-c", "config.yaml", "-m", "metal"];
      assert.equal((await run(args)).code, 0);
      assert.equal((await run([...args, "--os-version", "v1.12.3"])).code, 0);
      const old = await run([...args, "--os-version", "v1.11"]);
      assert.equal(old.code, 1);
      assert.match(old.stderr, /documents of kind "HostnameConfig" require v1\.12; remove the/);
      const unknown = await run([...args, "--os-version", "v1.99"]);
      assert.equal(unknown.code, 2);
      assert.match(
        unknown.stderr,
        /unknown version "v1\.99" for --os-version; the newest known version is v1\.14/,
      );
    },
  ));

Deno.test("validate requires an installation until v1.13 only", () =>
  withFiles({ "config.yaml": cp({ machine: { install: null } }) }, async (run) => {
    const args = ["-c", "config.yaml", "-m", "metal", "--os-version"];
    assert.equal((await run([...args, "v1.13"])).code, 1);
    assert.equal((await run([...args, "v1.14"])).code, 0);
  }));
