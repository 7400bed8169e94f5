/** `dashboard`: screen, plain tables and `--once`. */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { RELEASES } from "../../lib/distribution.ts";
import { InterruptError } from "../../lib/platform/interrupt_error.ts";
import { fakeSystem, wallClock } from "../helpers/fake_system.ts";
import { withSandbox } from "../helpers/sandbox.ts";
import { onScreen } from "../helpers/screen.ts";

Deno.test("dashboard --once prints every node, one that is down with the reason", async () => {
  await withSandbox({ controlPlanes: 1, workers: 1 }, async ({ run, nodes, dead }) => {
    const addresses = nodes.map(({ address }) => address);
    const all = ["-n", [...addresses, dead].join(",")];
    for (const release of RELEASES) {
      const { code, stdout, stderr } = await run(["dashboard", "--once", ...all], { release });
      equal(code, 1);
      match(stderr, new RegExp(`^osctl: ${dead}: cannot be reached from `));
      const [header, first, second, third, ...rest] = stdout.trimEnd().split("\n");
      match(header!, /^NODE +NAME +ROLE +VERSION +STAGE +READY +UPTIME +CPU +MEM +LOAD +DISK/);
      match(first!, new RegExp(`^${addresses[0]} +test-controlplane-1 +controlplane +v.* running`));
      match(second!, new RegExp(`^${addresses[1]} +test-worker-1 +worker +v.* yes .*\\d%`));
      match(third!, new RegExp(`^${dead} +-.* cannot be reached from `));
      deepEqual(rest, []);
    }
  });
});

Deno.test("dashboard --once fails when a call of a node fails, not when it is refused", async () => {
  await withSandbox({}, async ({ run, nodes, cluster }) => {
    const node = nodes[0]!.address;
    for (const [code, exit] of [[14, 1], [7, 0]] as const) {
      const rule = { id: String(code), action: "error", node: "*", method: "Memory" } as const;
      cluster.faults.set([{ ...rule, code, message: "no memory" }]);
      const outcome = await run(["dashboard", "--once", "-d", "100ms", "-n", node]);
      equal(outcome.code, exit);
      match(outcome.stdout, new RegExp(`^${node} +test-controlplane-1 +controlplane `, "m"));
      equal(outcome.stderr, exit === 0 ? "" : `osctl: ${node}: no memory (Unavailable)\n`);
    }
  });
});

Deno.test("dashboard --once shows what other commands read from the nodes", async () => {
  await withSandbox({ controlPlanes: 1 }, async ({ run, nodes }) => {
    const node = ["-n", nodes[0]!.address];
    const json = async (...args: string[]) => {
      const { code, stdout, stderr } = await run([...args, "-o", "json", ...node]);
      deepEqual([code, stderr], [0, ""]);
      return JSON.parse(stdout)[0];
    };
    const shown = await json("dashboard", "--once", "-d", "200ms");
    const memory = await json("memory");
    const version = await json("version");
    const status = (await run(["get", "machinestatus", "-o", "json", ...node])).stdout;
    const mounts = JSON.parse((await run(["mounts", "-o", "json", ...node])).stdout);
    const data = mounts.find(({ mountedOn }: { mountedOn: string }) => mountedOn === "/var") ??
      mounts.find(({ mountedOn }: { mountedOn: string }) => mountedOn === "/");
    equal(shown.version, version.tag);
    equal(shown.stage, JSON.parse(status).spec.stage);
    equal(shown.ready, JSON.parse(status).spec.status.ready);
    equal(BigInt(shown.memoryTotal), BigInt(memory.total));
    // The machine of the test is in use.
    const near = (actual: number, expected: number, share: number) =>
      ok(Math.abs(actual - expected) <= expected * share, `${actual}, not ${expected}`);
    near(shown.memoryUsed, memory.used, 0.5);
    if (data?.filesystem.startsWith("/dev/")) equal(shown.diskTotal, data.size);
    const load = (await Deno.readTextFile("/proc/loadavg")).split(" ").slice(0, 3).map(Number);
    equal(shown.load.length, load.length);
    ok(shown.cpuPercent >= 0 && shown.cpuPercent <= 100);
    const uptime = Number((await Deno.readTextFile("/proc/uptime")).split(" ")[0]);
    ok(Math.abs(shown.uptimeSeconds - uptime) < 60, `${shown.uptimeSeconds}, not ${uptime}`);
    deepEqual(shown.unhealthyServices, []);
  });
});

