import assert from "node:assert/strict";
import { Barrier } from "../../../lib/async/barrier.ts";
import { FakeClock } from "../../helpers/fake_system.ts";

Deno.test("a barrier opens when the last task arrives", async () => {
  const clock = new FakeClock();
  const barrier = new Barrier(["a", "b", "c"], clock, 1000);
  const passed: string[] = [];
  const arrive = (task: string) => void barrier.arrive(task).then(() => passed.push(task));
  arrive("a");
  arrive("a");
  arrive("b");
  await clock.advance(999);
  assert.deepEqual(passed, []);
  arrive("c");
  await clock.advance(0);
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(passed, ["a", "a", "b", "c"]);
  assert.equal(clock.waiting, 0, "no timer remains");
});

Deno.test("a barrier opens a time after the first arrival", async () => {
  const clock = new FakeClock();
  const barrier = new Barrier(["a", "b"], clock, 1000);
  await clock.advance(5000);
  const first = barrier.arrive("a");
  await clock.advance(1000);
  await first;
  await barrier.arrive("b");
});
