import { equal, rejects } from "node:assert/strict";
import { sleep } from "../../../lib/async/sleep.ts";
import { FakeClock } from "../../helpers/fake_system.ts";

Deno.test("sleep resolves after its time on the clock", async () => {
  const clock = new FakeClock();
  let isOver = false;
  const sleeping = sleep(clock, 100).then(() => isOver = true);
  await clock.advance(99);
  equal(isOver, false);
  await clock.advance(1);
  await sleeping;
  equal(clock.waiting, 0);
});

Deno.test("an aborted sleep rejects with the reason and leaves no timer", async () => {
  const clock = new FakeClock();
  const controller = new AbortController();
  const reason = new Error("stop");
  const sleeping = rejects(sleep(clock, 100, controller.signal), reason);
  controller.abort(reason);
  await sleeping;
  await rejects(sleep(clock, 100, controller.signal), reason);
  equal(clock.waiting, 0);
});
