/**
 * The state of the machine: services, mounts, kernel parameters, time.
 *
 * @module
 */
import { encodeFields, FLAG, list, message, TEXT, WHOLE, word } from "../spec_message.ts";
import { define, type Definition } from "./definition.ts";

const RUNTIME = "runtime";

export interface Service {
  running: boolean;
  healthy: boolean;
  unknown: boolean;
}

export const SERVICE: Definition<Service> = define<Service>({
  name: "Services.v1alpha1",
  namespace: RUNTIME,
  aliases: ["svc"],
  columns: [
    ["Running", "{.running}"],
    ["Healthy", "{.healthy}"],
    ["Health Unknown", "{.unknown}"],
  ],
  message: { running: [1, FLAG], healthy: [2, FLAG], unknown: [3, FLAG] },
});

export type MachineStage = "booting" | "maintenance" | "running";

export interface MachineStatus {
  stage: MachineStage;
  status: {
    ready: boolean;
    unmetConditions: readonly { name: string; reason: string }[];
  };
}

export const MACHINE_STATUS: Definition<MachineStatus> = define<MachineStatus>({
  name: "MachineStatuses.runtime",
  namespace: RUNTIME,
  columns: [["Stage", "{.stage}"], ["Ready", "{.status.ready}"]],
  message: {
    stage: [1, word({ booting: 1, maintenance: 3, running: 4 })],
    status: [
      2,
      message({
        ready: [1, FLAG],
        unmetConditions: [2, list(message({ name: [1, TEXT], reason: [2, TEXT] }))],
      }),
    ],
  },
});

/** What kind of node it is; the spec is the word alone. */
export type MachineType = "controlplane" | "worker" | "unknown";

/** The types of machines by number, for specs that hold one. */
export const MACHINE_TYPE_NUMBER = word<MachineType>({ unknown: 0, controlplane: 2, worker: 3 });

export const MACHINE_TYPE: Definition<MachineType> = define<MachineType>({
  name: "MachineTypes.config",
  namespace: "config",
  columns: [["Type", "{@}"]],
  message: (type) => encodeFields({ type: [1, MACHINE_TYPE_NUMBER] }, { type }),
});

export interface MountStatus {
  source: string;
  target: string;
  filesystemType: string;
  options: readonly string[];
  encrypted: boolean;
}

export const MOUNT_STATUS: Definition<MountStatus> = define<MountStatus>({
  name: "MountStatuses.runtime",
  namespace: RUNTIME,
  aliases: ["mounts"],
  columns: [
    ["Source", "{.source}"],
    ["Target", "{.target}"],
    ["Filesystem Type", "{.filesystemType}"],
  ],
  message: {
    source: [1, TEXT],
    target: [2, TEXT],
    filesystemType: [3, TEXT],
    options: [4, list(TEXT)],
    encrypted: [5, FLAG],
  },
});

export interface KernelParam {
  value: string;
  ignoreErrors: boolean;
}

export const KERNEL_PARAM_DEFAULT: Definition<KernelParam> = define<KernelParam>({
  name: "KernelParamDefaultSpecs.runtime",
  namespace: RUNTIME,
  message: { value: [1, TEXT], ignoreErrors: [2, FLAG] },
});

export interface KernelParamStatus {
  current: string;
  default: string;
  unsupported: boolean;
}

export const KERNEL_PARAM_STATUS: Definition<KernelParamStatus> = define<KernelParamStatus>({
  name: "KernelParamStatuses.runtime",
  namespace: RUNTIME,
  aliases: ["sysctls", "kernelparameters", "kernelparams"],
  columns: [
    ["Current", "{.current}"],
    ["Default", "{.default}"],
    ["Unsupported", "{.unsupported}"],
  ],
  message: { current: [1, TEXT], default: [2, TEXT], unsupported: [3, FLAG] },
});

export interface TimeStatus {
  synced: boolean;
  /** Counts jumps of the clock. */
  epoch: number;
  syncDisabled: boolean;
}

export const TIME_STATUS: Definition<TimeStatus> = define<TimeStatus>({
  name: "TimeStatuses.v1alpha1",
  namespace: RUNTIME,
  columns: [["Synced", "{.synced}"]],
  message: { synced: [1, FLAG], epoch: [2, WHOLE], syncDisabled: [3, FLAG] },
});

export interface Nodename {
  nodename: string;
  hostnameVersion: string;
  skipNodeRegistration: boolean;
}

export const NODENAME: Definition<Nodename> = define<Nodename>({
  name: "Nodenames.kubernetes",
  namespace: "k8s",
  columns: [["Nodename", "{.nodename}"]],
  message: {
    nodename: [1, TEXT],
    hostnameVersion: [2, TEXT],
    skipNodeRegistration: [3, FLAG],
  },
});

export interface SecurityState {
  /** Whether the firmware checks what it starts. */
  secureBoot: boolean;
}

export const SECURITY_STATE: Definition<SecurityState> = define<SecurityState>({
  name: "SecurityStates",
  namespace: RUNTIME,
  columns: [
    ["SecureBoot", "{.secureBoot}"],
    ["UKISigningKeyFingerprint", "{.ukiSigningKeyFingerprint}"],
    ["PCRSigningKeyFingerprint", "{.pcrSigningKeyFingerprint}"],
  ],
  message: { secureBoot: [1, FLAG] },
});

export interface PlatformMetadata {
  platform: string;
  hostname: string;
}

export const PLATFORM_METADATA: Definition<PlatformMetadata> = define<PlatformMetadata>({
  name: "PlatformMetadatas",
  namespace: RUNTIME,
  columns: [
    ["Platform", "{.platform}"],
    ["Type", "{.instanceType}"],
    ["Region", "{.region}"],
    ["Zone", "{.zone}"],
  ],
  message: { platform: [1, TEXT], hostname: [2, TEXT] },
});
