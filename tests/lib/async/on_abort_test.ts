import assert from "node:assert/strict";
import { createDeadline } from "../../../lib/async/deadline.ts";
import { onAbort } from "../../../lib/async/on_abort.ts";
import { FakeClock } from "../../helpers/fake_system.ts";

/** A controller that counts the listeners of its signal, each of which the runtime searches. */
function countListeners() {
  const controller = new AbortController();
  const { signal } = controller;
  const count = { added: 0, now: 0 };
  const [add, remove] = [signal.addEventListener, signal.removeEventListener];
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    count.added++;
    count.now++;
    add.apply(signal, args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    count.now--;
    remove.apply(signal, args);
  };
  return { controller, signal, count };
}

Deno.test("callbacks are called once, in their order, except for removed ones", () => {
  const { controller, signal, count } = countListeners();
  const called: number[] = [];
  const callback = (id: number) => () => void called.push(id);
  onAbort(signal, callback(1));
  const removeSecond = onAbort(signal, callback(2));
  onAbort(signal, () => {
    called.push(3);
    removeFourth();
  });
  const removeFourth = onAbort(signal, callback(4));
  onAbort(signal, callback(5));
  removeSecond();
  removeSecond();
  controller.abort();
  assert.deepEqual(called, [1, 3, 5]);
  assert.equal(count.added, 1);
});

Deno.test("a signal without callbacks has no listener", () => {
  const { signal, count } = countListeners();
  const removals = [1, 2, 3].map(() => onAbort(signal, () => {}));
  assert.equal(count.now, 1);
  for (const remove of removals) remove();
  assert.equal(count.now, 0);
  onAbort(signal, () => {})();
  assert.deepEqual(count, { added: 2, now: 0 });
});

Deno.test("many deadlines of one signal cost it one listener", () => {
  const { controller, signal, count } = countListeners();
  const deadlines = Array.from({ length: 1000 }, () =>
    createDeadline({
      clock: new FakeClock(0),
      ms: undefined,
      signals: [signal],
      expired: () => new Error("expired"),
    }));
  assert.equal(count.added, 1);
  deadlines[0]![Symbol.dispose]();
  const reason = new Error("cancelled");
  controller.abort(reason);
  assert.deepEqual(deadlines.slice(0, 3).map(({ signal }) => signal.reason), [
    undefined,
    reason,
    reason,
  ]);
});
