/**
 * Rules about etcd: bootstrap, members, quorum.
 *
 * @module
 */
import type { EtcdMemberFact, Facts, NodeFacts } from "../facts.ts";
import {
  addressesOf,
  controlPlanes,
  findLine,
  isBroken,
  isWorking,
  lineEvidence,
  listAt,
  serviceEvidence,
  serviceOf,
  serviceSince,
  specOf,
} from "../read_facts.ts";
import type { Evidence, Observation, Rule } from "../types.ts";
import { MINUTE_MS, onControlPlanes } from "./define.ts";

const WAITING_TO_JOIN = /etcd is waiting to join the cluster/;

/** Time that a new member needs to catch up, milliseconds. */
const LEARNER_MS = 10 * MINUTE_MS;

/** Returns the lists of members by node. */
export function memberLists(
  facts: Facts,
): readonly { readonly node: NodeFacts; readonly members: readonly EtcdMemberFact[] }[] {
  return controlPlanes(facts).flatMap((node) =>
    node.etcd?.members === undefined || node.etcd.members.length === 0
      ? []
      : [{ node, members: node.etcd.members }]
  );
}

const JOIN_TIMEOUT = /failed to build (?:initial etcd cluster|cluster arguments)/;

/** Reports whether the node waits for the bootstrap of etcd. */
function isWaiting(node: NodeFacts): boolean {
  const service = serviceOf(node, "etcd");
  const last = service?.events.at(-1)?.message ?? "";
  if (service?.state === "Failed" && JOIN_TIMEOUT.test(last)) return true;
  return service?.state === "Preparing" && /^Running pre state/.test(last) &&
    findLine(node, ["dmesg", "machined"], /failed to pull image|error pulling image/) === undefined;
}

function membersEvidence(node: NodeFacts, members: readonly EtcdMemberFact[]): Evidence {
  const names = members.map(({ hostname, id, isLearner }) =>
    `${hostname === "" ? "(unstarted)" : hostname} ${id}${isLearner ? " (learner)" : ""}`
  );
  return { node: node.node, source: "etcd members", text: names.join(", ") };
}

/** Returns the node of a member. */
function nodeOfMember(facts: Facts, { hostname, peerUrls }: EtcdMemberFact): NodeFacts | undefined {
  return facts.nodes.find((node) =>
    hostname !== "" && node.name === hostname ||
    peerUrls.some((url) => isAddressOf(node, hostOf(url)))
  );
}

function hostOf(url: string): string {
  return URL.parse(url)?.hostname.replace(/^\[|\]$/g, "") ?? url;
}

function isAddressOf(node: NodeFacts, host: string): boolean {
  return node.node === host || addressesOf(node).includes(host);
}

