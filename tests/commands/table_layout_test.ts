/** Width, columns and order of tables. */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { tree } from "../../commands/tree.ts";
import { endOf, pathOf, walk } from "../../lib/cli/tree.ts";
import type { NodeClient } from "../../lib/client/types.ts";
import { InterruptError } from "../../lib/platform/interrupt_error.ts";
import { fakeSystem, wallClock } from "../helpers/fake_system.ts";
import { withSandbox } from "../helpers/sandbox.ts";
import { withTimeServer } from "../helpers/time_server.ts";

const ESCAPES = new RegExp("\u001b\\[[0-9;]*[mK]|\r", "g");

Deno.test("tables are whole in a pipe and with --wide", async () => {
  await withSandbox({ controlPlanes: 1 }, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    for (const args of [["get", "members"], ["disks"], ["processes"]]) {
      const line = [...args, "-n", node];
      const size = { columns: 80, rows: 24 };
      const pipe = await run(line, { size });
      equal(pipe.code, 0, pipe.stderr);
      const wide = await run([...line, "--wide"], { terminals: ["stdout"], size });
      const [piped, shown] = [pipe.stdout, wide.stdout.replaceAll(ESCAPES, "")];
      equal(shown.split("\n")[0], piped.split("\n")[0]);
      ok(!/…|hidden/.test(piped + shown));
    }
  });
});

Deno.test("a stream fits the terminal, and prints the number of hidden columns first", async () => {
  await withSandbox({}, async ({ run, nodes, home }) => {
    for (const wide of [false, true]) {
      const stop = new AbortController();
      const system = fakeSystem({
        home,
        clock: wallClock,
        signal: stop.signal,
        terminals: ["stdout"],
        size: { columns: 80, rows: 24 },
      });
      const line = ["events", "--tail", "-1", "-n", nodes[0]!.address, ...wide ? ["--wide"] : []];
      const running = run(line, { system });
      await new Promise<void>((resolve) => {
        system.stdout.onWrite = () => {
          if (system.stdout.text.split("\n").length > 20) resolve();
        };
      });
      stop.abort(new InterruptError("SIGINT"));
      await running;
      const lines = system.stdout.text.replaceAll(ESCAPES, "").trimEnd().split("\n");
      if (wide) {
        match(lines[0]!, /^NODE +ID +EVENT +ACTOR +SOURCE +MESSAGE$/);
        continue;
      }
      equal(lines[0], "2 columns hidden: --wide");
      match(lines[1]!, /^NODE +(ID|EVENT) +SOURCE +MESSAGE$/);
      for (const text of lines) ok([...text].length <= 80, text);
    }
  });
});

Deno.test("--columns and --sort-by", async () => {
  await withSandbox({ controlPlanes: 1, workers: 1 }, async ({ run, nodes }) => {
    const [first, second] = nodes.map(({ address }) => address);
    const all = ["-n", `${second},${first}`];
    const lines = async (...args: string[]) => {
      const { code, stdout, stderr } = await run([...args, ...all]);
      equal(stderr, "");
      equal(code, 0);
      return stdout.trimEnd().split("\n");
    };
    deepEqual(await lines("memory", "--columns", "node"), ["NODE", second, first]);
    deepEqual(await lines("memory", "--columns", "NODE", "--sort-by", "node"), [
      ...["NODE", first, second],
    ]);
    const [header, ...sizes] = await lines(
      ...["list", "/proc/self/", "--columns", "name,uid", "--sort-by", "-name"],
    );
    match(header!, /^NAME +UID$/);
    deepEqual(sizes, sizes.toSorted((a, b) => a < b ? 1 : -1));
    match(
      (await lines("get", "members", "--columns", "id,machine-type"))[0]!,
      /^ID +MACHINE TYPE$/,
    );
    deepEqual(await lines("events", "--columns", "help"), [
      "NODE",
      "ID",
      "EVENT",
      "ACTOR",
      "SOURCE",
      "MESSAGE",
    ]);
    deepEqual((await lines("get", "members", "--columns", "help")).slice(0, 4), [
      ...["NODE", "NAMESPACE", "TYPE", "ID"],
    ]);
    deepEqual(await lines("memory", "--columns", "help"), [
      ...["NODE", "TOTAL", "USED", "FREE", "SHARED", "BUFFERS", "CACHE", "AVAILABLE"],
    ]);
  });
});

