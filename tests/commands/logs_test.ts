import assert from "node:assert/strict";
import { InterruptError } from "../../lib/platform/interrupt_error.ts";
import { stream } from "../../lib/sandbox/types.ts";
import { type machine, MachineService } from "../../proto/machine.ts";
import { fakeSystem, wallClock } from "../helpers/fake_system.ts";
import { withSandbox } from "../helpers/sandbox.ts";
import { data, problem } from "./answers.ts";

const lines = (text: string) => text.split("\n").slice(0, -1);

Deno.test("logs prints a service log, with --tail its last lines", async () => {
  await withSandbox({ workers: 1 }, async ({ run, controlPlanes, workers, dead }) => {
    const node = controlPlanes[0]!.address;
    const worker = workers[0]!.address;
    await run(["version", "-n", `${node},${worker}`]);
    const all = await run(["logs", "machined", "-n", node]);
    assert.equal(all.code, 0, all.stderr);
    assert.ok(lines(all.stdout).every((line) => line.startsWith(`${node}: `)));
    assert.match(all.stdout, /MachineService\/Version/);
    const last = await run(["logs", "machined", "--tail", "1", "-n", node]);
    assert.equal(lines(last.stdout).length, 1);
    const whole = await run(["logs", "machined", "--tail=-1", "-n", node]);
    assert.ok(lines(whole.stdout).length >= lines(all.stdout).length);

    const three = await run(["logs", "machined", "-n", `${dead},${worker},${node}`]);
    assert.equal(three.code, 1);
    const seen = new Set(lines(three.stdout).map((line) => line.split(": ")[0]));
    assert.deepEqual([...seen].sort(), [node, worker].sort());
    assert.match(three.stderr, new RegExp(`^osctl: ${dead.replaceAll(".", "\\.")}: [^\\n]+\\n$`));

    const json = await run(["logs", "machined", "-o", "json", "-n", `${worker},${node}`]);
    const records = lines(json.stdout).map((line) => JSON.parse(line));
    assert.ok(records.length >= 2);
    assert.ok(records.every((record) => typeof record.text === "string"));

    const unknown = await run(["logs", "nope", "-n", node]);
    assert.deepEqual([unknown.code, unknown.stdout], [1, ""]);
    assert.match(unknown.stderr, /log "nope" was not registered/);
    for (const args of [["logs"], ["logs", "a", "--tail", "x"]]) {
      assert.equal((await run([...args, "-n", node])).code, 2);
    }
  });
});

Deno.test("logs prints whole lines, however chunks are split", async () => {
  const huge = "h".repeat(200_000);
  const pieces = [`one\r\nt`, "wo\n", huge.slice(0, 70_000), huge.slice(70_000), "\nunfinished"];
  const chunked = stream(MachineService.Logs, async function* () {
    for (const piece of pieces) yield await Promise.resolve(data(piece));
  });
  await withSandbox({ workers: 1, bindings: [chunked] }, async ({ run, nodes }) => {
    const both = nodes.map(({ address }) => address);
    const { code, stdout } = await run(["logs", "x", "-n", both.join(",")]);
    assert.equal(code, 0);
    const expected = ["one", "two", huge, "unfinished"];
    for (const node of both) {
      const own = lines(stdout).filter((line) => line.startsWith(`${node}: `));
      assert.deepEqual(own.map((line) => line.slice(node.length + 2)), expected);
    }
    assert.equal(lines(stdout).length, 8);
  });
});

Deno.test("logs sends namespace, driver, tail and follow", async () => {
  const seen: machine.ILogsRequest[] = [];
  const recording = stream(MachineService.Logs, async function* (request) {
    seen.push(request);
    yield await Promise.resolve(data(""));
  });
  await withSandbox({ bindings: [recording] }, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    await run(["logs", "kubelet", "-n", node]);
    await run(["logs", "-k", "kube-system/x", "--tail", "7", "-n", node]);
    await run(["logs", "a", "--kubernetes", "-f", "-n", node]);
  });
  const requests = seen.map(({ namespace, driver, id, follow, tailLines }) => ({
    namespace,
    driver,
    id,
    follow,
    tailLines,
  }));
  assert.deepEqual(requests, [
    { namespace: "system", driver: 0, id: "kubelet", follow: false, tailLines: -1 },
    { namespace: "k8s.io", driver: 1, id: "kube-system/x", follow: false, tailLines: 7 },
    { namespace: "k8s.io", driver: 1, id: "a", follow: true, tailLines: -1 },
  ]);
});

