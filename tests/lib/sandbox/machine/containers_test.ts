import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { readOwnUsage } from "../../../../lib/sandbox/machine/own_usage.ts";
import { ServiceRegistry } from "../../../../lib/sandbox/machine/mod.ts";
import { common } from "../../../../proto/common.ts";
import { MachineService } from "../../../../proto/machine.ts";
import { callOne } from "./call.ts";
import { withFolder } from "./folder.ts";

const { CONTAINERD, CRI } = common.ContainerDriver;
const SYSTEM = { namespace: "system", driver: CONTAINERD };

/** Returns a registry with a container service, a host service and a stopped service. */
function registries() {
  const services = new ServiceRegistry();
  services.markStarted("machined", "Serving");
  services.markStarted("apid", "Listening");
  services.setState("trustd", "Finished", "Stopped by the user");
  return () => services;
}

Deno.test("Containers lists the services that run in containers", async () => {
  const parts = { registries: registries() };
  const { messages } = await callOne(MachineService.Containers, SYSTEM, parts);
  const found = messages[0]!.containers!.map((
    { namespace, id, podId, pid, status },
  ) => [namespace, id, podId, pid, status]);
  deepEqual(found, [
    ["system", "apid", "apid", Deno.pid, "RUNNING"],
    ["system", "trustd", "trustd", Deno.pid, "STOPPED"],
  ]);
});

Deno.test("Stats returns the usage of running containers", async () => {
  const parts = { registries: registries() };
  const { messages } = await callOne(MachineService.Stats, SYSTEM, parts);
  const stats = messages[0]!.stats!;
  deepEqual(stats.map(({ id }) => id), ["apid"]);
  ok(Number(stats[0]!.memoryUsage) > 0);
  ok(Number(stats[0]!.cpuUsage) > 0);
});

Deno.test("Containers returns no Kubernetes containers and rejects unknown drivers and namespaces", async () => {
  const parts = { registries: registries() };
  for (const driver of [CONTAINERD, CRI]) {
    const filter = { namespace: "k8s.io", driver };
    deepEqual(
      (await callOne(MachineService.Containers, filter, parts)).messages[0]!.containers,
      [],
    );
    deepEqual((await callOne(MachineService.Stats, filter, parts)).messages[0]!.stats, []);
  }
  const wrong = { namespace: "system", driver: CRI };
  await rejects(() => callOne(MachineService.Containers, wrong, parts), /k8s\.io/);
  await rejects(() => callOne(MachineService.Stats, wrong, parts), /k8s\.io/);
  const unknown = { namespace: "system", driver: 7 as common.ContainerDriver };
  await rejects(() => callOne(MachineService.Stats, unknown, parts), /unsupported driver/);
});

/** Writes files and creates their folders. */
async function write(root: string, files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await Deno.mkdir(`${root}/${path.slice(0, path.lastIndexOf("/"))}`, { recursive: true });
    await Deno.writeTextFile(`${root}/${path}`, text);
  }
}

Deno.test("readOwnUsage() reads cgroups without other processes", async () => {
  await withFolder(async (folder) => {
    const sources = { proc: `${folder}/proc`, cgroups: `${folder}/cgroup`, pid: 42 };
    await write(folder, {
      "proc/self/cgroup": "0::/app.scope\n",
      "proc/self/stat": `42 (a) b) S 1 ${"0 ".repeat(9)}150 50 ${"0 ".repeat(7)}0 3 0\n`,
      "cgroup/app.scope/cgroup.procs": "42\n",
      "cgroup/app.scope/cpu.stat": "usage_usec 1234\nuser_usec 1000\n",
      "cgroup/app.scope/memory.current": "5678\n",
    });
    await Deno.writeFile(`${folder}/proc/self/auxv`, new Uint8Array(16));
    deepEqual(readOwnUsage(sources), { memory: 5678, cpu: 1_234_000 });

    await write(folder, { "cgroup/app.scope/cgroup.procs": "42\n43\n" });
    deepEqual(
      readOwnUsage(sources),
      { memory: 3 * 4096, cpu: 2_000_000_000 },
      "shared with others",
    );
    await write(folder, { "cgroup/app.scope/cgroup.procs": "42\n" });
    await Deno.remove(`${folder}/cgroup/app.scope/memory.current`);
    deepEqual(
      readOwnUsage(sources),
      { memory: 3 * 4096, cpu: 2_000_000_000 },
      "memory not counted",
    );

    await write(folder, {
      "proc/self/cgroup": "3:cpu,cpuacct:/box\n2:memory:/box\n1:name=systemd:/\n",
      "cgroup/cpuacct/box/cgroup.procs": "42\n",
      "cgroup/cpuacct/box/cpuacct.usage": "777\n",
      "cgroup/memory/box/cgroup.procs": "42\n",
      "cgroup/memory/box/memory.usage_in_bytes": "888\n",
    });
    deepEqual(readOwnUsage(sources), { memory: 888, cpu: 777 });
  });
});

Deno.test("readOwnUsage() returns the usage of this process", () => {
  const { memory, cpu } = readOwnUsage();
  ok(memory > 1_000_000);
  ok(cpu >= 0);
  equal(Number.isFinite(cpu), true);
});
