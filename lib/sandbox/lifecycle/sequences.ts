/**
 * The sequences of a metal node: phases with their tasks, in the order of Talos nodes, and the
 * duration of tasks that take time.
 *
 * @module
 */

/** Names of sequences, as in events. */
export type SequenceName =
  | "initialize"
  | "install"
  | "boot"
  | "reboot"
  | "shutdown"
  | "reset"
  | "upgrade"
  | "stageUpgrade"
  | "maintenanceUpgrade";

/** A phase with the names of its tasks. */
export type PhasePlan = readonly [phase: string, ...tasks: string[]];

/** Durations of tasks, milliseconds; all others take no time. */
export const TASK_MS: Readonly<Record<string, number>> = {
  cordonAndDrainNode: 150,
  stopAllPods: 100,
  removeAllPods: 150,
  stopServicesForUpgrade: 100,
  leaveEtcd: 100,
  kexecPrepare: 50,
  upgrade: 300,
  install: 300,
  wipeSystemDisk: 150,
  stopAllServices: 150,
};

/**
 * Time from the end of a boot to the start of the next one, milliseconds. talosctl
 * subscribes again one second after the last task; it would miss the boot of a faster node.
 */
export const POWER_CYCLE_MS = 1300;
/** Time from the start of a boot after a power cycle to its services, milliseconds. */
export const BOOT_MS = 200;

/** First sequence of a boot. */
export const INITIALIZE: readonly PhasePlan[] = [
  [
    "systemRequirements",
    "enforceKSPPRequirements",
    "setupSystemDirectory",
    "mountBPFFS",
    "mountCgroups",
    "mountPseudoFilesystems",
    "setRLimit",
    "initVolumeLifecycle",
  ],
  ["integrity", "writeIMAPolicy"],
  ["etc", "CreateSystemCgroups", "createOSReleaseFile", "setUserEnvVars"],
  ["earlyServices", "startUdevd", "startMachined", "startSyslogd", "startContainerd"],
  ["usb", "waitForUSB"],
  ["meta", "reloadMeta"],
  ["dashboard", "startDashboard"],
  ["mountSystem", "mountStatePartition"],
  ["config", "loadConfig"],
  ["unmountSystem", "unmountStatePartition"],
];

/** Sequence of a boot with configuration. */
export const BOOT: readonly PhasePlan[] = [
  ["saveStateEncryptionConfig", "SaveStateEncryptionConfig"],
  ["mountState", "mountStatePartition"],
  ["saveConfig", "saveConfig"],
  ["memorySizeCheck", "memorySizeCheck"],
  ["diskSizeCheck", "diskSizeCheck"],
  ["env", "setUserEnvVars", "waitForCARoots"],
  ["dbus", "startDBus"],
  ["ephemeral", "mountEphemeralPartition"],
  ["var", "setupVarDirectory"],
  ["overlay", "mountOverlayFilesystems"],
  ["udevSetup", "writeUdevRules"],
  ["userDisks", "mountUserDisks"],
  ["userSetup", "writeUserFiles"],
  ["lvm", "activateLogicalVolumes"],
  ["extendPCRStartAll", "extendPCRStartAll"],
  ["startEverything", "startAllServices"],
];

/** Phases and tasks that containers do not have; the tasks of an omitted phase are omitted. */
const METAL_ONLY = new Set([
  ...["enforceKSPPRequirements", "mountBPFFS", "mountCgroups", "mountPseudoFilesystems"],
  ...["setRLimit", "integrity", "startUdevd", "startSyslogd", "usb", "meta", "dashboard"],
  ...["mountSystem", "unmountSystem", "saveStateEncryptionConfig", "mountState", "ephemeral"],
  ...["overlay", "udevSetup", "userDisks", "lvm"],
]);

/** Returns the phases of a boot sequence in a container. */
export function containerPhases(phases: readonly PhasePlan[]): readonly PhasePlan[] {
  return phases.filter(([phase]) => !METAL_ONLY.has(phase)).flatMap(([phase, ...tasks]) => {
    const name = phase === "earlyServices" ? "machined" : phase;
    const plan: PhasePlan = [name, ...tasks.filter((task) => !METAL_ONLY.has(task))];
    return phase === "dbus" ? [plan, ["sharedFilesystems", "setupSharedFilesystems"]] : [plan];
  });
}

/** Sequence of the first configuration: installs to disk, then reboots. */
export const INSTALL: readonly PhasePlan[] = [
  ["env", "setUserEnvVars"],
  ["install", "install"],
  ["meta", "reloadMeta"],
  ["saveMeta", "flushMeta"],
  ["saveStateEncryptionConfig", "SaveStateEncryptionConfig"],
  ["mountState", "mountStatePartition"],
  ["saveConfig", "saveConfig"],
  ["unmountState", "unmountStatePartition"],
  ["volumeFinalize", "teardownLifecycle"],
  ["stopEverything", "stopAllServices"],
  ["kexec", "kexecPrepare"],
  ["reboot", "reboot"],
];

