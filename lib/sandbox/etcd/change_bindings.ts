/**
 * Handlers of the methods that change etcd.
 *
 * @module
 */
import { machine, MachineService } from "../../../proto/machine.ts";
import { sleep } from "../../async/sleep.ts";
import type { Clock } from "../../async/clock.ts";
import { removeIfPresent, writeFileAtomic } from "../../platform/files.ts";
import { StatusCode, StatusError } from "../../rpc/mod.ts";
import { type Binding, type Call, type NodeFacts, unary, upload } from "../types.ts";
import { BoltError } from "../../bolt/bolt_pages.ts";
import {
  NO_LEADER,
  requireControlPlane,
  requireLeader,
  type ServingMembers,
  toMemberAlarm,
} from "./bindings.ts";
import type { EtcdGroup } from "./etcd_group.ts";
import type { EtcdStore } from "./etcd_store.ts";
import { limitedBytes, openSnapshot, recoverError, snapshotPath } from "./uploaded_snapshot.ts";

/** The etcd services of nodes; `start` and `stop` are called after membership changes. */
export interface EtcdServices extends Pick<ServingMembers, "whenServing"> {
  /** Starts the etcd service of a bootstrapped node, and those that wait to join it. */
  start(node: Pick<NodeFacts, "name">): Promise<void>;
  /** Stops the etcd service of a node that is no longer a member. */
  stop(node: Pick<NodeFacts, "name">): Promise<void>;
}

/** Interval of the checks whether leadership has moved, milliseconds: a tick of etcd. */
const TICK_MS = 100;

/** Dependencies of the methods that change etcd. */
export interface EtcdChangeOptions {
  readonly store: EtcdStore;
  readonly group: EtcdGroup;
  readonly services: EtcdServices;
  readonly clock: Clock;
  /** Called after the bootstrap of a node. */
  readonly bootstrapped: (node: NodeFacts) => void;
}

