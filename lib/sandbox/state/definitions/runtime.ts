/**
 * Resource types of the machine's runtime: services, mounts, kernel parameters, time.
 *
 * @module
 */
import {
  BOOL,
  encodeFields,
  enumeration,
  message,
  repeated,
  STRING,
  UINT64,
} from "../encode_fields.ts";
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
  message: { running: [1, BOOL], healthy: [2, BOOL], unknown: [3, BOOL] },
});

export type MachineStage =
  | "booting"
  | "installing"
  | "maintenance"
  | "running"
  | "rebooting"
  | "shutting down"
  | "resetting"
  | "upgrading";

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
    stage: [
      1,
      enumeration<MachineStage>({
        booting: 1,
        installing: 2,
        maintenance: 3,
        running: 4,
        rebooting: 5,
        "shutting down": 6,
        resetting: 7,
        upgrading: 8,
      }),
    ],
    status: [
      2,
      message({
        ready: [1, BOOL],
        unmetConditions: [2, repeated(message({ name: [1, STRING], reason: [2, STRING] }))],
      }),
    ],
  },
});

/** Machine type; the spec is a plain string. */
export type MachineType = "controlplane" | "worker" | "unknown";

/** Encoder of a machine type as enum value. */
export const MACHINE_TYPE_NUMBER = enumeration<MachineType>({
  unknown: 0,
  controlplane: 2,
  worker: 3,
});

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
    source: [1, STRING],
    target: [2, STRING],
    filesystemType: [3, STRING],
    options: [4, repeated(STRING)],
    encrypted: [5, BOOL],
  },
});

export interface KernelParam {
  value: string;
  ignoreErrors: boolean;
}

export const KERNEL_PARAM_DEFAULT: Definition<KernelParam> = define<KernelParam>({
  name: "KernelParamDefaultSpecs.runtime",
  namespace: RUNTIME,
  message: { value: [1, STRING], ignoreErrors: [2, BOOL] },
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
  message: { current: [1, STRING], default: [2, STRING], unsupported: [3, BOOL] },
});

export interface TimeStatus {
  synced: boolean;
  /** Incremented by every clock jump. */
  epoch: number;
  syncDisabled: boolean;
}

export const TIME_STATUS: Definition<TimeStatus> = define<TimeStatus>({
  name: "TimeStatuses.v1alpha1",
  namespace: RUNTIME,
  columns: [["Synced", "{.synced}"]],
  message: { synced: [1, BOOL], epoch: [2, UINT64], syncDisabled: [3, BOOL] },
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
    nodename: [1, STRING],
    hostnameVersion: [2, STRING],
    skipNodeRegistration: [3, BOOL],
  },
});

export interface SecurityState {
  /** Whether UEFI Secure Boot is enabled. */
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
  message: { secureBoot: [1, BOOL] },
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
  message: { platform: [1, STRING], hostname: [2, STRING] },
});

export interface Version {
  name: string;
  version: string;
}

export const VERSION: Definition<Version> = define<Version>({
  name: "Versions.runtime",
  namespace: RUNTIME,
  columns: [["Name", "{.name}"], ["Version", "{.version}"]],
  message: { name: [2, STRING], version: [1, STRING] },
});

export const BOOT_ID: Definition<{ bootID: string }> = define<{ bootID: string }>({
  name: "BootIDs.runtime",
  namespace: RUNTIME,
  columns: [["Boot ID", "{.bootID}"]],
  message: { bootID: [1, STRING] },
});

export const KERNEL_CMDLINE: Definition<{ cmdline: string }> = define<{ cmdline: string }>({
  name: "KernelCmdlines.runtime",
  namespace: RUNTIME,
  aliases: ["cmdline"],
  columns: [["Cmdline", "{.cmdline}"]],
  message: { cmdline: [1, STRING] },
});

/** A line of `/proc/modules`. */
export interface KernelModule {
  /** Bytes. */
  size: number;
  referenceCount: number;
  dependencies?: readonly string[];
  state: string;
  address: string;
}

export const LOADED_KERNEL_MODULE: Definition<KernelModule> = define<KernelModule>({
  name: "LoadedKernelModules.runtime",
  namespace: RUNTIME,
  columns: [["State", "{.state}"]],
  message: {
    size: [1, UINT64],
    referenceCount: [2, UINT64],
    dependencies: [3, repeated(STRING)],
    state: [4, STRING],
    address: [5, STRING],
  },
});