Deno.test("logs prints the rest of the log, then an error from its middle", async () => {
  const partly = stream(MachineService.Logs, async function* () {
    yield await Promise.resolve(data("before\n"));
    yield problem("a file was rotated away");
    yield data("after\n");
  });
  await withSandbox({ bindings: [partly] }, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    const { code, stdout, stderr } = await run(["logs", "x", "-n", node]);
    assert.deepEqual([code, stdout], [1, `${node}: before\n${node}: after\n`]);
    assert.equal(stderr, `osctl: ${node}: a file was rotated away\n`);
  });
});

/** A log with one line that stays open until the client leaves. */
const quiet = stream(MachineService.Logs, async function* (_, { signal }) {
  yield data("line\nunfin");
  await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
});

Deno.test("logs -f streams lines; ^C exits with 0, SIGTERM with 143", async () => {
  await withSandbox({ bindings: [quiet] }, async ({ run, home, nodes }) => {
    const node = nodes[0]!.address;
    for (const [name, expected] of [["SIGINT", 0], ["SIGTERM", 143]] as const) {
      const stop = new AbortController();
      const system = fakeSystem({ home, clock: wallClock, signal: stop.signal });
      system.stdout.onWrite = () => stop.abort(new InterruptError(name));
      const { code, stdout, stderr } = await run(["logs", "-f", "x", "-n", node], { system });
      assert.deepEqual([code, stderr], [expected, ""]);
      assert.equal(stdout, `${node}: line\n${node}: unfin\n`);
    }
  });
});

Deno.test("logs -f reports a failed node immediately and continues with the others", async () => {
  await withSandbox({ bindings: [quiet] }, async ({ run, home, nodes, dead }) => {
    const node = nodes[0]!.address;
    const stop = new AbortController();
    const system = fakeSystem({ home, clock: wallClock, signal: stop.signal });
    const both = Promise.withResolvers<void>();
    let outputs = 0;
    const seen = () => {
      if (++outputs === 2) both.resolve();
    };
    system.stdout.onWrite = seen;
    system.stderr.onWrite = seen;
    const running = run(["logs", "-f", "x", "-n", `${dead},${node}`], { system });
    await both.promise;
    // Both writes have started; now they take effect.
    await new Promise((resolve) => setTimeout(resolve, 0));
    assert.ok(system.stderr.text.startsWith(`osctl: ${dead}: `), system.stderr.text);
    assert.equal(system.stdout.text, `${node}: line\n`);
    stop.abort(new InterruptError("SIGINT"));
    assert.equal((await running).code, 0);
  });
});

Deno.test("logs -f exits with 1 when all nodes failed, with their number", async () => {
  await withSandbox({}, async ({ run, nodes, dead }) => {
    const node = nodes[0]!.address;
    const several = await run(["logs", "-f", "nope", "-n", `${dead},${node}`]);
    assert.equal(several.code, 1);
    const errorLines = lines(several.stderr);
    assert.equal(errorLines.length, 3);
    assert.equal(errorLines[2], "osctl: streams of 2 of 2 nodes failed");
    const one = await run(["logs", "-f", "nope", "-n", node]);
    assert.equal(one.code, 1);
    assert.equal(lines(one.stderr).length, 1);
  });
});

Deno.test("logs escapes control characters on a terminal and keeps them in a pipe", async () => {
  const evil = stream(MachineService.Logs, async function* () {
    yield await Promise.resolve(data("\x1b[31mred\x1b[0m\x1b]0;title\x07\n"));
  });
  await withSandbox({ bindings: [evil] }, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    const piped = await run(["logs", "x", "-n", node]);
    assert.equal(piped.stdout, `${node}: \x1b[31mred\x1b[0m\x1b]0;title\x07\n`);
    const shown = await run(["logs", "x", "-n", node], { terminals: ["stdout"] });
    assert.equal(shown.stdout, `${node}: \x1b[31mred\x1b[0m\\x1b]0;title\\x07\n`);
    for (const [more, env] of [[[], { NO_COLOR: "1" }], [["--color", "never"], {}]] as const) {
      const plain = await run(["logs", "x", "-n", node, ...more], { terminals: ["stdout"], env });
      assert.equal(plain.stdout, `${node}: red\\x1b]0;title\\x07\n`);
    }
  });
});
