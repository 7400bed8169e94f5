import { deepEqual, equal, rejects } from "node:assert/strict";
import { createDeadline, raceWithAbort } from "../../../lib/async/deadline.ts";
import { FakeClock } from "../../helpers/fake_system.ts";

const expired = () => "expired";

Deno.test("a deadline aborts after its time, but not after disposal", async () => {
  const clock = new FakeClock();
  using kept = createDeadline({ clock, ms: 10, signals: [], expired });
  const disposed = createDeadline({ clock, ms: 10, signals: [], expired });
  disposed[Symbol.dispose]();
  await clock.advance(9);
  equal(kept.signal.aborted, false);
  await clock.advance(1);
  equal(kept.signal.reason, "expired");
  equal(disposed.signal.aborted, false);
  equal(clock.waiting, 0);
});

Deno.test("a deadline follows the first aborted signal, with its reason or a mapped one", () => {
  const clock = new FakeClock();
  for (const isEarly of [true, false]) {
    for (const cancelled of [undefined, (reason: unknown) => `call: ${reason}`]) {
      const controller = new AbortController();
      if (isEarly) controller.abort("stop");
      using deadline = createDeadline({
        clock,
        ms: undefined,
        expired,
        signals: [undefined, controller.signal],
        ...(cancelled === undefined ? {} : { cancelled }),
      });
      controller.abort("stop");
      equal(deadline.signal.reason, cancelled === undefined ? "stop" : "call: stop");
    }
  }
  equal(clock.waiting, 0);
});

Deno.test("raceWithAbort settles with the work, or rejects at once with the abort reason", async () => {
  const controller = new AbortController();
  equal(await raceWithAbort(Promise.resolve(1), controller.signal), 1);
  await rejects(raceWithAbort(Promise.reject(new Error("broken")), controller.signal), /broken/);
  const seen: unknown[] = [];
  const late = Promise.withResolvers<number>();
  const waiting = raceWithAbort(late.promise, controller.signal).catch((error) => seen.push(error));
  controller.abort("stop");
  await waiting;
  await raceWithAbort(late.promise, controller.signal).catch((error) => seen.push(error));
  late.reject(new Error("rejected after the abort"));
  deepEqual(seen, ["stop", "stop"]);
});
