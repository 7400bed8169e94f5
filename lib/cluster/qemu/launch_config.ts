/**
 * The launch description of a virtual machine, `<node>.config`. The names are the same as in talosctl,
 * `LaunchConfig` in `pkg/provision/providers/qemu/launch.go`.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { readText, writeFileAtomic } from "../../platform/files.ts";
import type { Architecture } from "./architecture.ts";

/** Drivers of disks. */
export const DISK_DRIVERS = ["virtio", "ide", "ahci", "scsi", "nvme"] as const;
/** A driver of a disk. */
export type DiskDriver = typeof DISK_DRIVERS[number];

/** A launch description. Paths are absolute. */
export interface LaunchConfig {
  readonly StatePath: string;
  readonly DiskPaths: readonly string[];
  /** Driver of each disk. */
  readonly DiskDrivers: readonly DiskDriver[];
  readonly VCPUCount: number;
  /** MiB. */
  readonly MemSize: number;
  /** Empty when the machine boots from a disk, ISO or the network. */
  readonly KernelImagePath: string;
  readonly InitrdPath: string;
  readonly ISOPath: string;
  readonly PFlashImages: readonly string[];
  readonly KernelArgs: string;
  /** Socket of the human monitor. */
  readonly MonitorPath: string;
  /** Devices in boot order, as letters of `-boot order`. */
  readonly DefaultBootOrder: string;
  readonly EnableKVM: boolean;
  /** Whether a partitioned system disk is booted instead of the kernel or ISO. */
  readonly BootloaderEnabled: boolean;
  /** Empty strings without a TPM. */
  readonly TPM2Config: { readonly NodeName: string; readonly StateDir: string };
  readonly NodeUUID: string;
  readonly BadRTC: boolean;
  readonly ArchitectureData: Architecture;
  /** Machine configuration, YAML; empty when it is not injected. */
  readonly Config: string;
  readonly BridgeName: string;
  /** Configuration of CNI plugins, which this program does not use. */
  readonly NetworkConfig: null;
  readonly CNI: {
    readonly BinPath: readonly string[];
    readonly ConfDir: string;
    readonly CacheDir: string;
    readonly BundleURL: string;
  };
  readonly IPs: readonly string[];
  readonly CIDRs: readonly string[];
  readonly NoMasqueradeCIDRs: readonly string[];
  /** Empty when DHCP does not set it. */
  readonly Hostname: string;
  readonly GatewayAddrs: readonly string[];
  readonly MTU: number;
  readonly Nameservers: readonly string[];
  readonly TFTPServer: string;
  readonly BootFilename: string;
  readonly IPXEBootFileName: string;
  /** Port of the configuration service on the first gateway. */
  readonly APIPort: number;
}

/** Writes a launch description. It contains the secrets of the machine configuration: mode 0600. */
export async function writeLaunchConfig(path: string, config: LaunchConfig): Promise<void> {
  await writeFileAtomic(path, `${JSON.stringify(config)}\n`, { mode: 0o600 });
}

/**
 * Reads a launch description.
 *
 * @throws {OsctlError} of kind `input` when it is invalid.
 */
export async function readLaunchConfig(path: string): Promise<LaunchConfig> {
  const text = await readText(path);
  try {
    const config = JSON.parse(text) as LaunchConfig | null;
    if (Array.isArray(config?.DiskPaths) && typeof config.MonitorPath === "string") return config;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new OsctlError("input", `invalid launch description "${path}"`, {
    hint: "destroy the cluster and create it again",
  });
}
