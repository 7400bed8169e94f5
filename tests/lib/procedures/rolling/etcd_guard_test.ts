/** The guard of etcd: statuses of half the members, alarms, lag, elections, snapshots. */
import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { Long } from "../../../../proto/long.ts";
import { MachineService } from "../../../../proto/machine.ts";
import { openClientWith } from "../../../../lib/client/mod.ts";
import type { NodeClient } from "../../../../lib/client/types.ts";
import { OsctlError } from "../../../../lib/errors.ts";
import { createEtcdGuard } from "../../../../lib/procedures/rolling/etcd_guard.ts";
import type { RollingNode } from "../../../../lib/procedures/rolling/types.ts";
import { RpcError, StatusCode } from "../../../../lib/rpc/mod.ts";
import { acceleratedClock, fakeSystem, wallClock } from "../../../helpers/fake_system.ts";
import { type Sandbox, withSandbox } from "../../../helpers/sandbox.ts";
import type { Json } from "./fake_kubernetes.ts";

const { signal } = new AbortController();

const rpcError = (code: number, message: string) => new RpcError("node", message, code, message);

/** A member of a cluster in memory. */
interface Member {
  readonly address: string;
  name: string;
  leader: number;
  index: number;
  applied: number;
  isLearner?: boolean;
  errors?: string[];
  service?: Json;
  alarms?: number[];
  failure?: OsctlError;
  /** IDs that it lists; all by default. */
  lists?: number[];
}

/** Members 1, 2, … of which the last one is the leader. */
class Etcd {
  readonly members: Member[];
  readonly calls: string[] = [];
  /** Called for a transfer of the leadership of a member. */
  transfer: (id: number) => void = (id) => {
    const next = this.members.findIndex((_, index) => index + 1 !== id) + 1;
    for (const member of this.members) member.leader = next;
  };

  constructor(count: number) {
    this.members = Array.from({ length: count }, (_, index) => ({
      address: `10.5.0.${index + 2}`,
      name: `cp-${index + 1}`,
      leader: count,
      index: 5000,
      applied: 5000,
    }));
  }

  get nodes(): RollingNode[] {
    return this.members.map(({ address, name }) => ({ address, name, role: "controlplane" }));
  }

