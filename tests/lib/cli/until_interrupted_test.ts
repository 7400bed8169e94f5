import assert from "node:assert/strict";
import { untilInterrupted } from "../../../lib/platform/until_interrupted.ts";
import { OsctlError } from "../../../lib/errors.ts";
import { InterruptError } from "../../../lib/platform/interrupt_error.ts";

Deno.test("untilInterrupted() returns true after ^C", async () => {
  const stopped = AbortSignal.abort(new InterruptError("SIGINT"));
  const reasons = [stopped.reason, new OsctlError("cancelled", "stopped")];
  for (const reason of reasons) {
    assert.equal(await untilInterrupted(stopped, () => Promise.reject(reason)), true);
  }
  const running = new AbortController().signal;
  assert.equal(await untilInterrupted(running, () => Promise.resolve()), false);
});

Deno.test("untilInterrupted() rethrows other signals and errors", async () => {
  const terminated = AbortSignal.abort(new InterruptError("SIGTERM"));
  await assert.rejects(
    untilInterrupted(terminated, () => Promise.reject(terminated.reason)),
    InterruptError,
  );
  const stopped = AbortSignal.abort(new InterruptError("SIGINT"));
  for (const error of [new OsctlError("node", "broken"), new TypeError("bug")]) {
    await assert.rejects(untilInterrupted(stopped, () => Promise.reject(error)), error);
  }
  const running = new AbortController().signal;
  const cancelled = new OsctlError("cancelled", "not by the user");
  await assert.rejects(untilInterrupted(running, () => Promise.reject(cancelled)), cancelled);
});
