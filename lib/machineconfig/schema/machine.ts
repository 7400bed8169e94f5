/** The `machine` section. */
import { certificate, certificateAndKey } from "./certificates.ts";
import { systemDiskEncryptionConfig } from "./encryption.ts";
import { featuresConfig } from "./features.ts";
import { installConfig, machineDisk, machineFile } from "./install.ts";
import { kubeletConfig } from "./kubelet.ts";
import { networkConfig } from "./network.ts";
import { registriesConfig } from "./registries.ts";
import { bool, FREE, free, list, map, object, one, TEXT, text } from "./types.ts";

export const machineControllerManagerConfig = object("MachineControllerManagerConfig", "", {
  disabled: bool({ doc: "" }),
});

export const machineSchedulerConfig = object("MachineSchedulerConfig", "", {
  disabled: bool({ doc: "" }),
});

export const machineControlPlaneConfig = object("MachineControlPlaneConfig", "", {
  controllerManager: one(machineControllerManagerConfig, { doc: "" }),
  scheduler: one(machineSchedulerConfig, { doc: "" }),
});

export const timeConfig = object("TimeConfig", "", {
  disabled: bool({ doc: "" }),
  servers: list(TEXT, { doc: "" }),
  bootTimeout: text({ doc: "", format: "duration" }),
});

export const udevConfig = object("UdevConfig", "", {
  rules: list(TEXT, { doc: "" }),
});

export const loggingDestination = object("LoggingDestination", "", {
  endpoint: text({ doc: "", always: true, optional: true, format: "url" }),
  format: text({ doc: "", always: true }),
  extraTags: map(TEXT, { doc: "", since: "v1.7" }),
});

export const loggingConfig = object("LoggingConfig", "", {
  destinations: list(loggingDestination, { doc: "", always: true }),
});

export const kernelModuleConfig = object("KernelModuleConfig", "", {
  name: text({ doc: "", always: true }),
  parameters: list(TEXT, { doc: "", since: "v1.3" }),
});

export const kernelConfig = object("KernelConfig", "", {
  modules: list(kernelModuleConfig, { doc: "" }),
});

export const machineSeccompProfile = object("MachineSeccompProfile", "", {
  name: text({ doc: "", always: true }),
  value: free({ doc: "", always: true }),
});

export const machineConfig = object("MachineConfig", "", {
  type: text({ doc: "", always: true }),
  token: text({ doc: "", always: true, secret: true }),
  ca: one(certificateAndKey, { doc: "" }),
  acceptedCAs: list(certificate, { doc: "", since: "v1.7" }),
  certSANs: list(TEXT, { doc: "", always: true }),
  controlPlane: one(machineControlPlaneConfig, { doc: "" }),
  kubelet: one(kubeletConfig, { doc: "" }),
  pods: list(FREE, { doc: "" }),
  network: one(networkConfig, { doc: "" }),
  disks: list(machineDisk, { doc: "" }),
  install: one(installConfig, { doc: "" }),
  files: list(machineFile, { doc: "" }),
  env: map(TEXT, { doc: "" }),
  time: one(timeConfig, { doc: "" }),
  sysctls: map(TEXT, { doc: "" }),
  sysfs: map(TEXT, { doc: "" }),
  registries: one(registriesConfig, { doc: "" }),
  systemDiskEncryption: one(systemDiskEncryptionConfig, { doc: "" }),
  features: one(featuresConfig, { doc: "" }),
  udev: one(udevConfig, { doc: "" }),
  logging: one(loggingConfig, { doc: "" }),
  kernel: one(kernelConfig, { doc: "" }),
  seccompProfiles: list(machineSeccompProfile, { doc: "", keepsEmpty: true, since: "v1.2" }),
  nodeLabels: map(TEXT, { doc: "", since: "v1.3" }),
  nodeAnnotations: map(TEXT, { doc: "", since: "v1.8" }),
  nodeTaints: map(TEXT, { doc: "", since: "v1.6" }),
});
