/**
 * The files of new virtual machines: disks, firmware, TPM state and launch descriptions.
 *
 * @module
 */
import { ensureFolder } from "../../platform/files.ts";
import type { CreateFlags } from "../create_flags.ts";
import type { ClusterPlan, MachineConfigs, PlannedNode, Report } from "../types.ts";
import { isControlPlane } from "../types.ts";
import type { Architecture } from "./architecture.ts";
import { architectureFacts } from "./architecture.ts";
import { createDisks, type DiskPlan } from "./disks.ts";
import { copyFirmware } from "./firmware.ts";
import { buildKernelLine } from "./kernel_line.ts";
import { type LaunchConfig, writeLaunchConfig } from "./launch_config.ts";
import { bridgeName } from "./network.ts";
import type { HostFacts } from "./preflight.ts";
import type { ProgramHost } from "./programs.ts";
import { machineFiles } from "./virtual_machine.ts";

const MIB = 2 ** 20;

/** Boot files after downloads; empty ones are not used. */
export interface BootFiles {
  readonly kernel: string;
  readonly initrd: string;
  readonly iso: string;
  readonly diskImage: string;
}

/** Options of {@linkcode createMachines}. */
export interface CreateMachinesOptions {
  readonly folder: string;
  readonly plan: ClusterPlan;
  readonly disks: DiskPlan;
  readonly flags: CreateFlags;
  readonly architecture: Architecture;
  readonly facts: HostFacts;
  readonly boot: BootFiles;
  readonly configs: MachineConfigs;
  /** Port of the HTTP service of each node. */
  readonly apiPorts: readonly number[];
  /** Name of the iPXE image; empty without network boots. */
  readonly pxeFile: string;
  readonly host: ProgramHost;
  readonly report: Report;
}

/** Creates the files of all machines. */
export async function createMachines(options: CreateMachinesOptions): Promise<void> {
  for (const [index, node] of options.plan.nodes.entries()) {
    await createMachine(node, options.apiPorts[index]!, options);
  }
}

async function createMachine(
  node: PlannedNode,
  apiPort: number,
  options: CreateMachinesOptions,
): Promise<void> {
  const { folder, plan, flags, facts, boot, configs, host, report, pxeFile } = options;
  const files = machineFiles(folder, node.name);
  const disks = options.disks[isControlPlane(node) ? "controlPlane" : "worker"];
  const paths = await createDisks({
    disks,
    pathOf: files.disk,
    preallocate: flags.diskPreallocate,
    image: boot.diskImage,
    host,
    report,
  });
  const flash = await copyFirmware(facts.firmware, files.flash);
  if (flags.withTpm2) await ensureFolder(files.tpm, 0o700);
  const { network } = plan;
  const isDirect = pxeFile === "";
  const config: LaunchConfig = {
    StatePath: folder,
    DiskPaths: paths,
    DiskDrivers: disks.map(({ driver }) => driver),
    VCPUCount: countCpus(node.nanoCpus),
    MemSize: Math.floor(node.memory / MIB),
    KernelImagePath: isDirect ? boot.kernel : "",
    InitrdPath: isDirect ? boot.initrd : "",
    ISOPath: isDirect ? boot.iso : "",
    PFlashImages: flash,
    KernelArgs: buildKernelLine({
      console: architectureFacts(options.architecture).console,
      extra: flags.extraBootKernelArgs,
      injectConfig: configs.isInjected,
    }),
    MonitorPath: files.monitor,
    DefaultBootOrder: "cn",
    EnableKVM: facts.hasKvm,
    BootloaderEnabled: flags.withBootloader,
    TPM2Config: flags.withTpm2
      ? { NodeName: node.name, StateDir: files.tpm }
      : { NodeName: "", StateDir: "" },
    NodeUUID: node.uuid,
    BadRTC: flags.badRtc,
    ArchitectureData: options.architecture,
    Config: configs.isInjected ? await configs.textOf(node.name) : "",
    BridgeName: bridgeName(plan.name),
    NetworkConfig: null,
    CNI: { BinPath: [], ConfDir: "", CacheDir: "", BundleURL: "" },
    IPs: node.addresses,
    CIDRs: network.cidrs,
    NoMasqueradeCIDRs: flags.noMasqueradeCidrs,
    Hostname: flags.disableDhcpHostname ? "" : node.name,
    GatewayAddrs: network.gateways,
    MTU: network.mtu,
    Nameservers: flags.nameservers,
    TFTPServer: isDirect ? "" : network.gateways[0]!,
    BootFilename: "",
    IPXEBootFileName: pxeFile,
    APIPort: apiPort,
  };
  await writeLaunchConfig(files.config, config);
}

/** Returns the number of processors of a share: rounded half to even, and 1 below 2. */
export function countCpus(nanoCpus: number): number {
  const share = nanoCpus / 1e9;
  const lower = Math.floor(share);
  const isHalf = share - lower === 0.5;
  const rounded = isHalf ? lower + lower % 2 : Math.round(share);
  return Math.max(rounded, 1);
}
