/**
 * `cluster import talconfig.yaml` renders what talhelper renders.
 *
 * Witness: `tests/data/talhelper/<name>/rendered` is the output of `talhelper genconfig --offline-mode`,
 * built from `github.com/budimanjojo/talhelper/v3` v3.1.9, for the files beside it.
 */
import { deepStrictEqual, doesNotMatch, match, strictEqual } from "node:assert/strict";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { encryptSops } from "../../../lib/encrypted_files/encrypt_sops.ts";
import { parse } from "yaml";
import { fakeSystem, wallClock } from "../../helpers/fake_system.ts";
import { type CommandOutcome, runCommand } from "../../helpers/run_command.ts";

const DATA = new URL("../../data/talhelper/", import.meta.url).pathname;

type Run = (args: readonly string[], env?: Record<string, string>) => Promise<CommandOutcome>;

/** Runs in a copy of a folder with files of talhelper. */
async function withCopy(
  name: string,
  body: (path: string, run: Run) => Promise<void>,
): Promise<void> {
  const path = await Deno.makeTempDir({ prefix: "osctl-talconfig-" });
  try {
    await copy(`${DATA}${name}`, path);
    await body(path, (args, env = {}) => runCommand(args, { home: path, cwd: path, env }));
  } finally {
    await Deno.remove(path, { recursive: true });
  }
}

async function copy(from: string, to: string): Promise<void> {
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (isDirectory) {
      await Deno.mkdir(`${to}/${name}`);
      await copy(`${from}/${name}`, `${to}/${name}`);
    } else await Deno.copyFile(`${from}/${name}`, `${to}/${name}`);
  }
}

const IMPORT = ["cluster", "import", "talconfig.yaml"];

for (const [name, count] of [["home", 2], ["edge", 3], ["old", 2], ["custom", 2]] as const) {
  Deno.test(`an imported talconfig renders what talhelper renders: ${name}`, () =>
    withCopy(name, async (path, run) => {
      const { code, stderr } = await run([...IMPORT, "--verify", "rendered"]);
      deepStrictEqual([code, stderr], [
        0,
        "Created cluster.yaml\n" +
        `verified: it renders the configuration of all ${count} nodes\n`,
      ]);
      strictEqual((await Deno.stat(`${path}/cluster.yaml`)).mode! & 0o777, 0o600);
    }));
}

Deno.test("an imported talconfig keeps groups, schematics, patch files and its secrets file", () =>
  withCopy("home", async (path, run) => {
    strictEqual((await run(IMPORT)).code, 0);
    const file = parse(await Deno.readTextFile(`${path}/cluster.yaml`));
    deepStrictEqual([file.contract, file.secrets, file.os], ["v1.10", "talsecret.yaml", {
      version: "v1.10.3",
      extensions: ["siderolabs/iscsi-tools", "siderolabs/intel-ucode"],
      kernelArguments: ["net.ifnames=0"],
      platform: "metal",
    }]);
    deepStrictEqual(file.variables, { clusterVip: "192.168.1.5", domain: "example.com" });
    deepStrictEqual(file.patches.at(-1), { file: "patches/global.yaml" });
    deepStrictEqual(file.controlPlane.patches.at(-1), { file: "patches/cp.yaml" });
    deepStrictEqual(file.workers.main.nodes[0].addresses, ["192.168.1.11", "fd00::11"]);
    // The image of the workers has no platform in its name, and follows the version.
    deepStrictEqual(file.workers.main.os.platform, "");
    doesNotMatch(JSON.stringify(file.workers), /"image"/);
  }));

Deno.test("patches move to the nodes when the order between their levels matters", () =>
  withCopy("old", async (path, run) => {
    strictEqual((await run(IMPORT)).code, 0);
    const file = parse(await Deno.readTextFile(`${path}/cluster.yaml`));
    const orders = JSON.stringify(file.controlPlane.nodes[0].patches)
      .match(/"order":"\w+"/g);
    // talhelper applies the patches of all nodes last.
    deepStrictEqual(orders, ['"order":"role"', '"order":"node"', '"order":"all"']);
    // Forms of references that a cluster file has not are replaced.
    match(JSON.stringify(file), /"A":"fallback","B":"north","C":"\$HOME"/);
  }));

