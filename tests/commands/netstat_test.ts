import assert from "node:assert/strict";
import { parse } from "yaml";
import { StatusError } from "../../lib/rpc/mod.ts";
import { type Binding, unary } from "../../lib/sandbox/types.ts";
import { common } from "../../proto/common.ts";
import { machine, MachineService } from "../../proto/machine.ts";
import { withSandbox } from "../helpers/sandbox.ts";

const lines = (text: string) => text.split("\n").slice(0, -1);

const { State, TimerActive } = machine.ConnectRecord;

const SOCKETS: machine.IConnectRecord[] = [
  {
    l4proto: "tcp",
    localip: "10.5.0.2",
    localport: 50000,
    remoteip: "10.5.0.1",
    remoteport: 40000,
    state: State.ESTABLISHED,
    txqueue: 84,
    tr: TimerActive.ON,
    timerwhen: 1234,
    retrnsmt: 2,
    timeout: 3,
    uid: 50,
    inode: 4711,
    process: { pid: 109, name: "apid" },
  },
  {
    l4proto: "udp6",
    localip: "::",
    localport: 53,
    remoteip: "::",
    rxqueue: 5,
    state: State.CLOSE,
    netns: "cni-1",
    process: {},
  },
];

/** A pod with its own network namespace, its container, one on the host network, a stopped one. */
const CONTAINERS: machine.IContainerInfo[] = [
  { id: "default/web", podId: "default/web", pid: 7, networkNamespace: "cni-1" },
  { id: "default/web:app:1", podId: "default/web", pid: 8, networkNamespace: "cni-1" },
  { id: "kube-system/proxy", podId: "kube-system/proxy", pid: 9 },
  { id: "default/dead", podId: "default/dead", networkNamespace: "cni-2" },
];

/** Responds with the sockets and appends the request to `seen`. */
function netstatBinding(
  seen: machine.INetstatRequest[],
  containers: (worker: boolean) => machine.IContainerInfo[] = () => CONTAINERS,
): Binding[] {
  return [
    unary(MachineService.Netstat, (request) => {
      seen.push(request);
      const requested = request.netns?.netns ?? [];
      const connectrecord = SOCKETS.filter(({ netns }) =>
        netns ? request.netns?.allnetns || requested.includes(netns) : request.netns?.hostnetwork
      );
      return Promise.resolve(machine.NetstatResponse.create({ messages: [{ connectrecord }] }));
    }),
    unary(MachineService.Containers, ({ namespace, driver }, { node }) => {
      assert.deepEqual([namespace, driver], ["k8s.io", common.ContainerDriver.CRI]);
      return Promise.resolve(
        machine.ContainersResponse.create({
          messages: [{ containers: containers(node.type === "worker") }],
        }),
      );
    }),
  ];
}

Deno.test("netstat lists a connection of this test on one node, two nodes and an unreachable one", async () => {
  await withSandbox({ workers: 1 }, async ({ run, controlPlanes, workers, dead }) => {
    const node = controlPlanes[0]!.address;
    const worker = workers[0]!.address;
    using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const { port } = listener.addr;
    using client = await Deno.connect({ hostname: "127.0.0.1", port });
    using _server = await listener.accept();
    const local = `127.0.0.1:${client.localAddr.port}`;

    const one = await run(["netstat", "-n", node]);
    assert.deepEqual([one.code, one.stderr], [0, ""]);
    const [header, ...rows] = lines(one.stdout);
    assert.match(header!, /^NODE +Proto +Recv-Q +Send-Q +Local Address +Foreign Address +State$/);
    const cells = rows.map((row) => row.split(/ {3,}/));
    const own = cells.find((row) => row[4] === local && row[5] === `127.0.0.1:${port}`)!;
    assert.deepEqual(own, [node, "tcp", "0", "0", local, `127.0.0.1:${port}`, "ESTABLISHED"]);
    assert.ok(!cells.some((row) => row[4] === `127.0.0.1:${port}` && row[6] === "LISTEN"));
    const listening = await run(["ss", "-ltp", "-n", node]);
    const waiting = lines(listening.stdout).map((row) => row.split(/ {3,}/))
      .find((row) => row[4] === `127.0.0.1:${port}`)!;
    assert.deepEqual(waiting.slice(5, 7), ["0.0.0.0:*", "LISTEN"]);
    assert.ok(waiting[7]!.startsWith(`${Deno.pid}/`), waiting[7]);

    const three = await run(["netstat", "-a", "-n", `${dead},${worker},${node}`]);
    assert.equal(three.code, 1);
    assert.match(three.stderr, new RegExp(`^osctl: ${dead.replaceAll(".", "\\.")}: [^\\n]+\\n$`));
    const nodes = lines(three.stdout).slice(1).map((line) => line.split(" ")[0]!);
    assert.deepEqual([...new Set(nodes)], [worker, node]);
    assert.equal(nodes.indexOf(node) - 1, nodes.lastIndexOf(worker));

    const json = await run(["netstat", "--output", "json", "-n", `${worker},${dead},${node}`]);
    assert.equal(json.code, 1);
    const records: Record<string, unknown>[] = JSON.parse(json.stdout);
    // A closed connection of another test may have had the same local port.
    const ownSockets = records.filter((record) =>
      record["localPort"] === client.localAddr.port && record["remotePort"] === port
    );
    assert.deepEqual(ownSockets.map((record) => record["node"]), [worker, node]);
    const none = await run(["netstat", "--output", "json", "-n", dead]);
    assert.deepEqual([none.code, none.stdout], [1, "[]\n"]);
  });
});