function stopAll(kexec: boolean): readonly PhasePlan[] {
  return [
    ["stopServices", "stopServicesForUpgrade"],
    ["unmountUser", "unmountUserDisks"],
    ["umount", "unmountOverlayFilesystems", "unmountPodMounts"],
    ["unmountBind", "unmountSystemDiskBindMounts"],
    ["unmountSystem", "unmountEphemeralPartition", "unmountStatePartition"],
    ["volumeFinalize", "teardownLifecycle"],
    ...when(kexec, ["kexec", "kexecPrepare"]),
    ["stopEverything", "stopAllServices"],
  ];
}

function when(condition: boolean, ...phases: PhasePlan[]): readonly PhasePlan[] {
  return condition ? phases : [];
}

/** Returns the phases of a reboot that stops no service first. */
export function forcedRebootPhases(): readonly PhasePlan[] {
  return [["stopEverything", "stopAllServices"], ["reboot", "reboot"]];
}

/** Returns the phases of a reboot. */
export function rebootPhases(): readonly PhasePlan[] {
  return [
    ["cleanup", "stopAllPods"],
    ["dbus", "stopDBus"],
    ...stopAll(true),
    ["reboot", "reboot"],
  ];
}

/** Returns the phases of a shutdown. */
export function shutdownPhases(force: boolean): readonly PhasePlan[] {
  return [
    ["storeShudown", "storeShutdownEmergency"],
    ...when(!force, ["drain", "cordonAndDrainNode"]),
    ["cleanup", "stopAllPods"],
    ["dbus", "stopDBus"],
    ...stopAll(false),
    ["shutdown", "shutdown"],
  ];
}

/** Options of {@linkcode resetPhases}. */
export interface ResetPlan {
  readonly graceful: boolean;
  readonly reboot: boolean;
  readonly isControlPlane: boolean;
  /** Labels of system partitions to wipe; empty for the whole disk. */
  readonly labels: readonly string[];
  readonly wipesSystemDisk: boolean;
  readonly wipesUserDisks: boolean;
}

/** Returns the phases of a reset. */
export function resetPhases(plan: ResetPlan): readonly PhasePlan[] {
  const { graceful, labels } = plan;
  const kexec = labels.length > 0 && !labels.includes("BOOT");
  return [
    ...when(graceful, ["drain", "cordonAndDrainNode"]),
    ["cleanup", graceful ? "removeAllPods" : "stopAllPods"],
    ["dbus", "stopDBus"],
    ...when(graceful && plan.isControlPlane, ["leave", "leaveEtcd"]),
    ["preReset", "sendResetSignal"],
    ...stopAll(kexec),
    ["forceCleanup", "forceCleanup"],
    ...when(plan.wipesSystemDisk && labels.length === 0, ["reset", "resetSystemDisk"]),
    ...when(plan.wipesSystemDisk && labels.length > 0, ["resetSpec", "resetSystemDiskSpec"]),
    ...when(plan.wipesUserDisks, ["resetUserDisks", "resetUserDisks"]),
    plan.reboot ? ["reboot", "reboot"] : ["shutdown", "shutdown"],
  ];
}

/** Returns the phases of a reset in a container, which keeps all data. */
export function containerResetPhases(): readonly PhasePlan[] {
  return [["stopEverything", "stopAllServices"], ["shutdown", "shutdown"]];
}

/** Returns the phases of an upgrade. */
export function upgradePhases(powercycle: boolean): readonly PhasePlan[] {
  return [
    ["drain", "cordonAndDrainNode"],
    ["cleanup", "stopAllPods"],
    ["dbus", "stopDBus"],
    ["stopServices", "stopServicesForUpgrade"],
    ["unmountUser", "unmountUserDisks"],
    ["unmount", "unmountOverlayFilesystems", "unmountPodMounts"],
    ["unmountBind", "unmountSystemDiskBindMounts"],
    ["unmountSystem", "unmountEphemeralPartition", "unmountStatePartition"],
    ["volumeFinalize", "teardownLifecycle"],
    ["upgrade", "upgrade"],
    ["meta", "reloadMeta"],
    ...when(!powercycle, ["kexec", "kexecPrepare"]),
    ["stopEverything", "stopAllServices"],
    ["reboot", "reboot"],
  ];
}

/** Returns the phases of an upgrade in maintenance mode. */
export function maintenanceUpgradePhases(powercycle: boolean): readonly PhasePlan[] {
  return [
    ["upgrade", "upgrade"],
    ["meta", "reloadMeta"],
    ...when(!powercycle, ["kexec", "kexecPrepare"]),
    ["stopEverything", "stopAllServices"],
    ["reboot", "reboot"],
  ];
}

/** Returns the phases of a reboot into a staged upgrade. */
export function stageUpgradePhases(powercycle: boolean): readonly PhasePlan[] {
  return [
    ["cleanup", "stopAllPods"],
    ["dbus", "stopDBus"],
    ...stopAll(!powercycle),
    ["reboot", "reboot"],
  ];
}

/** The running sequences that a requested one may cancel. */
export const TAKES_OVER: Readonly<Partial<Record<SequenceName, readonly SequenceName[]>>> = {
  reboot: ["boot", "reboot", "reset"],
  reset: ["boot"],
  upgrade: ["boot"],
};