Deno.test("encrypted secrets and variables of talhelper stay encrypted", () =>
  withCopy("home", async (path, run) => {
    const identity = await generateIdentity();
    const recipients = [await identityToRecipient(identity)];
    const encrypt = async (from: string, to: string) => {
      const text = await Deno.readTextFile(`${path}/${from}`);
      await Deno.writeTextFile(
        `${path}/${to}`,
        await encryptSops(text, { name: to, recipients }, fakeSystem({ clock: wallClock })),
      );
      await Deno.remove(`${path}/${from}`);
    };
    await encrypt("talsecret.yaml", "talsecret.sops.yaml");
    await encrypt("talenv.yaml", "talenv.sops.yaml");
    await encrypt("patches/cp.yaml", "patches/cp.yaml~");
    await Deno.rename(`${path}/patches/cp.yaml~`, `${path}/patches/cp.yaml`);
    const env = { SOPS_AGE_KEY: identity };
    const { code, stderr } = await run([...IMPORT, "--verify", "rendered"], env);
    deepStrictEqual([code, stderr], [
      0,
      "Created cluster.yaml\nverified: it renders the configuration of all 2 nodes\n",
    ]);
    const text = await Deno.readTextFile(`${path}/cluster.yaml`);
    doesNotMatch(text, /example\.com|192\.168\.1\.5/);
    const file = parse(text);
    deepStrictEqual(file.variables, { clusterVip: null, domain: null });
    deepStrictEqual([file.endpoint, file.secrets], [
      "https://${clusterVip}:6443",
      "talsecret.sops.yaml",
    ]);
    // The environment sets them, as "sops exec-env" does.
    const values = { ...env, clusterVip: "192.168.1.5", domain: "example.com" };
    deepStrictEqual((await run(["cluster", "validate"], values)).code, 0);
  }));

Deno.test("cluster import --verify names the fields that differ, and missing nodes", () =>
  withCopy("edge", async (path, run) => {
    const rendered = `${path}/rendered/edge-cp-1.yaml`;
    const text = await Deno.readTextFile(rendered);
    await Deno.writeTextFile(rendered, text.replace("disk: /dev/sda", "disk: /dev/sdz"));
    await Deno.remove(`${path}/rendered/edge-w-2.yaml`);
    const { code, stderr } = await run([...IMPORT, "--verify", "rendered"]);
    deepStrictEqual([code, stderr.split("\n")], [1, [
      "Created cluster.yaml",
      "osctl: warning: cp-1: differs in machine.install.disk",
      'osctl: warning: w-2: no configuration in "rendered"',
      'osctl: "cluster.yaml" renders 2 of 3 nodes differently from "rendered"; ' +
      'compare one with "osctl cluster render cp-1"',
      "",
    ]]);
  }));

/** Lines appended to the file of one node, and the line about them. */
const UNSUPPORTED = [
  [
    "    nodeLabels: {a: '{{ .MachineConfig.MachineFoo }}'}",
    "1:21: nodes[2].nodeLabels.a: the template refers to .MachineConfig.MachineFoo, which has no value; set it, or write the value",
  ],
  [
    "    patches: ['@none.yaml']",
    '1:15: nodes[2].patches[0]: cannot read "none.yaml": no such file or directory',
  ],
  [
    "    patches: ['machine: {typ: x}']",
    '1:15: nodes[2].patches[0]: machine.typ: unknown key "typ"; did you mean "type"',
  ],
  ["    talosImageURL: ${NOT_SET}", "1:20: the variable NOT_SET is not set"],
  [
    "    networkInterfaces: {}",
    '1:24: nodes[2].networkInterfaces: machine.network.interfaces: expected a list, found a map; write it as a list item, on a line that starts with "- "',
  ],
  [
    "    schematic: {customization: {other: [{key: 10, value: a}]}}",
    '1:40: nodes[2].schematic.customization.other: cluster files have no such customization; set "talosImageURL" to the image with the ID of the schematic',
  ],
] as const;

