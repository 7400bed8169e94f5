import assert from "node:assert/strict";
import { stream } from "../../lib/sandbox/types.ts";
import { InterruptError } from "../../lib/platform/interrupt_error.ts";
import { MachineService } from "../../proto/machine.ts";
import { acceleratedClock, fakeSystem, wallClock } from "../helpers/fake_system.ts";
import { withSandbox } from "../helpers/sandbox.ts";
import { scriptedPrompts } from "../helpers/scripted_prompts.ts";
import { data } from "./answers.ts";

Deno.test("read prints the file's exact bytes", async () => {
  await withSandbox({ workers: 1 }, async ({ run, home, controlPlanes, workers, dead }) => {
    const node = controlPlanes[0]!.address;
    const content = crypto.getRandomValues(new Uint8Array(60_000));
    await Deno.writeFile(`${home}/random`, content);
    await Deno.writeFile(`${home}/empty`, new Uint8Array());

    for (const name of [node, workers[0]!.address]) {
      const { code, bytes, stderr } = await run(["read", `${home}/random`, "-n", name]);
      assert.equal(code, 0, stderr);
      assert.deepEqual(bytes, content);
    }
    const alias = await run(["cat", "/proc/version", "-n", node]);
    assert.equal(alias.stdout, await Deno.readTextFile("/proc/version"));
    const empty = await run(["read", `${home}/empty`, "-n", node]);
    assert.deepEqual([empty.code, empty.bytes.length], [0, 0]);

    const missing = await run(["read", "/nope", "-n", node]);
    assert.deepEqual([missing.code, missing.stdout], [1, ""]);
    assert.match(missing.stderr, /^osctl: [\d.]+: stat \/nope: no such file or directory[^\n]*\n$/);

    const folder = await run(["read", "/etc", "-n", node]);
    assert.equal(folder.code, 1);
    assert.match(folder.stderr, /^osctl: [^\n]+\n$/);

    const absent = await run(["read", "/proc/version", "-n", dead]);
    assert.deepEqual([absent.code, absent.stdout], [1, ""]);
    assert.ok(absent.stderr.startsWith(`osctl: ${dead}: `), absent.stderr);
  });
});

Deno.test("read rejects several nodes and a missing path before any call", async () => {
  let calls = 0;
  const counting = stream(MachineService.Read, async function* () {
    calls++;
    yield await Promise.resolve(data(""));
  });
  await withSandbox({ workers: 1, bindings: [counting] }, async ({ run, nodes }) => {
    const both = nodes.map(({ address }) => address).join(",");
    const several = await run(["read", "/proc/version", "-n", both]);
    assert.deepEqual([several.code, several.stdout], [2, ""]);
    assert.match(several.stderr, /^osctl: "osctl read" accepts one node[^\n]+\n$/);
    assert.equal(calls, 0);
    for (const args of [["read"], ["read", "/a", "/b"]]) {
      assert.equal((await run([...args, "-n", nodes[0]!.address])).code, 2);
    }
  });
});

Deno.test("read prints data that arrived before an error, then the error, and exits with 1", async () => {
  const failing = stream(MachineService.Read, async function* () {
    yield await Promise.resolve(data("first half"));
    throw new Error("disk on fire");
  });
  await withSandbox({ bindings: [failing] }, async ({ run, nodes }) => {
    const { code, stdout, stderr } = await run(["read", "/x", "-n", nodes[0]!.address]);
    assert.deepEqual([code, stdout], [1, "first half"]);
    assert.match(stderr, /^osctl: [\d.]+: [^\n]+\n$/);
  });
});

Deno.test("^C ends a long read immediately and silently with 130", async () => {
  const endless = stream(MachineService.Read, async function* (_, { signal }) {
    while (!signal.aborted) yield await Promise.resolve(data(new Uint8Array(1024)));
  });
  await withSandbox({ bindings: [endless] }, async ({ run, home, nodes }) => {
    const stop = new AbortController();
    const system = fakeSystem({ home, clock: wallClock, signal: stop.signal });
    let writes = 0;
    system.stdout.onWrite = () => {
      if (writes++ === 3) stop.abort(new InterruptError("SIGINT"));
    };
    const { code, stderr } = await run(["read", "/x", "-n", nodes[0]!.address], { system });
    assert.deepEqual([code, stderr], [130, ""]);
  });
});

