import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { allFrames, answers } from "./frames.ts";
import { MachineService } from "../../proto/machine.ts";
import { replay } from "./replay.ts";

const CONTROL_PLANE = "10.91.0.2";
const BOTH = "10.91.0.2,10.91.0.3";

/** The block that talosctl prints for a node. */
const block = (node: string) =>
  `\tNODE:        ${node}
\tTag:         v1.8.0-alpha.2
\tSHA:         undefined
\tBuilt:       
\tGo version:  go1.22.6
\tOS/Arch:     linux/amd64
\tEnabled:     RBAC
`;

const lines = (text: string) => text.split("\n").slice(0, -1);

Deno.test("version matches talosctl", async () => {
  const one = await replay(["version-one"], ["version", "--short", "-n", CONTROL_PLANE]);
  strictEqual(one.stdout, `Client:\nTalos v1.8.0-alpha.2\nServer:\n${block(CONTROL_PLANE)}`);
  deepStrictEqual([one.code, one.stderr], [0, ""]);
});

Deno.test("version prints two nodes and the error of an unreachable third", async () => {
  const outcome = await replay(
    ["version-two", "version-all-dead"],
    ["version", "-n", `${BOTH},10.91.0.99`],
  );
  strictEqual(outcome.code, 1);
  strictEqual(outcome.stdout.endsWith(`Server:\n${block("10.91.0.2")}${block("10.91.0.3")}`), true);
  match(outcome.stderr, /^osctl: 10\.91\.0\.99: .*no route to host.*\n$/);
});

Deno.test("version prints the errors of a worker and of a node in maintenance mode", async () => {
  const worker = await replay(
    ["version-worker-asked-to-forward"],
    ["version", "-n", CONTROL_PLANE],
  );
  strictEqual(worker.code, 1);
  match(worker.stderr, /^osctl: 10\.91\.0\.2: no request forwarding.*\n$/);

  const fresh = await replay(
    ["maintenance-version"],
    ["version", "--insecure", "-n", "10.91.0.4"],
  );
  strictEqual(fresh.code, 1);
  match(fresh.stderr, /^osctl: 10\.91\.0\.4: API is not implemented in maintenance mode.*\n$/);
});

Deno.test("processes matches talosctl", async () => {
  const { code, stdout } = await replay(["processes"], ["processes", "-n", CONTROL_PLANE]);
  strictEqual(code, 0);
  const printed = lines(stdout);
  strictEqual(printed.length, 14);
  deepStrictEqual(printed.slice(0, 4), [
    "NODE       PID  STATE  THREADS  CPU-TIME  VIRTMEM  RESMEM  LABEL  COMMAND",
    "10.91.0.2  1    S      10       10.50     1.6 GB   102 MB         /sbin/init",
    "10.91.0.2  95   S      9        2.93      1.3 GB   63 MB          /apid --enable-rbac --enable-ext-key-usage-check",
    "10.91.0.2  100  S      8        0.18      1.3 GB   61 MB          /trustd",
  ]);
  match(
    printed[6]!,
    /^10\.91\.0\.2 {2}236 {2}S {6}8 {8}6\.45 {6}12 GB {4}33 MB {10}\/usr\/local\/bin\/etcd --adv/,
  );
  strictEqual(
    printed[13],
    "10.91.0.2  285  S      6        0.01      1.3 GB   2.2 MB         /pause",
  );
});

Deno.test("list matches talosctl", async () => {
  const short = ["-d", "2", "/etc", "-n", CONTROL_PLANE];
  const human = await replay(["list-etc-long"], ["list", "-lH", ...short]);
  deepStrictEqual([human.code, human.stderr], [0, ""]);
  const printed = lines(human.stdout);
  strictEqual(printed.length, 29);
  deepStrictEqual(printed.slice(0, 4), [
    "NODE        MODE         UID   GID   SIZE(B)   LASTMOD          LABEL   NAME",
    "10.91.0.2   drwxr-xr-x   0     0     4.1 kB    27 minutes ago           .",
    "10.91.0.2   Lrwxrwxrwx   0     0     8 B       35 minutes ago           ca-certificates -> /etc/ssl",
    "10.91.0.2   drwxr-xr-x   0     0     4.1 kB    27 minutes ago           cni",
  ]);

  const long = await replay(["list-etc-long"], ["list", "-l", ...short]);
  // Times are local.
  match(
    lines(long.stdout)[6]!,
    /^10\.91\.0\.2 {3}-rw-r--r-- {3}0 {5}0 {5}383 {7}[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d {11}containerd\/config\.toml$/,
  );
});

Deno.test("logs prints complete lines with their node, wherever chunks split them", async () => {
  const one = await replay(
    ["logs-machined"],
    ["logs", "machined", "--tail", "5", "-n", CONTROL_PLANE],
  );
  deepStrictEqual([one.code, one.stderr], [0, ""]);
  const printed = lines(one.stdout);
  strictEqual(printed.length, 5);
  for (const line of printed) match(line, /^10\.91\.0\.2: 2026\/11\/21 08:16:01\.\d+ /);
  const sent = answers("logs-machined", MachineService.Logs).flatMap(({ bytes }) => [...bytes]);
  strictEqual(
    one.stdout.replaceAll(/^10\.91\.0\.2: /gm, ""),
    new TextDecoder().decode(Uint8Array.from(sent)),
  );

  const two = await replay(["logs-two"], ["logs", "machined", "--tail", "3", "-n", BOTH]);
  deepStrictEqual(
    lines(two.stdout).map((line) => line.slice(0, 20)).sort(),
    [...Array(3).fill("10.91.0.2: 2026/11/2"), ...Array(3).fill("10.91.0.3: 2026/11/2")],
  );
});

Deno.test("read and copy write the bytes of a file", async () => {
  const read = await replay(["read-two"], ["read", "/etc/hostname", "-n", CONTROL_PLANE]);
  deepStrictEqual([read.code, read.stdout, read.stderr], [0, "osc-cp-1\n", ""]);

  const copy = await replay(["copy-etc-hostname"], [
    "copy",
    "/etc/hostname",
    "-",
    "-n",
    CONTROL_PLANE,
  ]);
  const sent = answers("copy-etc-hostname", MachineService.Copy).flatMap(({ bytes }) => [...bytes]);
  deepStrictEqual([...copy.bytes], sent);
});

Deno.test("an error of a node is one line with the node", async () => {
  const refused: [name: string, args: string[], stderr: RegExp][] = [
    ["read-missing", ["read", "/nope"], /stat \/nope: no such file or directory/],
    ["reader-read-refused", ["read", "/etc/hostname"], /not authorized/],
    ["logs-unknown", ["logs", "nope", "--tail", "5"], /log "nope" was not registered/],
  ];
  for (const [name, args, stderr] of refused) {
    const outcome = await replay([name], [...args, "-n", CONTROL_PLANE]);
    deepStrictEqual([outcome.code, outcome.stdout], [1, ""], name);
    match(outcome.stderr, /^osctl: 10\.91\.0\.2: .*\n$/);
    match(outcome.stderr, stderr);
  }
  const two = await replay(["read-two"], ["read", "/etc/hostname", "-n", BOTH]);
  deepStrictEqual([two.code, two.stdout, lines(two.stderr).length], [2, "", 1]);
});

Deno.test("all recorded calls are present", () => {
  strictEqual(allFrames().length, 86);
});
