/** Private keys of the client must not leave its configuration, whatever command runs. */
import assert from "node:assert/strict";
import { tree } from "../../commands/tree.ts";
import { pathOf, walk } from "../../lib/cli/tree.ts";
import { parseConfig } from "../../lib/osconfig/mod.ts";
import { InterruptError } from "../../lib/platform/interrupt_error.ts";
import { withRealCluster } from "../e2e/cluster.ts";
import { fakeSystem, wallClock } from "../helpers/fake_system.ts";
import { withSandbox } from "../helpers/sandbox.ts";

/** Arguments of each command. HOME is the home directory, NODE a node, COPY a copied configuration. */
const ARGS: Readonly<Record<string, string>> = {
  "apply-config": "-f HOME/machine.yaml --dry-run",
  bootstrap: "",
  cgroups: "",
  completion: "bash",
  "config add": "other --ca HOME/ca.crt --crt HOME/c.crt --key HOME/c.key --osconfig COPY",
  "config context": "test --osconfig COPY",
  "config contexts": "--osconfig COPY",
  "config endpoint": "NODE --osconfig COPY",
  "config info": "",
  "config merge": "HOME/.os/config --osconfig COPY",
  "config new": "HOME/new --roles os:reader",
  "config node": "NODE --osconfig COPY",
  "config remove": "test -y --osconfig COPY",
  "conformance kubernetes": "--mode fast",
  containers: "",
  copy: "/etc/hostname HOME/copied",
  dashboard: "--once",
  disks: "",
  dmesg: "",
  edit: "mc",
  "etcd alarm disarm": "",
  "etcd alarm list": "",
  "etcd defrag": "",
  "etcd downgrade cancel": "",
  "etcd downgrade enable": "3.5",
  "etcd downgrade validate": "3.5",
  "etcd forfeit-leadership": "",
  "etcd members": "",
  "etcd remove-member": "1",
  "etcd snapshot": "HOME/db",
  "etcd status": "",
  events: "--tail 5 --duration 1s",
  explain: "machine",
  "gen ca": "--organization a",
  "gen config": "a https://10.5.0.2:6443 -o HOME/generated",
  "gen crt": "--ca a --csr HOME/c.csr --name n",
  "gen csr": "--key HOME/c.key --ip 10.0.0.1",
  "gen key": "--name k",
  "gen keypair": "--ip 10.0.0.1 --organization a",
  "gen secrets": "-o HOME/secrets.yaml",
  "gen secureboot database": "-o HOME/sb",
  "gen secureboot inspect": "HOME/missing.efi",
  "gen secureboot pcr": "-o HOME/sb",
  "gen secureboot uki": "-o HOME/sb",
  get: "members -o yaml",
  health: "--wait-timeout 1s",
  "image default": "",
  "image list": "",
  "image pull": "example.org/a:1",
  images: "",
  "inject serviceaccount": "--roles os:reader -f HOME/deployment.yaml",
  "inspect dependencies": "",
  kubeconfig: "HOME/kubeconfig",
  list: "/etc",
  logs: "machined",
  "machineconfig gen": "a https://10.5.0.2:6443",
  "machineconfig patch": "HOME/machine.yaml -p []",
  "machineconfig schema": "",
  memory: "",
  "meta delete": "10",
  "meta write": "10 x",
  mounts: "",
  netstat: "",
  patch: "mc -p [] --dry-run",
  pcap: "--interface lo --duration 1s",
  processes: "",
  read: "/etc/hostname",
  restart: "none",
  "rotate-ca": "--dry-run",
  service: "",
  stats: "",
  support: "-O HOME/support.zip",
  time: "",
  "upgrade-k8s": "--dry-run",
  usage: "/etc",
  validate: "-c HOME/machine.yaml -m metal",
  version: "",
  "wipe disk": "none --yes",
  "etcd leave": "",
  upgrade: "--image example.org/a:v1.8.0 --yes --wait=false",
  rollback: "--yes",
  reboot: "--yes --wait=false",
  shutdown: "--yes --wait=false",
  reset: "--yes --wait=false",
};

/** Groups that the second test runs as a program. */
const ELSEWHERE = /^cluster /;
/** Longest run of a command, milliseconds. */
const LONGEST_MS = 4000;

/** The forms in which a key of a client configuration can appear. */
function formsOf(key: string): string[] {
  const pem = new TextDecoder().decode(Uint8Array.fromBase64(key));
  const body = pem.split("\n").filter((line) => line !== "" && !line.startsWith("-----")).join("");
  const secret = Uint8Array.fromBase64(body).slice(-32);
  return [key.slice(80, 140), body.slice(-40), secret.toHex(), secret.toBase64().slice(0, 40)];
}

/** Throws an error that does not contain the key. */
function requireAbsent(text: string, forms: readonly string[], where: string): void {
  if (forms.some((form) => text.includes(form))) throw new Error(`the key is in ${where}`);
}

async function* filesBelow(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory, isFile } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) yield* filesBelow(path);
    else if (isFile) yield path;
  }
}

const latin1 = new TextDecoder("latin1");

/** Checks that only `allowed` files contain the key, with mode 0600. */
async function checkFiles(folder: string, forms: readonly string[], allowed: readonly string[]) {
  for await (const path of filesBelow(folder)) {
    const text = latin1.decode(await Deno.readFile(path));
    if (!forms.some((form) => text.includes(form))) continue;
    const { mode } = await Deno.stat(path);
    assert.ok(allowed.includes(path), `the key is in ${path}`);
    assert.equal(mode! & 0o777, 0o600, path);
  }
}

