import { deepEqual, equal, rejects } from "node:assert/strict";
import { DialSlots } from "../../../lib/sandbox/dial_slots.ts";

Deno.test("slots limit what runs at the same time, first come, first served", async () => {
  const slots = new DialSlots(2);
  const { signal } = new AbortController();
  const done = new Map<number, PromiseWithResolvers<void>>();
  const started: number[] = [];
  const runs = [0, 1, 2, 3, 4].map((index) =>
    slots.run(signal, async () => {
      started.push(index);
      done.set(index, Promise.withResolvers());
      await done.get(index)!.promise;
      if (index === 1) throw new Error("refused");
    })
  );
  const failing = rejects(runs[1]!, /refused/);
  await Promise.resolve();
  deepEqual(started, [0, 1]);
  done.get(1)!.resolve();
  await failing;
  deepEqual(started, [0, 1, 2]);
  for (const index of [2, 0, 3, 4]) {
    done.get(index)!.resolve();
    await runs[index];
  }
  deepEqual(started, [0, 1, 2, 3, 4]);
});

Deno.test("an aborted call gives its place to the next one and never runs", async () => {
  const slots = new DialSlots(1);
  const { signal } = new AbortController();
  const first = Promise.withResolvers<void>();
  const running = slots.run(signal, () => first.promise);
  const cancelled = new AbortController();
  const waiting = slots.run(cancelled.signal, () => Promise.reject(new Error("must not run")));
  const next = slots.run(signal, () => Promise.resolve("next"));
  cancelled.abort(new Error("gone"));
  await rejects(waiting, /gone/);
  await rejects(slots.run(cancelled.signal, () => Promise.resolve()), /gone/);
  first.resolve();
  await running;
  equal(await next, "next");
  equal(await slots.run(signal, () => Promise.resolve("free")), "free");
});
