import { equal, rejects, throws } from "node:assert/strict";
import { OsctlError } from "../../../../lib/errors.ts";
import { waitFor } from "../../../../lib/procedures/ca_rotation/wait.ts";
import { isLost, NotYet } from "../../../../lib/procedures/waits.ts";
import { KubeletRestart } from "../../../../lib/procedures/ca_rotation/kubelet.ts";
import { RpcError, StatusCode } from "../../../../lib/rpc/mod.ts";
import { acceleratedClock } from "../../../helpers/fake_system.ts";

const clock = acceleratedClock(100);
const { signal } = new AbortController();
const OPTIONS = { clock, signal, ms: 5000, what: "10.0.0.2: test" };
const rpcError = (code: number) => new RpcError("node", "failed", code, "failed");

Deno.test("waitFor repeats lost calls and pending conditions, not other errors", async () => {
  let attempts = 0;
  const value = await waitFor(OPTIONS, () => {
    attempts++;
    if (attempts === 1) throw rpcError(StatusCode.canceled);
    if (attempts === 2) throw new OsctlError("connection", "refused");
    if (attempts === 3) throw new NotYet("not yet");
    return Promise.resolve("done");
  });
  equal(value, "done");
  equal(attempts, 4);
  await rejects(
    waitFor(OPTIONS, () => Promise.reject(rpcError(StatusCode.invalidArgument))),
    { message: "failed" },
  );
  equal(isLost(rpcError(StatusCode.unavailable)), true);
  equal(isLost(rpcError(StatusCode.permissionDenied)), false);
});

Deno.test("waitFor names what it waited for, its limit and the last reason", async () => {
  await rejects(waitFor(OPTIONS, () => Promise.reject(new NotYet("still old"))), {
    kind: "node",
    message: "10.0.0.2: test: not complete within 5s: still old",
    hint: "check the node, or increase --timeout",
  });
  await rejects(waitFor(OPTIONS, () => new Promise(() => {})), {
    message: "10.0.0.2: test: not complete within 5s: no result",
  });
});

Deno.test("an interruption ends a wait at once", async () => {
  const stop = new AbortController();
  const reason = new Error("stop");
  const waiting = waitFor({ ...OPTIONS, signal: stop.signal }, () => new Promise(() => {}));
  stop.abort(reason);
  await rejects(waiting, reason);
});

Deno.test("a kubelet has restarted once its service is another one, and healthy", () => {
  const state = (startedAt: string, isHealthy = true) => ({ startedAt, isHealthy });
  const restart = new KubeletRestart(state("1.0"));
  throws(() => restart.check(state("1.0")), { message: /has not restarted/ });
  throws(() => restart.check(state("", false)), { message: /is not healthy/ });
  throws(() => restart.check(state("2.0", false)), { message: /is not healthy/ });
  restart.check(state("2.0"));
  new KubeletRestart(undefined).check(state("1.0"));
});
