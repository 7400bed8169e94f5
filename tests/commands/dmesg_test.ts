import assert from "node:assert/strict";
import { InterruptError } from "../../lib/platform/interrupt_error.ts";
import { stream } from "../../lib/sandbox/types.ts";
import { type machine, MachineService } from "../../proto/machine.ts";
import { fakeSystem, wallClock } from "../helpers/fake_system.ts";
import { withSandbox } from "../helpers/sandbox.ts";
import { data, problem } from "./answers.ts";

const lines = (text: string) => text.split("\n").slice(0, -1);

Deno.test("dmesg prints kernel logs of all nodes and names an unreachable one", async () => {
  const kernelLog = stream(MachineService.Dmesg, async function* (_, { node }) {
    yield await Promise.resolve(data(`kern: info: ${node.type}\n`));
    yield data("kern: warning: split ");
    yield data("over pieces\nunfinished");
  });
  const options = { workers: 1, bindings: [kernelLog] };
  await withSandbox(options, async ({ run, controlPlanes, workers, dead }) => {
    const node = controlPlanes[0]!.address;
    const worker = workers[0]!.address;
    const of = (name: string, type: string) => [
      `${name}: kern: info: ${type}`,
      `${name}: kern: warning: split over pieces`,
      `${name}: unfinished`,
    ];
    const one = await run(["dmesg", "-n", node]);
    assert.deepEqual([one.code, one.stderr], [0, ""]);
    assert.deepEqual(lines(one.stdout), of(node, "controlplane"));

    const three = await run(["dmesg", "-n", `${dead},${worker},${node}`]);
    assert.equal(three.code, 1);
    assert.match(three.stderr, new RegExp(`^osctl: ${dead.replaceAll(".", "\\.")}: [^\\n]+\\n$`));
    for (const [name, type] of [[node, "controlplane"], [worker, "worker"]] as const) {
      assert.deepEqual(
        lines(three.stdout).filter((line) => line.startsWith(`${name}: `)),
        of(name, type),
      );
    }
    const json = await run(["dmesg", "-o", "json", "-n", node]);
    assert.deepEqual(lines(json.stdout).map((line) => JSON.parse(line)), [
      { node, text: "kern: info: controlplane" },
      { node, text: "kern: warning: split over pieces" },
      { node, text: "unfinished" },
    ]);
    const yaml = await run(["dmesg", "-o", "yaml", "-n", node]);
    assert.equal(lines(yaml.stdout).length, 6);
    const none = await run(["dmesg", "-n", dead]);
    assert.deepEqual([none.code, none.stdout], [1, ""]);
  });
});

Deno.test("dmesg sends --follow and --tail as given", async () => {
  const seen: machine.IDmesgRequest[] = [];
  const recording = stream(MachineService.Dmesg, async function* (request) {
    seen.push(request);
    yield await Promise.resolve(data(""));
  });
  await withSandbox({ bindings: [recording] }, async ({ run, nodes }) => {
    for (const args of [[], ["-f"], ["--follow", "--tail"], ["--tail"]]) {
      assert.equal((await run(["dmesg", ...args, "-n", nodes[0]!.address])).code, 0);
    }
  });
  assert.deepEqual(seen.map(({ follow, tail }) => [follow, tail]), [
    [false, false],
    [true, false],
    [true, true],
    [false, true],
  ]);
});

Deno.test("dmesg prints the readable part, then the node's error", async () => {
  const partly = stream(MachineService.Dmesg, async function* () {
    yield await Promise.resolve(data("before\n"));
    yield problem("open /dev/kmsg: permission denied");
  });
  await withSandbox({ bindings: [partly] }, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    const { code, stdout, stderr } = await run(["dmesg", "-n", node]);
    assert.deepEqual([code, stdout], [1, `${node}: before\n`]);
    assert.equal(stderr, `osctl: ${node}: open /dev/kmsg: permission denied\n`);
  });
});

/** A kernel log with one line that stays open until the client leaves. */
const quiet = stream(MachineService.Dmesg, async function* (_, { signal }) {
  yield data("line\n");
  await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
});

Deno.test("dmesg -f streams lines; ^C exits with 0", async () => {
  await withSandbox({ bindings: [quiet] }, async ({ run, home, nodes }) => {
    const node = nodes[0]!.address;
    const stop = new AbortController();
    const system = fakeSystem({ home, clock: wallClock, signal: stop.signal });
    system.stdout.onWrite = () => stop.abort(new InterruptError("SIGINT"));
    const { code, stdout, stderr } = await run(["dmesg", "-f", "-n", node], { system });
    assert.deepEqual([code, stdout, stderr], [0, `${node}: line\n`, ""]);
  });
});

Deno.test("dmesg -f exits with 1 and a message when the node goes down", async () => {
  await withSandbox({ bindings: [quiet] }, async ({ run, home, nodes, cluster }) => {
    const node = nodes[0]!.address;
    const system = fakeSystem({ home, clock: wallClock });
    let stopped: Promise<void> | undefined;
    system.stdout.onWrite = () => void (stopped ??= cluster.stop());
    const { code, stdout, stderr } = await run(["dmesg", "-f", "-n", node], { system });
    await stopped;
    assert.deepEqual([code, stdout], [1, `${node}: line\n`], stderr);
    assert.match(stderr, /^osctl: [^\n]+\n$/);
  });
});

Deno.test("dmesg rejects unknown arguments", async () => {
  await withSandbox({}, async ({ run, nodes }) => {
    for (const args of [["-o", "xml"], ["--tail=7"], ["more"], ["--no-headers"]]) {
      const { code, stdout, stderr } = await run(["dmesg", ...args, "-n", nodes[0]!.address]);
      assert.deepEqual([code, stdout], [2, ""], stderr);
      assert.match(stderr, /^osctl: [^\n]+\n$/);
    }
  });
});
