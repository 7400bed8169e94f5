/**
 * The condition under which a member of etcd may restart.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { MAX_LAG } from "./decide_quorum.ts";
import type { EtcdReport, ListedMember } from "./read_etcd.ts";

/** Why etcd is not healthy. */
export class UnhealthyEtcd extends OsctlError {
  override readonly name = "UnhealthyEtcd";

  /** Whether waiting does not help: an alarm, or a member that has not joined or is not in the list. */
  readonly isLasting: boolean;

  constructor(
    message: string,
    { hasAlarm, isLasting }: { readonly hasAlarm: boolean; readonly isLasting: boolean },
  ) {
    super("node", message, {
      hint: hasAlarm
        ? 'resolve the alarm, then remove it with "osctl etcd alarm disarm"'
        : 'inspect etcd with "osctl etcd status" and "osctl etcd members"',
    });
    this.isLasting = isLasting;
  }
}

/** A healthy etcd cluster. */
export interface HealthyEtcd {
  readonly members: readonly ListedMember[];
  /** Address of the control plane of the leader. */
  readonly leader: string;
  readonly reports: readonly EtcdReport[];
}

/**
 * Checks that every member is started, healthy, a voter, without alarm, and caught up, and that all
 * control planes agree about members and leader.
 *
 * @param reports One for each control plane of the cluster.
 * @throws {OsctlError} with all reasons on one line.
 */
export function checkEtcd(reports: readonly EtcdReport[]): HealthyEtcd {
  const problems = new Set<string>();
  const [first] = reports;
  if (first === undefined) throw new OsctlError("node", "no control plane nodes");
  for (const { node, failure, unhealthy, status } of reports) {
    if (failure !== undefined) problems.add(`${node.address}: ${failure}`);
    else if (unhealthy !== undefined) problems.add(`${node.address}: etcd ${unhealthy}`);
    // Every member repeats all alarms, which are listed by name below.
    const errors = (status?.errors ?? []).filter((error) => !/\balarm:/.test(error));
    for (const error of errors) problems.add(`${node.address}: etcd reports ${error}`);
  }
  const known = reports.filter(({ failure }) => failure === undefined);
  const members = known[0]?.members ?? [];
  if (known.length > 0 && members.length === 0) problems.add("etcd has no members");
  const ids = idsOf(members);
  for (const report of known) {
    if (idsOf(report.members) === ids) continue;
    problems.add(
      `${report.node.address} has other etcd members than ${known[0]!.node.address}`,
    );
  }
  for (const { alarms } of known) {
    for (const alarm of alarms) problems.add(`alarm ${alarm}`);
  }
  // A member that restarts has no status for a while.
  const allRespond = reports.every(({ status }) => status !== undefined);
  let isIncomplete = false;
  for (const { id, name, isLearner } of members) {
    const title = name === "" ? id : `${id} (${name})`;
    if (name === "") problems.add(`etcd member ${title} has not started`);
    if (isLearner) problems.add(`etcd member ${title} is a learner`);
    const hasStatus = known.some(({ status }) => status?.id === id);
    // The unreachable control planes are named above; without one, no known node runs the member.
    if (!hasStatus && name !== "" && known.length === reports.length) {
      problems.add(`etcd member ${title} is on none of the control planes`);
      isIncomplete = allRespond;
    }
  }
  for (const { node, status } of known) {
    if (status !== undefined && !members.some(({ id }) => id === status.id)) {
      problems.add(`${node.address}: its etcd is not a member of the cluster`);
    }
  }
  const leader = checkLeader(known, problems);
  if (problems.size > 0 || leader === undefined) {
    const hasAlarm = known.some(({ alarms }) => alarms.length > 0);
    const isPartial = members.some(({ name, isLearner }) => name === "" || isLearner);
    const message = [...problems].join("; ");
    throw new UnhealthyEtcd(message, {
      hasAlarm,
      isLasting: hasAlarm || isPartial || isIncomplete,
    });
  }
  return { members, leader: leader.node.address, reports };
}

function checkLeader(
  known: readonly EtcdReport[],
  problems: Set<string>,
): EtcdReport | undefined {
  const statuses = known.flatMap(({ node, status }) =>
    status === undefined ? [] : [{ node, ...status }]
  );
  for (const { node, leader } of statuses) {
    if (leader === "") problems.add(`${node.address}: etcd has no leader`);
  }
  const leaders = new Set(statuses.map(({ leader }) => leader).filter((id) => id !== ""));
  if (leaders.size > 1) problems.add(`etcd members follow ${leaders.size} leaders`);
  const [id] = leaders;
  const found = known.find(({ status }) => status?.id === id);
  if (id !== undefined && found?.status === undefined) {
    // The node of the leader is unreachable, which is a problem already, or unknown.
    if (problems.size === 0) problems.add(`the leader ${id} is on none of the control planes`);
    return undefined;
  }
  for (const { node, applied } of statuses) {
    const lag = (found?.status?.index ?? 0n) - applied;
    if (lag > MAX_LAG) {
      problems.add(`${node.address}: etcd is ${lag} entries behind the leader`);
    }
  }
  return found;
}

function idsOf(members: readonly ListedMember[]): string {
  return members.map(({ id }) => id).toSorted().join();
}
