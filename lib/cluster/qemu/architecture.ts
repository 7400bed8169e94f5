/**
 * Guest architectures: names in QEMU, machine types, consoles, and names of UEFI firmware files.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";

/** Architectures of `--arch`. */
export type Architecture = "amd64" | "arm64";

/** Differences between the guests of two architectures. */
export interface ArchitectureFacts {
  /** Suffix of `qemu-system-`. */
  readonly qemu: string;
  /** Value of `Deno.build.arch` on such a host. */
  readonly host: string;
  /** Debian package of the emulator. */
  readonly package: string;
  readonly machine: string;
  /** Added to the machine type with KVM: the secure-boot firmware needs SMM. */
  readonly kvmOptions: string;
  /** Value of the kernel argument `console`. */
  readonly console: string;
  readonly tpmDevice: string;
  readonly firmware: FirmwareFacts;
}

/** Paths of UEFI firmware, in order of preference. */
export interface FirmwareFacts {
  /** Debian package. */
  readonly package: string;
  readonly folders: readonly string[];
  /** Images that enforce secure boot; they come before the others of every folder. */
  readonly secure: readonly string[];
  readonly plain: readonly string[];
  /** Images of empty variables. */
  readonly variables: readonly string[];
  /** Size that images are padded to, bytes; 0 for their own. */
  readonly size: number;
}

const MIB = 2 ** 20;

const FACTS: Readonly<Record<Architecture, ArchitectureFacts>> = {
  amd64: {
    qemu: "x86_64",
    host: "x86_64",
    package: "qemu-system-x86",
    machine: "q35",
    kvmOptions: ",smm=on",
    console: "ttyS0",
    tpmDevice: "tpm-tis",
    firmware: {
      package: "ovmf",
      folders: ["/usr/share/ovmf", "/usr/share/OVMF", "/usr/share/qemu"],
      secure: [
        "OVMF_CODE_4M.secboot.fd",
        "OVMF_CODE.secboot.fd",
        "OVMF.secboot.fd",
        "edk2-x86_64-secure-code.fd",
        "ovmf-x86_64-ms-4m-code.bin",
      ],
      plain: ["OVMF_CODE_4M.fd", "OVMF_CODE.fd", "OVMF.fd", "ovmf-x86_64-4m-code.bin"],
      variables: ["OVMF_VARS_4M.fd", "OVMF_VARS.fd", "ovmf-x86_64-4m-vars.bin"],
      size: 0,
    },
  },
  arm64: {
    qemu: "aarch64",
    host: "aarch64",
    package: "qemu-system-arm",
    machine: "virt,gic-version=max",
    kvmOptions: "",
    console: "ttyAMA0,115200n8",
    tpmDevice: "tpm-tis-device",
    firmware: {
      package: "qemu-efi-aarch64",
      folders: [
        "/usr/share/AAVMF",
        "/usr/share/qemu-efi-aarch64",
        "/usr/share/OVMF",
        "/usr/share/edk2/aarch64",
        "/usr/share/edk2/experimental",
      ],
      secure: ["AAVMF_CODE.secboot.fd", "QEMU_EFI.secboot.testonly.fd"],
      plain: ["AAVMF_CODE.fd", "QEMU_EFI.fd", "OVMF.stateless.fd"],
      variables: ["AAVMF_VARS.fd", "QEMU_VARS.fd"],
      size: 64 * MIB,
    },
  },
};

/** Returns the facts of an architecture. */
export function architectureFacts(name: Architecture): ArchitectureFacts {
  return FACTS[name];
}

/**
 * Parses a value of `--arch`.
 *
 * @throws {OsctlError} of kind `usage` for one without facts.
 */
export function parseArchitecture(text: string): Architecture {
  if (Object.hasOwn(FACTS, text)) return text as Architecture;
  throw new OsctlError("usage", `unsupported architecture "${text}" in --arch`, {
    hint: `use one of: ${Object.keys(FACTS).join(", ")}`,
  });
}

/** Returns the programs that emulate an architecture, in order of preference. */
export function emulatorNames({ qemu }: ArchitectureFacts): string[] {
  return [`qemu-system-${qemu}`, "qemu-kvm", "/usr/libexec/qemu-kvm"];
}

/**
 * Returns the candidates of each flash slot, in order of preference; empty for a BIOS guest.
 *
 * @param extra values of `--extra-uefi-search-paths`.
 */
export function flashSlots(
  name: Architecture,
  options: { readonly uefi: boolean; readonly extra: readonly string[] },
): { readonly size: number; readonly candidates: readonly string[] }[] {
  // Only amd64 has another firmware than UEFI.
  if (name === "amd64" && !options.uefi) return [];
  const { folders, secure, plain, variables, size } = FACTS[name].firmware;
  const all = [...folders, ...options.extra];
  const within = (files: readonly string[]) =>
    all.flatMap((folder) => files.map((file) => `${folder.replace(/(?<!\/)\/+$/, "")}/${file}`));
  return [
    { size, candidates: [...within(secure), ...within(plain)] },
    { size, candidates: within(variables) },
  ];
}
