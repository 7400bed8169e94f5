/**
 * What control planes answer about etcd.
 *
 * @module
 */
import { common } from "../../../proto/common.ts";
import { Long } from "../../../proto/long.ts";
import { machine, MachineService } from "../../../proto/machine.ts";
import { StatusCode, StatusError } from "../../rpc/mod.ts";
import { type Binding, type Call, type NodeFacts, stream, unary } from "../types.ts";
import { databaseOf, snapshotOf, STORAGE_VERSION } from "./database.ts";
import type { MemberLog } from "./member_log.ts";
import type { EtcdState } from "./membership.ts";

/** Bytes in a message of a snapshot. */
const PIECE = 32 * 1024;

/**
 * The answers of a cluster whose members agreed on `state`.
 *
 * @param logOf where a control plane notes what it did.
 */
export function etcdBindings(
  state: EtcdState,
  logOf: (node: NodeFacts) => Pick<MemberLog, "snapshot"> | undefined,
): Binding[] {
  const members = (_: unknown, { node }: Call) => {
    demandControlPlane(node, "member list");
    return Promise.resolve(machine.EtcdMemberListResponse.create({
      messages: [{
        legacyMembers: state.members.map(({ name }) => name),
        members: state.members.map(({ id, name, peerUrl, clientUrl }) => ({
          id: Long.fromBigInt(id, true),
          hostname: name,
          peerUrls: [peerUrl],
          clientUrls: [clientUrl],
        })),
      }],
    }));
  };

  const status = (_: unknown, { node }: Call) => {
    demandControlPlane(node, "etcd status");
    const own = state.members.find(({ name }) => name === node.name);
    const size = databaseOf(state).length;
    return Promise.resolve(machine.EtcdStatusResponse.create({
      messages: [{
        memberStatus: {
          memberId: Long.fromBigInt(own?.id ?? 0n, true),
          protocolVersion: STORAGE_VERSION,
          dbSize: size,
          dbSizeInUse: size,
          leader: Long.fromBigInt(state.leader?.id ?? 0n, true),
          raftIndex: state.index,
          raftTerm: state.term,
          raftAppliedIndex: state.index,
        },
      }],
    }));
  };

  const alarms = (_: unknown, { node }: Call) => {
    demandControlPlane(node, "etcd alarm list");
    // Alarms tell of a full or a damaged database, and this one can be neither.
    return Promise.resolve(machine.EtcdAlarmListResponse.create({ messages: [{}] }));
  };

  async function* snapshot(_: unknown, { node, signal }: Call): AsyncGenerator<common.Data> {
    demandControlPlane(node, "etcd snapshot");
    const bytes = await snapshotOf(state);
    let sent = 0;
    try {
      while (sent < bytes.length && !signal.aborted) {
        const piece = bytes.subarray(sent, sent + PIECE);
        yield common.Data.create({ bytes: piece });
        sent += piece.length;
      }
    } finally {
      // Also reached when the caller went away in the middle.
      logOf(node)?.snapshot(sent, bytes.length);
    }
  }

  return [
    unary(MachineService.EtcdMemberList, members),
    unary(MachineService.EtcdStatus, status),
    unary(MachineService.EtcdAlarmList, alarms),
    stream(MachineService.EtcdSnapshot, snapshot),
  ];
}

function demandControlPlane({ type }: NodeFacts, what: string): void {
  if (type === "controlplane") return;
  const message = `${what} is only available on control plane nodes`;
  throw new StatusError(StatusCode.unimplemented, message);
}