Deno.test("--filter prints the rows that match, in every format", async () => {
  await withSandbox({ controlPlanes: 1, workers: 1 }, async ({ run, nodes: [first, second] }) => {
    const all = ["-n", `${first!.address},${second!.address}`];
    const lines = async (...args: string[]) => {
      const { code, stdout, stderr } = await run([...args, ...all]);
      equal(stderr, "");
      equal(code, 0);
      return stdout.trimEnd().split("\n");
    };
    const own = `node == "${second!.address}" && total > 1 * KiB`;
    deepEqual(await lines("memory", "--filter", own, "--columns", "node"), [
      ...["NODE", second!.address],
    ]);
    deepEqual(await lines("memory", "--filter", own, "-o", "name"), [second!.address]);
    const worker = 'spec.machineType == "worker" && metadata.id.endsWith("worker-1")';
    for (const format of ["name", "jsonpath={.metadata.id}", "json=id"]) {
      const found = await lines("get", "members", "--filter", worker, "-o", format);
      ok(found.every((line) => !line.includes("controlplane")), found.join());
      equal(found.filter((line) => line.includes("worker-1")).length, 2);
    }
    const [header, ...rows] = await lines(
      ...["get", "members", "--filter", `node == "${first!.address}"`],
    );
    match(header!, /^NODE/);
    equal(rows.length, 2);
    const calls = await run(["memory", "--filter", "totl > 1", ...all], {
      env: { OSCTL_DEBUG: "1" },
    });
    equal(calls.code, 2);
    match(
      calls.stderr,
      /^osctl: invalid --filter at character 1: unknown field "totl"; did you mean "total"; /,
    );
    const events = await run([
      ...["events", "--tail", "-1", "--duration", "1h", "--filter", 'event == "none"'],
      ...["-o", "json", "-n", first!.address],
    ], { signal: AbortSignal.timeout(1500) });
    equal(events.stdout, "");
  });
});

Deno.test("unknown columns, and columns of records, are usage errors", async () => {
  await withSandbox({}, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    for (
      const [line, message] of [
        ["memory --columns size", 'the table has no column "size"; use one of NODE, TOTAL'],
        ["get members --columns x", 'Member has no column "x"; use one of NODE, NAMESPACE'],
        ["memory --columns node -o json", "--columns cannot be combined with --output json"],
        ["get members --columns id -o yaml", "--columns cannot be combined with --output yaml"],
      ] as const
    ) {
      const { code, stderr } = await run([...line.split(" "), "-n", node]);
      equal(code, 2);
      ok(stderr.startsWith(`osctl: ${message}`), stderr);
    }
  });
});

