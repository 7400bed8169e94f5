/**
 * Handlers of the life cycle methods. The outcome of an action is stored before its response; the
 * sequence that follows only takes the node through the reboot.
 *
 * @module
 */
import { common } from "../../../proto/common.ts";
import { machine, MachineService } from "../../../proto/machine.ts";
import { hasOsFeature } from "../../os_versions/mod.ts";
import type { Random } from "../../platform/system.ts";
import { unknownError } from "../status_errors.ts";
import { type Binding, type NodeFacts, unary, type UnaryHandler } from "../types.ts";
import { uuid } from "../uuid.ts";
import { pullError } from "../images/reference.ts";
import { CONTAINER_SERVICES } from "../machine/mod.ts";
import { imageTag, unlessContainer } from "./action_errors.ts";
import { INSTALL_ERROR } from "./installer.ts";
import type { Machine } from "./machine.ts";
import { resetInMaintenance, upgradeInMaintenance } from "./maintenance_actions.ts";
import { isOperationAllowed, type ServiceOperation } from "./node_services.ts";
import {
  containerResetPhases,
  forcedRebootPhases,
  rebootPhases,
  resetPhases,
  shutdownPhases,
  stageUpgradePhases,
  upgradePhases,
} from "./sequences.ts";

/** Dependencies of the life cycle methods. */
export interface ActionOptions {
  readonly random: Random;
  readonly machineOf: (node: NodeFacts) => Machine;
  /** Returns the paths of a node's disks. */
  readonly disksOf: (node: NodeFacts) => readonly string[];
  /** Returns why an upgrade of a control plane endangers etcd; undefined when it does not. */
  readonly upgradeProblem: (node: NodeFacts) => string | undefined;
  /** Removes a node's member from etcd, with its data. */
  readonly leaveEtcd: (node: NodeFacts) => Promise<void>;
}

const { RebootMode } = machine.UpgradeRequest;
const { WipeMode } = machine.ResetRequest;

const PAST_TENSE = { start: "started", stop: "stopped", restart: "restarted" } as const;

/** Labels of the partitions that a reset can wipe. */
const LABELS = ["EPHEMERAL", "META", "STATE"];