export const ETCD_RULES: readonly Rule[] = [
  {
    id: "etcd-not-bootstrapped",
    check: "etcd",
    summary: "etcd of a new cluster is not bootstrapped",
    explanation:
      "Every control plane node waits to join etcd, and none runs it. A new cluster needs the " +
      "bootstrap once, on one control plane node. Do not bootstrap a cluster that had etcd before: " +
      "recover it from a snapshot, or repair the members that are down.",
    severity: "error",
    certainty: "certain",
    reads: "service etcd of all control plane nodes; dmesg: etcd is waiting to join",
    releases: "all",
    source: "internal/app/machined/pkg/system/services/etcd.go",
    actions: [{ text: "osctl bootstrap -n {node}" }],
    *find(facts) {
      const planes = controlPlanes(facts);
      const waiting = planes.filter(isWaiting);
      if (waiting.length === 0 || planes.some((node) => isWorking(node, "etcd"))) return;
      if (planes.some(({ etcd }) => (etcd?.members?.length ?? 0) > 0)) return;
      const hidden = facts.nodes.filter(({ unreachable, type }) =>
        unreachable !== undefined && type !== "worker"
      );
      const others = planes.filter((node) => !waiting.includes(node));
      const line = waiting.map((node) =>
        [node, findLine(node, ["dmesg", "machined"], WAITING_TO_JOIN)] as const
      )
        .find(([, found]) => found !== undefined);
      yield {
        node: waiting[0],
        title: "etcd is not bootstrapped",
        certainty: hidden.length === 0 && others.length === 0 && line !== undefined
          ? "certain"
          : "likely",
        since: serviceSince(waiting[0]!, "etcd"),
        evidence: [
          ...(line === undefined ? [] : [lineEvidence(line[0], line[1]!)]),
          ...waiting.map((node) => serviceEvidence(node, "etcd")),
        ],
      };
    },
  },
  {
    id: "etcd-cannot-join",
    check: "etcd",
    summary: "A control plane node cannot join etcd",
    explanation:
      "Members run on other nodes, but this node does not get their list: it has not discovered " +
      "them, cannot reach their port 2379, or its certificates are of another authority. The nodes " +
      "must have discovery or the Kubernetes registry, the same secrets, and open ports 2379 and " +
      "2380.",
    severity: "error",
    certainty: "likely",
    isSymptom: true,
    reads: "service etcd; dmesg: etcd is waiting to join",
    releases: "all",
    source: "internal/app/machined/pkg/system/services/etcd.go: buildInitialCluster",
    actions: [
      { text: "osctl get members -n {node}" },
      { text: "osctl etcd members" },
      { text: "osctl service etcd -n {node}" },
    ],
    *find(facts) {
      const planes = controlPlanes(facts);
      if (!planes.some((node) => isWorking(node, "etcd"))) return;
      for (const node of planes) {
        if (!isWaiting(node)) continue;
        const since = serviceSince(node, "etcd");
        if (since !== undefined && node.readAt - since < 2 * MINUTE_MS) continue;
        const line = findLine(node, ["dmesg", "machined"], WAITING_TO_JOIN);
        yield {
          node,
          title: "{nodes} cannot join etcd",
          since,
          evidence: [
            serviceEvidence(node, "etcd"),
            ...(line === undefined ? [] : [lineEvidence(node, line)]),
          ],
        };
      }
    },
  },
  {
    id: "etcd-bootstrapped-twice",
    check: "etcd",
    summary: "etcd was bootstrapped on two nodes",
    explanation:
      "Two control plane nodes run members that do not know each other: each was bootstrapped. " +
      "Only one of the two clusters can remain: reset the other nodes, so that they join it.",
    severity: "error",
    certainty: "certain",
    reads: "etcd members of all control plane nodes",
    releases: "all",
    source: "internal/app/machined/pkg/system/services/etcd.go: BootstrapEtcd",
    actions: [
      { text: "osctl etcd members -n {nodes}" },
      { text: "osctl etcd snapshot backup.db -n {node}" },
      {
        text:
          "osctl reset -n <node of the cluster that shall not remain> --graceful=false --reboot",
      },
    ],
    *find(facts) {
      const lists = memberLists(facts);
      const groups: { node: NodeFacts; ids: Set<string>; members: readonly EtcdMemberFact[] }[] =
        [];
      for (const { node, members } of lists) {
        const group = groups.find(({ ids }) => members.some(({ id }) => ids.has(id)));
        if (group === undefined) {
          groups.push({
            node,
            members,
            ids: new Set(members.map(({ id }) => id)),
          });
        } else for (const { id } of members) group.ids.add(id);
      }
      if (groups.length < 2) return;
      const evidence = groups.map(({ node, members }) => membersEvidence(node, members));
      for (const { node } of groups) {
        yield { node, title: "{nodes} run separate clusters of etcd", evidence };
      }
    },
  },
  {
    id: "etcd-quorum-lost",
    check: "etcd",
    summary: "Too few members of etcd run for a quorum",
    explanation:
      "etcd accepts changes only while more than half of its members run. Repair the members that " +
      "do not run; if their data is lost, recover the cluster from a snapshot.",
    severity: "error",
    certainty: "certain",
    isSymptom: true,
    reads: "etcd members, service etcd of their nodes",
    releases: "all",
    source: "etcd: quorum of (n/2)+1",
    actions: [
      { text: "osctl etcd status" },
      { text: "osctl service etcd -n {nodes}" },
      { text: "osctl bootstrap -n <node> --recover-from=<snapshot>" },
    ],
    *find(facts) {
      const state = quorumOf(facts);
      if (state === undefined || state.running >= state.needed) return;
      yield {
        title: `etcd has no quorum: ${state.running} of ${state.total} members run`,
        evidence: [membersEvidence(state.node, state.members), ...state.down],
      };
    },
  },
  {
    id: "etcd-no-tolerance",
    check: "etcd",
    summary: "etcd tolerates no further failure",
    explanation:
      "A member does not run, and the loss of one more would stop etcd, and with it the Kubernetes " +
      "API. Repair the member before any maintenance of another control plane node.",
    severity: "warning",
    certainty: "certain",
    isSymptom: true,
    isGeneric: true,
    reads: "etcd members, service etcd of their nodes",
    releases: "all",
    source: "etcd: quorum of (n/2)+1",
    actions: [{ text: "osctl etcd status" }, { text: "osctl etcd members" }],
    *find(facts) {
      const state = quorumOf(facts);
      if (state === undefined || state.running !== state.needed || state.total === state.running) {
        return;
      }
      yield {
        title:
          `${state.running} of ${state.total} members of etcd run: no further failure is tolerated`,
        evidence: state.down,
      };
    },
  },
  {
    id: "etcd-no-leader",
    check: "etcd",
    summary: "etcd has no leader",
    explanation:
      "The members run, but do not elect a leader: they cannot reach each other on port 2380, or " +
      "are too slow for their heartbeats.",
    severity: "error",
    certainty: "certain",
    isSymptom: true,
    isGeneric: true,
    reads: "etcd status: leader, errors",
    releases: "all",
    source: "etcd: etcdserver: no leader",
    actions: [
      { text: "osctl etcd status" },
      { text: "osctl logs etcd -n {node} --tail 100" },
    ],
    find: onControlPlanes(({ node, etcd }) => {
      const status = etcd?.status;
      if (status === undefined) return undefined;
      const hasNone = status.leader === "0" || status.errors.some((text) => /no leader/.test(text));
      if (!hasNone) return undefined;
      const text = `leader: ${status.leader}; errors: ${status.errors.join(", ") || "none"}`;
      return {
        title: "etcd of {nodes} has no leader",
        evidence: [{ node, source: "etcd status", text }],
      };
    }),
  },
  {
    id: "etcd-alarm-nospace",
    check: "etcd",
    summary: "The database of etcd is full",
    explanation:
      "The database reached its quota: etcd refuses changes until there is room and the alarm is " +
      "disarmed. Delete what fills it, compact and defragment one member after the other, then " +
      "disarm the alarm. The quota is the etcd argument quota-backend-bytes, 2 GiB by default.",
    severity: "error",
    certainty: "certain",
    reads: "etcd alarms",
    releases: "all",
    source: "siderolabs/docs: etcd maintenance",
    actions: [
      { text: "osctl etcd snapshot backup.db -n {node}" },
      { text: "osctl etcd status" },
      { text: "osctl etcd defrag -n {node}" },
      { text: "osctl etcd alarm disarm -n {node}" },
    ],
    *find(facts) {
      const title = "database of etcd of {nodes} is full";
      const raised = [...alarms(facts, "NOSPACE", title)];
      yield* raised;
      if (raised.length > 0) return;
      for (const node of controlPlanes(facts)) {
        const line = findLine(
          node,
          ["dmesg", "etcd", "kube-system/kube-apiserver*"],
          /mvcc: database space exceeded/,
          { withinMs: 10 * MINUTE_MS },
        );
        if (line === undefined) continue;
        yield { node, title, since: line.since, evidence: [lineEvidence(node, line)] };
      }
    },
  },
  {
    id: "etcd-alarm-corrupt",
    check: "etcd",
    summary: "The data of an etcd member is corrupt",
    explanation:
      "The member has other data than the rest. Take a snapshot from a member without alarm, " +
      "remove the member, reset its node with its data, and let it join again.",
    severity: "error",
    certainty: "certain",
    reads: "etcd alarms",
    releases: "all",
    source: "etcd: corruption check",
    actions: [
      { text: "osctl etcd alarm list -n {node}" },
      { text: "osctl etcd snapshot backup.db -n <node of another member>" },
      { text: "osctl reset -n {node} --system-labels-to-wipe EPHEMERAL --reboot" },
    ],
    *find(facts) {
      yield* alarms(facts, "CORRUPT", "data of the etcd member of {nodes} is corrupt");
    },
  },
  {
    id: "etcd-learner-stuck",
    check: "etcd",
    summary: "A member of etcd does not become a voter",
    explanation:
      "A new member is a learner until it has the data of the leader. If that lasts, it cannot " +
      "follow: its disk or network is slow, or it cannot reach the leader.",
    severity: "warning",
    certainty: "certain",
    reads: "etcd status: learner; service etcd",
    releases: "all",
    source: "internal/app/machined/pkg/system/services/etcd.go: promoteMember",
    actions: [
      { text: "osctl etcd status" },
      { text: "osctl logs etcd -n {node} --tail 100" },
    ],
    find: onControlPlanes((node) => {
      if (node.etcd?.status?.isLearner !== true) return undefined;
      const since = serviceSince(node, "etcd");
      if (since !== undefined && node.readAt - since < LEARNER_MS) return undefined;
      return {
        title: "member of etcd of {nodes} remains a learner",
        since,
        evidence: [{ node: node.node, source: "etcd status", text: "learner: true" }],
      };
    }),
  },
  {
    id: "etcd-even-members",
    check: "etcd",
    summary: "The number of etcd members is even",
    explanation:
      "An even number tolerates no more failures than one member less: two members stop when " +
      "either fails.",
    severity: "note",
    certainty: "certain",
    isSymptom: true,
    isGeneric: true,
    reads: "etcd members",
    releases: "all",
    source: "etcd: FAQ, why an odd number of cluster members",
    actions: [{ text: "osctl etcd members" }],
    *find(facts) {
      const [first] = memberLists(facts);
      const voters = first?.members.filter(({ isLearner }) => !isLearner) ?? [];
      if (voters.length === 0 || voters.length % 2 === 1) return;
      yield {
        title: `etcd has ${voters.length} members, an even number`,
        severity: voters.length === 2 ? "warning" : "note",
        evidence: [membersEvidence(first!.node, first!.members)],
      };
    },
  },
  {
    id: "etcd-lists-differ",
    check: "etcd",
    summary: "Members of etcd have different lists of members",
    explanation:
      "The lists differ while a member joins or leaves. If that lasts, a member is cut off and has " +
      "an old list.",
    severity: "error",
    certainty: "likely",
    reads: "etcd members of all control plane nodes",
    releases: "all",
    source: "etcd: membership is part of the replicated log",
    actions: [{ text: "osctl etcd members -n {nodes}" }, { text: "osctl etcd status" }],
    *find(facts) {
      const lists = memberLists(facts);
      const key = (members: readonly EtcdMemberFact[]) => members.map(({ id }) => id).sort().join();
      const [first] = lists;
      const others = lists.filter(({ members }) => key(members) !== key(first!.members));
      // Lists without a common member are two clusters.
      if (
        others.length === 0 ||
        others.some(({ members }) =>
          !members.some(({ id }) => first!.members.some((one) => one.id === id))
        )
      ) return;
      for (const { node, members } of others) {
        yield {
          node,
          title: `{nodes} has another list of etcd members than ${first!.node.name}`,
          evidence: [membersEvidence(first!.node, first!.members), membersEvidence(node, members)],
        };
      }
    },
  },
  {
    id: "etcd-member-without-node",
    check: "etcd",
    summary: "A member of etcd belongs to no node",
    explanation:
      "The member counts for the quorum, but its node is not part of the cluster any more: it was " +
      "removed without a reset, or with a reset that could not reach etcd.",
    severity: "warning",
    certainty: "likely",
    reads: "etcd members, Members.cluster, nodes of Kubernetes",
    releases: "all",
    source: "siderolabs/docs: etcd maintenance",
    actions: [
      { text: "osctl etcd members" },
      { text: "osctl etcd remove-member {member} -n {healthy}" },
    ],
    *find(facts) {
      if (!facts.isWhole) return;
      const [first] = memberLists(facts);
      if (first === undefined) return;
      const known = facts.nodes.some(({ resources }) => resources["Members.cluster"] !== undefined);
      if (!known) return;
      for (const member of first.members) {
        if (nodeOfMember(facts, member) !== undefined || isDiscovered(facts, member)) continue;
        const name = member.hostname || hostOf(member.peerUrls[0] ?? member.id);
        yield {
          title: `member ${name} of etcd belongs to no node of the cluster`,
          evidence: [{
            node: first.node.node,
            source: "etcd members",
            text: `${member.id} ${member.hostname} ${member.peerUrls.join(" ")}`,
          }],
          values: { member: member.id, healthy: first.node.node },
        };
      }
    },
  },
  {
    id: "etcd-waits-for-address",
    check: "network",
    summary: "etcd has no address to advertise",
    explanation:
      "etcd waits for its specification: no address of the node is in the configured subnets " +
      "(.cluster.etcd.advertisedSubnets), or the node has no address yet.",
    severity: "error",
    certainty: "certain",
    reads: "service etcd: Waiting for etcd spec; EtcdSpecs.etcd",
    releases: "all",
    source: "internal/app/machined/pkg/controllers/etcd/spec.go",
    actions: [
      { text: "osctl get addresses -n {node}" },
      { text: "osctl get etcdconfigs -n {node} -o yaml" },
    ],
    find: onControlPlanes((node) => {
      const service = serviceOf(node, "etcd");
      const last = service?.events.at(-1);
      if (service?.state !== "Waiting" || !/etcd spec/.test(last?.message ?? "")) return undefined;
      if (listAt(specOf(node, "EtcdSpecs.etcd"), "advertisedAddresses").length > 0) {
        return undefined;
      }
      return {
        title: "etcd of {nodes} has no address to advertise",
        since: last?.time,
        evidence: [serviceEvidence(node, "etcd")],
      };
    }),
  },
  {
    id: "etcd-versions-differ",
    check: "etcd",
    summary: "Members of etcd have different minor versions",
    explanation:
      "Members of different versions are meant for the time of an upgrade; features of the newer " +
      "version are off meanwhile.",
    severity: "note",
    certainty: "certain",
    reads: "etcd status: version",
    releases: "all",
    source: "etcd: rolling upgrades",
    actions: [{ text: "osctl etcd status" }],
    *find(facts) {
      const versions = controlPlanes(facts).flatMap(({ node, etcd }) =>
        etcd?.status?.version ? [[node, etcd.status.version] as const] : []
      );
      const minors = new Set(
        versions.map(([, version]) => version.split(".").slice(0, 2).join(".")),
      );
      if (minors.size < 2) return;
      yield {
        title: `members of etcd have versions ${[...minors].sort().join(" and ")}`,
        evidence: versions.map(([node, text]) => ({ node, source: "etcd status", text })),
      };
    },
  },
  {
    id: "etcd-not-running",
    check: "etcd",
    summary: "etcd of a control plane node does not run",
    explanation:
      "The service has another state than running, or its health check fails. Its events and its " +
      "log have the reason.",
    severity: "error",
    certainty: "certain",
    isSymptom: true,
    isGeneric: true,
    reads: "service etcd",
    releases: "all",
    source: "internal/app/machined/pkg/system/service_runner.go",
    actions: [
      { text: "osctl service etcd -n {node}" },
      { text: "osctl logs etcd -n {node} --tail 100" },
    ],
    find: onControlPlanes((node) => {
      if (!isBroken(node, "etcd")) return undefined;
      const { state, healthy } = serviceOf(node, "etcd")!;
      return {
        title: state === "Running" && healthy === false
          ? "etcd of {nodes} is not healthy"
          : `etcd of {nodes} does not run (${state})`,
        since: serviceSince(node, "etcd"),
        evidence: [serviceEvidence(node, "etcd")],
      };
    }),
  },
];

