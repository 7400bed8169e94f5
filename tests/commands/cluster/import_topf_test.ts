/**
 * `cluster import topf.yaml` renders what topf renders.
 *
 * Witness: `tests/data/topf/rendered` is the output of `topf render`, built from
 * `github.com/postfinance/topf` v0.5.0-rc.1, for the files beside it.
 */
import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { parse } from "yaml";
import { type CommandOutcome, runCommand } from "../../helpers/run_command.ts";

const DATA = new URL("../../data/topf", import.meta.url).pathname;

type Run = (...args: readonly string[]) => Promise<CommandOutcome>;

/** Runs in a copy of the files of topf. */
async function withCopy(body: (path: string, run: Run) => Promise<void>): Promise<void> {
  const path = await Deno.makeTempDir({ prefix: "osctl-topf-" });
  try {
    await copy(DATA, path);
    await body(
      path,
      (...args) => runCommand(["cluster", "import", ...args], { home: path, cwd: path }),
    );
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

Deno.test("an imported topf.yaml renders what topf renders", () =>
  withCopy(async (path, run) => {
    const { code, stderr } = await run("topf.yaml", "--verify", "rendered");
    deepStrictEqual([code, stderr], [
      0,
      "Created cluster.yaml\nverified: it renders the configuration of all 2 nodes\n",
    ]);
    const file = parse(await Deno.readTextFile(`${path}/cluster.yaml`));
    deepStrictEqual([file.patches, file.controlPlane.patches, file.setHostnames, file.install], [
      [{ file: "all/10-base.yaml" }],
      [{ file: "control-plane/00-cp.yml" }],
      false,
      undefined,
    ]);
    deepStrictEqual(file.workers.main.os, {
      version: "v1.13.4",
      extensions: ["siderolabs/qemu-guest-agent"],
      platform: "vmware",
    });
    // Templates are rendered for each node.
    deepStrictEqual(file.workers.main.nodes[0].patches[2], {
      merge: { machine: { nodeLabels: { region: "eu-west-1", domain: "SHOP.EXAMPLE.COM" } } },
    });
    deepStrictEqual(file.workers.main.nodes[0].patches[3].merge.machine.env, { A: "$${HOME}" });
  }));

/** A file, its changed text, and the line about it. */
const UNSUPPORTED = [
  [
    "all/00-install.yaml.tpl",
    "machine:\n  install: {{ env `DISK` }}\n",
    'all/00-install.yaml.tpl:2:12: the template action "env `DISK`" cannot be imported; ' +
    "write the value, or import the folder rendered by the other tool",
  ],
  [
    "all/00-install.yaml.tpl",
    "machine: {env: {A: {{ .Data.none }}}}\n",
    "all/00-install.yaml.tpl:1:20: the template refers to .Data.none, which has no value; " +
    "set it, or write the value",
  ],
  [
    "all/10-base.yaml",
    "- {op: remove, path: /machine}\n",
    "all/10-base.yaml:1:1: topf rejects JSON patches",
  ],
  [
    "topf.yaml",
    "clusterEndpoint: https://a:6443\nsecretsProvider: ./run\n",
    "topf.yaml:2:18: secretsProvider: programs are not run by an import; " +
    "write their output into the file",
  ],
  [
    "topf.yaml",
    "clusterEndpoint: https://a:6443\n",
    'topf.yaml:1:1: no "talosVersion"; write the version that topf uses, see "topf --version"',
  ],
] as const;

Deno.test("what cannot be imported from topf is an error at its place", async () => {
  for (const [name, text, expected] of UNSUPPORTED) {
    await withCopy(async (path, run) => {
      await Deno.writeTextFile(`${path}/${name}`, text);
      const { code, stderr } = await run("topf.yaml");
      strictEqual(stderr, `osctl: ${expected}\n`);
      strictEqual(code, 1);
    });
  }
});