/** Returns the bindings of the life cycle methods. */
export function actionBindings(options: ActionOptions): Binding[] {
  const { machineOf, random } = options;

  const reboot = ({ mode }: machine.IRebootRequest, node: NodeFacts) => {
    const actorId = uuid(random);
    const target = machineOf(node);
    // Older nodes do not know the number of the mode.
    const isForced = mode === machine.RebootRequest.Mode.FORCE &&
      hasOsFeature("forcedReboot", target.boot.version);
    const phases = isForced ? forcedRebootPhases() : rebootPhases();
    target.run({ sequence: "reboot", phases, actorId });
    return machine.RebootResponse.create({ messages: [{ actorId }] });
  };

  const shutdown = ({ force }: machine.IShutdownRequest, node: NodeFacts) => {
    const actorId = uuid(random);
    const phases = shutdownPhases(force ?? false);
    machineOf(node).run({ sequence: "shutdown", phases, actorId, takeover: true });
    return machine.ShutdownResponse.create({ messages: [{ actorId }] });
  };

  const reset = async (request: machine.IResetRequest, node: NodeFacts) => {
    const actorId = uuid(random);
    const mode = request.mode ?? WipeMode.ALL;
    const graceful = request.graceful ?? false;
    const target = machineOf(node);
    if (target.boot.config === undefined) {
      await resetInMaintenance(target, request, options.disksOf(node), actorId);
      return machine.ResetResponse.create({ messages: [{ actorId }] });
    }
    checkReset(request, options.disksOf(node));
    if (target.mode === "container") {
      target.run({ sequence: "reset", phases: containerResetPhases(), actorId });
      return machine.ResetResponse.create({ messages: [{ actorId }] });
    }
    const labels = (request.systemPartitionsToWipe ?? [])
      .filter(({ wipe }) => wipe).map(({ label }) => label ?? "");
    const wipesSystemDisk = mode !== WipeMode.USER_DISKS;
    const isControlPlane = node.type === "controlplane";
    if (target.canRun("reset")) {
      const wipes = (label: string) =>
        wipesSystemDisk && (labels.length === 0 || labels.includes(label));
      // A member without its data cannot start again: an ungraceful reset removes it as well.
      if (isControlPlane && (graceful || wipes("EPHEMERAL"))) await options.leaveEtcd(node);
      if (wipes("META")) await target.storage.update({ meta: {} });
      if (wipes("STATE")) await target.storage.removeConfig();
      if (wipesSystemDisk && labels.length === 0) await target.storage.update({ installed: false });
    }
    const phases = resetPhases({
      graceful,
      reboot: request.reboot ?? false,
      isControlPlane,
      labels,
      wipesSystemDisk,
      wipesUserDisks: mode !== WipeMode.SYSTEM_DISK && (request.userDisksToWipe ?? []).length > 0,
    });
    target.run({ sequence: "reset", phases, actorId });
    return machine.ResetResponse.create({ messages: [{ actorId }] });
  };

  const upgrade = async (request: machine.IUpgradeRequest, node: NodeFacts) => {
    const actorId = uuid(random);
    const target = machineOf(node);
    if (target.boot.config === undefined) {
      await upgradeInMaintenance(target, request, actorId);
      return upgradeResponse(actorId);
    }
    const version = imageTag(request.image ?? "");
    if (target.faults.has("pull-error")) {
      const image = JSON.stringify(request.image ?? "");
      throw unknownError(
        `error validating installer image ${image}: ${pullError(request.image ?? "")}`,
      );
    }
    const problem = node.type === "controlplane" && !request.force
      ? options.upgradeProblem(node)
      : undefined;
    if (problem !== undefined) {
      throw unknownError(`error validating etcd for upgrade: ${problem}`);
    }
    const isPowercycle = request.rebootMode === RebootMode.POWERCYCLE;
    const [sequence, phases] = request.stage
      ? ["stageUpgrade" as const, stageUpgradePhases(isPowercycle)]
      : ["upgrade" as const, upgradePhases(isPowercycle)];
    const isSuccessful = !target.faults.has("install-error");
    if (target.canRun(sequence)) {
      target.history.record({ event: "install", node: target.name, version, isSuccessful });
      if (isSuccessful) {
        await target.storage.update({ version, previousVersion: target.boot.version });
      }
    }
    const fail = () => {
      throw new Error(INSTALL_ERROR);
    };
    // A staged upgrade fails in the next boot, which continues with the version that ran.
    target.run({ sequence, phases, actorId, effects: isSuccessful ? {} : { upgrade: fail } });
    return upgradeResponse(actorId);
  };

  const rollback = async (_: machine.IRollbackRequest, node: NodeFacts) => {
    const target = machineOf(node);
    const { previousVersion } = target.storage.record;
    if (previousVersion === undefined) throw unknownError("previous UKI not found");
    await target.storage.update({
      version: previousVersion,
      previousVersion: target.boot.version,
    });
    target.run({ sequence: "reboot", phases: rebootPhases(), takeover: true });
    return machine.RollbackResponse.create({ messages: [{}] });
  };

  const restart = (request: machine.IRestartRequest, node: NodeFacts) => {
    const { namespace, id, driver } = request;
    if (driver === common.ContainerDriver.CRI && namespace !== "k8s.io") {
      throw unknownError("CRI inspector is supported only for K8s namespace");
    }
    const target = machineOf(node);
    const { nodeServices, services } = target.boot;
    const isRunning = services.get(id ?? "")?.state === "Running";
    if (namespace !== "system" || !CONTAINER_SERVICES.includes(id ?? "") || !isRunning) {
      throw unknownError(`container ${JSON.stringify(id ?? "")} not found`);
    }
    // The only service with a process: the server of the node API.
    if (id === "apid") target.restartApid();
    else {
      nodeServices.stop(id!);
      nodeServices.start(id!);
    }
    return machine.RestartResponse.create({ messages: [{}] });
  };

  /** Runs an operation on a service and returns the text of the response. */
  const service = (operation: ServiceOperation, id: string, node: NodeFacts) => {
    const { nodeServices, services } = machineOf(node).boot;
    const found = services.get(id);
    if (found === undefined) throw unknownError(`service ${JSON.stringify(id)} not defined`);
    const isRunning = found.state === "Running";
    const isDone = operation === "start" ? isRunning : operation === "stop" && !isRunning;
    if (!isDone) {
      const effective = operation === "restart" && !isRunning ? "start" : operation;
      if (!isOperationAllowed(id, effective)) {
        throw unknownError(
          `service ${JSON.stringify(id)} doesn't support ${effective} operation via API`,
        );
      }
      if (effective !== "start") nodeServices.stop(id);
      if (effective !== "stop") nodeServices.start(id);
    }
    return `Service ${JSON.stringify(id)} ${PAST_TENSE[operation]}`;
  };

  return [
    unary(MachineService.Reboot, unlessContainer(direct(reboot))),
    unary(MachineService.Shutdown, unlessContainer(direct(shutdown))),
    unary(MachineService.Reset, direct(reset)),
    unary(MachineService.Upgrade, unlessContainer(direct(upgrade))),
    unary(MachineService.Rollback, unlessContainer(direct(rollback))),
    unary(MachineService.Restart, direct(restart)),
    unary(
      MachineService.ServiceStart,
      direct(({ id }, node) =>
        machine.ServiceStartResponse.create({
          messages: [{ resp: service("start", id ?? "", node) }],
        })
      ),
    ),
    unary(
      MachineService.ServiceStop,
      direct(({ id }, node) =>
        machine.ServiceStopResponse.create({
          messages: [{ resp: service("stop", id ?? "", node) }],
        })
      ),
    ),
    unary(
      MachineService.ServiceRestart,
      direct(({ id }, node) =>
        machine.ServiceRestartResponse.create({
          messages: [{ resp: service("restart", id ?? "", node) }],
        })
      ),
    ),
  ];
}

