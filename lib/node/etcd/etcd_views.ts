/**
 * Views of etcd members, their status and alarms, and snapshots.
 *
 * @module
 */
import { formatFixed } from "../../output/go_float.ts";
import { type Integer, toExactInteger } from "../../output/integer.ts";
import type { View } from "../../output/rows.ts";
import { formatSize } from "../../output/size.ts";

/** An etcd member. */
export interface EtcdMemberEntry {
  readonly id?: Integer;
  readonly hostname?: string | null | undefined;
  readonly peerUrls?: readonly string[] | null | undefined;
  readonly clientUrls?: readonly string[] | null | undefined;
  readonly isLearner?: boolean | null | undefined;
}

/** Status of a member. Sizes in bytes. */
export interface EtcdStatusEntry {
  readonly memberId?: Integer;
  readonly protocolVersion?: string | null | undefined;
  readonly dbSize?: Integer;
  readonly dbSizeInUse?: Integer;
  readonly leader?: Integer;
  readonly raftIndex?: Integer;
  readonly raftTerm?: Integer;
  readonly raftAppliedIndex?: Integer;
  readonly errors?: readonly string[] | null | undefined;
  readonly isLearner?: boolean | null | undefined;
  /** Version of the database; sent by nodes from v1.11 on. */
  readonly storageVersion?: string | null | undefined;
}

/** An alarm of a member. */
export interface EtcdAlarmEntry {
  readonly memberId?: Integer;
  readonly alarm?: number | null | undefined;
}

/** Alarm names by number. */
const ALARMS = ["NONE", "NOSPACE", "CORRUPT"];

/** Formats a member ID: 16 hexadecimal digits. */
export function formatMemberId(id: Integer): string {
  return BigInt.asUintN(64, BigInt(toExactInteger(id))).toString(16).padStart(16, "0");
}

/** Formats the used part of the database: `5.0 MB (25.00%)`. */
function formatUsage({ dbSize, dbSizeInUse }: EtcdStatusEntry): string {
  const used = toExactInteger(dbSizeInUse);
  const all = Number(toExactInteger(dbSize));
  const percent = all === 0 ? 0 : Number(used) / all * 100;
  return `${formatSize(used)} (${formatFixed(percent, 2)}%)`;
}

/** Returns the name of an alarm. */
export function getAlarmName({ alarm }: EtcdAlarmEntry): string {
  return ALARMS[alarm ?? 0] ?? String(alarm);
}

/** View of members. */
export const etcdMembersView: View<EtcdMemberEntry> = {
  hideFirst: ["CLIENT URLS", "PEER URLS", "LEARNER"],
  identities: ["HOSTNAME"],
  columns: [
    { header: "ID", cell: ({ id }) => formatMemberId(id) },
    { header: "HOSTNAME", cell: ({ hostname }) => hostname ?? "" },
    { header: "PEER URLS", cell: ({ peerUrls }) => (peerUrls ?? []).join(",") },
    { header: "CLIENT URLS", cell: ({ clientUrls }) => (clientUrls ?? []).join(",") },
    {
      header: "LEARNER",
      cell: ({ isLearner }) => String(isLearner ?? false),
      tint: ({ isLearner }) => isLearner ? "yellow" : undefined,
    },
  ],
  fields: {
    id: ({ id }) => formatMemberId(id),
    hostname: ({ hostname }) => hostname ?? "",
    peerUrls: ({ peerUrls }) => peerUrls ?? [],
    clientUrls: ({ clientUrls }) => clientUrls ?? [],
    learner: ({ isLearner }) => isLearner ?? false,
  },
};

const hasStorageVersion = ({ storageVersion }: EtcdStatusEntry) => Boolean(storageVersion);

/** View of member status. */
export const etcdStatusView: View<EtcdStatusEntry> = {
  hideFirst: ["STORAGE", "PROTOCOL", "RAFT APPLIED INDEX", "IN USE", "RAFT TERM", "LEARNER"],
  columns: [
    { header: "MEMBER", cell: (status) => formatMemberId(status.memberId) },
    {
      header: "DB SIZE",
      cell: ({ dbSize }) => formatSize(toExactInteger(dbSize)),
      key: ({ dbSize }) => toExactInteger(dbSize),
    },
    {
      header: "IN USE",
      cell: formatUsage,
      key: ({ dbSizeInUse }) => toExactInteger(dbSizeInUse),
    },
    { header: "LEADER", cell: ({ leader }) => formatMemberId(leader) },
    { header: "RAFT INDEX", cell: ({ raftIndex }) => String(toExactInteger(raftIndex)) },
    { header: "RAFT TERM", cell: ({ raftTerm }) => String(toExactInteger(raftTerm)) },
    {
      header: "RAFT APPLIED INDEX",
      cell: ({ raftAppliedIndex }) => String(toExactInteger(raftAppliedIndex)),
    },
    {
      header: "LEARNER",
      cell: ({ isLearner }) => String(isLearner ?? false),
      tint: ({ isLearner }) => isLearner ? "yellow" : undefined,
    },
    {
      header: "ERRORS",
      cell: ({ errors }) => (errors ?? []).join(", "),
      tint: () => "red",
    },
    {
      header: "PROTOCOL",
      cell: ({ protocolVersion }) => protocolVersion ?? "",
      isPresent: hasStorageVersion,
    },
    {
      header: "STORAGE",
      cell: ({ storageVersion }) => storageVersion ?? "",
      isPresent: hasStorageVersion,
    },
  ],
  fields: {
    member: (status) => formatMemberId(status.memberId),
    version: ({ protocolVersion }) => protocolVersion || null,
    dbSize: ({ dbSize }) => toExactInteger(dbSize),
    dbSizeInUse: ({ dbSizeInUse }) => toExactInteger(dbSizeInUse),
    leader: ({ leader }) => formatMemberId(leader),
    raftIndex: ({ raftIndex }) => toExactInteger(raftIndex),
    raftTerm: ({ raftTerm }) => toExactInteger(raftTerm),
    raftAppliedIndex: ({ raftAppliedIndex }) => toExactInteger(raftAppliedIndex),
    learner: ({ isLearner }) => isLearner ?? false,
    errors: ({ errors }) => errors ?? [],
    storageVersion: ({ storageVersion }) => storageVersion || null,
  },
};

/** View of alarms. */
export const etcdAlarmsView: View<EtcdAlarmEntry> = {
  columns: [
    { header: "MEMBER", cell: (alarm) => formatMemberId(alarm.memberId) },
    {
      header: "ALARM",
      cell: getAlarmName,
      tint: ({ alarm }) => alarm ? "red" : undefined,
    },
  ],
  fields: {
    member: (alarm) => formatMemberId(alarm.memberId),
    alarm: getAlarmName,
  },
};

/** Result of a downgrade call. */
export interface EtcdDowngradeEntry {
  readonly clusterVersion?: string | null | undefined;
}

/** Returns the view of a downgrade operation. */
export function etcdDowngradeView(
  operation: "validate" | "enable" | "cancel",
): View<EtcdDowngradeEntry> {
  const versionOf = ({ clusterVersion }: EtcdDowngradeEntry) => clusterVersion ?? "";
  return {
    columns: [{
      header: "MESSAGE",
      cell: (entry) => `downgrade ${operation} success, cluster version ${versionOf(entry)}`,
    }],
    fields: { clusterVersion: versionOf },
  };
}