Deno.test("what cannot be imported is an error at its place", () =>
  withCopy("old", async (path, run) => {
    const original = await Deno.readTextFile(`${path}/talconfig.yaml`);
    const [head, tail] = original.split("controlPlane:\n  patches:");
    const first = head!.split("\n").length + 3;
    for (const [line, expected] of UNSUPPORTED) {
      const node = `  - hostname: c\n    ipAddress: 10.4.0.3\n    controlPlane: true\n${line}\n`;
      const text = `${head}${node}controlPlane:\n  patches:${tail}`;
      await Deno.writeTextFile(`${path}/talconfig.yaml`, text);
      const { code, stderr } = await run([...IMPORT, "--force"]);
      const place = expected.replace(/^1:/, `talconfig.yaml:${first}:`);
      deepStrictEqual([code, stderr.replaceAll(`${path}/`, "")], [1, `osctl: ${place}\n`]);
    }
    const unknown = original.replace("clusterName: old", "clusterName: old\nextra: 1");
    await Deno.writeTextFile(`${path}/talconfig.yaml`, unknown);
    const { code, stderr } = await run([...IMPORT, "--force"]);
    deepStrictEqual([code, stderr], [
      0,
      "Created cluster.yaml\n" +
      'osctl: warning: talconfig.yaml:2:1: "extra" is not imported: talhelper ignores this key\n',
    ]);
  }));

Deno.test("cluster import rejects other files, and flags without effect", () =>
  withCopy("old", async (path, run) => {
    await Deno.writeTextFile(`${path}/other.yaml`, "a: 1\n");
    const lines = async (...args: string[]) => {
      const { code, stderr } = await run(["cluster", "import", ...args]);
      return [code, stderr.replace('; see "osctl cluster import --help"', "")];
    };
    deepStrictEqual(await lines("other.yaml"), [
      1,
      'osctl: "other.yaml" is neither a talconfig.yaml nor a topf.yaml; for generated configurations, use their folder\n',
    ]);
    deepStrictEqual(await lines("rendered", "--verify", "rendered"), [
      2,
      "osctl: --verify is for files of other tools; an import from nodes or configurations is always compared\n",
    ]);
    const recipient = await identityToRecipient(await generateIdentity());
    deepStrictEqual(await lines("talconfig.yaml", "--age-recipient", recipient), [
      2,
      'osctl: the secrets stay in "talsecret.yaml"; leave out --age-recipient\n',
    ]);
    await Deno.remove(`${path}/talsecret.yaml`);
    const [code, stderr] = await lines("talconfig.yaml");
    strictEqual(code, 1);
    match(
      String(stderr),
      /^osctl: no secrets file next to "talconfig\.yaml"; write talsecret\.yaml with /,
    );
  }));

Deno.test("fields of interfaces without a document are reported once with their place", () =>
  withCopy("edge", async (path, run) => {
    const text = await Deno.readTextFile(`${path}/talconfig.yaml`);
    const changed = text.replace(/^( +)- interface: (.*)$/m, "$1- ignore: true\n$1  interface: $2");
    const line = changed.split("\n").findIndex((one) => one.includes("- ignore: true")) + 1;
    await Deno.writeTextFile(`${path}/talconfig.yaml`, changed);
    const { code, stderr } = await run(IMPORT);
    strictEqual(code, 0, stderr);
    const warnings = stderr.split("\n").filter((one) => one.includes("ignore"));
    deepStrictEqual(warnings.length, 1, stderr);
    match(warnings[0]!, new RegExp(`talconfig\\.yaml:${line}:\\d+: "ignore" is not imported: `));
  }));
