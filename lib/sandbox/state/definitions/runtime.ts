/**
 * The state of the machine: services, mounts, kernel parameters, time.
 *
 * @module
 */
import { define, type Definition } from "./definition.ts";

const RUNTIME = "runtime";

export interface Service {
  running: boolean;
  healthy: boolean;
  unknown: boolean;
}

export const SERVICE: Definition<Service> = define({
  name: "Services.v1alpha1",
  namespace: RUNTIME,
  aliases: ["svc"],
  columns: [
    ["Running", "{.running}"],
    ["Healthy", "{.healthy}"],
    ["Health Unknown", "{.unknown}"],
  ],
});

export type MachineStage = "booting" | "maintenance" | "running";

export interface MachineStatus {
  stage: MachineStage;
  status: {
    ready: boolean;
    unmetConditions: readonly { name: string; reason: string }[];
  };
}

export const MACHINE_STATUS: Definition<MachineStatus> = define({
  name: "MachineStatuses.runtime",
  namespace: RUNTIME,
  columns: [["Stage", "{.stage}"], ["Ready", "{.status.ready}"]],
});

/** What kind of node it is; the spec is the word alone. */
export type MachineType = "controlplane" | "worker" | "unknown";

export const MACHINE_TYPE: Definition<MachineType> = define({
  name: "MachineTypes.config",
  namespace: "config",
  columns: [["Type", "{@}"]],
});

export interface MountStatus {
  source: string;
  target: string;
  filesystemType: string;
  options: readonly string[];
  encrypted: boolean;
}

export const MOUNT_STATUS: Definition<MountStatus> = define({
  name: "MountStatuses.runtime",
  namespace: RUNTIME,
  aliases: ["mounts"],
  columns: [
    ["Source", "{.source}"],
    ["Target", "{.target}"],
    ["Filesystem Type", "{.filesystemType}"],
  ],
});

export interface KernelParam {
  value: string;
  ignoreErrors: boolean;
}

export const KERNEL_PARAM_DEFAULT: Definition<KernelParam> = define({
  name: "KernelParamDefaultSpecs.runtime",
  namespace: RUNTIME,
});

export interface KernelParamStatus {
  current: string;
  default: string;
  unsupported: boolean;
}

export const KERNEL_PARAM_STATUS: Definition<KernelParamStatus> = define({
  name: "KernelParamStatuses.runtime",
  namespace: RUNTIME,
  aliases: ["sysctls", "kernelparameters", "kernelparams"],
  columns: [
    ["Current", "{.current}"],
    ["Default", "{.default}"],
    ["Unsupported", "{.unsupported}"],
  ],
});

export interface TimeStatus {
  synced: boolean;
  /** Counts jumps of the clock. */
  epoch: number;
  syncDisabled: boolean;
}

export const TIME_STATUS: Definition<TimeStatus> = define({
  name: "TimeStatuses.v1alpha1",
  namespace: RUNTIME,
  columns: [["Synced", "{.synced}"]],
});

export interface Nodename {
  nodename: string;
  hostnameVersion: string;
  skipNodeRegistration: boolean;
}

export const NODENAME: Definition<Nodename> = define({
  name: "Nodenames.kubernetes",
  namespace: "k8s",
  columns: [["Nodename", "{.nodename}"]],
});

export interface PlatformMetadata {
  platform: string;
  hostname: string;
}

export const PLATFORM_METADATA: Definition<PlatformMetadata> = define({
  name: "PlatformMetadatas",
  namespace: RUNTIME,
  columns: [
    ["Platform", "{.platform}"],
    ["Type", "{.instanceType}"],
    ["Region", "{.region}"],
    ["Zone", "{.zone}"],
  ],
});
