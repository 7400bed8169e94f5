/**
 * Command lines of QEMU and swtpm. Pure: everything found out about the host is an argument.
 *
 * @module
 */
import { architectureFacts } from "./architecture.ts";
import type { DiskDriver, LaunchConfig } from "./launch_config.ts";

/** State that the start of a machine depends on, besides its description. */
export interface LaunchState {
  /** Name of its tap interface. */
  readonly tap: string;
  readonly mac: string;
  /** Whether this start boots from the network first. */
  readonly pxeOnce: boolean;
  /** Whether the system disk has a partition. */
  readonly isDiskBootable: boolean;
  /** Whether the file system of the disks supports O_DIRECT. */
  readonly hasDirectIo: boolean;
  /** Sockets of the machine protocol, each for one client. */
  readonly qmpSockets: readonly string[];
}

/** Builds the arguments of QEMU, in the order of talosctl; ours come last. */
export function buildArguments(config: LaunchConfig, state: LaunchState): string[] {
  const facts = architectureFacts(config.ArchitectureData);
  const kvm = config.EnableKVM ? `,accel=kvm${facts.kvmOptions}` : "";
  return [
    ...["-m", String(config.MemSize)],
    ...["-smp", `cpus=${config.VCPUCount}`],
    ...["-cpu", config.BadRTC ? "max,-kvmclock" : "max"],
    "-nographic",
    ...["-netdev", `tap,id=net0,ifname=${state.tap},script=no,downscript=no`],
    ...["-device", `virtio-net-pci,netdev=net0,mac=${state.mac}`],
    ...["-device", "virtio-rng-pci"],
    ...["-device", "virtio-balloon,deflate-on-oom=on"],
    ...["-monitor", `unix:${escape(config.MonitorPath)},server,nowait`],
    "-no-reboot",
    ...["-boot", `order=${state.pxeOnce ? "nc" : config.DefaultBootOrder},reboot-timeout=5000`],
    ...["-smbios", `type=1,uuid=${config.NodeUUID}`],
    "-chardev",
    `socket,path=${escape(guestAgentSocket(config))},server=on,wait=off,id=qga0`,
    ...["-device", "virtio-serial"],
    ...["-device", "virtserialport,chardev=qga0,name=org.qemu.guest_agent.0"],
    ...["-device", "i6300esb,id=watchdog0"],
    ...["-watchdog-action", "pause"],
    ...diskArguments(config, state.hasDirectIo),
    ...["-machine", `${facts.machine}${kvm}`],
    ...config.PFlashImages.flatMap((path) => [
      "-drive",
      `file=${escape(path)},format=raw,if=pflash`,
    ]),
    ...tpmArguments(config, facts.tpmDevice),
    ...bootArguments(config, state.isDiskBootable),
    ...config.BadRTC ? ["-rtc", "base=2011-11-11T11:11:00,clock=rt"] : [],
    ...state.qmpSockets.flatMap((path) => ["-qmp", `unix:${escape(path)},server,nowait`]),
  ];
}

/** Returns the socket of the guest agent. All machines share it when DHCP sets no hostnames. */
function guestAgentSocket({ StatePath, Hostname }: LaunchConfig): string {
  return `${StatePath}/${Hostname}.sock`;
}

function diskArguments(
  { DiskPaths, DiskDrivers }: LaunchConfig,
  hasDirectIo: boolean,
): string[] {
  const direct = hasDirectIo ? "cache=none" : "cache=writeback";
  const discard = `discard=unmap,${hasDirectIo ? "aio=native," : ""}${direct}`;
  const used = new Set<DiskDriver>();
  let ahciPort = 0;
  return DiskPaths.flatMap((path, index): string[] => {
    const driver = DiskDrivers[index] ?? "virtio";
    const isFirst = !used.has(driver);
    used.add(driver);
    const file = escape(path);
    const once = (...words: string[]) => isFirst ? words : [];
    switch (driver) {
      case "virtio":
      case "ide":
        return ["-drive", `format=raw,if=${driver},file=${file},${direct},`];
      case "ahci":
        return [
          ...once("-device", "ahci,id=ahci0"),
          ...["-drive", `id=ide${index},format=raw,if=none,file=${file}`],
          ...["-device", `ide-hd,drive=ide${index},bus=ahci0.${ahciPort++}`],
        ];
      case "scsi":
        return [
          ...once("-device", "virtio-scsi-pci,id=scsi0"),
          ...["-drive", `id=scsi${index},format=raw,if=none,file=${file},${discard}`],
          ...["-device", `scsi-hd,drive=scsi${index},bus=scsi0.0`],
        ];
      case "nvme":
        return [
          ...once("-device", "nvme,id=nvme-ctrl-0,serial=deadbeef"),
          ...["-drive", `id=nvme${index},format=raw,if=none,file=${file},${discard}`],
          ...["-device", `nvme-ns,drive=nvme${index}`],
        ];
    }
  });
}

function tpmArguments({ TPM2Config }: LaunchConfig, device: string): string[] {
  if (TPM2Config.NodeName === "") return [];
  return [
    ...["-chardev", `socket,id=chrtpm,path=${escape(tpmSocket(TPM2Config.StateDir))}`],
    ...["-tpmdev", "emulator,id=tpm0,chardev=chrtpm"],
    ...["-device", `${device},tpmdev=tpm0`],
  ];
}

function bootArguments(config: LaunchConfig, isDiskBootable: boolean): string[] {
  if (isDiskBootable && config.BootloaderEnabled) return [];
  if (config.ISOPath !== "") return ["-cdrom", config.ISOPath];
  if (config.KernelImagePath === "") return [];
  return [
    ...["-kernel", config.KernelImagePath],
    ...["-initrd", config.InitrdPath],
    ...["-append", config.KernelArgs],
  ];
}

/** Returns the socket of a TPM. */
export function tpmSocket(folder: string): string {
  return `${folder}/swtpm.sock`;
}

/** Builds the arguments of swtpm. Paths are absolute: it may change its working directory. */
export function buildTpmArguments(folder: string): string[] {
  return [
    "socket",
    ...["--tpmstate", `dir=${folder},mode=0600`],
    ...["--ctrl", `type=unixio,path=${tpmSocket(folder)}`],
    "--tpm2",
    ...["--pid", `file=${folder}/swtpm.pid`],
    ...["--log", `file=${folder}/swtpm.log,level=1`],
  ];
}

/** Doubles commas, which separate the options of QEMU. */
function escape(path: string): string {
  return path.replaceAll(",", ",,");
}
