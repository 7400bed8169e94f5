import assert from "node:assert/strict";
import { runEditor } from "../../../../lib/node/machine_config/run_editor.ts";
import { InterruptError } from "../../../../lib/platform/interrupt_error.ts";
import { FakeClock, fakeSystem, type FakeSystemOptions } from "../../../helpers/fake_system.ts";

/** A child that ends when it gets one of `signals`. */
function fakeEditor(signals: readonly Deno.Signal[]) {
  const status = Promise.withResolvers<Deno.CommandStatus>();
  const killed: Deno.Signal[] = [];
  const end = (signal: Deno.Signal | null) =>
    status.resolve({ success: signal === null, code: signal === null ? 0 : 1, signal });
  const child = {
    status: status.promise,
    kill(signal: Deno.Signal) {
      killed.push(signal);
      if (signals.includes(signal)) end(signal);
    },
  };
  return { child, killed, end };
}

/** A system whose `vi` is the fake editor; records calls of `stty`. */
function systemWith(editor: ReturnType<typeof fakeEditor>, options: FakeSystemOptions = {}) {
  const calls: string[] = [];
  const clock = new FakeClock();
  const stop = new AbortController();
  const system = fakeSystem({
    clock,
    signal: stop.signal,
    env: { EDITOR: "vi" },
    ...options,
    spawn: (command, { args } = {}) => {
      calls.push([command, ...args ?? []].join(" "));
      if (command === "vi") return editor.child as unknown as Deno.ChildProcess;
      const stdout = new TextEncoder().encode("saved:settings\n");
      return {
        output: () => Promise.resolve({ success: true, stdout }),
        status: Promise.resolve({ success: true, code: 0, signal: null }),
      } as unknown as Deno.ChildProcess;
    },
  });
  return { system, calls, clock, stop };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

Deno.test("^C is ignored while the editor runs", async () => {
  const editor = fakeEditor([]);
  const { system } = systemWith(editor);
  const running = runEditor(system, "/tmp/x.yaml");
  await settle();
  assert.equal(system.ignoresInterrupt, true);
  editor.end(null);
  await running;
  assert.equal(system.ignoresInterrupt, false);
});

Deno.test("an editor that ignores SIGTERM is killed after 2 s and the terminal restored", async () => {
  const editor = fakeEditor(["SIGKILL"]);
  const { system, calls, clock, stop } = systemWith(editor, { terminals: ["stdin", "stderr"] });
  const running = runEditor(system, "/tmp/x.yaml");
  running.catch(() => {});
  await settle();
  const reason = new InterruptError("SIGTERM");
  stop.abort(reason);
  assert.deepEqual(editor.killed, ["SIGTERM"]);
  await clock.advance(1999);
  assert.deepEqual(editor.killed, ["SIGTERM"]);
  await clock.advance(1);
  assert.deepEqual(editor.killed, ["SIGTERM", "SIGKILL"]);
  await assert.rejects(running, reason);
  assert.deepEqual(calls, ["stty -g", "vi /tmp/x.yaml", "stty saved:settings"]);
  assert.equal(system.stderr.text, "\x1b[0m\x1b[?25h\x1b[?1049l");
  assert.deepEqual([clock.waiting, system.ignoresInterrupt], [0, false]);
});

Deno.test("an editor that ends at SIGTERM restores its screen itself", async () => {
  const editor = fakeEditor(["SIGTERM"]);
  const { system, calls, clock, stop } = systemWith(editor, { terminals: ["stdin", "stderr"] });
  const running = runEditor(system, "/tmp/x.yaml");
  running.catch(() => {});
  await settle();
  stop.abort(new InterruptError("SIGTERM"));
  await assert.rejects(running, stop.signal.reason);
  assert.deepEqual(calls.at(-1), "stty saved:settings");
  assert.deepEqual([system.stderr.text, clock.waiting], ["", 0]);
});