Deno.test("cells are coloured by meaning, with the same text", async () => {
  await withSandbox({}, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    for (
      const [line, painted] of [
        ["get services", "\u001b[32mtrue\u001b[39m"],
        ["service", "\u001b[32mRunning\u001b[39m"],
        ["service", "\u001b[32mOK\u001b[39m"],
      ] as const
    ) {
      const args = [...line.split(" "), "-n", node, "--columns"];
      const columns = line === "service" ? "service,state,health" : "id,running,healthy";
      const plain = await run([...args, columns]);
      ok(!plain.stdout.includes("\u001b"), "no colours in a pipe");
      const coloured = await run([...args, columns, "--color", "always"]);
      ok(coloured.stdout.includes(painted), coloured.stdout);
      equal(coloured.stdout.replaceAll(ESCAPES, ""), plain.stdout);
      const terminals = ["stdout"] as const;
      const disabled = await run([...args, columns], { terminals, env: { NO_COLOR: "1" } });
      equal(disabled.stdout, plain.stdout);
    }
    const info = await run(["config", "info", "--color", "always"]);
    match(info.stdout.replaceAll("\u001b", "ESC"), /expires: ESC\[32m[^\n]+ESC\[39m\n/);
    equal((await run(["config", "info"])).stdout, info.stdout.replaceAll(ESCAPES, ""));
  });
});

/** Arguments of commands that need some. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  "dashboard": ["--once", "-d", "100ms"],
  "etcd downgrade enable": ["3.5"],
  "etcd downgrade validate": ["3.5"],
  get: ["members"],
  list: ["/proc/self/"],
  netstat: ["-a"],
  usage: [new URL("../../docs", import.meta.url).pathname],
};

/** Commands that a command requires each time. */
const BEFORE: Readonly<Record<string, string>> = {
  "etcd downgrade cancel": "etcd downgrade enable 3.5",
  "etcd downgrade enable": "etcd downgrade cancel",
  "etcd downgrade validate": "etcd downgrade cancel",
};

/** Commands without rows on a sandbox node, and those with tests of their own. */
const EXCLUDED = [
  "cluster fault list",
  "cluster diff",
  "cluster plan",
  "cluster status",
  "events",
  "gen secureboot inspect",
  "rollout list",
];

Deno.test("every command with a table selects, sorts and shortens columns", async (t) => {
  await withTimeServer((server) =>
    withSandbox({ osVersion: "v1.14.0" }, async ({ run: runOnce, nodes }) => {
      const node = nodes[0]!.address;
      const run: typeof runOnce = async (args, options) => {
        const before = BEFORE[args.slice(0, 3).join(" ")];
        // It fails where nothing is to be undone.
        if (before !== undefined) await runOnce([...before.split(" "), "-n", node]);
        return await runOnce(args, options);
      };
      for (const chain of walk<NodeClient>([tree])) {
        const end = endOf(chain);
        const path = pathOf(chain);
        if (!("columns" in end.flags) || EXCLUDED.includes(path)) continue;
        await t.step(path, async () => {
          const args = path === "time" ? ["--check", server] : ARGUMENTS[path] ?? [];
          const line = [...path.split(" "), ...args, "-n", node];
          const listed = await run([...line, "--columns", "help"]);
          equal(listed.code, 0, listed.stderr);
          const headers = listed.stdout.trim().split("\n");
          // The values of other columns change between calls.
          const [first, last] = [headers[0]!, headers.at(-1)!];
          const selected = ["--columns", `${last},${first}`, `--sort-by=-${first}`];
          const header = new RegExp(`^${last.replace(/[()]/g, "\\$&")} +${first}\n`);
          const { code, stdout, stderr } = await run([...line, ...selected]);
          equal(code, 0, stderr);
          // A table without rows may have no header.
          if (stdout !== "") match(stdout, header);
          const bare = await run([...line, ...selected, "--no-headers"]);
          ok(!header.test(bare.stdout));
          const none = await run([...line, "--filter", "false", "--output", "json"]);
          const empty = path === "get" ? "" : "[]\n";
          deepEqual([none.code, none.stdout], [0, empty], none.stderr);
          const all = await run([...line, "--filter", "true", ...selected]);
          equal(all.stdout === "", stdout === "", path);
          const size = { columns: 20, rows: 24 };
          const wide = await run([...line, ...selected, "--wide"], { terminals: ["stdout"], size });
          // An empty list is a notice on a terminal; `stats` has other units there.
          const isNotice = !stdout.trim().includes("\n") && wide.stdout === "";
          if (isNotice && stdout !== "") ok(wide.stderr !== "");
          else if (stdout !== "") match(wide.stdout.replace("CPU(S)", "CPU   "), header);
          ok(!wide.stdout.includes("…"));
        });
      }
    })
  );
});
