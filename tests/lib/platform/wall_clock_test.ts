import { deepEqual } from "node:assert/strict";
import { wallClock } from "../../../lib/platform/wall_clock.ts";

Deno.test("timers fire in order of their delays, unless they are cancelled", async () => {
  const fired: number[] = [];
  const done = Promise.withResolvers<void>();
  // More than the timers that are signals.
  const delays = Array.from({ length: 100 }, (_, index) => (100 - index) * 2);
  const cancels = delays.map((ms) =>
    wallClock.after(ms, () => {
      fired.push(ms);
      if (ms === 200) done.resolve();
    })
  );
  delays.forEach((ms, index) => ms % 4 === 2 && cancels[index]!());
  await done.promise;
  deepEqual(fired, delays.filter((ms) => ms % 4 === 0).reverse());
});

Deno.test("a delay may be a fraction of a millisecond", async () => {
  await new Promise<void>((resolve) => wallClock.after(0.4, resolve));
});
