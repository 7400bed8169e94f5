/** The `machine` section. */
import {
  certificate,
  certificateAndKey,
  EXAMPLE_CERTIFICATE,
  EXAMPLE_PAIR,
} from "./certificates.ts";
import { systemDiskEncryptionConfig } from "./encryption.ts";
import { featuresConfig } from "./features.ts";
import { installConfig, machineDisk, machineFile } from "./install.ts";
import { kubeletConfig } from "./kubelet.ts";
import { networkConfig } from "./network.ts";
import { registriesConfig } from "./registries.ts";
import { kernelConfig, loggingConfig, timeConfig, udevConfig } from "./system.ts";
import { bool, FREE, free, list, map, object, one, TEXT, text } from "./types.ts";

const DISABLED = [{ value: { disabled: true } }];

const machineControllerManagerConfig = object(
  "MachineControllerManagerConfig",
  "Controller manager on this machine",
  {
    disabled: bool({
      doc: "Skip the controller manager on this machine",
      default: false,
      examples: [{ value: true }],
    }),
  },
);

const machineSchedulerConfig = object(
  "MachineSchedulerConfig",
  "Scheduler on this machine",
  {
    disabled: bool({
      doc: "Skip the scheduler on this machine",
      default: false,
      examples: [{ value: true }],
    }),
  },
);

const machineControlPlaneConfig = object(
  "MachineControlPlaneConfig",
  "Control plane components on this machine",
  {
    controllerManager: one(machineControllerManagerConfig, {
      doc: "Controller manager on this machine",
      examples: DISABLED,
    }),
    scheduler: one(machineSchedulerConfig, {
      doc: "Scheduler on this machine",
      examples: DISABLED,
    }),
  },
);

const machineSeccompProfile = object(
  "MachineSeccompProfile",
  "Seccomp profile available to pods",
  {
    name: text({
      doc: "File name of the profile",
      always: true,
      examples: [{ value: "no-mounts.json" }],
    }),
    value: free({
      doc: "Profile content, equivalent to its JSON form",
      always: true,
      examples: [{ value: { defaultAction: "SCMP_ACT_ERRNO" } }],
    }),
  },
);

