import { deepEqual, equal, rejects } from "node:assert/strict";
import { firstSuccess } from "../../../lib/async/hedge.ts";
import { OsctlError } from "../../../lib/errors.ts";
import { FakeClock } from "../../helpers/fake_system.ts";

const failure = (text: string) => new OsctlError("connection", text);
const allFailed = (errors: readonly OsctlError[]) =>
  failure(errors.map(({ message }) => message).join(", "));

/** Runs attempts that the test settles by hand. */
function hedged(candidates: readonly string[], signal?: AbortSignal) {
  const clock = new FakeClock();
  const slow: string[] = [];
  const attempts = new Map<string, PromiseWithResolvers<string> & { signal: AbortSignal }>();
  const result = firstSuccess(candidates, (candidate, signal) => {
    const attempt = { ...Promise.withResolvers<string>(), signal };
    attempts.set(candidate, attempt);
    return attempt.promise;
  }, {
    clock,
    delayMs: 100,
    allFailed,
    onSlow: (candidate) => void slow.push(candidate),
    ...(signal === undefined ? {} : { signal }),
  });
  return { clock, slow, attempts, result, started: () => [...attempts.keys()] };
}

Deno.test("the next candidate starts when the previous one fails or is slow", async () => {
  const { clock, slow, attempts, result, started } = hedged(["a", "b", "c"]);
  deepEqual(started(), ["a"]);
  await clock.advance(99);
  deepEqual(started(), ["a"]);
  await clock.advance(1);
  deepEqual([started(), slow], [["a", "b"], ["a"]]);
  attempts.get("b")!.reject(failure("b is down"));
  await clock.advance(0);
  await new Promise((resolve) => setTimeout(resolve));
  deepEqual(started(), ["a", "b", "c"]);
  attempts.get("a")!.resolve("from a");
  equal(await result, "from a");
  equal(attempts.get("c")!.signal.aborted, true);
  equal(clock.waiting, 0);
});

Deno.test("when all fail, allFailed receives their errors in the order of candidates", async () => {
  const { clock, attempts, result } = hedged(["a", "b"]);
  await clock.advance(100);
  attempts.get("b")!.reject(failure("b"));
  attempts.get("a")!.reject(failure("a"));
  await rejects(result, failure("a, b"));
  equal(clock.waiting, 0);
});

Deno.test("a cancellation, a bug and the signal end all attempts", async () => {
  for (const error of [new OsctlError("cancelled", "stop"), new TypeError("bug")]) {
    const { clock, attempts, result, started } = hedged(["a", "b"]);
    attempts.get("a")!.reject(error);
    await rejects(result, error);
    deepEqual([started(), clock.waiting], [["a"], 0]);
  }
  const controller = new AbortController();
  const { clock, attempts, result } = hedged(["a", "b"], controller.signal);
  controller.abort(new Error("stop"));
  await rejects(result, /stop/);
  equal(attempts.get("a")!.signal.aborted, true);
  equal(clock.waiting, 0);
});
