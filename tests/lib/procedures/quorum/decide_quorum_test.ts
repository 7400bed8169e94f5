/** The decision whether a change keeps the quorum of etcd. */
import { equal, match } from "node:assert/strict";
import {
  decideQuorum,
  type Effect,
  type QuorumOutcome,
  toQuorumState,
} from "../../../../lib/procedures/quorum/decide_quorum.ts";
import type { EtcdReport } from "../../../../lib/procedures/quorum/read_etcd.ts";

/**
 * A control plane by its letter: `h` healthy, `d` its etcd does not run, `s` silent, `u` unhealthy,
 * `l` lags, `n` without a leader, `L` a learner; in upper case it is affected, except `L`, whose
 * affected one is `A`.
 */
function reportsOf(letters: string): EtcdReport[] {
  const members = [...letters].map((letter, index) => ({
    id: `m${index}`,
    name: `cp-${index}`,
    isLearner: letter === "L" || letter === "A",
  }));
  return [...letters].map((letter, index): EtcdReport => {
    const kind = letter === "L" || letter === "A" ? "h" : letter.toLowerCase();
    const node = { address: `10.5.0.${index}`, name: `cp-${index}` };
    if (kind === "s" || kind === "d") {
      const failure = kind === "s" ? "connection refused" : "etcd is in state Finished";
      const rest = { status: undefined, members: [], alarms: [], unhealthy: undefined };
      return { node, failure, ...rest, isStopped: kind === "d" };
    }
    const status = {
      id: `m${index}`,
      leader: kind === "n" ? "" : "m0",
      term: 3n,
      index: 5000n,
      applied: kind === "l" ? 1n : 5000n,
      isLearner: letter === "L" || letter === "A",
      errors: [],
    };
    const unhealthy = kind === "u" ? "is not healthy" : undefined;
    return { node, failure: undefined, status, members, alarms: [], unhealthy };
  });
}

function decide(letters: string, effect: Effect) {
  const nodes = [...letters].flatMap((letter, index) =>
    letter !== "L" && letter === letter.toUpperCase()
      ? [{ address: `10.5.0.${index}`, name: `cp-${index}` }]
      : []
  );
  return decideQuorum(toQuorumState(reportsOf(letters)), { nodes }, effect);
}

const SAFE: readonly QuorumOutcome[] = ["untouched", "kept", "interrupted", "refused", "absent"];

