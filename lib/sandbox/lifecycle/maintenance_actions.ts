/**
 * Life cycle methods in maintenance mode, which only callers with the role `os:admin` reach.
 *
 * @module
 */
import { machine } from "../../../proto/machine.ts";
import { PRODUCT } from "../../distribution.ts";
import { StatusCode, StatusError } from "../../rpc/mod.ts";
import { unknownError } from "../status_errors.ts";
import { imageTag } from "./action_errors.ts";
import type { Machine } from "./machine.ts";
import { maintenanceUpgradePhases, rebootPhases, shutdownPhases } from "./sequences.ts";

const { RebootMode } = machine.UpgradeRequest;
const { WipeMode } = machine.ResetRequest;

/** Upgrades an installed node without configuration. */
export async function upgradeInMaintenance(
  target: Machine,
  request: machine.IUpgradeRequest,
  actorId: string,
): Promise<void> {
  if (!target.storage.record.installed) {
    throw new StatusError(StatusCode.failedPrecondition, `${PRODUCT} is not installed`);
  }
  if (request.preserve || request.stage || request.force) {
    throw new StatusError(
      StatusCode.unimplemented,
      "upgrade --preserve, --stage, and --force are not supported in maintenance mode",
    );
  }
  const version = imageTag(request.image ?? "");
  const sequence = "maintenanceUpgrade";
  if (target.canRun(sequence)) {
    await target.storage.update({ version, previousVersion: target.boot.version });
  }
  const phases = maintenanceUpgradePhases(request.rebootMode === RebootMode.POWERCYCLE);
  target.run({ sequence, phases, actorId });
}

/** Wipes the system disk of an installed node without configuration, then reboots or shuts down. */
export async function resetInMaintenance(
  target: Machine,
  request: machine.IResetRequest,
  disks: readonly string[],
  actorId: string,
): Promise<void> {
  const userDisks = request.userDisksToWipe ?? [];
  if (userDisks.length > 0 && request.mode === WipeMode.SYSTEM_DISK) {
    throw unknownError(
      "reset failed: invalid input, wipe mode SYSTEM_DISK doesn't support UserDisksToWipe parameter",
    );
  }
  if ((request.systemPartitionsToWipe ?? []).length > 0) {
    throw unknownError("system partitions to wipe params is not supported in the maintenance mode");
  }
  if (!target.storage.record.installed) {
    throw unknownError(`reset failed: ${PRODUCT} is not installed`);
  }
  const missing = userDisks.find((disk) => !disks.includes(disk));
  if (missing !== undefined) {
    throw unknownError(`open ${missing}: no such file or directory`);
  }
  await target.storage.update({ installed: false, meta: {} });
  const [sequence, phases] = request.reboot
    ? ["reboot" as const, rebootPhases()]
    : ["shutdown" as const, shutdownPhases(true)];
  target.run({ sequence, phases, actorId });
}
