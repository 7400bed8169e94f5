import assert from "node:assert/strict";
import { EventLog } from "../../../../lib/sandbox/events/event_log.ts";
import { runSequence } from "../../../../lib/sandbox/events/mod.ts";
import { isXid, XidGenerator } from "../../../../lib/sandbox/events/xid.ts";
import { machine } from "../../../../proto/machine.ts";
import { FakeClock } from "../../../helpers/fake_system.ts";

const zeros = { bytes: (length: number) => new Uint8Array(length) };
const NEW_EVENTS = { tailEvents: 0, tailId: "", tailSeconds: 0, actorId: "" };

/** Returns a log with one task event per name. */
function createLog(capacity: number, ...tasks: string[]): { log: EventLog; clock: FakeClock } {
  const clock = new FakeClock();
  const log = new EventLog(clock, zeros, capacity);
  for (const task of tasks) log.publish("TaskEvent", { task });
  return { log, clock };
}

/** Returns the task names of the next `count` events of a range. */
async function names(
  log: EventLog,
  range: Partial<typeof NEW_EVENTS>,
  count: number,
): Promise<string[]> {
  const found: string[] = [];
  if (count === 0) return found;
  for await (
    const { payload } of log.watch({ ...NEW_EVENTS, ...range }, new AbortController().signal)
  ) {
    found.push(machine.TaskEvent.decode(payload).task);
    if (found.length === count) break;
  }
  return found;
}

Deno.test("XidGenerator returns valid xids that sort by time", async () => {
  const clock = new FakeClock(0x6920_17c4 * 1000);
  const ids = new XidGenerator(clock, zeros);
  assert.equal(ids.next(), "d4g1fh0000000000000g");
  const made = [ids.next(), ids.next()];
  await clock.advance(5000);
  made.push(ids.next());
  assert.deepEqual(made.toSorted(), made);
  assert.equal(new Set(made).size, 3);
  assert.ok([...made, "dc0km6fkq1ns73cdl0gg"].every(isXid));
  const invalid = ["", "nope", "dc0km6fkq1ns73cdl0g", "dc0km6fkq1ns73cdl0g1"];
  assert.ok(!["dc0km6fkq1ns73cdl0gz", ...invalid].some(isXid));
});

Deno.test("XidGenerator keeps ids ordered when the clock is set back and the counter overflows", () => {
  let now = 1_700_000_000_000;
  const ids = new XidGenerator({ now: () => now, after: () => () => {} }, {
    bytes: (length) => new Uint8Array(length).fill(0xff),
  });
  let before = ids.next();
  now -= 60_000;
  for (let count = 0; count < 100; count++) {
    const id = ids.next();
    assert.ok(id > before);
    before = id;
  }
});

Deno.test("watch starts at tailEvents, tailId or tailSeconds", async () => {
  const { log, clock } = createLog(100, "a", "b");
  await clock.advance(10_000);
  const mark = log.nextId();
  for (const task of ["c", "d"]) log.publish("TaskEvent", { task });
  assert.deepEqual(await names(log, { tailEvents: -1 }, 4), ["a", "b", "c", "d"]);
  assert.deepEqual(await names(log, { tailEvents: 3 }, 3), ["b", "c", "d"]);
  assert.deepEqual(await names(log, { tailEvents: 99 }, 4), ["a", "b", "c", "d"]);
  assert.deepEqual(await names(log, { tailSeconds: 5 }, 2), ["c", "d"]);
  assert.deepEqual(await names(log, { tailSeconds: 500 }, 4), ["a", "b", "c", "d"]);
  assert.deepEqual(await names(log, { tailId: mark }, 2), ["c", "d"]);
  assert.deepEqual(await names(log, { tailEvents: 1, tailId: mark }, 1), ["d"]);
  const next = names(log, {}, 1);
  log.publish("TaskEvent", { task: "e" });
  assert.deepEqual(await next, ["e"]);
});

Deno.test("watch filters by actor id", async () => {
  const { log } = createLog(100, "a");
  log.publish("TaskEvent", { task: "b" }, "me");
  log.publish("TaskEvent", { task: "c" }, "another");
  log.publish("TaskEvent", { task: "d" }, "me");
  assert.deepEqual(await names(log, { tailEvents: -1, actorId: "me" }, 2), ["b", "d"]);
});

Deno.test("a full log drops old events and ends the stream of a lagging subscriber", async () => {
  const { log } = createLog(30, ...Array.from({ length: 50 }, (_, index) => `${index}`));
  const [oldest] = await names(log, { tailEvents: -1 }, 1);
  assert.equal(oldest, "30");
  const lagging = log.watch({ ...NEW_EVENTS, tailEvents: -1 }, new AbortController().signal);
  assert.equal((await lagging.next()).done, false);
  for (let count = 0; count < 31; count++) log.publish("TaskEvent", { task: "more" });
  assert.equal((await lagging.next()).done, true);
});

Deno.test("watch ends when its signal aborts", async () => {
  const { log } = createLog(30);
  const stop = new AbortController();
  const reading = log.watch(NEW_EVENTS, stop.signal).next();
  stop.abort();
  assert.equal((await reading).done, true);
});

Deno.test("runSequence publishes each step, the failure and the actor id", async () => {
  const { log } = createLog(100);
  await assert.rejects(
    runSequence(log, "reboot", [
      ["first", ["one", () => {}]],
      ["second", ["two", () => Promise.reject(new Error("no disk"))], ["three", () => {}]],
    ], "me"),
    /no disk/,
  );
  const published: string[] = [];
  for await (
    const { kind, payload, actorId } of log.watch(
      { ...NEW_EVENTS, tailEvents: -1 },
      new AbortController().signal,
    )
  ) {
    assert.equal(actorId, "me");
    const { sequence, phase, task, action, error } = machine[kind].decode(payload) as
      & Record<"sequence" | "phase" | "task", string>
      & { action: number; error?: { message: string } };
    published.push(`${sequence ?? phase ?? task} ${action} ${error?.message ?? ""}`.trim());
    if (published.length === 9) break;
  }
  assert.deepEqual(published, [
    ...["reboot 1", "first 0", "one 0", "one 1", "first 1", "second 0", "two 0"],
    ...["reboot 0 sequence failed: no disk", "reboot 2"],
  ]);
});
