/** Statistics of Talos nodes, recorded, printed as by talosctl. */
import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { replay } from "./replay.ts";

const NODE = "10.91.0.2";
const WORKER = "10.91.0.3";
const BOTH = `${NODE},${WORKER}`;

const lines = (text: string) => text.split("\n").slice(0, -1);

Deno.test("memory matches talosctl", async () => {
  const short = await replay(["memory"], ["memory", "-n", NODE]);
  deepStrictEqual([short.code, short.stderr], [0, ""]);
  deepStrictEqual(lines(short.stdout), [
    "NODE        TOTAL   USED   FREE    SHARED   BUFFERS   CACHE   AVAILABLE",
    "10.91.0.2   24105   2495   20473   10       14        1123    22453",
  ]);
  const long = lines((await replay(["memory"], ["memory", "-v", "-n", NODE])).stdout);
  strictEqual(long.length, 49);
  deepStrictEqual(long.slice(0, 4), [
    ...["NODE: 10.91.0.2", "MemTotal: 24684084 kB", "MemFree: 20964356 kB"],
    "MemAvailable: 22992016 kB",
  ]);
  deepStrictEqual(long.slice(31, 33), ["CommittedAS: 5657224 kB", "VmallocTotal: 34359738367 kB"]);
});

Deno.test("mounts matches talosctl", async () => {
  const { code, stdout } = await replay(["mounts"], ["mounts", "-n", NODE]);
  strictEqual(code, 0);
  const printed = lines(stdout);
  strictEqual(printed.length, 20);
  deepStrictEqual(printed.slice(0, 4), [
    "NODE        FILESYSTEM   SIZE(GB)   USED(GB)   AVAILABLE(GB)   PERCENT USED   MOUNTED ON",
    "10.91.0.2   overlay      270.55     209.81     60.74           77.55%         /",
    "10.91.0.2   tmpfs        0.07       0.00       0.07            0.00%          /dev",
    "10.91.0.2   tmpfs        12.64      0.00       12.64           0.00%          /sys/fs/cgroup",
  ]);
});

Deno.test("service of two nodes matches talosctl", async () => {
  const { code, stdout } = await replay(["servicelist-two"], ["service", "-n", BOTH]);
  strictEqual(code, 0);
  const printed = lines(stdout);
  deepStrictEqual(printed.slice(0, 5), [
    "NODE        SERVICE      STATE     HEALTH   LAST CHANGE   LAST EVENT",
    "10.91.0.2   apid         Running   OK       27m14s ago    Health check successful",
    "10.91.0.2   containerd   Running   OK       27m15s ago    Health check successful",
    "10.91.0.2   cri          Running   OK       27m14s ago    Health check successful",
    "10.91.0.2   etcd         Running   OK       27m8s ago     Health check successful",
  ]);
  deepStrictEqual(
    printed.slice(1).map((line) => line.split(" ")[0]),
    [...Array(7).fill(NODE), ...Array(5).fill(WORKER)],
  );
  const one = await replay(["servicelist-two"], ["service", "apid", "-n", BOTH]);
  strictEqual(
    one.stdout.slice(0, one.stdout.indexOf(`NODE     ${WORKER}`)),
    `NODE     10.91.0.2
ID       apid
STATE    Running
HEALTH   OK
EVENTS   [Running]: Health check successful (27m14s ago)
         [Running]: Started task apid (PID 95) for container apid (27m15s ago)
         [Preparing]: Creating service runner (27m15s ago)
         [Preparing]: Running pre state (27m15s ago)
         [Waiting]: Waiting for service "containerd" to be "up", api certificates (27m15s ago)
         [Starting]: Starting service (27m15s ago)
`,
  );
  const unknown = await replay(["service-start-unknown"], [
    ...["service", "nope", "start", "-n", NODE],
  ]);
  deepStrictEqual([unknown.code, unknown.stdout], [1, ""]);
  match(unknown.stderr, /^osctl: 10\.91\.0\.2: service "nope" not defined.*\n$/);
});

