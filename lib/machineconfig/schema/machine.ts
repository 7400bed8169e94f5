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
  "The controller manager of this machine",
  {
    disabled: bool({
      doc: "Whether this machine runs none",
      default: false,
      examples: [{ value: true }],
    }),
  },
);

const machineSchedulerConfig = object(
  "MachineSchedulerConfig",
  "The scheduler of this machine",
  {
    disabled: bool({
      doc: "Whether this machine runs none",
      default: false,
      examples: [{ value: true }],
    }),
  },
);

const machineControlPlaneConfig = object(
  "MachineControlPlaneConfig",
  "Which parts of the control plane this machine runs",
  {
    controllerManager: one(machineControllerManagerConfig, {
      doc: "The controller manager of this machine",
      examples: DISABLED,
    }),
    scheduler: one(machineSchedulerConfig, {
      doc: "The scheduler of this machine",
      examples: DISABLED,
    }),
  },
);

const machineSeccompProfile = object(
  "MachineSeccompProfile",
  "A seccomp profile that pods can name",
  {
    name: text({
      doc: "Name of the profile's file",
      always: true,
      examples: [{ value: "no-mounts.json" }],
    }),
    value: free({
      doc: "The profile itself, as JSON would have it",
      always: true,
      examples: [{ value: { defaultAction: "SCMP_ACT_ERRNO" } }],
    }),
  },
);

export const machineConfig = object("MachineConfig", "The machine itself", {
  type: text({
    doc: "What the machine is in its cluster; `init` is an old word for the first control plane",
    always: true,
    words: ["controlplane", "worker", "init"],
    examples: [{ value: "worker" }],
  }),
  token: text({
    doc: "With this the machine asks the control plane for its certificate",
    always: true,
    secret: true,
    examples: [{ value: "abcdef.0123456789abcdef" }],
  }),
  ca: one(certificateAndKey, {
    doc: "Certificate authority of the nodes' API; only the control plane has its key",
    examples: [{ value: EXAMPLE_PAIR }],
  }),
  acceptedCAs: list(certificate, {
    doc: "Further authorities whose clients may use the node's API, as while one is replaced",
    since: "v1.7",
    examples: [{ value: [{ crt: EXAMPLE_CERTIFICATE }] }],
  }),
  certSANs: list(TEXT, {
    doc: "Further names and addresses that the node's certificate is good for",
    always: true,
    examples: [{ value: ["node-1.example.com", "192.0.2.11"] }],
  }),
  controlPlane: one(machineControlPlaneConfig, {
    doc: "Which parts of the control plane this machine leaves to others",
    controlPlaneOnly: true,
    examples: [{
      value: { controllerManager: { disabled: true }, scheduler: { disabled: true } },
    }],
  }),
  kubelet: one(kubeletConfig, {
    doc: "The machine's kubelet",
    examples: [{
      value: {
        extraArgs: { "node-status-update-frequency": "20s" },
        nodeIP: { validSubnets: ["192.0.2.0/24"] },
      },
    }],
  }),
  pods: list(FREE, {
    doc: "Static pods, which the kubelet runs without asking the control plane",
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
    doc: "The machine's network",
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
    doc: "Further disks to partition, format and mount; never the one with the system",
    examples: [{
      value: [{
        device: "/dev/sdb",
        partitions: [{ size: "100 GB", mountpoint: "/var/mnt/data" }],
      }],
    }],
  }),
  install: one(installConfig, {
    doc: "How the system gets onto a disk",
    examples: [{
      value: { disk: "/dev/sda", image: "registry.example.com/installer:v1.8.0", wipe: false },
    }],
  }),
  files: list(machineFile, {
    doc: "Files that the machine writes as it boots",
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
    doc: "Environment variables of all services of the machine, such as proxies",
    secret: true,
    examples: [{
      value: {
        https_proxy: "http://proxy.example.com:3128",
        no_proxy: "192.0.2.0/24,.example.com",
      },
    }],
  }),
  time: one(timeConfig, {
    doc: "How the machine knows what time it is",
    examples: [{ value: { servers: ["ntp.example.com"], bootTimeout: "2m0s" } }],
  }),
  sysctls: map(TEXT, {
    doc: "Settings of the kernel below /proc/sys, with dots between the parts of a name",
    examples: [{ value: { "kernel.panic": "10", "net.ipv4.ip_forward": "1" } }],
  }),
  sysfs: map(TEXT, {
    doc: "Settings of the kernel below /sys, with dots between the parts of a name",
    examples: [{ value: { "kernel.mm.transparent_hugepage.enabled": "madvise" } }],
  }),
  registries: one(registriesConfig, {
    doc: "Where container images come from, and how registries are trusted",
    examples: [{
      value: {
        mirrors: { "docker.io": { endpoints: ["https://mirror.example.com"] } },
        config: { "mirror.example.com": { tls: { ca: EXAMPLE_CERTIFICATE } } },
      },
    }],
  }),
  systemDiskEncryption: one(systemDiskEncryptionConfig, {
    doc: "Which partitions of the system disk are encrypted",
    examples: [{
      value: {
        state: { provider: "luks2", keys: [{ nodeID: {}, slot: 0 }] },
        ephemeral: { provider: "luks2", keys: [{ nodeID: {}, slot: 0 }] },
      },
    }],
  }),
  features: one(featuresConfig, {
    doc: "Features that can be switched",
    examples: [{ value: { rbac: true } }],
  }),
  udev: one(udevConfig, {
    doc: "How devices are named and owned",
    examples: [{ value: { rules: ['SUBSYSTEM=="tty", KERNEL=="ttyUSB*", GROUP="20"'] } }],
  }),
  logging: one(loggingConfig, {
    doc: "Where the logs of the machine's services are sent to",
    examples: [{
      value: { destinations: [{ endpoint: "tcp://192.0.2.50:5514", format: "json_lines" }] },
    }],
  }),
  kernel: one(kernelConfig, {
    doc: "The machine's kernel",
    examples: [{ value: { modules: [{ name: "btrfs" }] } }],
  }),
  seccompProfiles: list(machineSeccompProfile, {
    doc: "Seccomp profiles that pods can name",
    keepsEmpty: true,
    since: "v1.2",
    examples: [{ value: [{ name: "no-mounts.json", value: { defaultAction: "SCMP_ACT_ERRNO" } }] }],
  }),
  nodeLabels: map(TEXT, {
    doc: "Labels of the node in the cluster; Kubernetes keeps workers from setting some of its own",
    since: "v1.3",
    examples: [{ value: { "example.com/rack": "r12" } }],
  }),
  nodeAnnotations: map(TEXT, {
    doc: "Annotations of the node in the cluster",
    since: "v1.8",
    examples: [{ value: { "example.com/contact": "storage team" } }],
  }),
  nodeTaints: map(TEXT, {
    doc:
      "Taints of the node in the cluster: `value:effect` by key; only a control plane can set them",
    since: "v1.6",
    examples: [{ value: { "example.com/dedicated": "storage:NoSchedule" } }],
  }),
});