  get client(): NodeClient {
    const plainCall = async (method: unknown, _request: unknown, node: string) => {
      await Promise.resolve();
      const id = this.members.findIndex(({ address }) => address === node) + 1;
      const member = this.members[id - 1]!;
      if (member.failure !== undefined) throw member.failure;
      return { messages: [this.#answer(method, id, member)] };
    };
    return { plainCall } as unknown as NodeClient;
  }

  guard(options: Json = {}, clock = acceleratedClock(500)) {
    return createEtcdGuard({
      clock,
      client: this.client,
      controlPlanes: this.nodes,
      acceptsQuorumLoss: false,
      ...options,
    });
  }

  #answer(method: unknown, id: number, member: Member): Json {
    const long = (value: number) => Long.fromNumber(value, true);
    switch (method) {
      case MachineService.EtcdStatus:
        return {
          memberStatus: {
            memberId: long(id),
            leader: long(member.leader),
            raftTerm: long(3),
            raftIndex: long(member.index),
            raftAppliedIndex: long(member.applied),
            isLearner: member.isLearner ?? false,
            errors: member.errors ?? [],
          },
        };
      case MachineService.EtcdMemberList:
        return {
          members: this.members.map((one, index) => ({
            id: long(index + 1),
            hostname: one.name,
            isLearner: one.isLearner ?? false,
          })).filter((_, index) => member.lists?.includes(index + 1) ?? true),
        };
      case MachineService.EtcdAlarmList:
        return {
          memberAlarms: (member.alarms ?? []).map((alarm) => ({ memberId: long(id), alarm })),
        };
      case MachineService.ServiceList:
        return {
          services: [member.service ?? { id: "etcd", state: "Running", health: { healthy: true } }],
        };
      case MachineService.EtcdForfeitLeadership:
        this.calls.push(`forfeit ${id}`);
        this.transfer(id);
        return {};
      default:
        throw new Error("unexpected method");
    }
  }
}

async function problemOf(change: (etcd: Etcd) => void, count = 3): Promise<string> {
  const etcd = new Etcd(count);
  change(etcd);
  try {
    await etcd.guard().check(signal);
    return "";
  } catch (error) {
    if (!(error instanceof OsctlError)) throw error;
    match(error.hint!, /osctl etcd (status|alarm disarm)/);
    return error.message;
  }
}

Deno.test("every state of etcd other than healthy has a reason", async () => {
  equal(await problemOf(() => {}), "");
  const lost = rpcError(StatusCode.unavailable, "connection refused");
  const cases: [change: (etcd: Etcd) => void, problem: RegExp][] = [
    [({ members }) => members[0]!.failure = lost, /^10\.5\.0\.2: .*connection refused$/],
    [({ members }) => members[1]!.name = "", /^etcd member 0000000000000002 has not started$/],
    [({ members }) => members[1]!.isLearner = true, /^etcd member 0{15}2 \(cp-2\) is a learner$/],
    [({ members }) => members[1]!.errors = ["etcdserver: no leader"], /reports etcdserver: no/],
    [({ members }) => members[0]!.alarms = [1], /^alarm NOSPACE of member 0{15}1$/],
    [({ members }) => members[0]!.alarms = [2], /^alarm CORRUPT of member 0{15}1$/],
    [({ members }) => members[0]!.leader = 0, /^10\.5\.0\.2: etcd has no leader$/],
    [({ members }) => members[0]!.leader = 1, /^etcd members follow 2 leaders$/],
    [({ members }) => members[0]!.applied = 3999, /^10\.5\.0\.2: etcd is 1001 entries behind/],
    [
      ({ members }) => members[0]!.lists = [1],
      /10\.5\.0\.3 has other etcd members than 10\.5\.0\.2/,
    ],
    [
      ({ members }) => members[0]!.service = { id: "kubelet" },
      /^10\.5\.0\.2: etcd does not exist$/,
    ],
    [
      ({ members }) => members[0]!.service = { id: "etcd", state: "Preparing" },
      /^10\.5\.0\.2: etcd is in state Preparing$/,
    ],
    [
      ({ members }) =>
        members[0]!.service = { id: "etcd", state: "Running", health: { unknown: true } },
      /^10\.5\.0\.2: etcd has not reported its health$/,
    ],
    [
      ({ members }) =>
        members[0]!.service = {
          id: "etcd",
          state: "Running",
          health: { lastMessage: "context deadline exceeded" },
        },
      /^10\.5\.0\.2: etcd is not healthy: context deadline exceeded$/,
    ],
  ];
  for (const [change, problem] of cases) match(await problemOf(change), problem);
});

Deno.test("statuses of half the members are not enough", async () => {
  const lost = new OsctlError("connection", "no route to host");
  const problem = await problemOf(({ members }) => {
    members[0]!.failure = lost;
    members[1]!.failure = lost;
  }, 4);
  match(problem, /^10\.5\.0\.2: no route to host; 10\.5\.0\.3: no route to host$/);
});

Deno.test("a member on no known control plane is a problem", async () => {
  const etcd = new Etcd(3);
  const guard = etcd.guard({ controlPlanes: etcd.nodes.slice(1) });
  const problem = /member 0{15}1 \(cp-1\) is on none of the control planes/;
  await rejects(guard.check(signal), problem);
  // Waiting does not help.
  const waits: string[] = [];
  const wait = { signal, report: (reason: string) => void waits.push(reason) };
  await rejects(guard.awaitHealthy(wait, false), problem);
  deepEqual(waits, []);
});

Deno.test("two members or one need a consent, with the reason", async () => {
  const wait = { signal, report: () => {} };
  const refuse = async (count: number, options: Json = {}, isInterrupted = true) => {
    try {
      await new Etcd(count).guard(options).awaitHealthy(wait, isInterrupted);
      return "";
    } catch (error) {
      match((error as OsctlError).hint!, /--accept-quorum-loss/);
      return (error as OsctlError).message;
    }
  };
  equal(
    await refuse(1),
    "etcd has one member: Kubernetes stops while its control plane restarts",
  );
  equal(
    await refuse(2),
    "etcd loses quorum until enough are back (1 of 2 members remains, 2 needed)",
  );
  equal(await refuse(3), "");
  equal(await refuse(4), "");
  equal(await refuse(2, { acceptsQuorumLoss: true }), "");
  // Workers, and changes without a restart, do not interrupt etcd.
  equal(await refuse(2, {}, false), "");
});

Deno.test("awaitHealthy repeats until etcd is healthy, and ends at denied access", async () => {
  const etcd = new Etcd(3);
  const reasons: string[] = [];
  etcd.members[2]!.leader = 0;
  const report = (text: string) => {
    reasons.push(text);
    if (reasons.length > 20) throw new Error(text);
    if (reasons.length === 3) etcd.members[2]!.leader = 3;
  };
  await etcd.guard().awaitHealthy({ signal, report }, true);
  equal(reasons.length, 3);
  // An alarm does not go away by itself.
  etcd.members[2]!.alarms = [1];
  etcd.members[0]!.errors = ["memberID:2 alarm:NOSPACE "];
  await rejects(etcd.guard().awaitHealthy({ signal, report }, true), (error: OsctlError) => {
    equal(error.message, "alarm NOSPACE of member 0000000000000003");
    match(error.hint!, /osctl etcd alarm disarm/);
    return true;
  });
  delete etcd.members[2]!.alarms;
  delete etcd.members[0]!.errors;
  etcd.members[1]!.isLearner = true;
  await rejects(etcd.guard().awaitHealthy({ signal, report }, true), /\(cp-2\) is a learner$/);
  equal(reasons.length, 3);
  etcd.members[1]!.isLearner = false;
  etcd.members[0]!.failure = rpcError(StatusCode.permissionDenied, "not authorized");
  await rejects(etcd.guard().awaitHealthy({ signal, report }, true), /not authorized/);
});

Deno.test("the leadership is handed over, again when an election returns it", async () => {
  const etcd = new Etcd(3);
  const { nodes } = etcd;
  const wait = { signal, report: () => {} };
  equal(await etcd.guard().findLeader(nodes, wait), "10.5.0.4");
  equal(await etcd.guard().findLeader(nodes.slice(0, 2), wait), undefined);
  await etcd.guard().moveLeadership(nodes[0]!, wait);
  deepEqual(etcd.calls, []);
  let transfers = 0;
  etcd.transfer = () => {
    if (++transfers === 1) {
      throw rpcError(StatusCode.unavailable, "etcdserver: request timed out");
    }
    for (const member of etcd.members) member.leader = transfers === 2 ? 3 : 1;
  };
  await etcd.guard().moveLeadership(nodes[2]!, wait);
  deepEqual(etcd.calls, ["forfeit 3", "forfeit 3", "forfeit 3"]);
  equal(await etcd.guard().findLeader(nodes, wait), "10.5.0.2");
});

Deno.test("the only member keeps the leadership", async () => {
  const etcd = new Etcd(1);
  await etcd.guard().moveLeadership(etcd.nodes[0]!, { signal, report: () => {} });
  deepEqual(etcd.calls, []);
});

Deno.test("a restarted member must apply what the leader had, however the index grows", async () => {
  const etcd = new Etcd(3);
  const [first, , leader] = etcd.members;
  first!.applied = 4200;
  const reasons: string[] = [];
  const report = (text: string) => {
    reasons.push(text);
    leader!.index += 100;
    first!.applied += 200;
  };
  await etcd.guard().awaitCaughtUp(etcd.nodes[0]!, { signal, report });
  deepEqual(reasons, [800, 600, 400, 200].map((lag) => `etcd is ${lag} entries behind the leader`));
});

function openClient(sandbox: Sandbox, cluster: Sandbox["cluster"]) {
  return cluster.issue("os:admin").then((tls) =>
    openClientWith({ ...fakeSystem({ clock: wallClock }), signal }, {
      endpoints: sandbox.controlPlanes.map(({ address, port }) => `${address}:${port}`),
      nodes: sandbox.nodes.map(({ address }) => address),
      tls,
    })
  );
}

Deno.test("a snapshot is verified, private, and never replaces another", async () => {
  await withSandbox({ controlPlanes: 3 }, async (sandbox) => {
    await using client = await openClient(sandbox, sandbox.cluster);
    const guard = createEtcdGuard({
      clock: wallClock,
      client,
      controlPlanes: sandbox.controlPlanes,
      acceptsQuorumLoss: false,
    });
    const reports: string[] = [];
    const wait = { signal, report: (text: string) => void reports.push(text) };
    const path = `${sandbox.home}/etcd.db`;
    await guard.saveSnapshot(path, wait);
    // A line of plain output for each chunk would be a thousand for 1.5 MB of a Talos node.
    deepEqual(reports, []);
    const { mode, size } = await Deno.stat(path);
    equal(mode! & 0o777, 0o600);
    equal(size % 512, 32);
    await rejects(guard.saveSnapshot(path, wait), /etcd\.db/);
    equal((await Deno.stat(path)).size, size);
    deepEqual(
      [...Deno.readDirSync(sandbox.home)].map(({ name }) => name).filter((name) =>
        name.startsWith("etcd")
      ),
      ["etcd.db"],
    );
    // The leader of the sandbox moves as well.
    const nodes = sandbox.controlPlanes.map(({ address, name }) => ({
      address,
      name,
      role: "controlplane" as const,
    }));
    const before = await guard.findLeader(nodes, wait);
    const leader = nodes.find(({ address }) => address === before)!;
    await guard.moveLeadership(leader, wait);
    const after = await guard.findLeader(nodes, wait);
    equal(after !== undefined && after !== before, true);
    await guard.awaitCaughtUp(leader, wait);
  });
});