export const machineConfig = object("MachineConfig", "Machine settings", {
  type: text({
    doc: "Machine type; `init` is the legacy type of the first control plane",
    always: true,
    checkedValues: ["controlplane", "worker", "init"],
    examples: [{ value: "worker" }],
  }),
  token: text({
    doc: "Token used to request the machine's certificate",
    always: true,
    secret: true,
    examples: [{ value: "abcdef.0123456789abcdef" }],
  }),
  ca: one(certificateAndKey, {
    doc: "CA of the node API; only control planes have its key",
    examples: [{ value: EXAMPLE_PAIR }],
  }),
  acceptedCAs: list(certificate, {
    doc: "Additional CAs trusted for node API clients, such as during a CA rotation",
    since: "v1.7",
    examples: [{ value: [{ crt: EXAMPLE_CERTIFICATE }] }],
  }),
  certSANs: list(TEXT, {
    doc: "Additional names and IP addresses (SANs) in the node's certificate",
    always: true,
    examples: [{ value: ["node-1.example.com", "192.0.2.11"] }],
  }),
  controlPlane: one(machineControlPlaneConfig, {
    replacedBy: { kind: "KubeSchedulerConfig", since: "v1.14" },
    doc: "Control plane components on this machine",
    controlPlaneOnly: true,
    examples: [{
      value: { controllerManager: { disabled: true }, scheduler: { disabled: true } },
    }],
  }),
  kubelet: one(kubeletConfig, {
    replacedBy: { kind: "KubeletConfig", since: "v1.14" },
    doc: "kubelet settings",
    examples: [{
      value: {
        extraArgs: { "node-status-update-frequency": "20s" },
        nodeIP: { validSubnets: ["192.0.2.0/24"] },
      },
    }],
  }),
  pods: list(FREE, {
    replacedBy: { kind: "KubeStaticPodConfig", since: "v1.14" },
    doc: "Static pods, run by the kubelet without the API server",
    examples: [{
      value: [{
        apiVersion: "v1",
        kind: "Pod",
        metadata: { name: "web" },
        spec: { containers: [{ name: "web", image: "registry.example.com/web:1.0" }] },
      }],
    }],
  }),
  network: one(networkConfig, {
    doc: "Network settings",
    examples: [{
      value: {
        hostname: "node-1",
        interfaces: [{
          interface: "eth0",
          addresses: ["192.0.2.11/24"],
          routes: [{ network: "0.0.0.0/0", gateway: "192.0.2.1" }],
        }],
        nameservers: ["192.0.2.53"],
      },
    }],
  }),
  disks: list(machineDisk, {
    replacedBy: { kind: "UserVolumeConfig", since: "v1.10" },
    doc: "Additional disks to partition, format and mount; not the system disk",
    examples: [{
      value: [{
        device: "/dev/sdb",
        partitions: [{ size: "100 GB", mountpoint: "/var/mnt/data" }],
      }],
    }],
  }),
  install: one(installConfig, {
    replacedBy: { kind: "UnattendedInstallConfig", since: "v1.14" },
    doc: "Installation settings",
    examples: [{
      value: { disk: "/dev/sda", image: "registry.example.com/installer:v1.8.0", wipe: false },
    }],
  }),
  files: list(machineFile, {
    replacedBy: { kind: "EtcFileConfig", since: "v1.14" },
    doc: "Files written at boot",
    examples: [{
      value: [{
        content: "hello\n",
        permissions: "0o644",
        path: "/var/etc/motd",
        op: "create",
      }],
    }],
  }),
  env: map(TEXT, {
    replacedBy: { kind: "EnvironmentConfig", since: "v1.13" },
    doc: "Environment variables of all machine services, such as proxy settings",
    secret: true,
    examples: [{
      value: {
        https_proxy: "http://proxy.example.com:3128",
        no_proxy: "192.0.2.0/24,.example.com",
      },
    }],
  }),
  time: one(timeConfig, {
    replacedBy: { kind: "TimeSyncConfig", since: "v1.12" },
    doc: "Time synchronization",
    examples: [{ value: { servers: ["ntp.example.com"], bootTimeout: "2m0s" } }],
  }),
  sysctls: map(TEXT, {
    replacedBy: { kind: "SysctlConfig", since: "v1.14" },
    doc: "Kernel parameters in /proc/sys, in dotted notation",
    examples: [{ value: { "kernel.panic": "10", "net.ipv4.ip_forward": "1" } }],
  }),
  sysfs: map(TEXT, {
    replacedBy: { kind: "SysfsConfig", since: "v1.14" },
    doc: "Kernel parameters in /sys, in dotted notation",
    examples: [{ value: { "kernel.mm.transparent_hugepage.enabled": "madvise" } }],
  }),
  registries: one(registriesConfig, {
    replacedBy: { kind: "RegistryMirrorConfig", since: "v1.12" },
    doc: "Container image registries: mirrors, TLS and credentials",
    examples: [{
      value: {
        mirrors: { "docker.io": { endpoints: ["https://mirror.example.com"] } },
        config: { "mirror.example.com": { tls: { ca: EXAMPLE_CERTIFICATE } } },
      },
    }],
  }),
  systemDiskEncryption: one(systemDiskEncryptionConfig, {
    replacedBy: { kind: "VolumeConfig", since: "v1.11" },
    doc: "Encryption of system partitions",
    examples: [{
      value: {
        state: { provider: "luks2", keys: [{ nodeID: {}, slot: 0 }] },
        ephemeral: { provider: "luks2", keys: [{ nodeID: {}, slot: 0 }] },
      },
    }],
  }),
  features: one(featuresConfig, {
    doc: "Optional features",
    examples: [{ value: { rbac: true } }],
  }),
  udev: one(udevConfig, {
    replacedBy: { kind: "UdevRulesConfig", since: "v1.14" },
    doc: "udev rules",
    examples: [{ value: { rules: ['SUBSYSTEM=="tty", KERNEL=="ttyUSB*", GROUP="20"'] } }],
  }),
  logging: one(loggingConfig, {
    doc: "Destinations of service logs",
    examples: [{
      value: { destinations: [{ endpoint: "tcp://192.0.2.50:5514", format: "json_lines" }] },
    }],
  }),
  kernel: one(kernelConfig, {
    replacedBy: { kind: "KernelModuleConfig", since: "v1.14" },
    doc: "Kernel settings",
    examples: [{ value: { modules: [{ name: "btrfs" }] } }],
  }),
  seccompProfiles: list(machineSeccompProfile, {
    doc: "Seccomp profiles available to pods",
    keepsEmpty: true,
    since: "v1.2",
    examples: [{ value: [{ name: "no-mounts.json", value: { defaultAction: "SCMP_ACT_ERRNO" } }] }],
  }),
  baseRuntimeSpecOverrides: free({
    replacedBy: { kind: "CRIBaseRuntimeSpecConfig", since: "v1.14" },
    doc: "Overrides of the default OCI runtime specification of containers",
    since: "v1.9",
    examples: [{
      value: { process: { rlimits: [{ type: "RLIMIT_NOFILE", hard: 1024, soft: 1024 }] } },
    }],
  }),
  nodeLabels: map(TEXT, {
    replacedBy: { kind: "KubeNodeConfig", since: "v1.14" },
    doc: "Kubernetes node labels; on workers, some reserved labels are rejected by Kubernetes",
    since: "v1.3",
    examples: [{ value: { "example.com/rack": "r12" } }],
  }),
  nodeAnnotations: map(TEXT, {
    replacedBy: { kind: "KubeNodeConfig", since: "v1.14" },
    doc: "Kubernetes node annotations",
    since: "v1.8",
    examples: [{ value: { "example.com/contact": "storage team" } }],
  }),
  nodeTaints: map(TEXT, {
    replacedBy: { kind: "KubeNodeConfig", since: "v1.14" },
    doc: "Kubernetes node taints as `value:effect` by key; control planes only",
    since: "v1.6",
    examples: [{ value: { "example.com/dedicated": "storage:NoSchedule" } }],
  }),
});