Deno.test("a closed pipe stops the transfer and is not a failure", async () => {
  const ended = Promise.withResolvers<void>();
  const endless = stream(MachineService.Read, async function* () {
    try {
      while (true) yield await Promise.resolve(data(new Uint8Array(1024)));
    } finally {
      ended.resolve();
    }
  });
  await withSandbox({ bindings: [endless] }, async ({ run, home, nodes }) => {
    const system = fakeSystem({ home, clock: wallClock });
    system.stdout.onWrite = () => {
      throw new Deno.errors.BrokenPipe("gone");
    };
    const { code, stderr } = await run(["read", "/x", "-n", nodes[0]!.address], { system });
    assert.deepEqual([code, stderr], [0, ""]);
    await ended.promise;
  });
});

Deno.test("read asks before it prints binary data on a terminal", async () => {
  const elf = new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0]);
  await withSandbox({}, async ({ run, home, nodes }) => {
    const node = nodes[0]!.address;
    await Deno.writeFile(`${home}/elf`, elf);
    await Deno.writeTextFile(`${home}/list`, "PATH=/bin\0HOME=/\0");
    const line = ["read", `${home}/elf`, "-n", node];
    const answering = (answer: boolean) => ({
      terminals: ["stdin", "stdout"] as const,
      wiring: { prompts: scriptedPrompts([["is binary", answer ? "yes" : "no"]]) },
    });
    assert.deepEqual((await run(line, answering(true))).bytes, elf);
    for (const options of [answering(false), { terminals: ["stdout"] as const }]) {
      const refused = await run(line, options);
      assert.deepEqual([refused.code, refused.stdout], [1, ""]);
      assert.match(refused.stderr, /elf" is binary and was not printed; save it with "osctl read/);
    }
    const list = await run(["read", `${home}/list`, "-n", node], { terminals: ["stdout"] });
    assert.equal(list.stdout, "PATH=/bin\\x00HOME=/\\x00");
  });
});

Deno.test("read escapes control sequences of text on a terminal, wherever they are", async () => {
  await withSandbox({}, async ({ run, home, nodes }) => {
    const evil = "\x1b]52;c;aGk=\x07\x1bc\x9b2J\x1b[31;8mred\r\nplain\r\n";
    await Deno.writeTextFile(`${home}/text`, "x".repeat(100_000) + `\n${evil}`);
    const line = ["read", `${home}/text`, "-n", nodes[0]!.address];
    const shown = await run(line, { terminals: ["stdout"] });
    assert.equal(
      shown.stdout.slice(100_001),
      "\\x1b]52;c;aGk=\\x07\\x1bc\\x9b2J\x1b[31mred\x1b[0m\nplain\n",
    );
    const plain = await run(line, { terminals: ["stdout"], env: { NO_COLOR: "1" } });
    assert.ok(plain.stdout.includes("2Jred\nplain\n"));
    assert.equal((await run(line)).stdout.slice(100_001), evil);
  });
});

Deno.test("read shows progress after 2 s when the output is a file", async () => {
  const slow = stream(MachineService.Read, async function* () {
    yield await Promise.resolve(data("x".repeat(2000)));
    // Longer than 2 s by the clock of the client.
    await new Promise((resolve) => setTimeout(resolve, 500));
    yield data("end");
  });
  await withSandbox({ bindings: [slow] }, async ({ run, nodes }) => {
    const line = ["read", "/x", "-n", nodes[0]!.address];
    const clock = acceleratedClock(5);
    const shown = await run(line, { clock, terminals: ["stderr"] });
    assert.equal(shown.stdout, `${"x".repeat(2000)}end`);
    assert.match(shown.stderr, /\[Kread \/x: 2\.0 kB, [\d.]+ k?B\/s \([\d.]+s\)/);
    assert.equal((await run(line, { clock })).stderr, "");
  });
});
