import { deepEqual, equal, match, ok } from "node:assert/strict";
import { runCommand } from "../../helpers/run_command.ts";
import { type Cluster, NO_DOCKER, SANDBOX, withCluster, withHome } from "./home.ts";

/** Calls version of a node by its short name. */
async function version(cluster: Cluster, node: string) {
  const args = ["-n", `demo-${node}`, "version", "--short"];
  return await runCommand(args, { home: cluster.home });
}

Deno.test("a fault takes effect, is listed, and ends when cleared", () =>
  withCluster({}, async (cluster) => {
    const fault = (...args: string[]) => cluster.run(["fault", ...args, ...SANDBOX]);
    equal((await fault("list")).stdout, "ID   ACTION   NODE   METHOD   DETAIL\n");

    equal((await fault("add", "down", "--node", "*-worker-1")).stdout, "1\n");
    const down = await version(cluster, "worker-1");
    equal(down.code, 1);
    match(down.stderr, /demo-worker-1: .*connection refused/);
    equal((await version(cluster, "controlplane-1")).code, 0);

    const error = await fault(
      ...["add", "error", "--method", "Version", "--code", "notfound"],
      ...["--message", "gone fishing", "--nth", "2"],
    );
    equal(error.stdout, "2\n");
    equal((await version(cluster, "controlplane-1")).code, 0);
    const second = await version(cluster, "controlplane-1");
    equal(second.code, 1);
    match(second.stderr, /gone fishing \(NotFound\)/);
    equal((await version(cluster, "controlplane-1")).code, 0);

    equal((await fault("add", "delay", "--delay", "5ms")).stdout, "3\n");
    equal((await fault("add", "cut", "--after-bytes=0", "--method=Read")).stdout, "4\n");
    equal(
      (await fault("list")).stdout,
      `ID   ACTION   NODE         METHOD    DETAIL
1    down     *-worker-1   *         -
2    error    *            Version   NotFound, "gone fishing", call 2 only
3    delay    *            *         by 5 ms
4    cut      *            Read      after 0 bytes
`,
    );

    equal((await fault("list", "-o", "name")).stdout, "1\n2\n3\n4\n");
    equal((await fault("list", "--no-headers")).stdout.split("\n").length, 5);
    equal(
      (await fault("list", "--columns=action", "--sort-by=-id", "--wide")).stdout,
      "ACTION\ncut\ndelay\nerror\ndown\n",
    );
    const faults = JSON.parse((await fault("list", "-o", "json")).stdout);
    deepEqual(faults.slice(1, 3), [
      {
        id: "2",
        action: "error",
        node: "*",
        method: "Version",
        delay: null,
        afterBytes: null,
        code: "NotFound",
        message: "gone fishing",
        nth: 2,
      },
      {
        id: "3",
        action: "delay",
        node: "*",
        method: "*",
        delay: 0.005,
        afterBytes: null,
        code: null,
        message: null,
        nth: null,
      },
    ]);
    equal(
      (await fault("list", "-o", "jsonpath={.node}/{.method}")).stdout,
      "*-worker-1/*\n*/Version\n*/*\n*/Read\n",
    );

    equal((await fault("clear", "1", "4")).code, 0);
    equal((await version(cluster, "worker-1")).code, 0);
    equal((await fault("clear")).code, 0);
    equal((await fault("list")).stdout, "ID   ACTION   NODE   METHOD   DETAIL\n");
  }));

Deno.test("latency delays every round trip of a connection until it is cleared", () =>
  withCluster({}, async (cluster) => {
    const fault = (...args: string[]) => cluster.run(["fault", ...args, ...SANDBOX]);
    equal((await fault("add", "latency", "--delay", "150ms", "--node", "*-1")).stdout, "1\n");
    match((await fault("list")).stdout, /^1 +latency +\*-1 +\* +by 150 ms$/m);
    const start = performance.now();
    equal((await version(cluster, "controlplane-1")).code, 0);
    // TCP, TLS and the call.
    ok(performance.now() - start >= 900, `${performance.now() - start} ms`);
    equal((await fault("clear")).code, 0);
    equal((await version(cluster, "controlplane-1")).code, 0);
  }));

