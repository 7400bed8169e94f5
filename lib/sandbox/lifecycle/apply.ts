/**
 * Handler of `ApplyConfiguration`.
 *
 * @module
 */
import { machine, MachineService } from "../../../proto/machine.ts";
import { NO_REBOOT_SINCE } from "../../machineconfig/schema/effects/mod.ts";
import { isLater, releaseOfVersion } from "../../machineconfig/schema/releases.ts";
import { formatDuration } from "../../output/duration.ts";
import { StatusCode, StatusError } from "../../rpc/mod.ts";
import { invalidArgumentError, unknownError } from "../status_errors.ts";
import { type Binding, type NodeFacts, unary } from "../types.ts";
import {
  ConfigError,
  diffConfigs,
  type MachineConfig,
  parseMachineConfig,
  rebootReason,
} from "../configuration/machine_config.ts";
import type { Machine } from "./machine.ts";
import { INSTALL, rebootPhases } from "./sequences.ts";

const { Mode } = machine.ApplyConfigurationRequest;

/** Default time before mode TRY reverts, milliseconds. */
const TRY_TIMEOUT_MS = 60_000;

const WITH_REBOOT = "Applied configuration with a reboot";
const WITHOUT_REBOOT = "Applied configuration without a reboot";
const STAGED = "Staged configuration to be applied after the next reboot";

/** Returns the binding of `ApplyConfiguration`. */
export function applyBinding(machineOf: (node: NodeFacts) => Machine): Binding {
  return unary(MachineService.ApplyConfiguration, async (request, { node }) => {
    const target = machineOf(node);
    const message = target.boot.config === undefined
      ? await applyInMaintenance(target, request)
      : await applyConfig(target, target.boot.config, request);
    return machine.ApplyConfigurationResponse.create({ messages: [message] });
  });
}

async function applyConfig(
  target: Machine,
  current: MachineConfig,
  request: machine.IApplyConfigurationRequest,
): Promise<machine.IApplyConfiguration> {
  const requested = request.mode ?? Mode.REBOOT;
  if (requested !== Mode.TRY) target.cancelRollback();
  // Nodes of v1.14 or later check the mode before the configuration.
  if (
    requested === Mode.REBOOT && !isLater(NO_REBOOT_SINCE, releaseOfVersion(target.boot.version))
  ) {
    throw new StatusError(
      StatusCode.unimplemented,
      "the REBOOT mode is not supported, please use AUTO or NO_REBOOT modes instead",
    );
  }
  const config = parseRequest(request, target);
  const reason = rebootReason(current, config, target.boot.version);
  const isImmediate = requested === Mode.TRY || requested === Mode.NO_REBOOT;
  if (isImmediate && reason !== undefined) {
    throw invalidArgumentError(reason);
  }
  const mode = requested !== Mode.AUTO
    ? requested
    : reason === undefined
    ? Mode.NO_REBOOT
    : Mode.REBOOT;
  const details = mode === Mode.STAGED
    ? STAGED
    : mode === Mode.REBOOT
    ? WITH_REBOOT
    : WITHOUT_REBOOT;
  if (request.dryRun) {
    const diff = diffConfigs(current.documents, config.documents, target.boot.version) ||
      "No changes.";
    return {
      mode,
      modeDetails: `Dry run summary:\n${details} (skipped in dry-run).\nConfig diff:\n\n${diff}`,
    };
  }
  if (mode !== Mode.TRY) {
    await target.storage.writeConfig(config.text);
    target.boot.live.stored.set(config.text);
    const name = Mode[mode].toLowerCase();
    target.history.record({ event: "configure", node: target.name, mode: name });
  }
  let modeDetails = details;
  if (mode === Mode.TRY) {
    const ms = durationMs(request.tryModeTimeout) ?? TRY_TIMEOUT_MS;
    modeDetails +=
      "\nThe config is applied in 'try' mode and will be automatically reverted back " +
      `in ${formatDuration(ms)}`;
    target.rollbackAfter(ms, () => target.activate(current));
  }
  if (mode === Mode.TRY || mode === Mode.NO_REBOOT) target.activate(config);
  if (mode === Mode.REBOOT) {
    target.run({ sequence: "reboot", phases: rebootPhases(), takeover: true });
  }
  if (requested === Mode.AUTO && reason !== undefined) modeDetails += `: ${reason}`;
  return { mode, modeDetails, warnings: [...config.warnings] };
}

/** Applies the first configuration: installs the node and reboots into it. */
async function applyInMaintenance(
  target: Machine,
  request: machine.IApplyConfigurationRequest,
): Promise<machine.IApplyConfiguration> {
  const mode = request.mode ?? Mode.REBOOT;
  if (mode !== Mode.TRY && mode !== Mode.REBOOT && mode !== Mode.AUTO) {
    const name = (Mode[mode] ?? String(mode)).toLowerCase().replaceAll("_", "-");
    throw new StatusError(
      StatusCode.unimplemented,
      `apply configuration --mode='${name}' is not supported in maintenance mode`,
    );
  }
  const config = parseRequest(
    request,
    target,
    ({ message, isUndecodable }) =>
      isUndecodable
        ? unknownError(`failed to parse config: ${message}`)
        : invalidArgumentError(`configuration validation failed: ${message}`),
  );
  const warnings = [...config.warnings];
  if (request.dryRun) {
    const modeDetails =
      "Dry run summary:\nNode is running in maintenance mode and does not have a config yet.";
    return { warnings, modeDetails };
  }
  // The record first: an installed node without configuration is valid, the reverse is not.
  await target.storage.update({ installed: true });
  await target.storage.writeConfig(config.text);
  target.boot.live.stored.set(config.text);
  target.history.record({ event: "configure", node: target.name, mode: "install" });
  // A container boots from its image.
  if (target.mode === "container") target.continueBoot();
  else target.run({ sequence: "install", phases: INSTALL });
  return { warnings };
}

function parseRequest(
  { data }: machine.IApplyConfigurationRequest,
  { storage, mode }: Machine,
  toStatus: (error: ConfigError) => StatusError = ({ message }) => invalidArgumentError(message),
): MachineConfig {
  try {
    const text = new TextDecoder().decode(data ?? new Uint8Array(0));
    return parseMachineConfig(text, storage.record.version, mode);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw toStatus(error);
  }
}

/** Converts a `google.protobuf.Duration` to milliseconds; undefined when it is missing. */
function durationMs(
  duration: machine.IApplyConfigurationRequest["tryModeTimeout"],
): number | undefined {
  if (!duration) return undefined;
  return Number(duration.seconds ?? 0) * 1000 + (duration.nanos ?? 0) / 1e6;
}
