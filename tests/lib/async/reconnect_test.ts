import { deepEqual, equal } from "node:assert/strict";
import { withReconnect } from "../../../lib/async/reconnect.ts";
import { FakeClock } from "../../helpers/fake_system.ts";

type Step = number | Error;

/** Reads streams that give the steps one after another; the clock moves by itself. */
async function read(streams: readonly (readonly Step[])[], maxOutageMs = 10_000) {
  const clock = new FakeClock(0);
  const log: unknown[] = [];
  const controller = new AbortController();
  let opened = 0;
  const open = async function* () {
    const steps = streams[opened++];
    if (steps === undefined) controller.abort(new Error("enough"));
    log.push(`open at ${clock.now()}`);
    for (const step of steps ?? []) {
      if (step instanceof Error) throw step;
      yield await Promise.resolve(step);
    }
  };
  const timer = setInterval(() => void clock.advance(100));
  try {
    const items = withReconnect(open, {
      clock,
      signal: controller.signal,
      maxOutageMs,
      pausesMs: [0, 1000, 3000],
      getReason: (error) => error instanceof RangeError ? error.message : undefined,
      onLost: (reason) => void log.push(`lost: ${reason}`),
      onRecovered: () => void log.push("back"),
      isProgress: (item) => item > 0,
      endedError: () => new Error("ended for good"),
    });
    for await (const item of items) log.push(item);
  } catch (error) {
    log.push(error);
  } finally {
    clearInterval(timer);
  }
  equal(clock.waiting, 0);
  return log;
}

const away = new RangeError("away");

Deno.test("a lost stream is reopened after increasing pauses and reported once", async () => {
  deepEqual(await read([[1, away], [away], [away], [away], [2]]), [
    "open at 0",
    1,
    "lost: away",
    "open at 0",
    "open at 1000",
    "open at 4000",
    "open at 7000",
    "back",
    2,
    "lost: the node ended the stream",
    "open at 7000",
    new Error("enough"),
  ]);
});

Deno.test("a stream that does not start or fails permanently is not reopened", async () => {
  deepEqual(await read([[away]]), ["open at 0", away]);
  const refused = new TypeError("refused");
  deepEqual(await read([[1, away], [refused]]), [
    "open at 0",
    1,
    "lost: away",
    "open at 0",
    refused,
  ]);
});

Deno.test("a long outage fails with the last error", async () => {
  const log = await read([[1, away], [away], [away], [away], [away]], 5000);
  deepEqual(log.slice(-2), ["open at 4000", away]);
  const ending = await read([[0], [0], [0], [0]], 5000);
  deepEqual(ending.at(-1), new Error("ended for good"));
});