Deno.test("fault add rejects missing, conflicting and invalid flags", () =>
  withHome(async (cluster) => {
    const bad: [string[], RegExp][] = [
      [["down", "-n", "127.0.0.9"], /--nodes does not select the node of a fault; use --node/],
      [["explode"], /unknown fault "explode"; use one of delay, refuse/],
      [["delay"], /requires a positive --delay/],
      [["cut"], /requires --after-bytes/],
      [["slow-boot"], /the fault "slow-boot" requires a positive --delay/],
      [["etcd-lag", "--delay", "0s"], /the fault "etcd-lag" requires a positive --delay/],
      [["no-boot", "--delay", "1s"], /--delay does not apply to the fault "no-boot"/],
      [["old-version", "--method", "Read"], /"old-version" applies to the whole node, not to/],
      [["cut", "--after-bytes=-1"], /requires a number of bytes/],
      [["error", "--code", "17"], /invalid status "17" for --code/],
      [["error", "--code", "OK"], /invalid status "OK" for --code/],
      [["refuse", "--message", "x"], /--message does not apply to the fault "refuse"/],
      [["down", "--method", "Read"], /applies to the whole node/],
      [["refuse", "--nth=-1"], /positive call number/],
    ];
    for (const [args, reason] of bad) {
      const { code, stderr } = await cluster.run(["fault", "add", ...args, ...SANDBOX]);
      equal(code, 2, stderr);
      match(stderr, reason);
    }
    for (const args of [["add", "refuse"], ["list"], ["clear"]]) {
      const { code, stderr } = await cluster.run(["fault", ...args, ...SANDBOX]);
      equal(code, 1);
      match(stderr, /cluster "demo" not found/);
    }
  }));

Deno.test("fault add rejects an unmatched node or method and suggests the nearest", () =>
  withCluster({}, async (cluster) => {
    const words = ["cluster", "fault", "add", "down", "--name", "demo", "--node", "demo-w"];
    const completed = await runCommand(["__complete", "zsh", ...words], { home: cluster.home });
    equal(completed.stdout, "=demo-worker-1\tworker\n");
    const rejected: [string[], string][] = [
      [
        ["--node", "demo-worker-l"],
        'no node of the cluster "demo" matches --node "demo-worker-l"; ' +
        'did you mean "demo-worker-1"',
      ],
      [
        ["--node", "10.0.0.1"],
        'no node of the cluster "demo" matches --node "10.0.0.1"; use a name such as ' +
        "demo-controlplane-1, demo-worker-1, an address, or a pattern such as *-worker-*",
      ],
      [["--node", ""], 'no node of the cluster "demo" matches --node ""; use a name such as'],
      [
        ["--method", "Verison"],
        'no method of the node API matches --method "Verison"; did you mean "Version"',
      ],
      [
        ["--method", "/machine.MachineService/version"],
        'matches --method "/machine.MachineService/version"; ' +
        'did you mean "/machine.MachineService/Version"',
      ],
      [["--method", "Teleport"], 'no method of the node API matches --method "Teleport"; use a'],
    ];
    for (const [args, message] of rejected) {
      const { code, stderr } = await cluster.run(["fault", "add", "refuse", ...args, ...SANDBOX]);
      equal(code, 2, stderr);
      ok(stderr.includes(message), stderr);
    }
    for (const args of [["--node", "*-WORKER-*"], ["--method", "*.MachineService/Ver*x"]]) {
      equal((await cluster.run(["fault", "add", "refuse", ...args, ...SANDBOX])).code, 2);
    }
    const { stdout } = await cluster.run(["fault", "list", ...SANDBOX]);
    equal(stdout, "ID   ACTION   NODE   METHOD   DETAIL\n");
    const path = ["--method", "/machine.MachineService/Ver*", "--node", "*-worker-1"];
    equal((await cluster.run(["fault", "add", "refuse", ...path, ...SANDBOX])).code, 0);
    const filtered = async (expression: string) =>
      (await cluster.run(["fault", "list", ...SANDBOX, "--filter", expression, "--no-headers"]))
        .stdout.split("\n").length - 1;
    equal(await filtered('action == "refuse"'), 1);
    equal(await filtered('action == "delay"'), 0);
    const lag = ["fault", "add", "etcd-lag", "--delay", "2s", ...SANDBOX, "--node"];
    const worker = await cluster.run([...lag, "demo-worker-1"]);
    equal(worker.code, 2);
    match(worker.stderr, /the fault "etcd-lag" requires a control plane node/);
    equal((await cluster.run([...lag, "*"])).code, 0);
    const list = await cluster.run(["fault", "list", ...SANDBOX]);
    match(list.stdout, /etcd-lag +\* +\* +by 2000 ms\n/);
  }));

