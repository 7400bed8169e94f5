/**
 * Reads what the members of etcd report, on the control planes that are known and on those that the
 * members name.
 *
 * @module
 */
import { sleep } from "../../async/sleep.ts";
import type { NodeClient } from "../../client/types.ts";
import type { ProcedureSystem } from "../context.ts";
import { type ControlPlane, type ListedMember, readEtcd } from "./read_etcd.ts";
import {
  type AffectedMembers,
  decideQuorum,
  type Effect,
  type QuorumDecision,
  type QuorumState,
  toQuorumState,
} from "./decide_quorum.ts";

/** Time limit of each call, milliseconds: longer than an election. */
const CALL_MS = 5000;
/** Time until a member that starts, or an election, is read again, milliseconds. */
const RETRY_MS = 1500;

/** What the control planes report. */
export interface ReadQuorum {
  readonly state: QuorumState;
  /** All members, learners included; empty when no control plane returned them. */
  readonly members: readonly ListedMember[];
}

/** Reads the voters and their health. What cannot be read is part of the state. */
export async function readQuorumState(
  client: NodeClient,
  controlPlanes: readonly ControlPlane[],
  signal: AbortSignal,
): Promise<ReadQuorum> {
  const options = { signal, timeoutMs: CALL_MS, reportsDenial: true };
  const reports = await readEtcd(client, controlPlanes, options);
  const known = reports.filter(({ failure }) => failure === undefined);
  const silent = known.flatMap(({ members }) => members).filter(({ id, name }) =>
    !reports.some(({ node, status }) => status?.id === id || name !== "" && node.name === name)
  );
  const further = new Map(silent.flatMap(({ name, addresses = [] }) => {
    const isKnown = addresses.some((one) => reports.some(({ node }) => node.address === one));
    const [address] = addresses;
    return isKnown || address === undefined ? [] : [[address, { address, name }]];
  }));
  const all = further.size === 0
    ? reports
    : [...reports, ...await readEtcd(client, [...further.values()], options)];
  return { state: toQuorumState(all), members: known.flatMap(({ members }) => members) };
}

/** A change to decide about. */
export interface QuorumChange {
  /** The known control planes of the cluster. */
  readonly controlPlanes: readonly ControlPlane[];
  readonly affected: AffectedMembers;
  readonly effect: Effect;
}

/**
 * Reads the members and decides about a change; reads them once more when it is unsafe, because an
 * election or the start of a member ends within seconds.
 */
export async function checkQuorum(
  client: NodeClient,
  { clock, signal }: Pick<ProcedureSystem, "clock" | "signal">,
  { controlPlanes, affected, effect }: QuorumChange,
): Promise<QuorumDecision> {
  const read = async () => {
    const { state } = await readQuorumState(client, controlPlanes, signal);
    return decideQuorum(state, affected, effect);
  };
  const decision = await read();
  if (decision.isSafe) return decision;
  await sleep(clock, RETRY_MS, signal);
  return await read();
}
