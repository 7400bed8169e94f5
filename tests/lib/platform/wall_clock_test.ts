import { deepEqual, ok } from "node:assert/strict";
import { wallClock } from "../../../lib/platform/wall_clock.ts";

Deno.test("timers fire after their delays, unless they are cancelled", async () => {
  const start = performance.now();
  const fired: { ms: number; afterMs: number }[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  // More than the timers that are signals.
  const delays = Array.from({ length: 100 }, (_, index) => (index + 1) * 2);
  const kept = delays.filter((ms) => ms % 4 === 0);
  const cancels = delays.map((ms) =>
    wallClock.after(ms, () => {
      fired.push({ ms, afterMs: performance.now() - start });
      if (fired.length === kept.length) resolve();
    })
  );
  delays.forEach((ms, index) => ms % 4 === 2 && cancels[index]!());
  await promise;
  deepEqual(fired.map(({ ms }) => ms).sort((a, b) => a - b), kept);
  // The runtime rounds to whole milliseconds.
  for (const { ms, afterMs } of fired) ok(afterMs > ms - 2, `${ms} ms fired after ${afterMs} ms`);
});

Deno.test("a delay may be a fraction of a millisecond", async () => {
  await new Promise<void>((resolve) => wallClock.after(0.4, resolve));
});
