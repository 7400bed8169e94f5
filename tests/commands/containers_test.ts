import assert from "node:assert/strict";
import { stripVTControlCharacters } from "node:util";
import { unary } from "../../lib/sandbox/types.ts";
import { common } from "../../proto/common.ts";
import { Long } from "../../proto/long.ts";
import { machine, MachineService } from "../../proto/machine.ts";
import { withSandbox } from "../helpers/sandbox.ts";

const lines = (text: string) => text.split("\n").slice(0, -1);
const { CONTAINERD, CRI } = common.ContainerDriver;

const POD = { namespace: "k8s.io", podId: "default/web" };

const CONTAINERS: machine.IContainerInfo[] = [
  {
    ...POD,
    id: "default/web:app:2e30",
    name: "app",
    image: "example.org/a\tb:1",
    status: "CONTAINER_EXITED",
  },
  {
    ...POD,
    id: "default/web",
    name: "web",
    image: "registry.k8s.io/pause:3.9",
    pid: 287,
    status: "SANDBOX_READY",
    networkNamespace: "cni-1",
  },
];

const STATS: machine.IStat[] = [
  {
    ...POD,
    id: "default/web:app:2e30",
    name: "app",
    memoryUsage: 1_080_000,
    cpuUsage: Long.MAX_UNSIGNED_VALUE,
  },
  { ...POD, id: "default/web", name: "web" },
];

Deno.test("containers are listed below their pod", async () => {
  const seen: machine.IContainersRequest[] = [];
  const binding = unary(MachineService.Containers, (request) => {
    seen.push(request);
    const containers = request.namespace === "k8s.io" ? CONTAINERS : [];
    return Promise.resolve(machine.ContainersResponse.create({ messages: [{ containers }] }));
  });
  await withSandbox({ bindings: [binding] }, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    const table = await run(["containers", "-k", "-n", node]);
    assert.equal(table.code, 0, table.stderr);
    const start = " ".repeat(node.length - 4);
    assert.equal(
      table.stdout,
      `NODE${start}   NAMESPACE   ID                        IMAGE                       PID   STATUS\n` +
        `${node}   k8s.io      default/web               registry.k8s.io/pause:3.9   287   SANDBOX_READY\n` +
        `${node}   k8s.io      └─ default/web:app:2e30   example.org/a\\tb:1          0     CONTAINER_EXITED\n`,
    );
    const shown = await run(["c", "--kubernetes", "-n", node, "--wide"], {
      terminals: ["stdout"],
    });
    assert.ok(shown.stdout.endsWith("\x1b[33mCONTAINER_EXITED\x1b[39m\n"));
    assert.equal(stripVTControlCharacters(shown.stdout), table.stdout);
    const json = await run(["containers", "-k", "-o", "json", "-n", node]);
    assert.deepEqual(JSON.parse(json.stdout), [
      {
        node,
        namespace: "k8s.io",
        id: "default/web",
        podId: "default/web",
        name: "web",
        image: "registry.k8s.io/pause:3.9",
        pid: 287,
        status: "SANDBOX_READY",
        networkNamespace: "cni-1",
      },
      {
        node,
        namespace: "k8s.io",
        id: "default/web:app:2e30",
        podId: "default/web",
        name: "app",
        image: "example.org/a\tb:1",
        pid: null,
        status: "CONTAINER_EXITED",
        networkNamespace: null,
      },
    ]);
    const none = await run(["containers", "--use-cri", "-n", node]);
    assert.deepEqual([none.code, lines(none.stdout).length], [0, 1]);
  });
  assert.deepEqual(seen.map(({ namespace, driver }) => [namespace, driver]), [
    ...[["k8s.io", CRI], ["k8s.io", CRI], ["k8s.io", CRI], ["system", CONTAINERD]],
  ]);
});

