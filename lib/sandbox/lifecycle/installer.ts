/**
 * Handlers of `LifecycleService`, which installs a version without reboot.
 *
 * @module
 */
import { LifecycleService, machine } from "../../../proto/machine.ts";
import { sleep } from "../../async/sleep.ts";
import type { Clock } from "../../platform/system.ts";
import { StatusCode, StatusError } from "../../rpc/mod.ts";
import { failedPreconditionError, invalidArgumentError } from "../status_errors.ts";
import { type Binding, type Call, type NodeFacts, stream } from "../types.ts";
import { imageTag } from "./action_errors.ts";
import type { Machine } from "./machine.ts";
import { TASK_MS } from "./sequences.ts";

/** Last message of an installer that fails. */
export const INSTALL_ERROR = "error: failed to write the boot assets: no space left on device";

/** Dependencies of the installer. */
export interface InstallerOptions {
  readonly clock: Clock;
  readonly machineOf: (node: NodeFacts) => Machine;
  /** Returns the paths of a node's disks. */
  readonly disksOf: (node: NodeFacts) => readonly string[];
}

/** Returns the bindings of `LifecycleService`. */
export function installerBindings({ clock, machineOf, disksOf }: InstallerOptions): Binding[] {
  const installing = new Set<string>();

  /** Yields the progress of an installation and stores the version before the exit code. */
  async function* install(
    image: string,
    target: Machine,
    signal: AbortSignal,
  ): AsyncGenerator<machine.ILifecycleServiceInstallProgress> {
    if (installing.has(target.name)) {
      throw failedPreconditionError("another installation/upgrade is already in progress");
    }
    installing.add(target.name);
    try {
      const version = imageTag(image);
      yield { message: `running the installer of ${version}` };
      await sleep(clock, TASK_MS["install"] ?? 0, signal);
      const isSuccessful = !target.faults.has("install-error");
      target.history.record({ event: "install", node: target.name, version, isSuccessful });
      if (!isSuccessful) {
        yield { message: INSTALL_ERROR };
        yield { exitCode: 1 };
        return;
      }
      const { installed, version: current } = target.storage.record;
      await target.storage.update({
        version,
        installed: true,
        ...installed && version !== current ? { previousVersion: current } : {},
      });
      yield { message: "installation complete" };
      yield { exitCode: 0 };
    } finally {
      installing.delete(target.name);
    }
  }

  async function* upgrade(
    { source }: machine.ILifecycleServiceUpgradeRequest,
    { node, signal }: Call,
  ): AsyncGenerator<machine.LifecycleServiceUpgradeResponse> {
    const target = machineOf(node);
    if (!target.storage.record.installed) throw failedPreconditionError("machine is not installed");
    for await (const progress of install(imageName(source), target, signal)) {
      yield machine.LifecycleServiceUpgradeResponse.create({ progress });
    }
  }

  async function* installFirst(
    { source, destination }: machine.ILifecycleServiceInstallRequest,
    { node, signal }: Call,
  ): AsyncGenerator<machine.LifecycleServiceInstallResponse> {
    const target = machineOf(node);
    if (target.storage.record.installed) {
      throw new StatusError(StatusCode.alreadyExists, "machine is already installed");
    }
    const image = imageName(source);
    const disk = destination?.disk ?? "";
    if (disk === "") throw invalidArgumentError("destination disk is required");
    if (!disksOf(node).includes(disk)) {
      throw invalidArgumentError(`invalid disk path: lstat ${disk}: no such file or directory`);
    }
    for await (const progress of install(image, target, signal)) {
      yield machine.LifecycleServiceInstallResponse.create({ progress });
    }
  }

  return [
    stream(LifecycleService.Upgrade, upgrade),
    stream(LifecycleService.Install, installFirst),
  ];
}

function imageName(source: machine.IInstallArtifactsSource | null | undefined): string {
  if (source?.imageName) return source.imageName;
  throw invalidArgumentError("installer image name is required");
}
