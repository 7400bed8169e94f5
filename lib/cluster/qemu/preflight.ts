/**
 * Checks before a cluster of virtual machines is created: privileges, programs, firmware, boot
 * files, network, space. They change nothing.
 *
 * @module
 */
import { combineErrors, OsctlError } from "../../errors.ts";
import { exists } from "../../platform/files.ts";
import { formatSize } from "../../output/size.ts";
import type { Report } from "../types.ts";
import { type Architecture, architectureFacts, emulatorNames } from "./architecture.ts";
import { type Chaos, requireChaosSupport } from "./chaos.ts";
import { findFirmware, type FlashImage } from "./firmware.ts";
import { requireFreeNetwork, requireNoBridge } from "./network.ts";
import {
  findProgram,
  missingProgram,
  mustRun,
  type ProgramHost,
  requireProgram,
  runProgram,
} from "./programs.ts";

/** Requirements of a cluster on the host. */
export interface HostNeeds {
  readonly architecture: Architecture;
  readonly uefi: boolean;
  readonly firmwareFolders: readonly string[];
  readonly tpm: boolean;
  readonly isRootless: boolean;
  /** Name of the cluster. */
  readonly name: string;
  readonly cidrs: readonly string[];
  readonly chaos: Chaos | undefined;
  /** Image of iPXE; undefined without network boots. */
  readonly hasPxe: boolean;
  /** Boot files by flag; empty values are not used. */
  readonly bootFiles: Readonly<Record<string, string>>;
  /** Longest path of a socket. */
  readonly longestSocket: string;
  /** Memory of all nodes, bytes. */
  readonly memory: number;
  /** Space of all disks if preallocated, bytes. */
  readonly disk: number;
  /** Existing folder on the file system of the disks. */
  readonly diskFolder: string;
}

/** Facts about the host. */
export interface HostFacts {
  readonly emulator: string;
  readonly hasKvm: boolean;
  readonly firmware: readonly FlashImage[];
  /** Image of iPXE for network boots. */
  readonly pxeImage: string | undefined;
}

/** Bytes of a socket path, with its end. */
const SOCKET_PATH_BYTES = 108;

/**
 * Checks the host and reports warnings.
 *
 * @throws {OsctlError} of kind `unsupported` with every problem.
 */
export async function checkHost(
  needs: HostNeeds,
  host: ProgramHost,
  report: Report,
): Promise<HostFacts> {
  if (Deno.build.os !== "linux") {
    throw new OsctlError("unsupported", "the qemu provisioner requires Linux", {
      hint: "use --provisioner docker or sandbox",
    });
  }
  const problems: OsctlError[] = [];
  const check = async <T>(action: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof OsctlError)) throw error;
      problems.push(error);
      return undefined;
    }
  };
  await check(() => requirePrivileges(needs.isRootless));
  const emulator = await check(() => requireEmulator(needs.architecture, host));
  const firmware = await check(() =>
    findFirmware(needs.architecture, { uefi: needs.uefi, extra: needs.firmwareFolders })
  );
  const hasIpv6 = needs.cidrs.some((cidr) => cidr.includes(":"));
  const programs = [
    ...["ip", "iptables", "dnsmasq"],
    ...hasIpv6 ? ["ip6tables"] : [],
    ...needs.tpm ? ["swtpm"] : [],
    ...needs.chaos === undefined ? [] : ["tc", "unshare"],
    ...needs.isRootless ? ["unshare", "slirp4netns"] : [],
  ];
  for (const name of new Set(programs)) await check(() => requireProgram(name, host.env));
  for (const [flag, path] of Object.entries(needs.bootFiles)) {
    await check(() => requireFile(flag, path));
  }
  await check(() => requireTunDevice());
  await check(() => requireShortPath(needs.longestSocket));
  const pxeImage = needs.hasPxe ? await check(() => findPxeImage(needs)) : undefined;
  if (problems.length === 0) {
    const { chaos, isRootless } = needs;
    if (isRootless) await check(() => requireUserNamespaces(host));
    else {
      await check(() => requireNoBridge(host, needs.name));
      await check(() => requireFreeNetwork(host, needs.cidrs));
      await check(() => requirePacketFilter(host));
    }
    if (chaos !== undefined) await check(() => requireChaosSupport(host, chaos, isRootless));
  }
  const combined = combineErrors(problems);
  if (combined !== undefined) throw combined;
  await warnAboutSpace(needs, host, report);
  const hasKvm = await probeKvm(needs.architecture, emulator!, host);
  if (!hasKvm) {
    await report(
      "KVM is not usable on this machine: nodes are emulated, about ten times slower",
    );
  }
  return { emulator: emulator!, firmware: firmware!, hasKvm, pxeImage };
}