Deno.test("without a terminal that can be controlled, tables are printed at the interval", async () => {
  await withSandbox({ controlPlanes: 1 }, async ({ run, nodes, home }) => {
    const node = nodes[0]!.address;
    for (const terminals of [[], ["stdin", "stdout"]] as const) {
      const stop = new AbortController();
      const system = fakeSystem({
        home,
        clock: wallClock,
        signal: stop.signal,
        terminals,
        env: { TERM: "dumb" },
        size: { columns: 140, rows: 24 },
      });
      const tables = () => system.stdout.text.split("NODE ").length - 1;
      system.stdout.onWrite = () => {
        if (tables() >= 2) stop.abort(new InterruptError("SIGINT"));
      };
      const { code, stdout } = await run(["dashboard", "-d", "50ms", "-n", node], { system });
      equal(code, 130);
      ok(tables() >= 2);
      ok(!stdout.includes("\x1b"), JSON.stringify(stdout));
      equal(system.raw, false);
    }
  });
});

Deno.test("the screen shows views, panes, logs and help", async () => {
  await withSandbox({ controlPlanes: 1, workers: 1 }, async (sandbox) => {
    const [first, second] = sandbox.nodes.map(({ address }) => address);
    const line = ["dashboard", "-d", "500ms", "-n", `${first},${second}`];
    const { code, stderr, system } = await onScreen(sandbox, line, [
      /1 Overview/,
      /test-con.* cp +v/,
      / test {2}2 nodes, 2 ready/,
      "\x1b[B",
      "\r",
      /test-worker-1/,
      /node 2 of 2/,
      /TYPE +worker/,
      "n",
      /node 1 of 2/,
      /APISERVER +OK/,
      /CLUSTER +test \(2 machines\)/,
      "\x1bOQ",
      /PID +S +CPU%/,
      "\t",
      /LAST EVENT/,
      "l",
      /log of apid/,
      "]",
      /containerd ─/,
      "3",
      /quorum 1/,
      /leader/,
      "4",
      /MachineStatusEvent/,
      "/no such event\r",
      /no row matches the filter/,
      "\x1b",
      "?",
      /all fields of the event/,
      "\x1b",
      "q",
    ], { size: { columns: 100, rows: 30 }, isRendered: true });
    deepEqual([code, stderr], [0, ""]);
    ok(system.stdout.text.startsWith("\x1b[?1049h"));
    // The wheel is no longer reported.
    match(system.stdout.text, /\?1006l.{2}\?1000l.*\?1049l$/s);
    equal(system.restoreSequence, "");
  });
});

Deno.test("a node that goes down is a row with the reason, and recovers", async () => {
  await withSandbox({ controlPlanes: 1, workers: 1 }, async (sandbox) => {
    const [first, second] = sandbox.nodes;
    const { faults } = sandbox.cluster;
    const line = ["dashboard", "-d", "300ms", "-n", `${first!.address},${second!.address}`];
    const { code } = await onScreen(sandbox, line, [
      /2 ready/,
      async () => {
        faults.set([{ id: "1", action: "down", node: second!.name, method: "*" }]);
        await sandbox.cluster.applyFaults();
      },
      /cannot be reached/,
      /1 down/,
      async () => {
        faults.set([]);
        await sandbox.cluster.applyFaults();
      },
      /test-worker-1 +worker +v1[^]*2 ready|2 ready[^]*test-worker-1 +worker/,
      async () => {
        faults.set([
          {
            id: "1",
            action: "error",
            node: second!.name,
            method: "*",
            code: 7,
            message: "not today",
          },
        ]);
        await sandbox.cluster.applyFaults();
      },
      /not today/,
      "q",
    ], { size: { columns: 110, rows: 12 }, isRendered: true });
    equal(code, 0);
  });
});

