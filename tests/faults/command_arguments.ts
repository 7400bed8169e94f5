/**
 * Arguments that make each command run, for tests of all commands. A new command fails these tests
 * until it is listed here.
 *
 * @module
 */
import assert from "node:assert/strict";
import { tree } from "../../commands/tree.ts";
import { pathOf, walk } from "../../lib/cli/tree.ts";
import { parseConfig } from "../../lib/osconfig/mod.ts";
import type { Sandbox } from "../helpers/sandbox.ts";

/** Arguments of each command. Words as in {@linkcode wordsOf}. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  "alias list": "",
  "alias remove": "cps",
  "alias set": "cps get members",
  "apply-config": "-f HOME/machine.yaml --dry-run",
  bootstrap: "",
  cgroups: "",
  completion: "bash",
  "config add": "other --ca HOME/ca.crt --crt HOME/c.crt --key HOME/c.key --osconfig COPY",
  "config context": "test --osconfig COPY",
  "config contexts": "--osconfig COPY",
  "config current-context": "--osconfig COPY",
  "config endpoint": "NODE --osconfig COPY",
  "config info": "",
  "config merge": "HOME/.os/config --osconfig COPY",
  "config new": "HOME/new --roles os:reader",
  "config node": "NODE --osconfig COPY",
  "config proxy-url": "direct --osconfig COPY",
  "config remove": "test -y --osconfig COPY",
  "config rename": "other renamed --osconfig COPY",
  "conformance kubernetes": "--mode fast",
  cordon: "",
  drain: "--drain-timeout 30s",
  uncordon: "",
  containers: "",
  context: "test",
  copy: "/etc/hostname HOME/copied",
  dashboard: "--once",
  diagnose: "",
  diff: "-f HOME/machine.yaml",
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
  "plugin list": "",
  "preferences edit": "",
  "preferences path": "",
  "preferences set": "maxParallel 4",
  "preferences show": "",
  "preferences unset": "maxParallel",
  processes: "",
  read: "/etc/hostname",
  restart: "none",
  "rotate-ca": "--dry-run",
  schema: "memory",
  service: "",
  "session run": "-e 127.0.0.1:1 --idle 1s",
  "session start": "-e 127.0.0.1:1",
  "session status": "",
  "session stop": "",
  shell: "",
  stats: "",
  support: "-O HOME/support.zip",
  time: "",
  "upgrade-k8s": "--dry-run",
  usage: "/etc",
  validate: "-c HOME/machine.yaml -m metal",
  version: "",
  wait: "--for ready --timeout 1s",
  "rollout list": "",
  "rollout logs": "",
  "rollout pause": "",
  "rollout resume": "",
  "rollout status": "",
  "rollout stop": "",
  "wipe disk": "none --yes",
  "etcd leave": "",
  upgrade: "--image example.org/a:v1.8.0 --yes --wait=false",
  rollback: "--yes",
  reboot: "--yes --wait=false",
  shutdown: "--yes --wait=false",
  reset: "--yes --wait=false",
};

/**
 * Returns the paths of all commands, without those that run as a program only; those that stop the
 * node or its etcd come last.
 */
export function commandPaths(): string[] {
  const paths = [...walk([tree])].filter((chain) => chain.at(-1)!.kind === "command").map(pathOf)
    .filter((path) => !path.startsWith("cluster "));
  const listed = Object.keys(ARGUMENTS);
  assert.deepEqual(listed.toSorted(), paths.toSorted(), "arguments of each command");
  return listed;
}

const LOCAL =
  /^(alias|plugin|context|shell|config (?!new)|gen|completion|explain|image default|images|machineconfig|preferences|schema|session|validate|inject)/;

/** Whether a command calls no node, as the search for secrets verifies. */
export function isLocal(line: string): boolean {
  return LOCAL.test(line);
}

/**
 * Returns the words of a command line. HOME in the table is the home directory, NODE the first node,
 * COPY the file `copy` in the home directory.
 *
 * @param line A path of the table, or a whole line.
 */
export function wordsOf({ home, nodes }: Pick<Sandbox, "home" | "nodes">, line: string): string[] {
  return `${line} ${ARGUMENTS[line] ?? ""}`.trim().split(" ").map((word) =>
    word.replace("HOME", home).replace("NODE", nodes[0]!.address).replace("COPY", `${home}/copy`)
  );
}

/** Writes the files that the arguments name. */
export async function writeInputs({ run, home, nodes, osconfig }: Sandbox): Promise<void> {
  const text = await Deno.readTextFile(osconfig);
  const { ca, crt, key } = parseConfig(text, "config").config.contexts.get("test")!;
  const files = { "ca.crt": ca!, "c.crt": crt!, "c.key": key! };
  for (const [name, base64] of Object.entries(files)) {
    await Deno.writeFile(`${home}/${name}`, Uint8Array.fromBase64(base64), { mode: 0o600 });
  }
  const args = ["get", "mc", "-o", "jsonpath={.spec}", "-n", nodes[0]!.address];
  const machine = await run(args);
  assert.equal(machine.code, 0, machine.stderr);
  await Deno.writeTextFile(`${home}/machine.yaml`, machine.stdout, { mode: 0o600 });
  await Deno.writeTextFile(
    `${home}/deployment.yaml`,
    "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\n" +
      "spec: {template: {spec: {containers: [{name: a}]}}}\n",
  );
  await Deno.writeTextFile(`${home}/copy`, text, { mode: 0o600 });
}