/** Converts a function of request and node to a handler, and its exceptions to rejections. */
function direct<Req, Res>(
  handle: (request: Req, node: NodeFacts) => Res | Promise<Res>,
): UnaryHandler<Req, Res> {
  return (request, { node }) => new Promise((resolve) => resolve(handle(request, node)));
}

function upgradeResponse(actorId: string): machine.UpgradeResponse {
  return machine.UpgradeResponse.create({
    messages: [{ ack: "Upgrade request received", actorId }],
  });
}

/**
 * Validates the disks and partitions of a reset.
 *
 * @throws {StatusError} As Talos nodes, for those that a reset cannot wipe.
 */
function checkReset(request: machine.IResetRequest, disks: readonly string[]): void {
  const userDisks = request.userDisksToWipe ?? [];
  const partitions = request.systemPartitionsToWipe ?? [];
  if (userDisks.length > 0 && request.mode === WipeMode.SYSTEM_DISK) {
    throw unknownError(
      "reset failed: invalid input, wipe mode SYSTEM_DISK doesn't support UserDisksToWipe parameter",
    );
  }
  const missing = userDisks.find((disk) => !disks.includes(disk));
  if (missing !== undefined) {
    throw unknownError(`reset user disk failed: device ${missing} wasn't found`);
  }
  if (partitions.length > 0 && request.mode === WipeMode.USER_DISKS) {
    throw unknownError(
      "reset failed: invalid input, wipe mode USER_DISKS doesn't support SystemPartitionsToWipe " +
        "parameter",
    );
  }
  for (const { label } of partitions) {
    if (LABELS.includes(label ?? "")) continue;
    throw unknownError(
      `failed to get volume status with label ${JSON.stringify(label ?? "")}: resource ` +
        `VolumeStatuses.block.talos.dev(runtime/${label}@undefined) doesn't exist`,
    );
  }
}
