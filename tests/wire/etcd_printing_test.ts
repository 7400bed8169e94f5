import { deepStrictEqual, match } from "node:assert/strict";
import { replay } from "./replay.ts";

const NODE = "10.91.0.2";

Deno.test("etcd members matches talosctl", async () => {
  const { code, stdout, stderr } = await replay(["etcd-members"], ["etcd", "members", "-n", NODE]);
  deepStrictEqual([code, stderr], [0, ""]);
  deepStrictEqual(
    stdout,
    `NODE        ID                 HOSTNAME   PEER URLS                CLIENT URLS              LEARNER
10.91.0.2   0482f6b2896d54ee   osc-cp-1   https://10.91.0.2:2380   https://10.91.0.2:2379   false
`,
  );
});

Deno.test("etcd status matches talosctl for a control plane, and prints the error of a worker", async () => {
  const { code, stdout, stderr } = await replay(
    ["etcd-status-cp-and-worker"],
    ["etcd", "status", "-n", `10.91.0.3,${NODE}`],
  );
  deepStrictEqual(code, 1);
  deepStrictEqual(
    stdout,
    `NODE        MEMBER             DB SIZE   IN USE            LEADER             RAFT INDEX   RAFT TERM   RAFT APPLIED INDEX   LEARNER   ERRORS
10.91.0.2   0482f6b2896d54ee   37 kB     37 kB (100.00%)   0482f6b2896d54ee   133          2           133                  false     
`,
  );
  match(stderr, /^osctl: 10\.91\.0\.3: etcd status is only available on control plane nodes/);
});

Deno.test("etcd alarm list prints nothing when there are none", async () => {
  const { code, stdout, stderr } = await replay(
    ["etcd-alarms"],
    ["etcd", "alarm", "list", "-n", NODE],
  );
  deepStrictEqual([code, stdout, stderr], [0, "", ""]);
});
