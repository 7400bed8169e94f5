/**
 * State of etcd as each control plane reports it.
 *
 * @module
 */
import { MachineService } from "../../../proto/machine.ts";
import { callNode } from "../../client/collect.ts";
import { toNodeFailure } from "../../client/node_error.ts";
import type { Envelope, NodeClient } from "../../client/types.ts";
import { OsctlError } from "../../errors.ts";
import { formatMemberId, getAlarmName } from "../../node/etcd/mod.ts";
import { type Integer, toExactInteger } from "../../output/integer.ts";
import { oneLine } from "../../output/text.ts";
import { RpcError, StatusCode } from "../../rpc/mod.ts";
import type { Method } from "../../rpc/types.ts";

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
  /** Hosts of its peer and client URLs. */
  readonly addresses?: readonly string[];
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
  /** Why its state is unknown; the other fields are empty then, except `isStopped`. */
  readonly failure: string | undefined;
  readonly status: MemberStatus | undefined;
  readonly members: readonly ListedMember[];
  /** Names of alarms, with the members. */
  readonly alarms: readonly string[];
  /** Why the service is not healthy; undefined when it is. */
  readonly unhealthy: string | undefined;
  /** Whether the node reports that the service does not run. */
  readonly isStopped?: boolean;
}

/** Options of {@linkcode readEtcd}. */
export interface ReadOptions {
  readonly signal: AbortSignal;
  /** Time limit of each call, milliseconds; default 10,000. */
  readonly timeoutMs?: number;
  /** Whether denied access is a failure of the report instead of an error; default false. */
  readonly reportsDenial?: boolean;
}

/** Reads the status of the member of a control plane. */
export async function readStatus(
  client: NodeClient,
  node: string,
  options: ReadOptions,
): Promise<MemberStatus> {
  const { memberStatus } = await call(client, MachineService.EtcdStatus, node, options);
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
  options: ReadOptions,
): Promise<EtcdReport[]> {
  const { signal, reportsDenial = false } = options;
  return await Promise.all(controlPlanes.map(async (node): Promise<EtcdReport> => {
    const { address } = node;
    // The other calls wait for a member that does not run.
    const stop = new AbortController();
    const own = { ...options, signal: AbortSignal.any([signal, stop.signal]) };
    let health: Health | undefined;
    try {
      const [status, list, alarms] = await Promise.all([
        readStatus(client, address, own),
        call(client, MachineService.EtcdMemberList, address, own),
        call(client, MachineService.EtcdAlarmList, address, own),
        call(client, MachineService.ServiceList, address, own).then(({ services }) => {
          health = healthOf(services?.find(({ id }) => id === "etcd"));
          if (!health.isStopped) return;
          const error = new OsctlError("node", `etcd ${health.unhealthy}`);
          stop.abort(error);
          throw error;
        }),
      ]);
      return {
        node,
        failure: undefined,
        status,
        members: (list.members ?? []).map(({ id, hostname, isLearner, peerUrls, clientUrls }) => ({
          id: formatMemberId(id),
          name: hostname ?? "",
          isLearner: isLearner ?? false,
          addresses: [...clientUrls ?? [], ...peerUrls ?? []].flatMap(hostOf),
        })),
        alarms: (alarms.memberAlarms ?? []).filter(({ alarm }) => alarm).map((alarm) =>
          `${getAlarmName(alarm)} of member ${formatMemberId(alarm.memberId)}`
        ),
        unhealthy: health?.unhealthy,
      };
    } catch (failure) {
      signal.throwIfAborted();
      if (!(failure instanceof OsctlError)) throw failure;
      const { error } = toNodeFailure(address, failure);
      // Another attempt has the same result.
      const isFinal = error instanceof RpcError && FINAL_CODES.has(error.code);
      if (isFinal && !reportsDenial) throw failure;
      const rest = { status: undefined, members: [], alarms: [], unhealthy: undefined };
      const isStopped = health?.isStopped ?? false;
      // The failures of the other calls follow from it.
      const reason = isStopped ? `etcd ${health!.unhealthy}` : oneLine(error.message);
      return { node, failure: reason, ...rest, isStopped };
    } finally {
      // A failed call ends the others.
      stop.abort();
    }
  }));
}

/** Health of the service of a member. */
interface Health {
  readonly unhealthy: string | undefined;
  readonly isStopped: boolean;
}

function call<Message>(
  client: NodeClient,
  // deno-lint-ignore ban-types -- the requests of these methods are empty
  method: Method<{}, Envelope<Message>>,
  node: string,
  { signal, timeoutMs = CALL_MS }: ReadOptions,
): Promise<Message> {
  return callNode(client, method, {}, node, { signal, timeoutMs });
}

/** Returns the host of a URL, without the brackets of an IPv6 address. */
function hostOf(url: string): string[] {
  const host = URL.parse(url)?.hostname ?? "";
  return host === "" ? [] : [host.replace(/^\[(.*)\]$/, "$1")];
}

interface Service {
  readonly state?: string | null;
  readonly health?: {
    readonly healthy?: boolean | null;
    readonly unknown?: boolean | null;
    readonly lastMessage?: string | null;
  } | null;
}

function healthOf(service: Service | undefined): Health {
  const { state, health } = service ?? {};
  const isStopped = service === undefined || STOPPED.has(state ?? "");
  const unhealthy = service === undefined
    ? "does not exist"
    : state !== "Running"
    ? `is in state ${state || "unknown"}`
    : health?.unknown
    ? "has not reported its health"
    : health?.healthy
    ? undefined
    : `is not healthy${health?.lastMessage ? `: ${oneLine(health.lastMessage)}` : ""}`;
  return { unhealthy, isStopped };
}

/** States of a service without a process. */
const STOPPED: ReadonlySet<string> = new Set([
  ...["Initialized", "Preparing", "Waiting", "Pre", "Finished", "Failed", "Skipped"],
]);

function toBigInt(value: Integer): bigint {
  return BigInt(toExactInteger(value));
}
