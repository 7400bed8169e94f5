import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { ownUsage } from "../../../../lib/sandbox/machine/own_usage.ts";
import { ServiceRegistry } from "../../../../lib/sandbox/machine/mod.ts";
import { common } from "../../../../proto/common.ts";
import { MachineService } from "../../../../proto/machine.ts";
import { answerTo } from "./call.ts";
import { withFolder } from "./folder.ts";

const { CONTAINERD, CRI } = common.ContainerDriver;
const SYSTEM = { namespace: "system", driver: CONTAINERD };

/** A node with one service that runs in a container, one that does not, one that has stopped. */
function books() {
  const book = new ServiceRegistry();
  book.started("machined", "Serving");
  book.started("apid", "Listening");
  book.enter("trustd", "Finished", "Stopped by the user");
  return () => book;
}

Deno.test("Containers tells of the services that run in containers", async () => {
  const parts = { books: books() };
  const { messages } = await answerTo(MachineService.Containers, SYSTEM, parts);
  const found = messages[0]!.containers!.map((
    { namespace, id, podId, pid, status },
  ) => [namespace, id, podId, pid, status]);
  deepEqual(found, [
    ["system", "apid", "apid", Deno.pid, "RUNNING"],
    ["system", "trustd", "trustd", Deno.pid, "STOPPED"],
  ]);
});

Deno.test("Stats tells what those that run use", async () => {
  const parts = { books: books() };
  const { messages } = await answerTo(MachineService.Stats, SYSTEM, parts);
  const stats = messages[0]!.stats!;
  deepEqual(stats.map(({ id }) => id), ["apid"]);
  ok(Number(stats[0]!.memoryUsage) > 0);
  ok(Number(stats[0]!.cpuUsage) > 0);
});

Deno.test("Containers has none of Kubernetes, and refuses what no runtime answers", async () => {
  const parts = { books: books() };
  for (const driver of [CONTAINERD, CRI]) {
    const wish = { namespace: "k8s.io", driver };
    deepEqual((await answerTo(MachineService.Containers, wish, parts)).messages[0]!.containers, []);
    deepEqual((await answerTo(MachineService.Stats, wish, parts)).messages[0]!.stats, []);
  }
  const wrong = { namespace: "system", driver: CRI };
  await rejects(() => answerTo(MachineService.Containers, wrong, parts), /k8s\.io/);
  await rejects(() => answerTo(MachineService.Stats, wrong, parts), /k8s\.io/);
  const unknown = { namespace: "system", driver: 7 as common.ContainerDriver };
  await rejects(() => answerTo(MachineService.Stats, unknown, parts), /unsupported driver/);
});

/** Writes files, making their folders. */
async function write(root: string, files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await Deno.mkdir(`${root}/${path.slice(0, path.lastIndexOf("/"))}`, { recursive: true });
    await Deno.writeTextFile(`${root}/${path}`, text);
  }
}

Deno.test("ownUsage() reads control groups in which the program is alone", async () => {
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
    deepEqual(ownUsage(sources), { memory: 5678, cpu: 1_234_000 });

    await write(folder, { "cgroup/app.scope/cgroup.procs": "42\n43\n" });
    deepEqual(ownUsage(sources), { memory: 3 * 4096, cpu: 2_000_000_000 }, "shared with others");
    await write(folder, { "cgroup/app.scope/cgroup.procs": "42\n" });
    await Deno.remove(`${folder}/cgroup/app.scope/memory.current`);
    deepEqual(ownUsage(sources), { memory: 3 * 4096, cpu: 2_000_000_000 }, "memory not counted");

    await write(folder, {
      "proc/self/cgroup": "3:cpu,cpuacct:/box\n2:memory:/box\n1:name=systemd:/\n",
      "cgroup/cpuacct/box/cgroup.procs": "42\n",
      "cgroup/cpuacct/box/cpuacct.usage": "777\n",
      "cgroup/memory/box/cgroup.procs": "42\n",
      "cgroup/memory/box/memory.usage_in_bytes": "888\n",
    });
    deepEqual(ownUsage(sources), { memory: 888, cpu: 777 });
  });
});

Deno.test("ownUsage() tells of this program on this machine", () => {
  const { memory, cpu } = ownUsage();
  ok(memory > 1_000_000);
  ok(cpu >= 0);
  equal(Number.isFinite(cpu), true);
});