Deno.test("a node that is down from the start has the name that members or the last dashboard know", async () => {
  await withSandbox({ controlPlanes: 1, workers: 1 }, async (sandbox) => {
    const [first, second] = sandbox.nodes;
    const { faults } = sandbox.cluster;
    const nodes = ["-n", `${first!.address},${second!.address}`];
    const stop = async (node: string) => {
      faults.set([{ id: "1", action: "down", node, method: "*" }]);
      await sandbox.cluster.applyFaults();
    };
    await stop(second!.name);
    const once = await sandbox.run(["dashboard", "--once", "-o", "json", "-d", "100ms", ...nodes]);
    equal(once.code, 1);
    const [, down] = JSON.parse(once.stdout);
    deepEqual([down.hostname, down.role, down.ready], ["test-worker-1", "worker", null]);
    const screen = (...steps: (RegExp | string)[]) =>
      onScreen(sandbox, ["dashboard", "-d", "300ms", ...nodes], steps, {
        size: { columns: 100, rows: 12 },
        isRendered: true,
      });
    const names = `${sandbox.home}/.os/node-names.json`;
    await screen(/test-controlplane-1 +cp [^]*test-worker-1 +cannot be reached/, "q");
    const stored = Object.values(JSON.parse(await Deno.readTextFile(names)))[0];
    deepEqual(stored, {
      [first!.address]: "test-controlplane-1",
      [second!.address]: "test-worker-1",
    });
    if (Deno.build.os !== "windows") equal((await Deno.stat(names)).mode! & 0o777, 0o600);
    await stop("*");
    await screen(/test-controlplane-1 +\S+ refused[^]*test-worker-1 +\S+ refused/, "q");
    // A damaged file is the same as none.
    await Deno.writeTextFile(names, "{");
    await screen(/2 down/, "q");
  });
});

Deno.test("columns and order of the overview, errors of flags", async () => {
  await withSandbox({ controlPlanes: 1, workers: 1 }, async (sandbox) => {
    const nodes = sandbox.nodes.map(({ address }) => address).join(",");
    const columns = ["--columns", "name,cpu,load", "--sort-by=-name", "--wide"];
    const { code } = await onScreen(sandbox, ["dashboard", ...columns, "-n", nodes], [
      /^NAME↓ +CPU +LOAD\ntest-worker-1 .*\ntest-controlplane-1/m,
      "q",
    ], { isRendered: true });
    equal(code, 0);
    const once = await sandbox.run([
      ...["dashboard", "--once", "--no-headers", ...columns, "-n", nodes],
    ]);
    match(once.stdout, /^test-worker-1 .*\ntest-controlplane-1 .*\n$/);
    const terminals = ["stdin", "stdout"] as const;
    for (
      const [line, message] of [
        ["dashboard -d 0s", /^osctl: invalid --update-interval: not positive; use a Go duration/],
        ["dashboard --columns size", /^osctl: the table has no column "size"/],
        ["dashboard -o json", /^osctl: --output json requires --once/],
      ] as const
    ) {
      const { code, stdout, stderr } = await sandbox.run([...line.split(" "), "-n", nodes], {
        terminals,
        env: { TERM: "xterm" },
      });
      deepEqual([code, stdout], [2, ""], line);
      match(stderr, message);
    }
    const help = await sandbox.run(["dashboard", "--columns", "help"]);
    match(help.stdout, /^NODE\nNAME\nROLE\nVERSION\nSTAGE\n/);
  });
});

Deno.test("nodes of older releases and callers without a role are shown", async () => {
  await withSandbox({ controlPlanes: 1, osVersion: "v1.4.0-alpha.4" }, async (sandbox) => {
    const node = sandbox.nodes[0]!.address;
    const size = { columns: 100, rows: 30 };
    const old = await onScreen(sandbox, ["dashboard", "-d", "500ms", "-n", node], [
      /cp +v1\.4\.0/,
      "2",
      /CLUSTER +test \(1 machine\)/,
      /CONNECTIVITY +OK/,
      "\t\t\t\t\t",
      /Node(Addresses\.|A?….?)net/,
      "q",
    ], { size, isRendered: true, env: { OSCTL_INTERFACE: "v1.4" } });
    deepEqual([old.code, old.stderr], [0, ""]);
    const config = await sandbox.osconfigFor("os:etcd:backup");
    const line = ["dashboard", "-d", "500ms", "-n", node, "--osconfig", config];
    const refused = await onScreen(sandbox, line, [
      /1 down/,
      new RegExp(`^${node} +.*not authorized`, "m"),
      "2",
      /not authorized/,
      "q",
    ], { size, isRendered: true });
    equal(refused.code, 0);
  });
});
