/**
 * State of etcd as each control plane reports it.
 *
 * @module
 */
import { MachineService } from "../../../../proto/machine.ts";
import { callNode } from "../../../client/collect.ts";
import { toNodeFailure } from "../../../client/node_error.ts";
import type { Envelope, NodeClient } from "../../../client/types.ts";
import { OsctlError } from "../../../errors.ts";
import { formatMemberId, getAlarmName } from "../../../node/etcd/mod.ts";
import { type Integer, toExactInteger } from "../../../output/integer.ts";
import { oneLine } from "../../../output/text.ts";
import { RpcError, StatusCode } from "../../../rpc/mod.ts";
import type { Method } from "../../../rpc/types.ts";

/** Time limit of each call, milliseconds. */
const CALL_MS = 10_000;

/** A control plane of the cluster. */
export interface ControlPlane {
  /** Address that calls are sent to. */
  readonly address: string;
  /** Hostname; empty when unknown. */
  readonly name: string;
}

/** A member in the list of a control plane. */
export interface ListedMember {
  /** 16 hexadecimal digits. */
  readonly id: string;
  /** Empty for a member that has not started. */
  readonly name: string;
  readonly isLearner: boolean;
}

/** Status of the member of a control plane. */
export interface MemberStatus {
  readonly id: string;
  /** ID of the leader; `""` without one. */
  readonly leader: string;
  readonly term: bigint;
  /** Last index of the log. */
  readonly index: bigint;
  /** Last index that was applied to the store. */
  readonly applied: bigint;
  readonly isLearner: boolean;
  readonly errors: readonly string[];
}

/** The report of one control plane. */
export interface EtcdReport {
  readonly node: ControlPlane;
  /** Why its state is unknown; the other fields are empty then. */
  readonly failure: string | undefined;
  readonly status: MemberStatus | undefined;
  readonly members: readonly ListedMember[];
  /** Names of alarms, with the members. */
  readonly alarms: readonly string[];
  /** Why the service is not healthy; undefined when it is. */
  readonly unhealthy: string | undefined;
}

/** Reads the status of the member of a control plane. */
export async function readStatus(
  client: NodeClient,
  node: string,
  signal: AbortSignal,
): Promise<MemberStatus> {
  const { memberStatus } = await call(client, MachineService.EtcdStatus, node, signal);
  if (!memberStatus) throw new OsctlError("node", "the status of etcd is empty");
  const { memberId, leader, raftTerm, raftIndex, raftAppliedIndex, isLearner, errors } =
    memberStatus;
  return {
    id: formatMemberId(memberId),
    leader: Number(toExactInteger(leader)) === 0 ? "" : formatMemberId(leader),
    term: toBigInt(raftTerm),
    index: toBigInt(raftIndex),
    applied: toBigInt(raftAppliedIndex),
    isLearner: isLearner ?? false,
    errors: errors ?? [],
  };
}

const FINAL_CODES: ReadonlySet<number> = new Set([
  StatusCode.permissionDenied,
  StatusCode.unauthenticated,
  StatusCode.unimplemented,
]);

/**
 * Reads the state of etcd on each control plane, in parallel. Failures are part of the reports.
 *
 * @throws {OsctlError} when a node denies access.
 */
export async function readEtcd(
  client: NodeClient,
  controlPlanes: readonly ControlPlane[],
  signal: AbortSignal,
): Promise<EtcdReport[]> {
  return await Promise.all(controlPlanes.map(async (node): Promise<EtcdReport> => {
    const { address } = node;
    try {
      const [status, list, alarms, services] = await Promise.all([
        readStatus(client, address, signal),
        call(client, MachineService.EtcdMemberList, address, signal),
        call(client, MachineService.EtcdAlarmList, address, signal),
        call(client, MachineService.ServiceList, address, signal),
      ]);
      return {
        node,
        failure: undefined,
        status,
        members: (list.members ?? []).map(({ id, hostname, isLearner }) => ({
          id: formatMemberId(id),
          name: hostname ?? "",
          isLearner: isLearner ?? false,
        })),
        alarms: (alarms.memberAlarms ?? []).filter(({ alarm }) => alarm).map((alarm) =>
          `${getAlarmName(alarm)} of member ${formatMemberId(alarm.memberId)}`
        ),
        unhealthy: healthOf(services.services?.find(({ id }) => id === "etcd")),
      };
    } catch (failure) {
      signal.throwIfAborted();
      if (!(failure instanceof OsctlError)) throw failure;
      const { error } = toNodeFailure(address, failure);
      // Another attempt has the same result.
      if (error instanceof RpcError && FINAL_CODES.has(error.code)) throw failure;
      const rest = { status: undefined, members: [], alarms: [], unhealthy: undefined };
      return { node, failure: oneLine(error.message), ...rest };
    }
  }));
}

function call<Message>(
  client: NodeClient,
  // deno-lint-ignore ban-types -- the requests of these methods are empty
  method: Method<{}, Envelope<Message>>,
  node: string,
  signal: AbortSignal,
): Promise<Message> {
  return callNode(client, method, {}, node, { signal, timeoutMs: CALL_MS });
}

interface Service {
  readonly state?: string | null;
  readonly health?: {
    readonly healthy?: boolean | null;
    readonly unknown?: boolean | null;
    readonly lastMessage?: string | null;
  } | null;
}

function healthOf(service: Service | undefined): string | undefined {
  if (service === undefined) return "does not exist";
  const { state, health } = service;
  if (state !== "Running") return `is in state ${state || "unknown"}`;
  if (health?.unknown) return "has not reported its health";
  if (health?.healthy) return undefined;
  return `is not healthy${health?.lastMessage ? `: ${oneLine(health.lastMessage)}` : ""}`;
}

function toBigInt(value: Integer): bigint {
  return BigInt(toExactInteger(value));
}