/** Returns the bindings of the methods that change etcd. */
export function etcdChangeBindings(
  { store, group, services, clock, bootstrapped }: EtcdChangeOptions,
): Binding[] {
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
      using snapshot = await openSnapshot(path, request.recoverSkipHashCheck ?? false);
      await store.bootstrap(node, snapshot).catch((error) => {
        throw error instanceof BoltError ? recoverError(error.message) : error;
      });
    } else await store.bootstrap(node);
    bootstrapped(node);
    await removeIfPresent(snapshotPath(node));
    await services.start(node);
  };

  const remove = async (id: bigint) => {
    const member = store.state.members.find((one) => one.id === id);
    if (member === undefined) {
      throw new StatusError(
        StatusCode.notFound,
        `failed to remove member ${id}: etcdserver: member not found`,
      );
    }
    if (group.leader === undefined) {
      throw new StatusError(
        StatusCode.unknown,
        `failed to remove member: failed to remove member ${id}: ${NO_LEADER}`,
      );
    }
    if (store.state.members.length === 1) throw refused("failed to remove member: ", id);
    await store.remove(id);
    await services.stop(member);
  };

  /** Returns the error for the removal of the last member. */
  const refused = (prefix: string, id: bigint) =>
    new StatusError(
      StatusCode.unknown,
      `${prefix}failed to remove member ${id}: etcdserver: re-configuration failed due to not ` +
        "enough started members",
    );

  const removeByName = async (name: string) => {
    const member = store.memberOf(name);
    if (member === undefined) {
      throw new StatusError(
        StatusCode.unknown,
        `failed to remove member: failed to find ${JSON.stringify(name)} in list of etcd members`,
      );
    }
    await remove(member.id);
  };

  /** Waits for a member that serves requests: the node's, or any. */
  const serving = async ({ node, signal }: Call, operation: string, isLocal = false) => {
    requireControlPlane(node, operation);
    await services.whenServing(isLocal ? node.name : undefined, signal);
  };

  const forfeit = async (node: NodeFacts, signal: AbortSignal): Promise<string> => {
    await requireLeader(
      group,
      signal,
      "failed to forfeit leadership: failed to list etcd members: ",
    );
    const { members } = store.state;
    const { leader } = group;
    if (members.length === 1) {
      throw new StatusError(
        StatusCode.unknown,
        "failed to forfeit leadership: cannot forfeit leadership, only one member",
      );
    }
    const next = members.find(({ name }) => name !== node.name);
    if (leader?.name !== node.name || next === undefined) return "";
    // etcd transfers leadership to a member with the whole log, and waits for it without a time
    // limit.
    while (!group.isRunning(next.name) || group.indexOf(next.name) < group.index) {
      await sleep(clock, TICK_MS, signal);
      if (group.leader?.name !== node.name) return "";
    }
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
      await writeFileAtomic(snapshotPath(node), limitedBytes(requests), { mode: 0o600 });
      return machine.EtcdRecoverResponse.create({ messages: [{}] });
    }),
    unary(MachineService.EtcdRemoveMemberByID, async ({ memberId }, call) => {
      await serving(call, "etcd remove member");
      await remove(BigInt(String(memberId ?? 0)));
      return machine.EtcdRemoveMemberByIDResponse.create({ messages: [{}] });
    }),
    unary(MachineService.EtcdRemoveMember, async ({ member }, call) => {
      await serving(call, "etcd remove member");
      await removeByName(member ?? "");
      return machine.EtcdRemoveMemberResponse.create({ messages: [{}] });
    }),
    unary(MachineService.EtcdLeaveCluster, async (_, call) => {
      await serving(call, "etcd leave");
      const { node } = call;
      const member = store.memberOf(node.name);
      if (member !== undefined && group.leader === undefined) {
        throw new StatusError(
          StatusCode.unknown,
          `failed to leave cluster: 1 error(s) occurred:\n\tfailed to remove member ${member.id}: ` +
            NO_LEADER,
        );
      }
      if (member !== undefined && store.state.members.length === 1) {
        throw refused("failed to leave cluster: 1 error(s) occurred:\n\t", member.id);
      }
      await store.leave(node.name);
      await services.stop(node);
      return machine.EtcdLeaveClusterResponse.create({ messages: [{}] });
    }),
    unary(MachineService.EtcdForfeitLeadership, async (_, call) => {
      await serving(call, "etcd forfeit leadership", true);
      const member = await forfeit(call.node, call.signal);
      return machine.EtcdForfeitLeadershipResponse.create({ messages: [{ member }] });
    }),
    unary(MachineService.EtcdAlarmDisarm, async (_, call) => {
      await serving(call, "etcd alarm list", true);
      await group.whenLed(call.signal);
      const memberAlarms = (await store.disarm()).map(toMemberAlarm);
      return machine.EtcdAlarmDisarmResponse.create({ messages: [{ memberAlarms }] });
    }),
    unary(MachineService.EtcdDefragment, async (_, call) => {
      await serving(call, "etcd defragment", true);
      return machine.EtcdDefragmentResponse.create({ messages: [{}] });
    }),
  ];
}

/** Returns why an upgrade of a control plane endangers quorum; undefined when it does not. */
export function upgradeProblem(
  { state }: Pick<EtcdStore, "state">,
  group: Pick<EtcdGroup, "isRunning" | "leader">,
): string | undefined {
  if (group.leader === undefined) return NO_LEADER;
  const { length } = state.members;
  if (length === 2) {
    return `etcd member count(${length}) is insufficient to maintain quorum if upgrade commences`;
  }
  const unhealthy = state.members.find(({ name }) => !group.isRunning(name));
  if (unhealthy === undefined) return undefined;
  const id = unhealthy.id.toString(16).padStart(16, "0");
  return `etcd member ${id} is not healthy; all members must be healthy to perform an upgrade: ` +
    "context deadline exceeded";
}
