/**
 * Handlers of the etcd methods of `MachineService`.
 *
 * @module
 */
import { common } from "../../../proto/common.ts";
import { Long } from "../../../proto/long.ts";
import { machine, MachineService } from "../../../proto/machine.ts";
import { hasOsFeature } from "../../os_versions/mod.ts";
import { StatusCode, StatusError } from "../../rpc/mod.ts";
import { type Binding, type Call, type NodeFacts, stream, unary } from "../types.ts";
import { clusterVersion, databaseSize, encodeSnapshot, storageVersion } from "./database.ts";
import { DIGEST_SIZE } from "./uploaded_snapshot.ts";
import type { EtcdGroup } from "./etcd_group.ts";
import type { MemberLog } from "./member_log.ts";
import type { EtcdStore } from "./etcd_store.ts";
import type { EtcdAlarm } from "./membership.ts";

/** Bytes per message of a snapshot stream. */
const CHUNK_SIZE = 32 * 1024;

/** Time of the repeated attempts of etcd's client to read without a leader, milliseconds. */
const READ_RETRY_MS = 2500;

/** Text of the error of requests that require a leader. */
export const NO_LEADER = "etcdserver: no leader";

/**
 * Waits for a leader as etcd's client does: it repeats a read 100 times with a pause.
 *
 * @param prefix text before the reason.
 * @throws {StatusError} Unknown without a leader.
 */
export async function requireLeader(
  group: Pick<EtcdGroup, "whenLed">,
  signal: AbortSignal,
  prefix = "",
): Promise<void> {
  if (await group.whenLed(signal, READ_RETRY_MS)) return;
  throw new StatusError(StatusCode.unknown, `${prefix}${NO_LEADER}`);
}

/** The members that serve requests. */
export interface ServingMembers {
  /** Returns the service log of a node's member; undefined without one. */
  logOf(name: string): Pick<MemberLog, "logSnapshot"> | undefined;
  /** Resolves when the member of a node serves requests, or any member without `name`. */
  whenServing(name: string | undefined, signal: AbortSignal): Promise<void>;
}

/**
 * Returns the bindings of the methods that read etcd.
 *
 * @param group the members as a raft group.
 * @param versionOf returns the version of a node's operating system.
 */
export function etcdBindings(
  store: Pick<EtcdStore, "state" | "lacksDatabase">,
  serving: ServingMembers,
  group: EtcdGroup,
  versionOf: (node: NodeFacts) => string,
): Binding[] {
  const members = async (request: machine.IEtcdMemberListRequest, { node, signal }: Call) => {
    requireControlPlane(node, "member list");
    await serving.whenServing(request.queryLocal ? node.name : undefined, signal);
    await requireLeader(group, signal);
    return machine.EtcdMemberListResponse.create({
      messages: [{
        legacyMembers: store.state.members.map(({ name }) => name),
        members: store.state.members.map(({ id, name, peerUrl, clientUrl }) => ({
          id: Long.fromBigInt(id, true),
          hostname: name,
          peerUrls: [peerUrl],
          clientUrls: [clientUrl],
          ...group.isLearner(name) ? { isLearner: true } : {},
        })),
      }],
    });
  };

  const status = async (_: unknown, { node, signal }: Call) => {
    requireControlPlane(node, "etcd status");
    await serving.whenServing(node.name, signal);
    const own = store.state.members.find(({ name }) => name === node.name);
    const size = databaseSize(store.state);
    const { leader } = group;
    const index = group.indexOf(node.name);
    const hasStorage = hasOsFeature("etcdStorageVersion", versionOf(node));
    return machine.EtcdStatusResponse.create({
      messages: [{
        memberStatus: {
          memberId: Long.fromBigInt(own?.id ?? 0n, true),
          protocolVersion: clusterVersion(store.state),
          ...hasStorage ? { storageVersion: storageVersion(store.state) } : {},
          dbSize: size,
          dbSizeInUse: size,
          leader: Long.fromBigInt(leader?.id ?? 0n, true),
          raftIndex: index,
          raftTerm: store.state.term,
          raftAppliedIndex: index,
          errors: [
            ...leader === undefined ? [NO_LEADER] : [],
            ...store.state.alarms.map(({ memberId, kind }) =>
              `memberID:${memberId} alarm:${kind} `
            ),
          ],
          ...group.isLearner(node.name) ? { isLearner: true } : {},
        },
      }],
    });
  };

  const alarms = async (_: unknown, { node, signal }: Call) => {
    requireControlPlane(node, "etcd alarm list");
    await serving.whenServing(node.name, signal);
    // The request goes through the log; etcd's client repeats it until the caller cancels.
    await group.whenLed(signal);
    const memberAlarms = store.state.alarms.map(toMemberAlarm);
    return machine.EtcdAlarmListResponse.create({ messages: [{ memberAlarms }] });
  };

  async function* snapshot(_: unknown, { node, signal }: Call): AsyncGenerator<common.Data> {
    requireControlPlane(node, "etcd snapshot");
    await serving.whenServing(node.name, signal);
    const { state } = store;
    if (store.lacksDatabase) {
      throw new StatusError(
        StatusCode.unavailable,
        "the restored database is on the node where etcd was recovered",
      );
    }
    const size = databaseSize(state) + DIGEST_SIZE;
    let sent = 0;
    try {
      for await (const part of encodeSnapshot(state)) {
        for (let at = 0; at < part.length && !signal.aborted; at += CHUNK_SIZE) {
          const bytes = part.subarray(at, at + CHUNK_SIZE);
          yield common.Data.create({ bytes });
          sent += bytes.length;
        }
      }
    } finally {
      // Runs as well when the client cancels the stream.
      serving.logOf(node.name)?.logSnapshot(sent, size);
    }
  }

  return [
    unary(MachineService.EtcdMemberList, members),
    unary(MachineService.EtcdStatus, status),
    unary(MachineService.EtcdAlarmList, alarms),
    stream(MachineService.EtcdSnapshot, snapshot),
  ];
}

const { AlarmType } = machine.EtcdMemberAlarm;

/** Converts an alarm to its message. */
export function toMemberAlarm({ memberId, kind }: EtcdAlarm): machine.IEtcdMemberAlarm {
  return { memberId: Long.fromBigInt(memberId, true), alarm: AlarmType[kind] };
}

/** @throws {StatusError} Unimplemented on workers. */
export function requireControlPlane({ type }: NodeFacts, operation: string): void {
  if (type === "controlplane") return;
  const message = `${operation} is only available on control plane nodes`;
  throw new StatusError(StatusCode.unimplemented, message);
}
