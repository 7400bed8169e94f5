import assert from "node:assert/strict";
import { OsctlError } from "../../../../lib/errors.ts";
import {
  drawProcesses,
  type ProcessScreen,
  type ProcessSnapshot,
  watchProcesses,
} from "../../../../lib/node/processes/watch_processes.ts";
import { FakeClock, fakeSystem } from "../../../helpers/fake_system.ts";

const snapshot: ProcessSnapshot = {
  nodes: [
    {
      node: "10.5.0.2",
      processes: [
        { pid: 1, state: "S", threads: 1, cpuTime: 9, residentMemory: 1000, command: "busy" },
        { pid: 2, state: "S", threads: 1, cpuTime: 1, residentMemory: 9000, command: "\x1b[2Jbig" },
      ],
    },
    { node: "10.5.0.3", processes: [{ pid: 3, state: "S", threads: 1, command: "other" }] },
  ],
  failures: [{ node: "10.5.0.9", error: new OsctlError("connection", "refused") }],
};
const STATE: ProcessScreen = { snapshot, order: "rss", labels: false, colour: false };
const picture = (state: Partial<ProcessScreen>, columns = 80, rows = 6) =>
  drawProcesses({ ...STATE, ...state }, { columns, rows }).toString().split("\n");

Deno.test("the screen has the table and the failures below it", () => {
  assert.deepEqual(picture({}), [
    "NODE      PID  STATE  THREADS  CPU-TIME  VIRTMEM  RESMEM  COMMAND",
    "10.5.0.2  2    S      1        1.00      0 B      9.0 kB  \\x1b[2Jbig",
    "10.5.0.2  1    S      1        9.00      0 B      1.0 kB  busy",
    "10.5.0.3  3    S      1        0.00      0 B      0 B     other",
    "",
    "10.5.0.9: refused",
  ]);
  assert.match(picture({ order: "cpu" })[1]!, /busy$/);
});

Deno.test("a small screen truncates the table and keeps the failures", () => {
  assert.deepEqual(picture({}, 12, 3), ["NODE      PI", "10.5.0.2  2", "10.5.0.9: re"]);
  assert.deepEqual(picture({}, 12, 1), ["NODE  PID  S"]);
});

Deno.test("before the first response the screen shows that it is loading", () => {
  assert.deepEqual(picture({ snapshot: undefined }, 20, 1), ["loading …"]);
});

Deno.test("the list is refreshed every second; keys change the order; q ends it", async () => {
  const keys = new TransformStream<Uint8Array, Uint8Array>();
  const writer = keys.writable.getWriter();
  const clock = new FakeClock();
  const system = fakeSystem({
    terminals: ["stdin", "stdout"],
    size: { columns: 70, rows: 6 },
    stdin: keys.readable,
    clock,
  });
  const press = async (key: string) => {
    void writer.write(new TextEncoder().encode(key)).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  let reads = 0;
  const read = () => {
    reads++;
    return Promise.resolve(snapshot);
  };
  const watching = watchProcesses({ system, read, order: "rss", labels: false, colour: true });
  await press("");
  assert.equal(reads, 1);
  await clock.advance(999);
  assert.equal(reads, 1);
  await clock.advance(1);
  await press("");
  assert.equal(reads, 2);
  const before = system.stdout.text.length;
  await press("c");
  assert.match(system.stdout.text.slice(before), /busy/);
  await press("q");
  await watching;
  assert.equal(system.raw, false);
  assert.equal(clock.waiting, 0);
});

Deno.test("a bug ends the watch", async () => {
  const keys = new TransformStream<Uint8Array, Uint8Array>();
  const system = fakeSystem({ terminals: ["stdin", "stdout"], stdin: keys.readable });
  const read = () => Promise.reject(new TypeError("a bug"));
  const watch = { system, read, order: "rss", labels: false, colour: false } as const;
  await assert.rejects(watchProcesses(watch), TypeError);
  assert.equal(system.raw, false);
});
