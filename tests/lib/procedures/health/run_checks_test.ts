/** Runs of checks on simulated time: retries, the deadline, errors that end a run, skips. */
import assert from "node:assert/strict";
import { createDeadline } from "../../../../lib/async/deadline.ts";
import { MultiError, MultiNodeError, OsctlError } from "../../../../lib/errors.ts";
import { CheckLog, failedChecks } from "../../../../lib/procedures/health/check_log.ts";
import {
  HealthDeadline,
  runChecksOnce,
  waitForChecks,
} from "../../../../lib/procedures/health/run_checks.ts";
import type { HealthCheck, HealthTarget } from "../../../../lib/procedures/health/types.ts";
import { fromNodes } from "../../../../lib/procedures/health/call_nodes.ts";
import { InterruptError } from "../../../../lib/platform/interrupt_error.ts";
import { StatusCode, statusError } from "../../../../lib/rpc/mod.ts";
import { FakeClock } from "../../../helpers/fake_system.ts";

const target = {} as HealthTarget;

function check(id: string, run: HealthCheck["run"]): HealthCheck {
  return { id, name: `${id} to be healthy`, isKubernetes: false, remedy: `repair ${id}`, run };
}

const red = (reason: string) => Promise.reject(new OsctlError("node", reason));
const green = () => Promise.resolve("ok" as const);
const hanging = () => new Promise<never>(() => {});

/** A run with a deadline of 60 s. */
function start(
  checks: readonly HealthCheck[],
  options: { once?: boolean; skipped?: string[] } = {},
) {
  const clock = new FakeClock();
  const changes: string[] = [];
  const log = new CheckLog(clock, ({ id, state }) => changes.push(`${id} ${state}`));
  const interrupted = new AbortController();
  const deadline = createDeadline({
    clock,
    ms: 60_000,
    signals: [interrupted.signal],
    expired: () => new HealthDeadline(),
  });
  const skipped = new Set(options.skipped);
  const run = options.once ? runChecksOnce : waitForChecks;
  const settings = { checks, skipped, clock, signal: deadline.signal };
  const ended = run(target, log, settings).then(() => undefined, (error) => error as OsctlError);
  /** Advances in steps, so that every timer set meanwhile fires. */
  const advance = async (ms: number) => {
    for (let step = 0; step < ms; step += 250) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      await clock.advance(Math.min(250, ms - step));
    }
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  return { log, changes, ended, advance, interrupt: (error: Error) => interrupted.abort(error) };
}

Deno.test("checks run in order, each until it passes", async () => {
  let attempts = 0;
  const late = check("etcd", () => ++attempts < 3 ? red("no leader") : green());
  const { log, changes, ended, advance } = start([late, check("apid", green)]);
  await advance(5000);
  assert.equal(await ended, undefined);
  assert.deepEqual(changes, [
    "etcd running",
    "etcd failing",
    "etcd failing",
    "etcd ok",
    "apid running",
    "apid ok",
  ]);
  const [etcd] = log.statuses;
  assert.equal(etcd!.reason, "", "a passed check has no reason");
  assert.equal(log.elapsedMs(etcd!), 2000);
});

Deno.test("at the deadline, the error names the check, its time, reason and remedy", async () => {
  const { ended, advance, log } = start([
    check("etcd", green),
    check("kubelet", () => red("down")),
  ]);
  await advance(61_000);
  const error = await ended;
  assert.ok(error instanceof OsctlError);
  assert.match(error.message, /^health check "kubelet to be healthy" failed after \S+: down$/);
  assert.equal(error.hint, "repair kubelet");
  assert.deepEqual(log.statuses.map(({ state }) => state), ["ok", "failed"]);
});

Deno.test("a check without any result is named, too", async () => {
  const { ended, advance } = start([check("etcd", hanging)]);
  await advance(61_000);
  const error = await ended;
  assert.match(error!.message, /^health check "etcd to be healthy" failed after 1m00s: no result/);
});