Deno.test("fault clear rejects unknown faults", () =>
  withCluster({}, async (cluster) => {
    const { code, stderr } = await cluster.run(["fault", "clear", "7", ...SANDBOX]);
    equal(code, 2);
    match(stderr, /fault "7" not found in cluster "demo"/);
  }));

Deno.test("nospace raises an etcd alarm of a control plane node until it is disarmed", () =>
  withCluster({}, async (cluster) => {
    const etcd = (...args: string[]) =>
      runCommand(["etcd", "alarm", ...args, "--no-headers", "-n", "demo-controlplane-1"], {
        home: cluster.home,
      });
    const rejected = await cluster.run(
      ["fault", "add", "nospace", "--node", "demo-worker-1", ...SANDBOX],
    );
    equal(rejected.code, 2);
    match(rejected.stderr, /"nospace" requires a control plane node, "demo-worker-1" matches none/);
    equal((await etcd("list")).stdout, "");
    equal((await cluster.run(["fault", "add", "nospace", ...SANDBOX])).code, 0);
    match((await etcd("list")).stdout, /^demo-controlplane-1 +[0-9a-f]{16} +NOSPACE\n$/);
    match((await etcd("disarm")).stdout, /NOSPACE/);
    equal((await etcd("list")).stdout, "");
  }));

Deno.test("faults belong to the cluster of the current context, unless --name selects one", () =>
  withCluster({}, async (cluster) => {
    const osctl = (...args: string[]) => runCommand(args, { home: cluster.home, env: NO_DOCKER });
    const list = (...args: string[]) => osctl("cluster", "fault", "list", "-o", "name", ...args);
    // A renamed context still belongs to its cluster.
    equal((await osctl("config", "rename", "demo", "renamed")).code, 0);
    equal((await osctl("cluster", "fault", "add", "refuse")).stdout, "1\n");
    equal((await list()).stdout, "1\n");
    equal((await list("--name", "demo")).stdout, "1\n");
    const completed = await osctl(
      "__complete",
      "zsh",
      "cluster",
      "fault",
      "add",
      "down",
      "--node",
      "",
    );
    match(completed.stdout, /^=demo-worker-1\t/m);

    equal((await osctl("config", "add", "other")).code, 0);
    equal((await osctl("config", "context", "other")).code, 0);
    const other = await list();
    equal(other.code, 1);
    match(other.stderr, /cluster "os-default" not found in .*; select one with --name: demo$/m);
    const named = await list("--context", "other");
    equal(named.code, 1);
    match(named.stderr, /^osctl: context "other" belongs to no cluster in ".*clusters"; select /);
    equal((await list("--context", "renamed")).stdout, "1\n");
    equal((await osctl("cluster", "fault", "clear", "--context=renamed")).code, 0);
    equal((await list("--context", "renamed")).stdout, "");

    const elsewhere = `${cluster.home}/elsewhere`;
    await Deno.copyFile(`${cluster.home}/.os/config`, elsewhere);
    equal((await osctl("--osconfig", elsewhere, "config", "context", "renamed")).code, 0);
    equal((await list("--osconfig", elsewhere)).code, 0);
  }));
