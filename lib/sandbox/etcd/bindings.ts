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
import { clusterVersion, createSnapshot, encodeDatabase, storageVersion } from "./database.ts";
import type { MemberLog } from "./member_log.ts";
import type { EtcdStore } from "./etcd_store.ts";
import type { EtcdAlarm } from "./membership.ts";

/** Bytes per message of a snapshot stream. */
const CHUNK_SIZE = 32 * 1024;

/**
 * Returns the bindings of the methods that read etcd.
 *
 * @param logOf returns the service log of a node's member; undefined for workers.
 * @param versionOf returns the version of a node's operating system.
 */
export function etcdBindings(
  store: Pick<EtcdStore, "state">,
  logOf: (node: NodeFacts) => Pick<MemberLog, "logSnapshot"> | undefined,
  versionOf: (node: NodeFacts) => string,
): Binding[] {
  const members = (_: unknown, { node }: Call) => {
    requireControlPlane(node, "member list");
    return Promise.resolve(machine.EtcdMemberListResponse.create({
      messages: [{
        legacyMembers: store.state.members.map(({ name }) => name),
        members: store.state.members.map(({ id, name, peerUrl, clientUrl }) => ({
          id: Long.fromBigInt(id, true),
          hostname: name,
          peerUrls: [peerUrl],
          clientUrls: [clientUrl],
        })),
      }],
    }));
  };

  const status = (_: unknown, { node }: Call) => {
    requireControlPlane(node, "etcd status");
    const own = store.state.members.find(({ name }) => name === node.name);
    const size = encodeDatabase(store.state).length;
    const hasStorage = hasOsFeature("etcdStorageVersion", versionOf(node));
    return Promise.resolve(machine.EtcdStatusResponse.create({
      messages: [{
        memberStatus: {
          memberId: Long.fromBigInt(own?.id ?? 0n, true),
          protocolVersion: clusterVersion(store.state),
          ...hasStorage ? { storageVersion: storageVersion(store.state) } : {},
          dbSize: size,
          dbSizeInUse: size,
          leader: Long.fromBigInt(store.state.leader?.id ?? 0n, true),
          raftIndex: store.state.index,
          raftTerm: store.state.term,
          raftAppliedIndex: store.state.index,
          errors: store.state.alarms.map(({ memberId, kind }) =>
            `memberID:${memberId} alarm:${kind} `
          ),
        },
      }],
    }));
  };

  const alarms = (_: unknown, { node }: Call) => {
    requireControlPlane(node, "etcd alarm list");
    const memberAlarms = store.state.alarms.map(toMemberAlarm);
    return Promise.resolve(machine.EtcdAlarmListResponse.create({ messages: [{ memberAlarms }] }));
  };

  async function* snapshot(_: unknown, { node, signal }: Call): AsyncGenerator<common.Data> {
    requireControlPlane(node, "etcd snapshot");
    const bytes = await createSnapshot(store.state);
    let sent = 0;
    try {
      while (sent < bytes.length && !signal.aborted) {
        const chunk = bytes.subarray(sent, sent + CHUNK_SIZE);
        yield common.Data.create({ bytes: chunk });
        sent += chunk.length;
      }
    } finally {
      // Runs as well when the client cancels the stream.
      logOf(node)?.logSnapshot(sent, bytes.length);
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
