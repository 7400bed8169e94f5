/**
 * Settings that virtual machines require in their configurations.
 *
 * @module
 */
import type { Release } from "../../distribution.ts";
import { OsctlError } from "../../errors.ts";
import type { Data } from "../../machineconfig/data.ts";
import { type Contract, hasFeature } from "../../machineconfig/generate/contract.ts";
import { toUrlHost } from "../../pki/ip.ts";
import type { Random } from "../../platform/system.ts";
import type { CreateFlags } from "../create_flags.ts";
import { type ClusterPlan, isControlPlane, type MachineSettings } from "../types.ts";
import { type Architecture, architectureFacts } from "./architecture.ts";
import type { DiskPlan } from "./disks.ts";
import { RESTART_ARGUMENTS } from "./kernel_line.ts";
import { KMS_PORT } from "./kms.ts";

/** Endpoints of a cluster whose network this machine cannot reach, `host:port`. */
export interface PublishedEndpoints {
  readonly node: string;
  readonly kubernetes: string;
}

/** Options of {@linkcode machineSettings}. */
export interface SettingsOptions {
  readonly plan: ClusterPlan;
  readonly disks: DiskPlan;
  readonly flags: CreateFlags;
  readonly architecture: Architecture;
  readonly release: Release;
  readonly random: Random;
  /** Undefined when the nodes are reachable by their addresses. */
  readonly published: PublishedEndpoints | undefined;
}

/** Types of disk encryption keys. */
const KEY_TYPES = ["uuid", "nodeID", "kms", "tpm", "static"] as const;
type KeyType = typeof KEY_TYPES[number];

/** Returns the settings of the machines of a cluster. */
export function machineSettings(options: SettingsOptions): MachineSettings {
  const { plan, disks, flags, architecture, release, published, random } = options;
  const gateway = toUrlHost(plan.network.gateways[0]!);
  const endpoint = `https://${
    plan.vip === undefined ? gateway : toUrlHost(plan.vip)
  }:${plan.apiPort}`;
  const { console } = architectureFacts(architecture);
  const keys = encryptionKeys(flags, gateway, random);
  return {
    plan,
    endpoints: published === undefined
      ? plan.nodes.filter(isControlPlane).map(({ addresses }) => addresses[0]!)
      : [published.node],
    additionalSans: published === undefined ? [] : ["127.0.0.1"],
    clusterEndpoint: endpoint,
    kubernetesEndpoint: published === undefined ? endpoint : `https://${published.kubernetes}`,
    versionImage: flags.installImage,
    mode: "metal",
    installDisk: "/dev/vda",
    networkInterface: {
      ...release === "v1.4" ? { interface: "eth0" } : { deviceSelector: { driver: "virtio_net" } },
      dhcp: true,
      dhcpOptions: { routeMetric: 0, ipv4: flags.ipv4, ipv6: flags.ipv6 },
    },
    config: (contract) => ({
      machine: {
        install: { extraKernelArgs: [`console=${console}`, ...RESTART_ARGUMENTS] },
        ...disks.user.length === 0 ? {} : { disks: userDisks(disks) },
        ...encryption(flags, keys, contract),
      },
    }),
  };
}

function userDisks({ user }: DiskPlan): Data[] {
  return user.map(({ device, partitions }) => ({
    device,
    partitions: partitions.map(({ mountPoint, size }): Data => ({ size, mountpoint: mountPoint })),
  }));
}

/** Returns whether a cluster needs the key service. */
export function needsKms(
  flags: Pick<CreateFlags, "diskEncryptionKeyTypes" | "encryptState" | "encryptEphemeral">,
): boolean {
  return (flags.encryptState || flags.encryptEphemeral) &&
    flags.diskEncryptionKeyTypes.includes("kms");
}

/** Returns the key of each slot; a TPM key depends on the version. */
function encryptionKeys(
  flags: CreateFlags,
  gateway: string,
  random: Random,
): ((contract: Contract) => Data)[] {
  const types = flags.diskEncryptionKeyTypes.map((text): KeyType => {
    const type = KEY_TYPES.find((name) => name === text);
    if (type !== undefined) return type;
    throw new OsctlError("usage", `unknown key type "${text}" in --disk-encryption-key-types`, {
      hint: `use one of: ${KEY_TYPES.join(", ")}`,
    });
  });
  if (!flags.encryptState && !flags.encryptEphemeral) return [];
  if (types.length === 0) {
    throw new OsctlError("usage", "--disk-encryption-key-types is empty", {
      hint: `use one of: ${KEY_TYPES.join(", ")}`,
    });
  }
  if (types.includes("tpm") && !flags.withTpm2) {
    throw new OsctlError("usage", "the key type tpm requires a TPM", { hint: "add --with-tpm2" });
  }
  const passphrase = random.bytes(32).toBase64();
  return types.map((type) => (contract) => {
    switch (type) {
      case "uuid":
      case "nodeID":
        return { nodeID: {} };
      case "kms":
        return { kms: { endpoint: `grpc://${gateway}:${KMS_PORT}` } };
      case "tpm":
        return {
          tpm: hasFeature("secureBootCheck", contract)
            ? { checkSecurebootStatusOnEnroll: true }
            : {},
        };
      case "static":
        return { static: { passphrase } };
    }
  });
}

function encryption(
  flags: CreateFlags,
  keys: readonly ((contract: Contract) => Data)[],
  contract: Contract,
): Data {
  if (keys.length === 0) return {};
  const partition: Data = {
    provider: "luks2",
    keys: keys.map((key, slot): Data => ({ ...key(contract), slot })),
  };
  return {
    systemDiskEncryption: {
      ...flags.encryptState ? { state: partition } : {},
      ...flags.encryptEphemeral ? { ephemeral: partition } : {},
    },
  };
}
