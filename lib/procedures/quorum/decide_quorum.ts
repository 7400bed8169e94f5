/**
 * Decides whether a change keeps the quorum of etcd. Every sentence about etcd and every refusal of
 * a change comes from `decideQuorum`; `docs/internals/safety.md` lists them.
 *
 * A member counts only when it reports now that it is started, healthy, voting and caught up.
 * Whatever is unknown counts as unsafe.
 *
 * @module
 */
import { formatCount, oneLine } from "../../output/text.ts";
import type { EtcdReport } from "./read_etcd.ts";

/**
 * Effect of a change on all of its nodes: `restart` them, `stop` them, `wipe` them, `leave` etcd, or
 * leave etcd and then `leave-wipe` them.
 */
export type Effect = "restart" | "stop" | "wipe" | "leave" | "leave-wipe";

/** A voting member of etcd. */
export interface Voter {
  /** 16 hexadecimal digits. */
  readonly id: string;
  /** Host name; empty for a member that has not started. */
  readonly name: string;
  /** Addresses of the control plane that runs it; empty when none is known to. */
  readonly addresses: readonly string[];
  /** Why it does not count; undefined when it does. */
  readonly problem: string | undefined;
  /** Whether it certainly does not run: others that do not count may still vote. */
  readonly isDown: boolean;
}

/** What the members of etcd report. */
export interface QuorumState {
  /** Empty when no control plane returned the members. */
  readonly voters: readonly Voter[];
  /** Why control planes did not report, by address. */
  readonly failures: ReadonlyMap<string, string>;
  /** Addresses of control planes whose member may run or not. */
  readonly silent: ReadonlySet<string>;
}

/** The members that a change affects. */
export interface AffectedMembers {
  /** Nodes of the change. */
  readonly nodes: readonly { readonly address: string; readonly name: string }[];
  /** IDs of members that are removed, whatever node runs them. */
  readonly ids?: readonly string[];
}

/**
 * `untouched`: no voter is affected. `kept`: enough healthy voters remain. `interrupted`: the only
 * member restarts or stops, for which no other order exists. `refused`: etcd itself refuses the
 * change. `absent`: etcd has no quorum, and the change affects no healthy voter. `lost` and `unknown`
 * are unsafe.
 */
export type QuorumOutcome =
  | "untouched"
  | "kept"
  | "interrupted"
  | "refused"
  | "absent"
  | "lost"
  | "unknown";

/** A decision about a change. */
export interface QuorumDecision {
  readonly outcome: QuorumOutcome;
  /** Whether the change may proceed without the consent of `--accept-quorum-loss`. */
  readonly isSafe: boolean;
  /** What follows for etcd, without a period; empty when no voter is affected. */
  readonly text: string;
  /** What to do instead of an unsafe change. */
  readonly hint: string;
}

/**
 * Maximum number of entries of the log that a member may not have applied yet. A busy cluster
 * writes some hundred between the calls to two members; one that has to catch up lacks more.
 */
export const MAX_LAG = 1000n;

/** Hint of a rolling change that interrupts etcd, which other changes do not prevent. */
export const INTERRUPTION_HINT =
  "add control plane nodes, or accept the interruption with --accept-quorum-loss";

/** Returns what the control planes report about the voters. */
export function toQuorumState(reports: readonly EtcdReport[]): QuorumState {
  const known = reports.filter(({ failure }) => failure === undefined);
  const failures = new Map(
    reports.flatMap(({ node, failure }) => failure === undefined ? [] : [[node.address, failure]]),
  );
  const silent = new Set(
    reports.filter(({ failure, isStopped }) => failure !== undefined && !isStopped)
      .map(({ node }) => node.address),
  );
  // Lists differ while a change spreads: a member in any of them counts against the quorum.
  const listed = new Map(known.flatMap(({ members }) => members).map((one) => [one.id, one]));
  const [newest] = known.flatMap(({ status }) => status ?? [])
    .filter(({ leader }) => leader !== "")
    .toSorted((one, other) => Number(other.term - one.term));
  const head = known.find(({ status }) => status?.id === newest?.leader)?.status?.index ??
    newest?.index ?? 0n;
  const voters = [...listed.values()].flatMap(({ id, name, isLearner, addresses }) => {
    const report = known.find(({ status }) => status?.id === id);
    const isVoting = !(isLearner || report?.status?.isLearner);
    if (!isVoting) return [];
    const { leader } = newest ?? {};
    // A node may be among the control planes by two addresses.
    const own = reports.filter(({ node, status }) =>
      status?.id === id || status === undefined &&
        (node.name !== "" && node.name === name || addresses?.includes(node.address))
    );
    const nodes = own.map(({ node }) => node.address);
    const problem = name === ""
      ? "has not started"
      : report === undefined
      ? own[0]?.failure ?? "no control plane reports it"
      : problemOf(report, { leader, head });
    const isDown = name === "" || own.some(({ isStopped }) => isStopped);
    return [{ id, name, addresses: nodes, problem: problem && oneLine(problem), isDown }];
  });
  return { voters, failures, silent };
}

