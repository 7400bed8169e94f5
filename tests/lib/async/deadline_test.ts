import { deepEqual, equal, rejects } from "node:assert/strict";
import { createDeadline, orAborted } from "../../../lib/async/deadline.ts";
import { FakeClock } from "../../helpers/fake_system.ts";

const expired = () => "expired";

Deno.test("a deadline aborts after its time, and not after it was disposed of", async () => {
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

Deno.test("a deadline follows the first aborted signal, with its reason or a translated one", () => {
  const clock = new FakeClock();
  for (const isEarly of [true, false]) {
    for (const cancelled of [undefined, (reason: unknown) => `call: ${reason}`]) {
      const controller = new AbortController();
      if (isEarly) controller.abort("stop");
      using deadline = createDeadline({
        ...{ clock, ms: undefined, expired },
        signals: [undefined, controller.signal],
        ...(cancelled === undefined ? {} : { cancelled }),
      });
      controller.abort("stop");
      equal(deadline.signal.reason, cancelled === undefined ? "stop" : "call: stop");
    }
  }
  equal(clock.waiting, 0);
});

Deno.test("orAborted settles as the work does, or rejects at once with the reason", async () => {
  const controller = new AbortController();
  equal(await orAborted(Promise.resolve(1), controller.signal), 1);
  await rejects(orAborted(Promise.reject(new Error("broken")), controller.signal), /broken/);
  const seen: unknown[] = [];
  const late = Promise.withResolvers<number>();
  const waiting = orAborted(late.promise, controller.signal).catch((error) => seen.push(error));
  controller.abort("stop");
  await waiting;
  await orAborted(late.promise, controller.signal).catch((error) => seen.push(error));
  late.reject(new Error("nobody awaits this one"));
  deepEqual(seen, ["stop", "stop"]);
});