Deno.test("stats print memory in MB and exact CPU time", async () => {
  const seen: machine.IStatsRequest[] = [];
  const binding = unary(MachineService.Stats, (request) => {
    seen.push(request);
    const stats = request.namespace === "k8s.io" ? STATS : [];
    return Promise.resolve(machine.StatsResponse.create({ messages: [{ stats }] }));
  });
  await withSandbox({ bindings: [binding] }, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    const table = await run(["stats", "--kubernetes", "-n", node]);
    const start = " ".repeat(node.length - 4);
    assert.equal(
      table.stdout,
      `NODE${start}   NAMESPACE   ID                        MEMORY(MB)   CPU\n` +
        `${node}   k8s.io      default/web               0.00         0\n` +
        `${node}   k8s.io      └─ default/web:app:2e30   1.08         18446744073709551615\n`,
    );
    const shown = await run(["stats", "-k", "-n", node, "--columns", "id,cpu", "--sort-by=-cpu"], {
      terminals: ["stdout"],
      size: { columns: 80, rows: 24 },
    });
    assert.match(shown.stdout, /CPU\(S\)[^\n]*\n[^\n]+18446744073\.71[^\n]*\n[^\n]+0\.00/);
    const json = await run(["stats", "-k", "-o", "json", "-n", node]);
    assert.match(json.stdout, /"name":"app","memory":1080000,"cpu":18446744073709551615}/);
    const none = await run(["stats", "-c", "--no-headers", "-n", node]);
    assert.deepEqual([none.code, none.stdout], [0, ""]);
  });
  assert.deepEqual(seen.map(({ namespace, driver }) => [namespace, driver]), [
    ...[["k8s.io", CRI], ["k8s.io", CRI], ["k8s.io", CRI], ["system", CONTAINERD]],
  ]);
});

Deno.test("a sandbox node lists its services and no Kubernetes containers", async () => {
  await withSandbox({}, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    const own = await run(["containers", "-o", "json", "-n", node]);
    const [apid] = JSON.parse(own.stdout);
    assert.deepEqual([apid.id, apid.podId, apid.pid, apid.status], [
      ...["apid", "apid", Deno.pid, "RUNNING"],
    ]);
    const used = await run(["stats", "-o", "json", "-n", node]);
    const [stat] = JSON.parse(used.stdout);
    assert.equal(stat.id, "apid");
    assert.ok(stat.memory > 1_000_000 && stat.cpu > 1_000_000, used.stdout);
    for (const command of ["containers", "stats"]) {
      const none = await run([command, "-k", "-n", node]);
      assert.deepEqual([none.code, none.stderr, lines(none.stdout).length], [0, "", 1]);
      assert.equal((await run([command, "-k", "-o", "json", "-n", node])).stdout, "[]\n");
    }
    const pod = await run(["netstat", "default/web", "-n", node]);
    assert.deepEqual([pod.code, pod.stdout], [1, ""]);
    assert.match(pod.stderr, /^osctl: pod "default\/web" [^\n]+\n$/);
  });
});

Deno.test("completion lists services, containers and pods of the node", async () => {
  const binding = unary(
    MachineService.Containers,
    ({ namespace }) =>
      Promise.resolve(machine.ContainersResponse.create({
        messages: [{ containers: namespace === "k8s.io" ? CONTAINERS : [] }],
      })),
  );
  await withSandbox({ bindings: [binding] }, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    const complete = async (...words: string[]) => {
      const { stdout } = await run(["__complete", "zsh", "-n", node, ...words]);
      return lines(stdout).map((line) => line.slice(1).split("\t")[0]);
    };
    for (const command of ["logs", "service"]) {
      assert.deepEqual(await complete(command, ""), [
        ...["apid", "containerd", "cri", "dashboard", "etcd", "kubelet", "machined", "syslogd"],
        ...["trustd", "udevd"],
      ]);
    }
    assert.deepEqual(await complete("logs", "-k", ""), ["default/web", "default/web:app:2e30"]);
    assert.deepEqual(await complete("netstat", ""), ["default/web"]);
  });
});
