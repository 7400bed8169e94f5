/**
 * The raft group. Witness: three members of Debian's etcd 3.4.23 on loopback, stopped with SIGTERM
 * and SIGKILL; etcd's source of 3.5 to 3.8 has the same order.
 */
import assert from "node:assert/strict";
import { EtcdGroup } from "../../../../lib/sandbox/etcd/etcd_group.ts";
import { EtcdStore } from "../../../../lib/sandbox/etcd/etcd_store.ts";
import { createEtcdState } from "../../../../lib/sandbox/etcd/membership.ts";
import { FakeClock } from "../../../helpers/fake_system.ts";

const ELECTION_MS = 1000;
const CATCH_UP_MS = 500;

interface Fixture {
  readonly group: EtcdGroup;
  readonly store: EtcdStore;
  readonly clock: FakeClock;
  readonly unreachable: Set<string>;
  readonly learners: Set<string>;
  /** Additional milliseconds of members to catch up. */
  readonly lags: Map<string, number>;
  /** Resolves when the group has this leader. */
  led(name: string | undefined): Promise<void>;
}

async function withGroup(names: readonly string[], body: (fixture: Fixture) => Promise<void>) {
  const folder = await Deno.makeTempDir({ prefix: "osctl-group-" });
  try {
    const nodes = names.map((name, index) => ({
      name,
      type: "controlplane" as const,
      configured: true,
      address: `127.9.9.${index + 2}`,
    }));
    const initial = await createEtcdState("demo", nodes);
    const store = await EtcdStore.open(`${folder}/etcd.json`, "demo", initial);
    const clock = new FakeClock();
    const unreachable = new Set<string>();
    const learners = new Set<string>();
    const lags = new Map<string, number>();
    using group = new EtcdGroup({
      store,
      clock,
      isComplete: true,
      isReachable: (name) => !unreachable.has(name),
      lagOf: (name) => lags.get(name) ?? 0,
      isLearner: (name) => learners.has(name),
      electionMs: ELECTION_MS,
      catchUpMs: CATCH_UP_MS,
      report: (error) => assert.fail(String(error)),
    });
    for (const name of names) group.start(name);
    const led = async (name: string | undefined) => {
      for (let reads = 0; group.leader?.name !== name; reads++) {
        assert.ok(reads < 500, `the leader is still ${group.leader?.name}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    };
    await body({ group, store, clock, unreachable, learners, lags, led });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("a cluster that starts keeps its leader and term", () =>
  withGroup(["a", "b", "c"], ({ group }) => {
    assert.equal(group.leader?.name, "a");
    assert.equal(group.status.term, 2);
    assert.deepEqual(group.status.members.map(({ isRunning }) => isRunning), [true, true, true]);
    return Promise.resolve();
  }));

Deno.test("a leader that stops in order hands its leadership over at once", () =>
  withGroup(["a", "b", "c"], async ({ group, led, clock }) => {
    const { index } = group;
    group.stop("a");
    await led("b");
    assert.equal(clock.waiting, 0, "without an election timeout");
    assert.equal(group.status.term, 3);
    assert.equal(group.index, index + 1, "the empty entry of the new leader");
    assert.equal(group.hasQuorum, true);
  }));

Deno.test("a leader that vanishes is replaced after the election timeout", () =>
  withGroup(["a", "b", "c"], async ({ group, led, clock, unreachable }) => {
    unreachable.add("a");
    group.refresh();
    assert.equal(group.leader, undefined);
    assert.equal(group.hasQuorum, true);
    await clock.advance(ELECTION_MS - 1);
    assert.equal(group.leader, undefined);
    await clock.advance(1);
    await led("b");
    assert.equal(group.status.term, 3);
  }));

Deno.test("without a majority there is no leader until members return", () =>
  withGroup(["a", "b", "c"], async ({ group, led, clock }) => {
    group.stop("b");
    assert.equal(group.leader?.name, "a");
    group.stop("c");
    assert.deepEqual([group.hasQuorum, group.leader], [false, undefined]);
    await clock.advance(10 * ELECTION_MS);
    assert.equal(group.leader, undefined);
    const waiting = group.whenLed(new AbortController().signal, 5 * ELECTION_MS);
    group.start("c");
    assert.equal(group.hasQuorum, true);
    await clock.advance(ELECTION_MS);
    assert.equal(await waiting, true);
    await led("a");
  }));

Deno.test("a request without a leader ends after its time", () =>
  withGroup(["a", "b"], async ({ group, clock }) => {
    group.stop("a");
    const waiting = group.whenLed(new AbortController().signal, 7000);
    await clock.advance(7000);
    assert.equal(await waiting, false);
    const abort = new AbortController();
    const canceled = group.whenLed(abort.signal);
    abort.abort();
    await assert.rejects(canceled, { name: "AbortError" });
  }));

Deno.test("a restarted member lags until it has applied what it missed", () =>
  withGroup(["a", "b", "c"], async ({ group, clock }) => {
    const stopped = group.index;
    group.stop("c");
    group.recordWrites(100);
    assert.equal(group.indexOf("c"), stopped);
    group.start("c");
    assert.equal(group.index, stopped + 101, "and the entry in which it publishes its URLs");
    assert.equal(group.indexOf("c"), stopped);
    await clock.advance(CATCH_UP_MS / 2);
    assert.equal(group.indexOf("c"), stopped + 50);
    await clock.advance(CATCH_UP_MS / 2 - 1);
    assert.ok(group.indexOf("c") < group.index);
    await clock.advance(1);
    assert.equal(group.indexOf("c"), group.index);
  }));

Deno.test("the voter with the longest log is elected", () =>
  withGroup(["a", "b", "c"], async ({ group, led, clock, unreachable, lags }) => {
    lags.set("b", 10 * ELECTION_MS);
    group.stop("b");
    group.recordWrites(10);
    group.start("b");
    unreachable.add("a");
    group.refresh();
    await clock.advance(ELECTION_MS);
    assert.ok(group.indexOf("b") < group.index);
    await led("c");
  }));

Deno.test("a learner neither votes nor leads", () =>
  withGroup(["a", "b", "c"], ({ group, learners }) => {
    learners.add("b");
    group.stop("a");
    assert.equal(group.hasQuorum, false, "one of two voters");
    assert.equal(group.leader, undefined);
    learners.clear();
    group.refresh();
    group.start("a");
    assert.equal(group.hasQuorum, true);
    return Promise.resolve();
  }));

Deno.test("a new member does not vote before it has started", () =>
  withGroup(["a"], async ({ group, store }) => {
    await store.join({ name: "b", address: "127.9.9.9" });
    assert.equal(group.hasQuorum, true);
    group.start("b");
    assert.equal(group.hasQuorum, true);
    group.stop("b");
    assert.equal(group.hasQuorum, false);
  }));