Deno.test("time prints the clock of a node, and the error of its time server", async () => {
  const { stdout } = await replay(["time"], ["time", "-n", NODE]);
  deepStrictEqual(lines(stdout), [
    "NODE        NTP-SERVER   NODE-TIME                                 NTP-SERVER-TIME",
    "10.91.0.2   10.91.0.1    2026-11-21 08:16:01.431636812 +0000 UTC   2026-11-21 08:16:01.431573868 +0000 UTC",
  ]);
  const refused = await replay(["time-check-refused"], [
    ...["time", "--check", "127.0.0.9", "-n", NODE],
  ]);
  deepStrictEqual([refused.code, refused.stdout], [1, ""]);
  match(refused.stderr, /^osctl: 10\.91\.0\.2: error querying NTP server "127\.0\.0\.9".*\n$/);
});

Deno.test("disks prints nothing for a node in a container", async () => {
  const configured = await replay(["disks"], ["disks", "-n", NODE]);
  deepStrictEqual([configured.code, configured.stdout, configured.stderr], [0, "", ""]);
  const fresh = await replay(["maintenance-disks"], ["disks", "--insecure", "-n", "10.91.0.4"]);
  deepStrictEqual([fresh.code, fresh.stdout, fresh.stderr], [0, "", ""]);
});

Deno.test("usage matches talosctl", async () => {
  const { code, stdout } = await replay(["usage-etc"], ["usage", "-d", "0", "/etc", "-n", NODE]);
  deepStrictEqual([code, lines(stdout)], [0, [
    "NODE        SIZE     NAME",
    "10.91.0.2   279589   .",
  ]]);
});

Deno.test("netstat matches talosctl for listening sockets", async () => {
  const { code, stdout } = await replay(["netstat"], ["netstat", "-lp", "-n", NODE]);
  strictEqual(code, 0);
  const printed = lines(stdout);
  strictEqual(printed.length, 15);
  deepStrictEqual([printed[0], printed[2], printed[4], printed[11], printed[13]], [
    "NODE        Proto   Recv-Q   Send-Q   Local Address        Foreign Address   State    PID/Program name",
    "10.91.0.2   tcp     0        0        127.0.0.1:10248      0.0.0.0:*         LISTEN   186/kubelet",
    "10.91.0.2   tcp     0        0        127.0.0.11:44085     0.0.0.0:*         LISTEN   -",
    "10.91.0.2   tcp6    0        0        :::50000             :::*              LISTEN   95/apid",
    "10.91.0.2   udp     0        0        169.254.116.108:53   0.0.0.0:*                  1/init",
  ]);
});

Deno.test("containers and stats match talosctl", async () => {
  const own = await replay(["containers-system"], ["containers", "-n", NODE]);
  deepStrictEqual([own.code, lines(own.stdout)], [0, [
    "NODE        NAMESPACE   ID       IMAGE   PID   STATUS",
    "10.91.0.2   system      apid             95    RUNNING",
    "10.91.0.2   system      trustd           100   RUNNING",
  ]]);
  const pods = await replay(["containers-k8s"], ["containers", "-k", "-n", NODE]);
  deepStrictEqual(lines(pods.stdout), [
    "NODE        NAMESPACE   ID                                             IMAGE                        PID   STATUS",
    "10.91.0.2   k8s.io      default/demo-osc-cp-1                          registry.k8s.io/pause:3.10   285   SANDBOX_READY",
    "10.91.0.2   k8s.io      └─ default/demo-osc-cp-1:ticker:ea8ebdc7996e   registry.k8s.io/pause:3.10   0     CONTAINER_EXITED",
  ]);
  const used = await replay(["stats-k8s"], ["stats", "-k", "-n", NODE]);
  deepStrictEqual(lines(used.stdout), [
    "NODE        NAMESPACE   ID                                             MEMORY(MB)   CPU",
    "10.91.0.2   k8s.io      default/demo-osc-cp-1                          0.00         0",
    "10.91.0.2   k8s.io      └─ default/demo-osc-cp-1:ticker:ea8ebdc7996e   0.00         0",
  ]);
});