function isDiscovered(facts: Facts, { hostname, peerUrls }: EtcdMemberFact): boolean {
  const hosts = peerUrls.map(hostOf);
  return facts.nodes.some(({ resources }) =>
    (resources["Members.cluster"] ?? []).some(({ id, spec }) =>
      id === hostname || listAt(spec, "addresses").some((one) => hosts.includes(String(one)))
    )
  );
}

function* alarms(facts: Facts, alarm: string, title: string): Generator<Observation> {
  const planes = controlPlanes(facts);
  const reported = new Set<string>();
  for (const node of planes) {
    for (const one of node.etcd?.alarms ?? []) {
      if (one.alarm !== alarm || reported.has(one.memberId)) continue;
      reported.add(one.memberId);
      const owner = planes.find(({ etcd }) => etcd?.status?.memberId === one.memberId) ?? node;
      yield {
        node: owner,
        title,
        evidence: [{ node: node.node, source: "etcd alarms", text: `${one.memberId} ${alarm}` }],
      };
    }
  }
}

/** Returns how many members run, of a list of members that a node has. */
function quorumOf(facts: Facts) {
  const [first] = memberLists(facts).toSorted((a, b) => b.members.length - a.members.length);
  const planes = controlPlanes(facts);
  // Without any list, the control plane nodes are the members.
  if (first === undefined) return undefined;
  const voters = first.members.filter(({ isLearner }) => !isLearner);
  const down: Evidence[] = [];
  let running = 0;
  for (const member of voters) {
    const node = nodeOfMember(facts, member);
    if (node === undefined ? !facts.isWhole : isRunning(node, planes)) running++;
    else if (node === undefined) {
      down.push({
        node: first.node.node,
        source: "etcd members",
        text: `${member.hostname || member.id}: no node`,
      });
    } else if (node.unreachable !== undefined) {
      down.push({ node: node.node, source: "call Version", text: node.unreachable.message });
    } else down.push(serviceEvidence(node, "etcd"));
  }
  const needed = Math.floor(voters.length / 2) + 1;
  return { node: first.node, members: voters, total: voters.length, needed, running, down };
}

function isRunning(node: NodeFacts, planes: readonly NodeFacts[]): boolean {
  return planes.includes(node) &&
    (isWorking(node, "etcd") || serviceOf(node, "etcd") === undefined);
}
