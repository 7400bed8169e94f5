import assert from "node:assert/strict";
import { EventBook } from "../../../../lib/sandbox/events/event_book.ts";
import { runSequence } from "../../../../lib/sandbox/events/mod.ts";
import { IdMaker, isId } from "../../../../lib/sandbox/events/xid.ts";
import { machine } from "../../../../proto/machine.ts";
import { FakeClock } from "../../../helpers/fake_system.ts";

const zeros = { bytes: (length: number) => new Uint8Array(length) };
const nothing = { tailEvents: 0, tailId: "", tailSeconds: 0, actorId: "" };

/** A book with events that tell of tasks of these names. */
function bookOf(kept: number, ...tasks: string[]): { book: EventBook; clock: FakeClock } {
  const clock = new FakeClock();
  const book = new EventBook(clock, zeros, kept);
  for (const task of tasks) book.publish("TaskEvent", { task });
  return { book, clock };
}

/** The names in the next `count` events of a range. */
async function names(
  book: EventBook,
  range: Partial<typeof nothing>,
  count: number,
): Promise<string[]> {
  const found: string[] = [];
  if (count === 0) return found;
  for await (
    const { payload } of book.watch({ ...nothing, ...range }, new AbortController().signal)
  ) {
    found.push(machine.TaskEvent.decode(payload).task);
    if (found.length === count) break;
  }
  return found;
}

Deno.test("ids are those of real nodes, and every later one sorts behind", async () => {
  const clock = new FakeClock(0x6920_17c4 * 1000);
  const ids = new IdMaker(clock, zeros);
  assert.equal(ids.next(), "d4g1fh0000000000000g");
  const made = [ids.next(), ids.next()];
  await clock.advance(5000);
  made.push(ids.next());
  assert.deepEqual(made.toSorted(), made);
  assert.equal(new Set(made).size, 3);
  assert.ok([...made, "dc0km6fkq1ns73cdl0gg"].every(isId));
  const foreign = ["", "nope", "dc0km6fkq1ns73cdl0g", "dc0km6fkq1ns73cdl0g1"];
  assert.ok(!["dc0km6fkq1ns73cdl0gz", ...foreign].some(isId));
});

Deno.test("ids keep their order when the clock is set back and the counter overflows", () => {
  let now = 1_700_000_000_000;
  const ids = new IdMaker({ now: () => now, after: () => () => {} }, {
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

Deno.test("a reader begins where it asked to", async () => {
  const { book, clock } = bookOf(100, "a", "b");
  await clock.advance(10_000);
  const mark = book.mark();
  for (const task of ["c", "d"]) book.publish("TaskEvent", { task });
  assert.deepEqual(await names(book, { tailEvents: -1 }, 4), ["a", "b", "c", "d"]);
  assert.deepEqual(await names(book, { tailEvents: 3 }, 3), ["b", "c", "d"]);
  assert.deepEqual(await names(book, { tailEvents: 99 }, 4), ["a", "b", "c", "d"]);
  assert.deepEqual(await names(book, { tailSeconds: 5 }, 2), ["c", "d"]);
  assert.deepEqual(await names(book, { tailSeconds: 500 }, 4), ["a", "b", "c", "d"]);
  assert.deepEqual(await names(book, { tailId: mark }, 2), ["c", "d"]);
  assert.deepEqual(await names(book, { tailEvents: 1, tailId: mark }, 1), ["d"]);
  const next = names(book, {}, 1);
  book.publish("TaskEvent", { task: "e" });
  assert.deepEqual(await next, ["e"]);
});

Deno.test("a reader sees only what its actor caused", async () => {
  const { book } = bookOf(100, "a");
  book.publish("TaskEvent", { task: "b" }, "me");
  book.publish("TaskEvent", { task: "c" }, "another");
  book.publish("TaskEvent", { task: "d" }, "me");
  assert.deepEqual(await names(book, { tailEvents: -1, actorId: "me" }, 2), ["b", "d"]);
});

Deno.test("old events are forgotten, and a reader too slow for that is let go", async () => {
  const { book } = bookOf(30, ...Array.from({ length: 50 }, (_, index) => `${index}`));
  const [oldest] = await names(book, { tailEvents: -1 }, 1);
  assert.equal(oldest, "30");
  const slow = book.watch({ ...nothing, tailEvents: -1 }, new AbortController().signal);
  assert.equal((await slow.next()).done, false);
  for (let count = 0; count < 31; count++) book.publish("TaskEvent", { task: "more" });
  assert.equal((await slow.next()).done, true);
});

Deno.test("a reader ends when nobody listens any more", async () => {
  const { book } = bookOf(30);
  const stop = new AbortController();
  const reading = book.watch(nothing, stop.signal).next();
  stop.abort();
  assert.equal((await reading).done, true);
});

Deno.test("a sequence tells of each step, of a failure too, and of who asked for it", async () => {
  const { book } = bookOf(100);
  await assert.rejects(
    runSequence(book, "reboot", [
      ["first", ["one", () => {}]],
      ["second", ["two", () => Promise.reject(new Error("no disk"))], ["three", () => {}]],
    ], "me"),
    /no disk/,
  );
  const told: string[] = [];
  for await (
    const { kind, payload, actorId } of book.watch(
      { ...nothing, tailEvents: -1 },
      new AbortController().signal,
    )
  ) {
    assert.equal(actorId, "me");
    const { sequence, phase, task, action, error } = machine[kind].decode(payload) as
      & Record<"sequence" | "phase" | "task", string>
      & { action: number; error?: { message: string } };
    told.push(`${sequence ?? phase ?? task} ${action} ${error?.message ?? ""}`.trim());
    if (told.length === 9) break;
  }
  assert.deepEqual(told, [
    ...["reboot 1", "first 0", "one 0", "one 1", "first 1", "second 0", "two 0"],
    ...["reboot 0 sequence failed: no disk", "reboot 2"],
  ]);
});
