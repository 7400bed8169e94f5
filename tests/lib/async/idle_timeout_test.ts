import { deepEqual, equal, rejects } from "node:assert/strict";
import { withIdleTimeout } from "../../../lib/async/idle_timeout.ts";
import { FakeClock } from "../../helpers/fake_system.ts";

const late = new Error("late");
const expired = () => late;

/** Yields a number for each pause once it is over; ends with the signal's reason. */
function ticking(clock: FakeClock, pauses: readonly number[]) {
  return async function* (signal: AbortSignal): AsyncGenerator<number> {
    for (const [index, ms] of pauses.entries()) {
      await new Promise<void>((resolve, reject) => {
        const cancel = clock.after(ms, resolve);
        signal.addEventListener("abort", () => {
          cancel();
          reject(signal.reason);
        }, { once: true });
      });
      yield index;
    }
  };
}

Deno.test("a stream fails when its next message is late", async () => {
  const clock = new FakeClock();
  const stream = withIdleTimeout({ clock, ms: 100, expired }, ticking(clock, [99, 99, 101]));
  for (const value of [0, 1]) {
    const next = stream.next();
    await clock.advance(99);
    equal((await next).value, value);
  }
  const next = rejects(stream.next(), late);
  await clock.advance(100);
  await next;
  equal(clock.waiting, 0);
});

Deno.test("only time spent waiting counts", async () => {
  const clock = new FakeClock();
  const stream = withIdleTimeout({ clock, ms: 100, expired }, ticking(clock, [1, 1]));
  const seen: unknown[] = [];
  for (let turn = 0; turn < 2; turn++) {
    const next = stream.next();
    await clock.advance(1);
    seen.push((await next).value);
    await clock.advance(1000);
  }
  deepEqual(seen, [0, 1]);
  equal((await stream.next()).done, true);
  equal(clock.waiting, 0);
});

Deno.test("firstOnly limits the wait for the first message only", async () => {
  const clock = new FakeClock();
  const options = { clock, ms: 100, firstOnly: true, expired };
  const slow = withIdleTimeout(options, ticking(clock, [1, 500]));
  for (const ms of [1, 500]) {
    const next = slow.next();
    await clock.advance(ms);
    equal((await next).done, false);
  }
  await slow.return();
  const never = rejects(withIdleTimeout(options, ticking(clock, [200])).next(), late);
  await clock.advance(100);
  await never;
});

Deno.test("the stream throws the reason of its signal", async () => {
  const clock = new FakeClock();
  const controller = new AbortController();
  const { signal } = controller;
  const stream = withIdleTimeout({ clock, ms: 100, signal, expired }, ticking(clock, [50]));
  const next = rejects(stream.next(), /stop/);
  controller.abort(new Error("stop"));
  await next;
  equal(clock.waiting, 0);
});
