/**
 * Handlers of the methods that change etcd.
 *
 * @module
 */
import type { common } from "../../../proto/common.ts";
import { machine, MachineService } from "../../../proto/machine.ts";
import { readBytes, removeIfPresent, writeFileAtomic } from "../../platform/files.ts";
import { OsctlError } from "../../errors.ts";
import { StatusCode, StatusError } from "../../rpc/mod.ts";
import { type Binding, type NodeFacts, unary, upload } from "../types.ts";
import { BoltError } from "../../bolt/bolt_pages.ts";
import { requireControlPlane, toMemberAlarm } from "./bindings.ts";
import { type EtcdStore, firstByName } from "./etcd_store.ts";

/** Called after membership changes. */
export interface EtcdServices {
  /** Starts the etcd service of a bootstrapped node, and those that wait to join it. */
  start(node: Pick<NodeFacts, "name">): Promise<void>;
  /** Stops the etcd service of a node that is no longer a member. */
  stop(node: Pick<NodeFacts, "name">): Promise<void>;
}

/** Returns the bindings of the methods that change etcd. */
export function etcdChangeBindings(store: EtcdStore, services: EtcdServices): Binding[] {
  const bootstrap = async (request: machine.IBootstrapRequest, node: NodeFacts) => {
    if (node.type === "worker") {
      throw new StatusError(
        StatusCode.failedPrecondition,
        "bootstrap can only be performed on a control plane node",
      );
    }
    if (store.hasData(node.name)) {
      throw new StatusError(StatusCode.alreadyExists, "etcd data directory is not empty");
    }
    if (request.recoverEtcd) {
      const path = snapshotPath(node);
      const database = await readSnapshot(path, request.recoverSkipHashCheck ?? false);
      await store.bootstrap(node, database).catch((error) => {
        throw error instanceof BoltError ? recoverError(error.message) : error;
      });
    } else await store.bootstrap(node);
    await removeIfPresent(snapshotPath(node));
    await services.start(node);
  };

  const remove = async (id: bigint, node: NodeFacts) => {
    requireControlPlane(node, "etcd remove member");
    const member = store.state.members.find((one) => one.id === id);
    if (member === undefined) {
      throw new StatusError(
        StatusCode.notFound,
        `failed to remove member ${id}: etcdserver: member not found`,
      );
    }
    if (store.state.members.length === 1) {
      throw new StatusError(
        StatusCode.failedPrecondition,
        `failed to remove member: failed to remove member ${id}: etcdserver: re-configuration ` +
          "failed due to not enough started members",
      );
    }
    await store.remove(id);
    await services.stop(member);
  };

  const removeByName = async (name: string, node: NodeFacts) => {
    requireControlPlane(node, "etcd remove member");
    const member = store.memberOf(name);
    if (member === undefined) {
      throw new StatusError(
        StatusCode.unknown,
        `failed to remove member: failed to find ${JSON.stringify(name)} in list of etcd members`,
      );
    }
    await remove(member.id, node);
  };

  const forfeit = async (node: NodeFacts): Promise<string> => {
    requireControlPlane(node, "etcd forfeit leadership");
    const { members, leader } = store.state;
    if (members.length === 1) {
      throw new StatusError(
        StatusCode.unknown,
        "failed to forfeit leadership: cannot forfeit leadership, only one member",
      );
    }
    const next = firstByName(members.filter(({ name }) => name !== node.name));
    if (leader?.name !== node.name || next === undefined) return "";
    await store.moveLeader(next);
    return next.name;
  };

  return [
    unary(MachineService.Bootstrap, async (request, { node }) => {
      await bootstrap(request, node);
      return machine.BootstrapResponse.create({ messages: [{}] });
    }),
    upload(MachineService.EtcdRecover, async (requests, { node }) => {
      requireControlPlane(node, "etcd recover");
      await writeFileAtomic(snapshotPath(node), toBytes(requests), { mode: 0o600 });
      return machine.EtcdRecoverResponse.create({ messages: [{}] });
    }),
    unary(MachineService.EtcdRemoveMemberByID, async ({ memberId }, { node }) => {
      await remove(BigInt(String(memberId ?? 0)), node);
      return machine.EtcdRemoveMemberByIDResponse.create({ messages: [{}] });
    }),
    unary(MachineService.EtcdRemoveMember, async ({ member }, { node }) => {
      await removeByName(member ?? "", node);
      return machine.EtcdRemoveMemberResponse.create({ messages: [{}] });
    }),
    unary(MachineService.EtcdLeaveCluster, async (_, { node }) => {
      requireControlPlane(node, "etcd leave");
      await store.leave(node.name);
      await services.stop(node);
      return machine.EtcdLeaveClusterResponse.create({ messages: [{}] });
    }),
    unary(MachineService.EtcdForfeitLeadership, async (_, { node }) => {
      const member = await forfeit(node);
      return machine.EtcdForfeitLeadershipResponse.create({ messages: [{ member }] });
    }),
    unary(MachineService.EtcdAlarmDisarm, async (_, { node }) => {
      requireControlPlane(node, "etcd alarm list");
      const memberAlarms = (await store.disarm()).map(toMemberAlarm);
      return machine.EtcdAlarmDisarmResponse.create({ messages: [{ memberAlarms }] });
    }),
    unary(
      MachineService.EtcdDefragment,
      (_, { node }) =>
        new Promise((resolve) => {
          requireControlPlane(node, "etcd defragment");
          resolve(machine.EtcdDefragmentResponse.create({ messages: [{}] }));
        }),
    ),
  ];
}

/** Returns why an upgrade of a control plane endangers quorum; undefined when it does not. */
export function upgradeProblem({ state }: EtcdStore): string | undefined {
  const { length } = state.members;
  return length === 2
    ? `etcd member count(${length}) is insufficient to maintain quorum if upgrade commences`
    : undefined;
}

function snapshotPath({ folder }: NodeFacts): string {
  return `${folder}/etcd.snapshot`;
}

async function* toBytes(requests: AsyncIterable<common.IData>): AsyncGenerator<Uint8Array> {
  for await (const { bytes } of requests) if (bytes) yield bytes;
}

/** Bytes of the SHA-256 digest after the database. */
const DIGEST_SIZE = 32;
const PAGE_SIZE = 4096;

function recoverError(reason: string): StatusError {
  return new StatusError(StatusCode.unknown, `failed to recover etcd: ${reason}`);
}

/**
 * Returns the database of the uploaded snapshot.
 *
 * @throws {StatusError} When the snapshot is missing or its digest differs.
 */
async function readSnapshot(
  path: string,
  skipHashCheck: boolean,
): Promise<Uint8Array<ArrayBuffer>> {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = await readBytes(path);
  } catch (error) {
    if (!(error instanceof OsctlError)) throw error;
    throw recoverError("no snapshot was uploaded");
  }
  const hasDigest = bytes.length % PAGE_SIZE === DIGEST_SIZE;
  if (!hasDigest && !skipHashCheck) {
    throw recoverError("snapshot missing hash but --skip-hash-check=false");
  }
  const database = hasDigest ? bytes.subarray(0, -DIGEST_SIZE) : bytes;
  if (skipHashCheck) return database;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", database));
  if (digest.toHex() !== bytes.subarray(database.length).toHex()) {
    throw recoverError("expected sha256 differs");
  }
  return database;
}