async function requirePrivileges(isRootless: boolean): Promise<void> {
  const status = await Deno.readTextFile("/proc/self/status");
  const uid = /^Uid:\s+\d+\s+(\d+)/m.exec(status)?.[1];
  if (uid === "0" || isRootless) return;
  throw new OsctlError("unsupported", "creating a bridge and tap interfaces requires root", {
    hint: "run the command with sudo -E, or add --rootless",
  });
}

async function requireEmulator(name: Architecture, host: ProgramHost): Promise<string> {
  const facts = architectureFacts(name);
  const names = emulatorNames(facts);
  for (const program of names) {
    const path = await findProgram(program, host.env);
    if (path !== undefined) return path;
  }
  throw missingProgram(names[0]!, facts.package);
}

async function requireFile(flag: string, path: string): Promise<void> {
  if (path === "" || await exists(path)) return;
  throw new OsctlError("file", `"${path}" of ${flag} does not exist`, {
    hint: `set ${flag} to a file or URL`,
  });
}

async function requireTunDevice(): Promise<void> {
  if (await exists("/dev/net/tun")) return;
  throw new OsctlError("unsupported", "this machine has no /dev/net/tun for tap interfaces", {
    hint: "load the module tun",
  });
}

function requireShortPath(path: string): Promise<void> {
  if (new TextEncoder().encode(path).length < SOCKET_PATH_BYTES) return Promise.resolve();
  return Promise.reject(
    new OsctlError(
      "unsupported",
      `the path of a socket is longer than ${SOCKET_PATH_BYTES - 1} bytes: "${path}"`,
      { hint: "set a shorter directory with --state" },
    ),
  );
}

/** Images of iPXE for UEFI and BIOS, of the package `ipxe`. */
async function findPxeImage({ architecture, uefi }: HostNeeds): Promise<string> {
  const name = architecture === "arm64" ? "ipxe-arm64.efi" : uefi ? "ipxe.efi" : "undionly.kpxe";
  const path = `/usr/lib/ipxe/${name}`;
  if (await exists(path)) return path;
  throw new OsctlError("unsupported", `"${path}" for --ipxe-boot-script does not exist`, {
    hint: "install it, on Debian with: apt-get install ipxe",
  });
}

async function requirePacketFilter(host: ProgramHost): Promise<void> {
  const { code, stderr } = await runProgram(host, "iptables", ["-w", "10", "-t", "nat", "-S"]);
  if (code === 0) return;
  throw new OsctlError("unsupported", `iptables is not usable: ${lastLine(stderr)}`, {
    hint: "load the module iptable_nat",
  });
}

async function requireUserNamespaces(host: ProgramHost): Promise<void> {
  const args = ["--user", "--map-root-user", "--net", "true"];
  const { code, stderr } = await runProgram(host, "unshare", args);
  if (code === 0) return;
  throw new OsctlError(
    "unsupported",
    `user namespaces are not available for --rootless: ${lastLine(stderr)}`,
    { hint: "enable them with sysctl kernel.unprivileged_userns_clone=1, or run with sudo -E" },
  );
}

/**
 * Returns whether QEMU starts with KVM. That the device opens is not enough: without some features
 * of the processor QEMU aborts.
 */
async function probeKvm(
  name: Architecture,
  emulator: string,
  host: ProgramHost,
): Promise<boolean> {
  const facts = architectureFacts(name);
  if (facts.host !== Deno.build.arch || !(await exists("/dev/kvm"))) return false;
  const { code } = await runProgram(
    host,
    emulator,
    [
      ...[
        "-machine",
        `${facts.machine},accel=kvm${facts.kvmOptions}`,
        "-cpu",
        "max",
        "-m",
        "64",
        "-S",
      ],
      ...["-display", "none", "-nodefaults", "-qmp", "stdio"],
    ],
    '{"execute":"qmp_capabilities"}\n{"execute":"quit"}\n',
  );
  return code === 0;
}

async function warnAboutSpace(needs: HostNeeds, host: ProgramHost, report: Report): Promise<void> {
  const text = await Deno.readTextFile("/proc/meminfo");
  const available = Number(/^MemAvailable:\s+(\d+)/m.exec(text)?.[1] ?? 0) * 1024;
  if (needs.memory > available) {
    await report(
      `the nodes need ${formatSize(needs.memory)} of memory in total, but only ` +
        `${formatSize(available)} are available`,
    );
  }
  if (needs.disk === 0) return;
  const output = await mustRun(host, "df", ["--output=avail", "-B1", needs.diskFolder]);
  const free = Number(output.trim().split("\n").at(-1));
  if (needs.disk <= free) return;
  throw new OsctlError(
    "unsupported",
    `the disks need ${formatSize(needs.disk)}, but "${needs.diskFolder}" has only ${
      formatSize(free)
    }`,
    { hint: "add --disk-preallocate=false, or set smaller disks with --disk" },
  );
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1) ?? "";
}
