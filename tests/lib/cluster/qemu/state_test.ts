/** State files of talosctl and ours, and the processes of a cluster. */
import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { findProcesses, isClusterProgram } from "../../../../lib/cluster/qemu/processes.ts";
import { readState, writeState } from "../../../../lib/cluster/qemu/state_file.ts";
import { removeStateFolder } from "../../../../lib/cluster/qemu/state_folder.ts";
import { fakeSystem } from "../../../helpers/fake_system.ts";

const REFERENCE = new URL("../../../data/qemu/reference_state.yaml", import.meta.url);

async function withFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await run(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("a state of talosctl is read", async () => {
  const state = await readState(REFERENCE.pathname);
  equal(state?.bridge, "talos26f77336");
  const { nodes, ...record } = state!.record;
  deepEqual(record, {
    name: "gocl",
    provisioner: "qemu",
    phase: "ready",
    network: {
      name: "gocl",
      cidr: "10.5.0.0/24",
      cidrs: ["10.5.0.0/24"],
      gateways: ["10.5.0.1"],
      mtu: 1500,
    },
    kubernetesEndpoint: "https://10.5.0.1:6443",
    ca: "",
  });
  deepEqual(nodes[1], {
    name: "gocl-worker-1",
    type: "worker",
    address: "10.5.0.3",
    addresses: ["10.5.0.3"],
    port: 50000,
    nanoCpus: 2_000_000_000,
    memory: 2_147_483_648,
    disk: 67_108_864,
  });
});

Deno.test("a written state has the text of talosctl, without its CNI plugins", () =>
  withFolder(async (folder) => {
    const { record } = (await readState(REFERENCE.pathname))!;
    const text = await Deno.readTextFile(REFERENCE);
    const machines = [...text.matchAll(/uuid: (\S+)\n[^]*?apiport: (\d+)/g)]
      .map(([, uuid = "", port]) => ({ uuid, apiPort: Number(port), hasTpm: true }));
    const path = `${folder}/state.yaml`;
    await writeState(path, "/state/gocl", record, machines, []);
    const expected = text.slice(0, text.indexOf("vmcniconfig:"));
    equal(await Deno.readTextFile(path), `${expected}vmcniconfig: null\n`);
    deepEqual(await readState(path), { record, bridge: "talos26f77336" });
  }));

Deno.test("a state of another provisioner and an invalid one are errors, a missing one is none", () =>
  withFolder(async (folder) => {
    const path = `${folder}/state.yaml`;
    equal(await readState(path), undefined);
    await Deno.writeTextFile(path, "provisionername: firecracker\n");
    await rejects(readState(path), /belongs to the provisioner "firecracker"/);
    for (const text of ["", "- a\n", "provisionername: qemu\nclusterinfo: 3\n", "a: [\n"]) {
      await Deno.writeTextFile(path, text);
      await rejects(readState(path), { kind: "input" }, text);
    }
  }));

Deno.test("only known programs are processes of a cluster", () => {
  const known = [
    ["/usr/bin/qemu-system-x86_64", "-m", "64"],
    ["swtpm", "socket"],
    ["/usr/sbin/dnsmasq", "--conf-file=/s/dhcpd.conf"],
    ["/opt/client", "loadbalancer-launch"],
    ["deno", "run", "main.ts", "cluster", "qemu-run"],
  ];
  for (const command of known) equal(isClusterProgram(command), true, command[0]);
  const others = [["tail", "-f", "/s/node.log"], ["vi", "/s/state.yaml"], ["bash"], []];
  for (const command of others) equal(isClusterProgram(command), false, command[0]);
});

Deno.test("processes of a folder whose path ends the same are not of the cluster", async () => {
  const folder = `/${crypto.randomUUID()}/c`;
  const pids: number[] = [];
  const start = (word: string) => {
    const script = "read line";
    const child = new Deno.Command("sh", {
      args: ["-c", script, "qemu-launch", word],
      stdin: "piped",
      stdout: "null",
      stderr: "null",
    }).spawn();
    pids.push(child.pid);
    return child;
  };
  const words = [folder, `file=${folder}/n.disk`, `unix:${folder}/n.sock,server`];
  const foreign = [`/home/me${folder}`, `unix:/home/me${folder}/n.sock`, `${folder}2/n.disk`];
  const children = [...words, ...foreign].map(start);
  try {
    const found = await findProcesses(folder, fakeSystem().spawn);
    deepEqual(found.map(({ pid }) => pid).toSorted(), pids.slice(0, words.length).toSorted());
  } finally {
    for (const child of children) {
      await child.stdin.close();
      await child.status;
    }
  }
});

Deno.test("a folder with a foreign file is not removed", () =>
  withFolder(async (parent) => {
    const folder = `${parent}/c`;
    await Deno.mkdir(`${folder}/n-tpm2`, { recursive: true });
    const own = [
      "state.yaml",
      "n.config",
      "n.log.2",
      "n-0.disk",
      "n-flash1.img",
      ".sock",
      "lb.pid",
      "secrets.yaml",
    ];
    for (const name of own) await Deno.writeTextFile(`${folder}/${name}`, "");
    await Deno.writeTextFile(`${folder}/notes.txt`, "");
    await rejects(removeStateFolder(folder), (error: Error) => {
      match(error.message, /contains "notes\.txt", which does not belong to a cluster/);
      return true;
    });
    await Deno.remove(`${folder}/notes.txt`);
    await removeStateFolder(folder);
    await rejects(Deno.stat(folder), Deno.errors.NotFound);
    await removeStateFolder(folder);
  }));
