import assert from "node:assert/strict";
import { parse } from "yaml";
import { unary } from "../../lib/sandbox/types.ts";
import { machine, MachineService } from "../../proto/machine.ts";
import { fakeSystem, wallClock } from "../helpers/fake_system.ts";
import { withSandbox } from "../helpers/sandbox.ts";

const lines = (text: string) => text.split("\n").slice(0, -1);

Deno.test("processes lists processes, including this test", async () => {
  await withSandbox({ workers: 1 }, async ({ run, controlPlanes, workers, dead }) => {
    const node = controlPlanes[0]!.address;
    const worker = workers[0]!.address;
    const one = await run(["processes", "-n", node]);
    assert.equal(one.code, 0, one.stderr);
    const [header, ...rows] = lines(one.stdout);
    assert.match(
      header!,
      /^NODE +PID +STATE +THREADS +CPU-TIME +VIRTMEM +RESMEM +LABEL +COMMAND$/,
    );
    const own = rows.find((row) => row.split(/ +/)[1] === String(Deno.pid))!;
    assert.ok(own.includes(Deno.execPath()), own);

    const json = await run(["ps", "-o", "json", "-n", `${worker},${dead},${node}`]);
    assert.equal(json.code, 1);
    assert.match(json.stderr, new RegExp(`^osctl: ${dead.replaceAll(".", "\\.")}: [^\\n]+\\n$`));
    const records: Record<string, unknown>[] = JSON.parse(json.stdout);
    const ownRecords = records.filter(({ pid }) => pid === Deno.pid);
    assert.deepEqual(ownRecords.map((record) => record["node"]), [worker, node]);
    assert.equal(ownRecords[0]!["executable"], Deno.execPath());
    assert.equal(typeof ownRecords[0]!["residentMemory"], "number");
    const nodes = records.map((record) => record["node"]);
    assert.ok(nodes.lastIndexOf(worker) < nodes.indexOf(node), "one node after the other");

    const all = await run(["p", "-o", "json", "-n", dead]);
    assert.deepEqual([all.code, all.stdout], [1, "[]\n"]);
    const none = await run(["processes", "-n", dead]);
    assert.deepEqual([none.code, none.stdout], [1, ""]);
  });
});

Deno.test("processes sorts per node and escapes cells", async () => {
  const gib = 2 ** 30;
  const binding = unary(
    MachineService.Processes,
    () =>
      Promise.resolve(machine.ProcessesResponse.create({
        messages: [{
          processes: [
            { pid: 1, state: "S", threads: 1, cpuTime: 9, residentMemory: gib, command: "low" },
            {
              pid: 22,
              state: "R",
              threads: 12,
              cpuTime: 0.5,
              virtualMemory: 12 * gib,
              residentMemory: 2 * gib,
              executable: "/bin/sh",
              args: "sh -c a | b\n\x1b[2Jc ",
              label: "system_u",
            },
          ],
        }],
      })),
  );
  await withSandbox({ bindings: [binding] }, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    const rss = await run(["processes", "-n", node]);
    const start = " ".repeat(node.length - 4);
    assert.equal(
      rss.stdout,
      `NODE${start}  PID  STATE  THREADS  CPU-TIME  VIRTMEM  RESMEM  LABEL     COMMAND\n` +
        `${node}  22   R      12       0.50      13 GB    2.1 GB  system_u  ` +
        "/bin/sh -c a | b\\n\\x1b[2Jc\n" +
        `${node}  1    S      1        9.00      0 B      1.1 GB            low\n`,
    );
    const cpu = await run(["processes", "--sort", "cpu", "--no-headers", "-n", node]);
    assert.deepEqual(lines(cpu.stdout).map((line) => line.split(/ +/)[1]), ["1", "22"]);
    const old = await run(["processes", "-n", node], { release: "v1.4" });
    assert.match(lines(old.stdout)[0]!, /RESMEM +COMMAND$/);
    const yaml = await run(["processes", "-s", "rss", "-o", "yaml", "-n", node]);
    assert.deepEqual(parse(yaml.stdout)[0], {
      node,
      pid: 22,
      ppid: 0,
      state: "R",
      threads: 12,
      cpuTime: 0.5,
      virtualMemory: 12 * gib,
      residentMemory: 2 * gib,
      label: "system_u",
      command: "",
      executable: "/bin/sh",
      args: "sh -c a | b\n\x1b[2Jc ",
    });
    const wrong = await run(["processes", "--sort", "size", "-n", node]);
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /size/);
  });
});

Deno.test("processes --watch fills the screen and requires a terminal", async () => {
  await withSandbox({}, async ({ run, home, nodes, dead }) => {
    const node = nodes[0]!.address;
    for (const args of [[], ["-o", "json"]]) {
      const { code, stdout, stderr } = await run(["processes", "--watch", ...args, "-n", node]);
      assert.deepEqual([code, stdout], [2, ""]);
      assert.match(stderr, /^osctl: --watch [^\n]+\n$/);
    }
    const keys = new TransformStream<Uint8Array, Uint8Array>();
    const writer = keys.writable.getWriter();
    const system = fakeSystem({
      home,
      clock: wallClock,
      terminals: ["stdin", "stdout"],
      size: { columns: 80, rows: 10 },
      stdin: keys.readable,
    });
    system.stdout.onWrite = (data) => {
      const drawn = new TextDecoder().decode(data);
      if (!drawn.includes("CPU-TIME")) return;
      void writer.write(new TextEncoder().encode("q")).catch(() => {});
    };
    const { code, stdout } = await run(["ps", "-w", "-n", `${node},${dead}`], { system });
    assert.equal(code, 0);
    assert.ok(stdout.includes(`${dead}: `));
    assert.equal(system.raw, false);
  });
});