Deno.test("a check without any result names the nodes that have not responded", async () => {
  // The node of v1.8.0-alpha.2 that a SIGSTOP froze: connections are accepted, calls never end.
  const nodes = ["10.0.0.1", "10.0.0.2"].map((address) => ({ address, addresses: [address] }));
  const frozen = check("apid", async (target, signal) => {
    await fromNodes(target, nodes, ({ address }) => address === "10.0.0.2" ? hanging() : green());
    signal.throwIfAborted();
    return "ok";
  });
  const { ended, advance, log } = start([frozen]);
  await advance(31_000);
  assert.equal(log.statuses[0]!.reason, "no response from 10.0.0.2 within 30s");
  await advance(30_000);
  assert.match(
    (await ended)!.message,
    /failed after 1m00s: no response from 10\.0\.0\.2 within 30s$/,
  );

  const once = start([frozen], { once: true });
  await once.advance(31_000);
  await once.ended;
  assert.equal(once.log.statuses[0]!.reason, "no response from 10.0.0.2 within 30s");
});

Deno.test("an attempt that hangs ends and is repeated", async () => {
  let attempts = 0;
  const slow = check("etcd", () => ++attempts === 1 ? hanging() : green());
  const { changes, ended, advance, log } = start([slow]);
  await advance(32_000);
  assert.equal(await ended, undefined);
  assert.deepEqual(changes, ["etcd running", "etcd failing", "etcd ok"]);
  assert.equal(log.elapsedMs(log.statuses[0]!), 31_000);
});

Deno.test("an error that another attempt does not change ends the run at once", async () => {
  const denied = statusError(StatusCode.permissionDenied, "not authorized");
  const error = new MultiNodeError([{ node: "10.0.0.2", error: denied }]);
  const { ended, advance } = start([check("etcd", () => Promise.reject(error))]);
  await advance(1000);
  assert.match((await ended)!.message, /failed after 0ms: 10\.0\.0\.2: not authorized/);
});

Deno.test("an interruption ends the run with its reason", async () => {
  const { ended, advance, interrupt } = start([check("etcd", () => red("down"))]);
  await advance(1500);
  const reason = new InterruptError("SIGINT");
  interrupt(reason);
  assert.equal(await ended, reason);
});

Deno.test("a bug in a check is thrown unchanged", async () => {
  const bug = new TypeError("undefined is not a function");
  assert.equal(await start([check("etcd", () => Promise.reject(bug))]).ended, bug);
  assert.equal(await start([check("etcd", () => Promise.reject(bug))], { once: true }).ended, bug);
});

Deno.test("skipped checks do not run", async () => {
  const { ended, log } = start([check("etcd", green), check("dns", hanging)], { skipped: ["dns"] });
  assert.equal(await ended, undefined);
  assert.deepEqual(log.statuses.map(({ state }) => state), ["ok", "skipped"]);
});

Deno.test("once, all checks run in parallel and every failure is reported", async () => {
  const checks = [
    check("etcd", () => red("no leader")),
    check("dns", hanging),
    check("apid", green),
    check("proxy", () => Promise.resolve("skipped" as const)),
  ];
  const { ended, advance, log } = start(checks, { once: true });
  await advance(31_000);
  assert.equal(await ended, undefined);
  assert.deepEqual(log.statuses.map(({ state, reason }) => [state, reason]), [
    ["failed", "no leader"],
    ["failed", "no result within 30s"],
    ["ok", ""],
    ["skipped", ""],
  ]);
  const failed = failedChecks(log.statuses);
  assert.ok(failed instanceof MultiError);
  assert.deepEqual(failed.errors.map(({ message, hint }) => `${message}; ${hint}`), [
    'health check "etcd to be healthy" failed; repair etcd',
    'health check "dns to be healthy" failed; repair dns',
  ]);
});

Deno.test("once, checks without a result at the deadline have failed", async () => {
  const slow = check("etcd", hanging);
  const node = { address: "10.0.0.2", addresses: ["10.0.0.2"] };
  const frozen = check("apid", async (target) => {
    await fromNodes(target, [node], hanging);
    return "ok";
  });
  const clock = new FakeClock();
  const log = new CheckLog(clock, () => {});
  const expired = () => new HealthDeadline();
  using deadline = createDeadline({ clock, ms: 500, signals: [], expired });
  const skipped = new Set<string>();
  const settings = { checks: [slow, frozen], skipped, clock, signal: deadline.signal };
  const ended = runChecksOnce(target, log, settings);
  await clock.advance(500);
  await ended;
  const reasons = log.statuses.map(({ reason }) => reason);
  assert.deepEqual(reasons, ["no result in time", "no response from 10.0.0.2"]);
});