/** Returns why the member of a report does not count. */
function problemOf(
  { unhealthy, status }: EtcdReport,
  { leader, head }: { readonly leader: string | undefined; readonly head: bigint },
): string | undefined {
  if (status === undefined) return "no status";
  if (unhealthy !== undefined) return `etcd ${unhealthy}`;
  // Alarms reject writes, and do not end the quorum.
  const error = status.errors.find((one) => !/\balarm:/.test(one));
  if (error !== undefined) return `etcd reports ${error}`;
  if (status.leader === "" || leader === undefined) return "etcd has no leader";
  if (status.leader !== leader) return "its etcd follows another leader";
  const lag = head - status.applied;
  return lag > MAX_LAG ? `etcd is ${lag} entries behind the leader` : undefined;
}

/** Decides whether a change keeps the quorum. */
export function decideQuorum(
  { voters, failures, silent }: QuorumState,
  { nodes, ids = [] }: AffectedMembers,
  effect: Effect,
): QuorumDecision {
  if (nodes.length === 0 && ids.length === 0) return decision("untouched", "");
  if (voters.length === 0) {
    const [failure] = failures;
    const why = failure === undefined ? "no member is known" : `${failure[0]}: ${failure[1]}`;
    const isStopped = nodes.every(({ address }) => failures.has(address) && !silent.has(address));
    if (isStopped && (effect === "restart" || effect === "stop")) {
      return decision("absent", `etcd does not run there (${why})`);
    }
    return decision("unknown", `the effect on etcd is unknown: its members were not read: ${why}`);
  }
  const isAffected = (voter: Voter) =>
    ids.includes(voter.id) ||
    nodes.some(({ address, name }) =>
      voter.addresses.includes(address) || name !== "" && voter.name === name
    );
  const affected = voters.filter(isAffected);
  const others = voters.filter((voter) => !isAffected(voter));
  const healthy = voters.filter(({ problem }) => problem === undefined).length;
  const remaining = others.filter(({ problem }) => problem === undefined).length;
  const leaves = effect === "leave" || effect === "leave-wipe";
  const all = voters.length;
  const isOnly = all === 1 && affected.length === 1;
  if (isOnly && effect === "leave") {
    return decision("refused", "etcd refuses to remove its only member");
  }
  if (affected.length === all && (effect === "wipe" || effect === "leave-wipe")) {
    // `IsReadyToRemoveVotingMember` of etcd; a node that cannot leave does not wipe its disks.
    const unless = effect === "wipe" ? "" : ", unless etcd refuses to remove its last member";
    const advice = 'store a snapshot with "osctl etcd snapshot"';
    return decision("lost", `the data of etcd is lost${unless}`, advice);
  }
  if (isOnly && healthy === 1) {
    const end = effect === "restart" ? "while its control plane restarts" : "with it";
    return decision("interrupted", `etcd has one member: Kubernetes stops ${end}`);
  }
  const rest = describeProblems(leaves ? others : voters);
  if (healthy < majority(all)) {
    const text = `etcd has no known quorum (${countHealthy(healthy, all)}, ${
      majority(all)
    } needed)${rest}`;
    const isHarmless = (effect === "restart" || effect === "stop") &&
      !nodes.some(({ address }) => silent.has(address)) &&
      affected.every(({ problem }) => problem !== undefined);
    return decision(isHarmless ? "absent" : "unknown", text);
  }
  const advice = affected.length > 1 && others.length + 1 >= majority(all) && rest === ""
    ? "change one control plane at a time"
    : rest === ""
    ? "add control plane nodes"
    : "wait until its members are healthy";
  const left = leaves ? others.length : all;
  const needed = majority(left);
  const counts = `${remaining} of ${formatCount(left, "member")} ${
    remaining === 1 ? "remains" : "remain"
  }, ${needed} needed`;
  if (remaining < needed) {
    const possible = others.filter(({ isDown }) => !isDown).length;
    const verb = possible < needed ? "loses" : "may lose";
    const until = effect === "restart" ? " until enough are back" : "";
    return decision("lost", `etcd ${verb} quorum${until} (${counts})${rest}`, advice);
  }
  if (!leaves) return decision("kept", `etcd keeps its quorum (${counts})${rest}`);
  // While they leave at the same time, each removal needs a quorum of the members that are left.
  if (effect === "leave-wipe" && affected.length > 1 && remaining < majority(all)) {
    const text = `etcd may lose quorum: ${formatCount(affected.length, "member")} leave at once`;
    return decision("lost", text + rest, advice);
  }
  return decision("kept", describeRemainder(left, remaining) + rest);
}

function decision(
  outcome: QuorumOutcome,
  text: string,
  advice: string = "wait until its members are healthy",
): QuorumDecision {
  return {
    outcome,
    isSafe: outcome !== "lost" && outcome !== "unknown",
    text,
    hint: `${advice}, or accept the loss with --accept-quorum-loss`,
  };
}

function majority(voters: number): number {
  return Math.floor(voters / 2) + 1;
}

function countHealthy(healthy: number, all: number): string {
  return `${healthy} of ${formatCount(all, "member")} healthy`;
}

/** Describes etcd after members have left. */
function describeRemainder(left: number, healthy: number): string {
  const failures = healthy - majority(left);
  const tolerated = failures === 0 ? "no failure" : formatCount(failures, "failure");
  const which = healthy === left
    ? formatCount(left, "member")
    : `${healthy} of ${formatCount(left, "member")}`;
  return `etcd continues with ${which} and tolerates ${tolerated}`;
}

function describeProblems(voters: readonly Voter[]): string {
  const parts = voters.flatMap(({ id, name, problem }) =>
    problem === undefined ? [] : [`${name || id} (${problem})`]
  );
  return parts.length === 0 ? "" : `; not known to be healthy: ${parts.join(", ")}`;
}