Deno.test("a change keeps the quorum only by members that are healthy now", () => {
  for (
    const [letters, effect, outcome, text] of [
      ["hhh", "restart", "untouched", /^$/],
      ["hhH", "restart", "kept", /^etcd keeps its quorum \(2 of 3 members remain, 2 needed\)$/],
      [
        "hdH",
        "restart",
        "lost",
        /^etcd loses quorum until .* \(1 of 3 members remains, 2 needed\)/,
      ],
      // A silent member may run.
      [
        "hsH",
        "restart",
        "lost",
        /^etcd may lose quorum until .*; .*: cp-1 \(connection refused\)$/,
      ],
      ["huH", "stop", "lost", /^etcd may lose quorum \(.*cp-1 \(etcd is not healthy\)$/],
      ["hlH", "stop", "lost", /^etcd may lose quorum .*cp-1 \(etcd is 4999 entries behind/],
      // Of two voters both are needed.
      ["hLH", "restart", "lost", /^etcd loses quorum .* \(1 of 2 members remains, 2 needed\)$/],
      ["hhA", "restart", "kept", /2 of 2 members remain/],
      ["hHH", "restart", "lost", /^etcd loses quorum .* \(1 of 3 members remains, 2 needed\)$/],
      ["hhhHH", "restart", "kept", /3 of 5 members remain, 3 needed/],
      ["hhhdH", "restart", "kept", /3 of 5 .*; not known to be healthy: cp-3/],
      ["hhddH", "restart", "lost", /^etcd loses quorum .* \(2 of 5 members remain, 3 needed\)/],
      ["hhHH", "stop", "lost", /2 of 4 members remain, 3 needed/],
      // The member that restarts is not healthy itself.
      ["hhD", "restart", "kept", /2 of 3 members remain, 2 needed\); not .*: cp-2/],
      ["hH", "restart", "lost", /1 of 2 members remains, 2 needed/],
    ] as const
  ) {
    const { outcome: found, text: line, isSafe } = decide(letters, effect);
    equal(found, outcome, `${letters} ${effect}: ${line}`);
    match(line, text);
    equal(isSafe, SAFE.includes(found));
  }
});

Deno.test("the only member may restart and stop, and its data is not lost unnoticed", () => {
  const one = (effect: Effect) => decide("H", effect);
  equal(one("restart").outcome, "interrupted");
  equal(
    one("restart").text,
    "etcd has one member: Kubernetes stops while its control plane restarts",
  );
  equal(one("stop").text, "etcd has one member: Kubernetes stops with it");
  for (const effect of ["wipe", "leave-wipe"] as const) {
    equal(one(effect).outcome, "lost");
    const unless = effect === "wipe" ? "" : ", unless etcd refuses to remove its last member";
    equal(one(effect).text, `the data of etcd is lost${unless}`);
    equal(decide("HHH", effect).text, `the data of etcd is lost${unless}`);
  }
  equal(one("leave").outcome, "refused");
  equal(one("leave").text, "etcd refuses to remove its only member");
});

Deno.test("a member that leaves counts no more, and one that is down still does", () => {
  for (
    const [letters, effect, outcome, text] of [
      ["hhH", "leave", "kept", /^etcd continues with 2 members and tolerates no failure$/],
      ["hhhHH", "leave", "kept", /^etcd continues with 3 members and tolerates 1 failure$/],
      ["hdH", "leave", "lost", /^etcd loses quorum \(1 of 2 members remains, 2 needed\)/],
      ["hsH", "leave", "lost", /^etcd may lose quorum/],
      // The member that is down leaves: the others remain.
      ["hhD", "leave", "kept", /^etcd continues with 2 members and tolerates no failure$/],
      ["hhhdH", "leave", "kept", /^etcd continues with 3 of 4 members and tolerates no failure; /],
      ["hH", "leave-wipe", "kept", /^etcd continues with 1 member and tolerates no failure$/],
      ["hHH", "leave-wipe", "lost", /^etcd may lose quorum: 2 members leave at once/],
      ["hH", "wipe", "lost", /^etcd loses quorum \(1 of 2/],
    ] as const
  ) {
    const { outcome: found, text: line } = decide(letters, effect);
    equal(found, outcome, `${letters} ${effect}: ${line}`);
    match(line, text);
  }
});

Deno.test("an unknown state is unsafe, a restart of a member that is down is not", () => {
  // No control plane returned the members.
  const silent = decide("ssS", "restart");
  equal(silent.outcome, "unknown");
  match(
    silent.text,
    /^the effect on etcd is unknown: its members were not read: [^:]+: connection refused$/,
  );
  // Before the bootstrap, or where etcd is stopped, a restart cannot end a quorum.
  const stopped = decide("D", "restart");
  equal(stopped.outcome, "absent");
  match(stopped.text, /^etcd does not run there \(10\.5\.0\.0: etcd is in state Finished\)$/);
  equal(decide("ssD", "stop").outcome, "absent");
  equal(decide("dS", "restart").outcome, "unknown");
  equal(decide("D", "wipe").outcome, "unknown", "it has a copy of the data");
  // No leader: the healthy ones are unknown, and the affected one is known not to be.
  const absent = decide("nnN", "restart");
  equal(absent.outcome, "absent");
  match(absent.text, /^etcd has no known quorum \(0 of 3 members healthy, 2 needed\)/);
  equal(decide("nnN", "leave-wipe").outcome, "unknown", "it has a copy of the data");
  equal(decide("nnS", "restart").outcome, "unknown");
  equal(decide("ndD", "restart").outcome, "absent");
});

Deno.test("members are found by ID, by name and by the address in their URLs", () => {
  const reports = reportsOf("hhh");
  const state = toQuorumState(reports);
  equal(decideQuorum(state, { nodes: [], ids: ["m1"] }, "leave").outcome, "kept");
  // The control plane is known by another address.
  const other = { address: "192.0.2.9", name: "cp-1" };
  equal(decideQuorum(state, { nodes: [other] }, "restart").outcome, "kept");
  match(decideQuorum(state, { nodes: [other] }, "restart").text, /2 of 3/);
  // Silent, and only its URL tells which one it is.
  const [first, second, third] = reportsOf("hhs");
  const members = first!.members.map((one, index) => ({ ...one, addresses: [`10.5.0.${index}`] }));
  const known = [{ ...first!, members }, { ...second!, members }, {
    ...third!,
    node: { address: "10.5.0.2", name: "" },
  }];
  const { voters } = toQuorumState(known);
  equal(voters[2]!.problem, "connection refused");
});
