/** The lock of rolling changes: two operators, clocks that differ, an API server that goes away. */
import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import type { OsctlError } from "../../../../lib/errors.ts";
import { type LockOptions, openLock } from "../../../../lib/procedures/rolling/lock.ts";
import { FakeClock } from "../../../helpers/fake_system.ts";
import { apiError, FakeKubernetes, type Json, unreachable } from "./fake_kubernetes.ts";

const NEVER = new AbortController().signal;

/** Runs work on a fake clock: advances it until the work is over. */
async function drive<T>(clock: FakeClock, work: PromiseLike<T>): Promise<T> {
  let isOver = false;
  const settled = Promise.resolve(work).finally(() => isOver = true);
  settled.catch(() => {});
  for (let rounds = 0; !isOver; rounds++) {
    if (rounds > 2000) throw new Error("the work does not end");
    // Files and microtasks settle between two timers.
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (!isOver) await clock.advance(250);
  }
  return await settled;
}

class Operator {
  readonly reports: string[] = [];
  readonly clock: FakeClock;
  readonly options: LockOptions;
  problem: (node: string) => string | undefined = () => undefined;

  constructor(
    kubernetes: FakeKubernetes,
    readonly folder: string,
    name: string,
    { id = `id-${name}`, session = `session-${name}`, clock = new FakeClock() } = {},
  ) {
    this.clock = clock;
    this.options = {
      clock,
      signal: NEVER,
      holder: { id, title: "upgrade to v1.9.0", operator: `${name}@laptop` },
      session,
      folder: `${folder}/${name}`,
      cluster: "demo",
      kubernetes: () => {
        try {
          kubernetes.fail("connect");
        } catch (error) {
          return Promise.reject(error);
        }
        return Promise.resolve(kubernetes.client);
      },
      findProblem: (node) => Promise.resolve(this.problem(node)),
      report: (text) => this.reports.push(text),
    };
  }

  open(parts: Partial<LockOptions> = {}) {
    return drive(this.clock, openLock({ ...this.options, ...parts }));
  }
}