Deno.test("no command prints the client's key, stores it elsewhere or passes it to a child", async (t) => {
  const commands = [...walk([tree])].filter((chain) => chain.at(-1)!.kind === "command")
    .map(pathOf).filter((path) => !ELSEWHERE.test(path));
  assert.deepEqual(Object.keys(ARGS).toSorted(), commands.toSorted(), "arguments of each command");
  await withSandbox({}, async ({ run, home, nodes, osconfig }) => {
    const node = nodes[0]!.address;
    const text = await Deno.readTextFile(osconfig);
    const { ca, crt, key } = parseConfig(text, "config").config.contexts.get("test")!;
    const forms = formsOf(key!);
    // The check itself finds the key.
    assert.throws(() => requireAbsent(text, forms, "the configuration"));
    const copy = `${home}/copy`;
    const files = { "ca.crt": ca!, "c.crt": crt!, "c.key": key! };
    for (const [name, base64] of Object.entries(files)) {
      await Deno.writeFile(`${home}/${name}`, Uint8Array.fromBase64(base64), { mode: 0o600 });
    }
    const machine = await run(["get", "mc", "-o", "jsonpath={.spec}", "-n", node]);
    await Deno.writeTextFile(`${home}/machine.yaml`, machine.stdout, { mode: 0o600 });
    const csr = await run(["gen", "csr", "--key", `${home}/c.key`, "--ip", "10.0.0.1"]);
    assert.equal(csr.code, 0, csr.stderr);
    await Deno.writeTextFile(
      `${home}/deployment.yaml`,
      "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\n" +
        "spec: {template: {spec: {containers: [{name: a}]}}}\n",
    );
    const editor = `${home}/editor`;
    await Deno.writeTextFile(editor, `#!/bin/sh\nenv > ${home}/editor-env\n`, { mode: 0o755 });
    const allowed = [osconfig, copy, `${home}/c.key`];
    for (const [path, written] of Object.entries(ARGS)) {
      await t.step(path, async () => {
        await Deno.writeTextFile(copy, text, { mode: 0o600 });
        const children: string[] = [];
        const stop = new AbortController();
        const timer = setTimeout(() => stop.abort(new InterruptError("SIGINT")), LONGEST_MS);
        const system = fakeSystem({
          ...{ home, clock: wallClock, signal: stop.signal },
          env: { OSCTL_DEBUG: "1", EDITOR: editor, TMPDIR: home },
          spawn: (command, options) => {
            children.push(JSON.stringify([command, options]));
            return new Deno.Command(command, options).spawn();
          },
        });
        const words = `${path} ${written}`.trim().split(" ")
          .map((word) => word.replace("HOME", home).replace("NODE", node).replace("COPY", copy));
        const isLocal =
          /^(config|gen|completion|explain|image default|images|machineconfig|validate|inject)/
            .test(path) && path !== "config new";
        const { code, stdout, stderr } = await run(
          isLocal ? words : [...words, "-n", node],
          { system },
        );
        clearTimeout(timer);
        assert.notEqual(code, 2, `the command does not run: ${stderr.slice(0, 300)}`);
        requireAbsent(stdout, forms, `stdout of ${path}`);
        requireAbsent(stderr, forms, `stderr and debug output of ${path}`);
        requireAbsent(children.join("\n"), forms, `arguments or environment of a child of ${path}`);
        await checkFiles(home, forms, allowed);
      });
    }
  });
});

Deno.test({
  name: "no key of a local cluster is in arguments, environments, logs or temporary files",
  ignore: Deno.build.os !== "linux",
}, async () => {
  await withRealCluster(async ({ program, controlPlane: node }) => {
    const { home } = program;
    const config = `${home}/.os/config`;
    const text = await Deno.readTextFile(config);
    const forms = formsOf(parseConfig(text, "config").config.contexts.get("e2e")!.key!);
    const temporary = `${home}/temporary`;
    await Deno.mkdir(temporary);
    const cluster = ["--provisioner", "sandbox", "--name", "e2e"];
    for (
      const args of [
        ["list"],
        ["show", ...cluster],
        ["fault", "add", "delay", "--delay", "1ms", ...cluster],
        ["fault", "list", ...cluster],
        ["fault", "clear", ...cluster],
        ["stop", ...cluster],
        ["start", ...cluster],
      ]
    ) {
      const { stdout, stderr } = await program.run(["cluster", ...args], {
        TMPDIR: temporary,
        OSCTL_DEBUG: "1",
      });
      requireAbsent(stdout + stderr, forms, `output of cluster ${args[0]}`);
    }
    const follow = program.command(["logs", "machined", "-f", "-n", node], {
      ...{ stdin: "null", stdout: "null", stderr: "null" },
      env: { TMPDIR: temporary },
    }).spawn();
    try {
      let own = 0;
      for (const { name } of Deno.readDirSync("/proc")) {
        if (!/^\d+$/.test(name)) continue;
        try {
          const started = await Deno.readTextFile(`/proc/${name}/cmdline`) +
            await Deno.readTextFile(`/proc/${name}/environ`);
          if (started.includes(home)) own++;
          requireAbsent(started, forms, `arguments or environment of process ${name}`);
        } catch (error) {
          const isGone = error instanceof Deno.errors.NotFound ||
            error instanceof Deno.errors.PermissionDenied ||
            (error instanceof Error && error.message.includes("os error 3"));
          if (!isGone) throw error;
        }
      }
      assert.ok(own >= 1, "the background process of the cluster is found");
    } finally {
      follow.kill("SIGTERM");
      await follow.status;
    }
    await checkFiles(home, forms, [config]);
    assert.deepEqual([...Deno.readDirSync(temporary)], []);
  });
});