Deno.test("netstat adds columns by flag; records have all fields", async () => {
  const seen: machine.INetstatRequest[] = [];
  await withSandbox({ bindings: netstatBinding(seen) }, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    const rows = async (...args: string[]) => {
      const { code, stdout, stderr } = await run(["netstat", ...args, "-n", node]);
      assert.equal(code, 0, stderr);
      return lines(stdout).map((line) => line.split(/ {3,}/).slice(4));
    };
    assert.deepEqual(await rows(), [
      ["Local Address", "Foreign Address", "State"],
      ["10.5.0.2:50000", "10.5.0.1:40000", "ESTABLISHED"],
    ]);
    assert.deepEqual((await rows("--extend")).map((row) => row.slice(3)), [
      ["Uid", "Inode"],
      ["50", "4711"],
    ]);
    assert.deepEqual((await rows("--programs")).map((row) => row.slice(3)), [
      ["PID/Program name"],
      ["109/apid"],
    ]);
    assert.deepEqual((await rows("--timers")).map((row) => row.slice(3)), [
      ["Timer"],
      ["on (12.34/2/3)"],
    ]);
    const all = await run(["netstat", "-x", "-p", "-k", "-o", "--no-headers", "-n", node]);
    assert.deepEqual(lines(all.stdout), [
      `${node}   tcp    0   84   10.5.0.2:50000   10.5.0.1:40000   ESTABLISHED   50   4711   ` +
      "109/apid   -             on (12.34/2/3)",
      `${node}   udp6   5   0    :::53            :::*                           0    0      ` +
      "-          default/web   off (0.00/0/0)",
    ]);
    const json = await run(["netstat", "--pods", "--output=json", "-n", node]);
    assert.deepEqual(JSON.parse(json.stdout), [
      {
        node,
        protocol: "tcp",
        receiveQueue: 0,
        sendQueue: 84,
        localAddress: "10.5.0.2",
        localPort: 50000,
        remoteAddress: "10.5.0.1",
        remotePort: 40000,
        state: "ESTABLISHED",
        uid: 50,
        inode: 4711,
        pid: 109,
        program: "apid",
        networkNamespace: null,
        pod: null,
        timer: "on",
        timerEnd: 12.34,
        retransmits: 2,
        timeouts: 3,
      },
      {
        node,
        protocol: "udp6",
        receiveQueue: 5,
        sendQueue: 0,
        localAddress: "::",
        localPort: 53,
        remoteAddress: "::",
        remotePort: 0,
        state: "CLOSE",
        uid: 0,
        inode: 0,
        pid: null,
        program: null,
        networkNamespace: "cni-1",
        pod: "default/web",
        timer: "off",
        timerEnd: 0,
        retransmits: 0,
        timeouts: 0,
      },
    ]);
    const yaml = await run(["netstat", "-k", "--output", "yaml", "-n", node]);
    assert.deepEqual(parse(yaml.stdout), JSON.parse(json.stdout));
  });
});

Deno.test("netstat sends the request its flags describe", async () => {
  const seen: machine.INetstatRequest[] = [];
  const cases: [args: string[], protocols: string, filter: string][] = [
    [[], "tcp tcp6 udp udp6", "CONNECTED"],
    [["--all"], "tcp tcp6 udp udp6", "ALL"],
    [["-l"], "tcp tcp6 udp udp6", "LISTENING"],
    [["--listening", "-a"], "tcp tcp6 udp udp6", "ALL"],
    [["--tcp"], "tcp tcp6", "CONNECTED"],
    [["-u", "--udplite"], "udp udp6 udplite udplite6", "CONNECTED"],
    [["--raw", "-4"], "raw", "CONNECTED"],
    [["--ipv6", "-t", "-U", "-w"], "tcp6 udplite6 raw6", "CONNECTED"],
    [["--ipv4", "-6"], "tcp tcp6 udp udp6", "CONNECTED"],
    [["--verbose", "--udp"], "tcp tcp6 udp udp6 udplite udplite6 raw raw6", "CONNECTED"],
    [["-v", "-4"], "tcp udp udplite raw", "CONNECTED"],
    [["-p"], "tcp tcp6 udp udp6", "CONNECTED"],
    [["-k"], "tcp tcp6 udp udp6", "CONNECTED"],
  ];
  await withSandbox({ bindings: netstatBinding(seen) }, async ({ run, nodes }) => {
    for (const [args] of cases) {
      assert.equal((await run(["netstat", ...args, "-n", nodes[0]!.address])).code, 0);
    }
  });
  for (const [index, [args, protocols, filter]] of cases.entries()) {
    const { filter: asked, feature, l4proto, netns } = seen[index]!;
    assert.equal(machine.NetstatRequest.Filter[asked ?? 0], filter, args.join(" "));
    const names = Object.entries(l4proto ?? {}).filter(([, wanted]) => wanted === true);
    assert.equal(names.map(([name]) => name).join(" "), protocols, args.join(" "));
    assert.equal(feature?.pid, args.includes("-p"));
    assert.deepEqual([netns?.hostnetwork, netns?.allnetns], [true, args.includes("-k")]);
  }
});