async function withFolder(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const leaseOf = ({ objects }: FakeKubernetes): Json => objects["leases"]![0];

Deno.test("the second operator is refused with name, node and step of the first", async () => {
  await withFolder(async (folder) => {
    const kubernetes = new FakeKubernetes({ leases: [] });
    const [alice, bob] = ["alice", "bob"].map((name) => new Operator(kubernetes, folder, name));
    await using lock = await alice!.open();
    await drive(alice!.clock, lock.report({ node: "worker-3", phase: "drain" }, NEVER));
    await rejects(bob!.open(), (error: OsctlError) => {
      match(
        error.message,
        /^another rolling change .*: upgrade to v1\.9\.0 by alice@laptop.*, at node "worker-3" \(drain\)$/,
      );
      match(error.hint!, /retry when it has ended/);
      return true;
    });
    await drive(alice!.clock, lock.release(NEVER));
    equal(leaseOf(kubernetes).spec.holderIdentity, undefined);
    await using next = await bob!.open();
    equal(next.lost.aborted, false);
    deepEqual(bob!.reports, []);
  });
});

Deno.test("a lease has the times and fields that the API requires", async () => {
  await withFolder(async (folder) => {
    const kubernetes = new FakeKubernetes({ leases: [] });
    const alice = new Operator(kubernetes, folder, "alice");
    await using _lock = await alice.open();
    const { spec, metadata } = leaseOf(kubernetes);
    match(spec.renewTime, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    equal(spec.leaseDurationSeconds, 30);
    equal(metadata.name, "osctl-rolling-change");
    equal(metadata.annotations["osctl/operator"], "alice@laptop");
  });
});

Deno.test("another process of this machine is refused without the API", async () => {
  await withFolder(async (folder) => {
    const kubernetes = new FakeKubernetes({ leases: [] });
    const alice = new Operator(kubernetes, folder, "alice");
    await using lock = await alice.open();
    await drive(alice.clock, lock.report({ node: "cp-1", phase: "restart" }, NEVER));
    const before = kubernetes.requests.length;
    await rejects(
      alice.open({ session: "other" }),
      /another rolling change is in progress: upgrade to v1\.9\.0 by alice@laptop, at node "cp-1"/,
    );
    equal(kubernetes.requests.length, before);
  });
});

/** Leaves a lock as a process does that is killed: the lease is held and not renewed. */
async function abandon(kubernetes: FakeKubernetes, operator: Operator, node?: string) {
  const lock = await operator.open();
  if (node !== undefined) {
    await drive(operator.clock, lock.report({ node, phase: "restart" }, NEVER));
  }
  const lease = structuredClone(leaseOf(kubernetes));
  await drive(operator.clock, lock[Symbol.asyncDispose]());
  kubernetes.objects["leases"] = [lease];
}

Deno.test("expiry alone admits no change: the node of the last step must be healthy", async () => {
  await withFolder(async (folder) => {
    const kubernetes = new FakeKubernetes({ leases: [] });
    await abandon(kubernetes, new Operator(kubernetes, folder, "alice"), "worker-3");
    const clock = new FakeClock(Date.UTC(2024, 0, 2, 4));
    const bob = new Operator(kubernetes, folder, "bob", { clock });
    bob.problem = (node) => `${node} is cordoned`;
    await rejects(bob.open(), (error: OsctlError) => {
      equal(
        error.message,
        "the rolling change of alice@laptop (upgrade to v1.9.0) stopped at node " +
          '"worker-3" (restart), and node "worker-3" is not healthy: worker-3 is cordoned',
      );
      return true;
    });
    match(bob.reports[0]!, /^waiting 30s for the lock of alice@laptop/);
    bob.problem = () => undefined;
    await using _lock = await bob.open();
    match(bob.reports.at(-1)!, /^took over the lock of alice@laptop .*the node is healthy$/);
    equal(leaseOf(kubernetes).spec.leaseTransitions, 2);
  });
});

Deno.test("clocks that differ by an hour neither admit nor exclude an operator", async () => {
  for (const skewMs of [-3_600_000, 3_600_000]) {
    await withFolder(async (folder) => {
      const kubernetes = new FakeKubernetes({ leases: [] });
      const alice = new Operator(kubernetes, folder, "alice");
      const lock = await alice.open();
      const clock = new FakeClock(alice.clock.now() + skewMs);
      const bob = new Operator(kubernetes, folder, "bob", { clock });
      // Both clocks run: alice renews, and bob sees it within the duration of the lease.
      const opening = openLock(bob.options);
      opening.catch(() => {});
      let refused: OsctlError | undefined;
      opening.then((other) => other[Symbol.asyncDispose](), (error) => refused = error);
      for (let rounds = 0; refused === undefined && rounds < 2000; rounds++) {
        await new Promise((resolve) => setTimeout(resolve, 1));
        await Promise.all([alice.clock.advance(250), clock.advance(250)]);
      }
      match(refused!.message, /another rolling change is in progress/);
      await drive(alice.clock, lock[Symbol.asyncDispose]());
      // Killed: bob takes over after one duration, whatever the times in the lease are.
      await abandon(kubernetes, new Operator(kubernetes, folder, "carol", { clock: alice.clock }));
      await using _taken = await bob.open();
      equal(leaseOf(kubernetes).metadata.annotations["osctl/operator"], "bob@laptop");
    });
  }
});

Deno.test("a resumed change takes its own lock, at once when its process has ended here", async () => {
  await withFolder(async (folder) => {
    const kubernetes = new FakeKubernetes({ leases: [] });
    const alice = new Operator(kubernetes, folder, "alice");
    await abandon(kubernetes, alice, "worker-3");
    const again = new Operator(kubernetes, folder, "alice", { session: "second" });
    again.problem = () => "not reached";
    {
      await using _lock = await again.open();
      deepEqual(again.reports, []);
      // The node of the earlier run is still recorded.
      match(leaseOf(kubernetes).metadata.annotations["osctl/nodes"], /worker-3/);
    }
    // On another machine, the same change waits for the expiry.
    await abandon(kubernetes, again, "worker-3");
    const elsewhere = new Operator(kubernetes, `${folder}/x`, "alice", { session: "third" });
    await using _lock = await elsewhere.open();
    match(elsewhere.reports[0]!, /^waiting 30s/);
  });
});

Deno.test("the same change is refused while it runs elsewhere", async () => {
  await withFolder(async (folder) => {
    const kubernetes = new FakeKubernetes({ leases: [] });
    const clock = new FakeClock();
    const alice = new Operator(kubernetes, folder, "alice", { clock });
    const lock = await alice.open();
    const elsewhere = new Operator(kubernetes, `${folder}/x`, "alice", { session: "third", clock });
    await rejects(elsewhere.open(), /another rolling change is in progress/);
    await drive(clock, lock[Symbol.asyncDispose]());
  });
});

Deno.test("an API server that is away neither stops a node's change nor admits another", async () => {
  await withFolder(async (folder) => {
    const kubernetes = new FakeKubernetes({ leases: [] });
    const alice = new Operator(kubernetes, folder, "alice");
    await using lock = await alice.open();
    await drive(alice.clock, lock.report({ node: "cp-1", phase: "start" }, NEVER));
    kubernetes.fail = () => {
      throw unreachable();
    };
    // The node that restarts is the one of the API server.
    await drive(alice.clock, lock.report({ node: "cp-1", phase: "restart" }, NEVER));
    await alice.clock.advance(120_000);
    equal(lock.lost.aborted, false);
    // The API is back; bob saw no renewal for minutes.
    kubernetes.fail = () => {};
    const bob = new Operator(kubernetes, folder, "bob", {
      clock: new FakeClock(alice.clock.now()),
    });
    bob.problem = () => "etcd is not healthy";
    const refused = rejects(
      drive(bob.clock, openLock(bob.options)),
      /another rolling change is in progress|is not healthy/,
    );
    await drive(alice.clock, lock.report({ node: "cp-1", phase: "etcd" }, NEVER));
    await refused;
    match(leaseOf(kubernetes).metadata.annotations["osctl/nodes"], /"cp-1":"etcd"/);
  });
});

Deno.test("no other node begins while the API does not confirm the lock", async () => {
  await withFolder(async (folder) => {
    const kubernetes = new FakeKubernetes({ leases: [] });
    const alice = new Operator(kubernetes, folder, "alice");
    await using lock = await alice.open();
    kubernetes.fail = () => {
      throw apiError(503, "apiserver not ready");
    };
    await rejects(
      drive(alice.clock, lock.report({ node: "cp-2", phase: "prepare" }, NEVER)),
      /the lock of the cluster is not confirmed: apiserver not ready/,
    );
    ok(lock.lost.aborted);
    kubernetes.fail = () => {};
  });
});

Deno.test("a lock that another operator has taken is lost, at the next renewal or step", async () => {
  await withFolder(async (folder) => {
    const kubernetes = new FakeKubernetes({ leases: [] });
    const alice = new Operator(kubernetes, folder, "alice");
    await using lock = await alice.open();
    // The machine was suspended for minutes: alice did not renew, and bob took over.
    await abandon(
      kubernetes,
      new Operator(kubernetes, folder, "bob", {
        clock: new FakeClock(Date.UTC(2024, 5, 1)),
      }),
    );
    await drive(
      alice.clock,
      new Promise<void>((resolve) => {
        if (lock.lost.aborted) resolve();
        else lock.lost.addEventListener("abort", () => resolve());
      }),
    );
    match(lock.lost.reason.message, /lock of the cluster is lost: taken over by bob@laptop/);
    await rejects(lock.report({ node: "x", phase: "prepare" }, NEVER), /lost/);
  });
});

Deno.test("a removed lease is a lost lock", async () => {
  await withFolder(async (folder) => {
    const kubernetes = new FakeKubernetes({ leases: [] });
    const alice = new Operator(kubernetes, folder, "alice");
    await using lock = await alice.open();
    kubernetes.objects["leases"] = [];
    await rejects(
      drive(alice.clock, lock.report({ node: "x", phase: "prepare" }, NEVER)),
      /its Lease was removed/,
    );
  });
});

Deno.test("conflicts and lost responses are repeated", async () => {
  await withFolder(async (folder) => {
    const kubernetes = new FakeKubernetes({ leases: [] });
    const alice = new Operator(kubernetes, folder, "alice");
    await using lock = await alice.open();
    // Another client labels the lease: the resource version changes.
    leaseOf(kubernetes).metadata.resourceVersion = "900";
    await drive(alice.clock, lock.report({ node: "x", phase: "prepare" }, NEVER));
    match(leaseOf(kubernetes).metadata.annotations["osctl/nodes"], /"x":"prepare"/);
  });
});

Deno.test("without Kubernetes a file is the lock, and a later API is locked too", async () => {
  await withFolder(async (folder) => {
    const kubernetes = new FakeKubernetes({ leases: [] });
    const away = () => {
      throw unreachable();
    };
    kubernetes.fail = away;
    const alice = new Operator(kubernetes, folder, "alice");
    {
      const lock = await alice.open();
      match(
        alice.reports[0]!,
        /^Kubernetes does not respond \(.*connection refused\): the lock is a file of this/,
      );
      await drive(alice.clock, lock.report({ node: "cp-1", phase: "restart" }, NEVER));
      await rejects(alice.open(), /another rolling change is in progress: .* at node "cp-1"/);
      kubernetes.fail = () => {};
      await drive(alice.clock, lock.report({ node: "cp-1", phase: "etcd" }, NEVER));
      equal(leaseOf(kubernetes).spec.holderIdentity, "alice@laptop/session-alice");
      kubernetes.fail = away;
      await drive(alice.clock, lock[Symbol.asyncDispose]());
      match(alice.reports.at(-1)!, /^the lock was not released and expires by itself/);
    }
    // The process ended within the change of cp-1: another change needs the node healthy.
    const other = new Operator(kubernetes, folder, "alice", { id: "other", session: "s2" });
    other.problem = () => "unknown: Kubernetes does not respond";
    await rejects(other.open(), /stopped at node "cp-1" \(etcd\).*not healthy: unknown/);
    const same = new Operator(kubernetes, folder, "alice", { session: "s3" });
    const lock = await same.open();
    await drive(same.clock, lock[Symbol.asyncDispose]());
  });
});

Deno.test("denied access to leases is an error, not a missing API", async () => {
  await withFolder(async (folder) => {
    const kubernetes = new FakeKubernetes({ leases: [] });
    kubernetes.fail = (request) => {
      if (request.startsWith("get leases")) throw apiError(403, "leases is forbidden");
    };
    await rejects(new Operator(kubernetes, folder, "alice").open(), /leases is forbidden/);
  });
});

Deno.test("a batch records every node, and drops those that are over", async () => {
  await withFolder(async (folder) => {
    const kubernetes = new FakeKubernetes({ leases: [] });
    const alice = new Operator(kubernetes, folder, "alice");
    await using lock = await alice.open();
    const steps = [["a", "drain"], ["b", "drain"], ["a", "verify"], ["b", "restart"]] as const;
    for (const [node, phase] of steps) {
      await drive(alice.clock, lock.report({ node, phase }, NEVER));
    }
    const nodes = () => JSON.parse(leaseOf(kubernetes).metadata.annotations["osctl/nodes"]);
    deepEqual(nodes(), { b: "restart" });
    await drive(alice.clock, lock.report({ node: "b", phase: "verify" }, NEVER));
    await drive(alice.clock, lock.report({ node: "c", phase: "prepare" }, NEVER));
    deepEqual(nodes(), { c: "prepare" });
  });
});
