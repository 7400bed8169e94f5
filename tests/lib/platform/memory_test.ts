import { deepEqual, equal } from "node:assert/strict";
import { limitMemory, processMemory } from "../../../lib/platform/memory.ts";
import { FakeClock } from "../../helpers/fake_system.ts";

/** A process that takes `usage` bytes, and `rest` after a collection. */
function fakeProcess() {
  const process = {
    bytes: 0,
    rest: 0,
    collections: 0,
    usage: () => process.bytes,
    collect: () => {
      process.collections++;
      process.bytes = process.rest;
      return Promise.resolve();
    },
  };
  return process;
}

Deno.test("garbage is collected above the limit, and above what remained", async () => {
  const process = fakeProcess();
  const clock = new FakeClock();
  const end = limitMemory({ clock, bytes: 100, intervalMs: 1000 }, process);
  const usages: [bytes: number, rest: number, collections: number][] = [
    [100, 50, 0],
    [101, 50, 1],
    [90, 50, 1],
    // 200 remain in use: the next collection is at more than 230.
    [150, 200, 2],
    [229, 200, 2],
    [231, 60, 3],
    [101, 60, 4],
  ];
  for (const [bytes, rest, collections] of usages) {
    Object.assign(process, { bytes, rest });
    await clock.advance(1000);
    equal(process.collections, collections, `${bytes}`);
  }
  end();
  process.bytes = 1000;
  await clock.advance(5000);
  equal(process.collections, 4);
});

Deno.test("a failed collection ends the checks", async () => {
  const clock = new FakeClock();
  const calls: string[] = [];
  const memory = {
    usage: () => 200,
    collect: () => {
      calls.push("collect");
      return Promise.reject(new Error("no inspector"));
    },
  };
  limitMemory({ clock, bytes: 100, intervalMs: 1000 }, memory);
  await clock.advance(3000);
  deepEqual(calls, ["collect"]);
});

Deno.test("a collection removes what is not referenced", async () => {
  const reference = new WeakRef({ content: new Array(1000).fill(1) });
  // An object stays until the end of the task that has created its reference.
  await new Promise((resolve) => setTimeout(resolve, 0));
  // A pending collection alone does not keep the process running.
  const timer = setInterval(() => {}, 1000);
  await processMemory.collect();
  clearInterval(timer);
  equal(reference.deref(), undefined);
  equal(processMemory.usage() > 1e6, true);
});