Deno.test("netstat namespace/pod queries the pod's node for its network namespace", async () => {
  const seen: machine.INetstatRequest[] = [];
  const bindings = netstatBinding(seen, (worker) => worker ? CONTAINERS : []);
  await withSandbox({ bindings, workers: 1 }, async ({ run, controlPlanes, workers, dead }) => {
    const node = controlPlanes[0]!.address;
    const worker = workers[0]!.address;
    const both = `${node},${worker}`;
    const found = await run(["netstat", "Default/Web", "-n", both]);
    assert.deepEqual([found.code, found.stderr], [0, ""]);
    assert.equal(
      found.stdout,
      "Proto   Recv-Q   Send-Q   Local Address   Foreign Address   State\n" +
        "udp6    5        0        :::53           :::*              \n",
    );
    const json = await run(["netstat", "default/web", "--output", "json", "-n", both]);
    const [record] = JSON.parse(json.stdout);
    assert.deepEqual([record.node, record.pod], [worker, "default/web"]);
    const partly = await run(["netstat", "default/web", "-n", `${dead},${both}`]);
    assert.deepEqual([partly.code, partly.stdout], [1, found.stdout]);
    assert.ok(partly.stderr.startsWith(`osctl: ${dead}: `), partly.stderr);
    assert.ok(
      seen.every(({ netns }) => netns?.hostnetwork === false && netns.netns?.[0] === "cni-1"),
    );
    assert.equal(seen.length, 3);

    for (const pod of ["default/dead", "kube-system/proxy", "default/nope"]) {
      const absent = await run(["netstat", pod, "-n", both]);
      assert.deepEqual([absent.code, absent.stdout], [1, ""]);
      assert.match(absent.stderr, new RegExp(`^osctl: pod "${pod}" [^\\n]+\\n$`));
    }
    const unreached = await run(["netstat", "default/web", "-n", `${dead},${node}`]);
    assert.deepEqual([unreached.code, unreached.stdout], [1, ""]);
    assert.match(
      unreached.stderr,
      new RegExp(`^osctl: ${dead.replaceAll(".", "\\.")}: [^\\n]+\\n$`),
    );
  });
});

Deno.test("netstat prints host sockets of a node that fails to list pods, and exits with 1", async () => {
  const [sockets] = netstatBinding([]) as [Binding];
  const rejecting = unary(MachineService.Containers, () => {
    throw new StatusError(2, "no CRI");
  });
  await withSandbox({ bindings: [sockets, rejecting] }, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    const { code, stdout, stderr } = await run(["netstat", "-k", "-n", node]);
    assert.equal(code, 1);
    assert.equal(lines(stdout).length, 3);
    assert.match(stderr, /^osctl: [\d.]+: no CRI[^\n]*\n$/);
    const pod = await run(["netstat", "a/b", "-n", node]);
    assert.deepEqual([pod.code, pod.stdout, pod.stderr], [1, "", stderr]);
  });
});

Deno.test("netstat names a node that fails to read a pod's sockets", async () => {
  const [, containers] = netstatBinding([]) as [Binding, Binding];
  const rejecting = unary(MachineService.Netstat, () => {
    throw new StatusError(2, "the namespace is gone");
  });
  await withSandbox({ bindings: [rejecting, containers] }, async ({ run, nodes }) => {
    const { code, stdout, stderr } = await run(["netstat", "default/web", "-n", nodes[0]!.address]);
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, /^osctl: [\d.]+: the namespace is gone[^\n]*\n$/);
  });
});

Deno.test("netstat rejects invalid flags before any call", async () => {
  await withSandbox({}, async ({ run, nodes }) => {
    for (
      const [args, expected] of [
        [["web"], /invalid pod "web"; use the form namespace\/pod/],
        [["a/b/c"], /invalid pod "a\/b\/c"/],
        [["/x"], /invalid pod "\/x"/],
        [["a/b", "-k"], /--pods cannot be combined with a pod/],
        [["a/b", "c/d"], /c\/d/],
        [["--output", "xml"], /xml/],
        [["-o=json"], /json/],
      ] as const
    ) {
      const { code, stdout, stderr } = await run(["netstat", ...args, "-n", nodes[0]!.address]);
      assert.deepEqual([code, stdout], [2, ""], stderr);
      assert.match(stderr, expected);
      assert.match(stderr, /^osctl: [^\n]+\n$/);
    }
  });
});
