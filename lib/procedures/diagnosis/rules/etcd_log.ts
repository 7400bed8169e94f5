/**
 * Rules about the log of etcd.
 *
 * @module
 */
import { DAY_MS, HOUR_MS, MINUTE_MS, onControlPlanes, onLine } from "./define.ts";
import { isBroken, serviceEvidence } from "../read_facts.ts";
import type { Rule } from "../types.ts";

const LOGS = ["etcd"];
const LOG_ACTION = { text: "osctl logs etcd -n {node} --tail 200" };
const REJOIN = [
  { text: "osctl etcd members" },
  { text: "osctl reset -n {node} --system-labels-to-wipe EPHEMERAL --reboot" },
];

/** Default limit of the database, bytes. */
const DEFAULT_QUOTA = 2 * 1024 ** 3;
const NEAR_QUOTA = 0.8;
/** Size from which fragmentation matters, bytes. */
const SMALL_DATABASE = 256 * 1024 ** 2;
/** Entries that a member may be behind. */
const MAX_LAG = 5000;

export const ETCD_LOG_RULES: readonly Rule[] = [
  {
    id: "etcd-slow-disk",
    check: "etcd",
    summary: "The disk of an etcd member is slow",
    explanation:
      "etcd writes every change to disk before it answers. Slow writes delay heartbeats, so that " +
      "leaders change and the Kubernetes API is slow. Use a local SSD for the system disk, and " +
      "nothing else that writes much on it.",
    severity: "warning",
    certainty: "likely",
    reads: "log etcd of the last hour: slow fdatasync, failed heartbeats, slow applies",
    releases: "all",
    source: "etcd: server/storage/wal, server/etcdserver/raft.go",
    actions: [{ text: "osctl etcd status" }, LOG_ACTION],
    find: onLine({
      logs: LOGS,
      pattern:
        /slow fdatasync|leader failed to send out heartbeat on time|likely from slow disk|apply request took too long/,
      withinMs: HOUR_MS,
      atLeast: 5,
      title: "disk of the etcd member of {nodes} is slow",
    }),
  },
  {
    id: "etcd-leader-changes",
    check: "etcd",
    summary: "Leaders of etcd change often",
    explanation:
      "A leader that does not send its heartbeats in time is replaced. While there is none, the " +
      "Kubernetes API accepts no changes. Slow disks, a network that loses packets, or machines " +
      "that are paused are the usual causes.",
    severity: "warning",
    certainty: "certain",
    isSymptom: true,
    isGeneric: true,
    reads: "log etcd of the last hour: lost leader, elected leader",
    releases: "all",
    source: "etcd: raft",
    actions: [{ text: "osctl etcd status" }, LOG_ACTION],
    find: onLine({
      logs: LOGS,
      pattern: /lost leader|changed leader|elected leader/,
      withinMs: HOUR_MS,
      atLeast: 6,
      title: "leaders of etcd change often",
    }),
  },
  {
    id: "etcd-cluster-id-mismatch",
    check: "etcd",
    summary: "A member of etcd has data of another cluster",
    explanation:
      "The member has the data of a cluster that it was part of before, so that the others refuse " +
      "it: the machine was reinstalled without wiping its disk, or etcd was bootstrapped twice. " +
      "Wipe the data of the node, so that it joins with an empty member.",
    severity: "error",
    certainty: "certain",
    reads: "log etcd: cluster ID mismatch",
    releases: "all",
    source: "etcd: server/etcdserver/api/rafthttp",
    actions: [{ text: "osctl etcd members" }, ...REJOIN.slice(1)],
    find: onLine({
      logs: LOGS,
      pattern: /cluster[ -]?ID mismatch|cluster[-_ ]id[-_ ]mismatch/i,
      withinMs: DAY_MS,
      whileBroken: "etcd",
      title: "etcd of {nodes} has data of another cluster",
    }),
  },
  {
    id: "etcd-member-removed",
    check: "etcd",
    summary: "A removed member of etcd still has its data",
    explanation:
      "The member was removed from the cluster, but its node still has its data and starts it " +
      "again. Wipe the data, so that it joins as a new member.",
    severity: "error",
    certainty: "certain",
    reads: "log etcd: removed",
    releases: "all",
    source: "etcd: the member has been permanently removed from the cluster",
    actions: REJOIN,
    find: onLine({
      logs: LOGS,
      pattern:
        /permanently removed from the cluster|removed myself from cluster|the member has been permanently removed/i,
      withinMs: DAY_MS,
      whileBroken: "etcd",
      title: "etcd of {nodes} was removed from the cluster, and has its old data",
    }),
  },
  {
    id: "etcd-data-lost",
    check: "etcd",
    summary: "A member of etcd has lost a part of its data",
    explanation:
      "The leader has given the member entries that the member does not have any more: its disk " +
      "was replaced or restored from an older copy, or writes were lost at a power failure. The " +
      "member has to leave and to join again with an empty disk.",
    severity: "error",
    certainty: "certain",
    reads: "log etcd: tocommit out of range, crc mismatch, panic of the database",
    releases: "all",
    source: "etcd: raft/log.go, server/storage/wal; bbolt",
    actions: [
      { text: "osctl etcd members" },
      { text: "osctl etcd remove-member <member of {name}> -n <healthy control plane node>" },
      ...REJOIN.slice(1),
    ],
    find: onLine({
      logs: LOGS,
      pattern:
        /tocommit\(\d+\) is out of range|state\.commit \d+ is out of range|has already been bootstrapped|walpb: crc mismatch|wal: (?:file not found|crc mismatch|slice bounds)|snap: (?:crc mismatch|snapshot file doesn't exist)|panic: freepages|invalid freelist|failed to recover v3 backend|page \d+ already freed|unexpected fault address/,
      whileBroken: "etcd",
      title: "etcd of {nodes} has lost or damaged data",
    }),
  },
  {
    id: "etcd-peer-certificate",
    check: "etcd",
    summary: "Members of etcd reject each other's certificates",
    explanation:
      "The certificates of the members are of different authorities, lack an address, or are not " +
      "valid at the time of a node. Nodes of one cluster are generated from the same secrets.",
    severity: "error",
    certainty: "certain",
    reads: "log etcd: rejected connection, x509",
    releases: "all",
    source: "etcd: server/embed, client/pkg/transport",
    actions: [
      { text: "osctl time" },
      { text: "osctl get etcdspec -n {node} -o yaml" },
      LOG_ACTION,
    ],
    find: onLine({
      logs: [...LOGS, "dmesg"],
      pattern:
        /^(?=.*(?:etcd|peer|2380|rejected connection)).*?(x509: [^"\\]*|remote error: tls: [^"\\]*certificate[^"\\]*|tls: bad certificate)/,
      withinMs: HOUR_MS,
      atLeast: 3,
      title: (match) => `etcd of {nodes}: certificate of a peer is rejected: ${match[1]}`,
    }),
  },
  {
    id: "etcd-peer-unreachable",
    check: "etcd",
    summary: "A member of etcd cannot reach another one",
    explanation:
      "Members connect to each other on port 2380. A closed port, a firewall, a wrong advertised " +
      "address or a node that is down cut them off.",
    severity: "warning",
    certainty: "likely",
    isSymptom: true,
    isGeneric: true,
    reads: "log etcd of the last ten minutes: unhealthy peer",
    releases: "all",
    source: "etcd: server/etcdserver/api/rafthttp/probing_status.go",
    actions: [
      { text: "osctl etcd status" },
      { text: "osctl netstat -n {node}" },
      LOG_ACTION,
    ],
    find: onLine({
      logs: LOGS,
      pattern:
        /prober detected unhealthy status|failed to reach the peer URL|dial tcp ([^"\s]+:2380): [^"]*/,
      withinMs: 10 * MINUTE_MS,
      atLeast: 3,
      title: "etcd of {nodes} cannot reach a peer on port 2380",
    }),
  },
  {
    id: "etcd-join-refused",
    check: "etcd",
    summary: "etcd refuses a new member",
    explanation:
      "etcd adds a member only while the present ones are healthy, and one learner at a time. " +
      "Repair or remove the members that do not run first.",
    severity: "error",
    certainty: "certain",
    isSymptom: true,
    reads: "dmesg: error adding member",
    releases: "all",
    source: "internal/app/machined/pkg/system/services/etcd.go: addMember",
    actions: [{ text: "osctl etcd members" }, { text: "osctl etcd status" }],
    find: onLine({
      logs: ["dmesg", "machined", "etcd"],
      pattern:
        /(?:etcdserver: (unhealthy cluster|re-configuration failed due to not enough started members|too many learner members in cluster|Peer URLs already exists))|member already exists with the same peer URLs/,
      withinMs: HOUR_MS,
      whileBroken: "etcd",
      title: (match) => `etcd refuses {nodes} as a new member: ${match[1] ?? match[0]}`,
    }),
  },
  {
    id: "etcd-clock-drift",
    check: "time",
    summary: "etcd reports that clocks of its members differ",
    explanation: "Members compare their clocks and warn from one second of difference on.",
    severity: "warning",
    certainty: "certain",
    reads: "log etcd of the last hour: clock drift",
    releases: "all",
    source: "etcd: server/etcdserver/api/rafthttp/probing_status.go",
    actions: [{ text: "osctl time" }],
    find: onLine({
      logs: LOGS,
      pattern: /prober found high clock drift|clock difference against peer/,
      withinMs: HOUR_MS,
      title: "etcd of {nodes}: clocks of members differ",
    }),
  },
  {
    id: "etcd-database-near-quota",
    check: "etcd",
    summary: "The database of etcd is near its quota",
    explanation:
      "At its quota, 2 GiB by default, etcd refuses changes. Find what fills it, or raise the " +
      "quota with the etcd argument quota-backend-bytes on all control plane nodes.",
    severity: "warning",
    certainty: "certain",
    reads: "etcd status: database size; machine configuration: quota-backend-bytes",
    releases: "all",
    source: "siderolabs/docs: etcd maintenance",
    actions: [
      { text: "osctl etcd status" },
      { text: "osctl etcd defrag -n {node}" },
      {
        text: "osctl patch mc -n {node} --patch " +
          `'{"cluster": {"etcd": {"extraArgs": {"quota-backend-bytes": "4294967296"}}}}'`,
      },
    ],
    find: onControlPlanes(({ node, etcd, config }) => {
      const status = etcd?.status;
      if (status === undefined) return undefined;
      const quota = quotaOf(config) ?? DEFAULT_QUOTA;
      if (status.dbSize < quota * NEAR_QUOTA) return undefined;
      const percent = Math.round(status.dbSize / quota * 100);
      return {
        title: `database of etcd of {nodes} has ${percent} % of its quota`,
        evidence: [{
          node,
          source: "etcd status",
          text: `database ${mib(status.dbSize)}, in use ${mib(status.dbSizeInUse)}, quota ${
            mib(quota)
          }`,
        }],
      };
    }),
  },
  {
    id: "etcd-fragmented",
    check: "etcd",
    summary: "The database of etcd is fragmented",
    explanation:
      "Deleted data leaves gaps that only a defragmentation frees. Defragment one member at a " +
      "time, the leader last: a member does not respond meanwhile.",
    severity: "note",
    certainty: "certain",
    reads: "etcd status: database size, size in use",
    releases: "all",
    source: "siderolabs/docs: etcd maintenance",
    actions: [{ text: "osctl etcd status" }, { text: "osctl etcd defrag -n {node}" }],
    find: onControlPlanes(({ node, etcd }) => {
      const status = etcd?.status;
      if (status === undefined || status.dbSize < SMALL_DATABASE) return undefined;
      if (status.dbSizeInUse > status.dbSize / 2) return undefined;
      return {
        title: "database of etcd of {nodes} is fragmented",
        evidence: [{
          node,
          source: "etcd status",
          text: `database ${mib(status.dbSize)}, in use ${mib(status.dbSizeInUse)}`,
        }],
      };
    }),
  },
  {
    id: "etcd-member-lags",
    check: "etcd",
    summary: "A member of etcd is behind the leader",
    explanation:
      "The member receives or applies entries more slowly than the leader writes them: its disk " +
      "or its network is slow.",
    severity: "warning",
    certainty: "certain",
    reads: "etcd status: raft index, applied index",
    releases: "all",
    source: "etcd: server/etcdserver: applied index",
    actions: [{ text: "osctl etcd status" }, LOG_ACTION],
    find: onControlPlanes(({ node, etcd }, { nodes }) => {
      const status = etcd?.status;
      if (status === undefined) return undefined;
      const highest = Math.max(...nodes.map((one) => one.etcd?.status?.raftIndex ?? 0));
      const lag = highest - status.raftAppliedIndex;
      if (lag < MAX_LAG) return undefined;
      return {
        title: `member of etcd of {nodes} is ${lag} entries behind`,
        evidence: [{
          node,
          source: "etcd status",
          text: `raft index ${highest}, applied ${status.raftAppliedIndex}`,
        }],
      };
    }),
  },
  {
    id: "etcd-crashes",
    check: "etcd",
    summary: "etcd starts and ends again",
    explanation: "The container of etcd exits; its last lines have the reason.",
    severity: "error",
    certainty: "likely",
    isSymptom: true,
    reads: "service etcd: restarts; log etcd: fatal lines",
    releases: "all",
    source: "internal/app/machined/pkg/system/runner/restart",
    actions: [LOG_ACTION, { text: "osctl service etcd -n {node}" }],
    find: onLine({
      logs: LOGS,
      pattern:
        /"level":"(?:fatal|panic)".*?"msg":"([^"]*)"(?:.*?"error":"((?:[^"\\]|\\.)*)")?|^panic: (.*)|^(?:error|fatal error): (.*)|etcdmain: (.*)/,
      withinMs: DAY_MS,
      whileBroken: "etcd",
      when: (node) => isBroken(node, "etcd"),
      title: (match) =>
        `etcd of {nodes} ends: ${
          [match[1] ?? match[3] ?? match[4] ?? match[5], match[2]].filter(Boolean).join(": ")
        }`,
      evidence: (node) => [serviceEvidence(node, "etcd")],
    }),
  },
];

function quotaOf(config: Parameters<Parameters<typeof onControlPlanes>[0]>[0]["config"]) {
  for (const document of config ?? []) {
    const cluster = document["cluster"] as
      | { etcd?: { extraArgs?: Record<string, unknown> } }
      | undefined;
    const text = cluster?.etcd?.extraArgs?.["quota-backend-bytes"];
    const value = Number(text);
    if (text !== undefined && Number.isSafeInteger(value) && value > 0) return value;
  }
  return undefined;
}

function mib(bytes: number): string {
  return `${Math.round(bytes / 1024 ** 2)} MiB`;
}
