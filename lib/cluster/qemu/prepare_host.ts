/**
 * Boot files and checks of the host, before anything of a cluster is created.
 *
 * @module
 */
import { exists } from "../../platform/files.ts";
import { dirname, resolve } from "../../platform/paths.ts";
import { extendSystem } from "../../platform/system.ts";
import { isControlPlane, type ProvisionerSystem, type Report } from "../types.ts";
import type { BootFiles } from "./create_machines.ts";
import { resolveAsset } from "./download.ts";
import type { QemuPlan } from "./plan_machines.ts";
import { checkHost, type HostFacts } from "./preflight.ts";
import { longestSocket } from "./virtual_machine.ts";

/** Host facts and boot files of the preflight. */
export interface PreparedHost {
  readonly facts: HostFacts;
  readonly boot: BootFiles;
}

/** Downloads boot files and checks the host. */
export async function prepareHost(
  plan: QemuPlan,
  system: ProvisionerSystem,
  report: Report,
): Promise<PreparedHost> {
  const { request: { flags, stateFolder }, cluster, architecture, disks } = plan;
  const boot = await bootFiles(plan, system, report);
  const all = cluster.nodes.flatMap((node) =>
    disks[isControlPlane(node) ? "controlPlane" : "worker"]
  );
  const facts = await checkHost(
    {
      architecture,
      uefi: flags.withUefi,
      firmwareFolders: flags.extraUefiSearchPaths,
      tpm: flags.withTpm2,
      isRootless: flags.rootless,
      name: cluster.name,
      cidrs: cluster.network.cidrs,
      chaos: plan.chaos,
      hasPxe: flags.ipxeBootScript !== "",
      bootFiles: {
        "--vmlinuz-path": boot.kernel,
        "--initrd-path": boot.initrd,
        "--iso-path": boot.iso,
        "--disk-image-path": boot.diskImage,
      },
      longestSocket: longestSocket(
        plan.folder,
        cluster.nodes.map(({ name }) => name),
        flags.withTpm2,
      ),
      memory: cluster.nodes.reduce((sum, { memory }) => sum + memory, 0),
      disk: flags.diskPreallocate ? all.reduce((sum, { size }) => sum + size, 0) : 0,
      diskFolder: await existingParent(stateFolder),
    },
    system,
    report,
  );
  return { facts, boot };
}

/** Returns the boot files that are used, downloaded if they are URLs. */
async function bootFiles(
  plan: QemuPlan,
  system: ProvisionerSystem,
  report: Report,
): Promise<BootFiles> {
  const { flags } = plan.request;
  const { cwd } = system;
  const file = async (value: string) => {
    if (value === "") return "";
    const named = value.replaceAll("${ARCH}", plan.architecture);
    return resolve(cwd, await resolveAsset(named, extendSystem(system, { report })));
  };
  const isDirect = flags.ipxeBootScript === "" && flags.isoPath === "" &&
    (flags.diskImagePath === "" || !flags.withBootloader);
  return {
    kernel: isDirect ? await file(flags.vmlinuzPath) : "",
    initrd: isDirect ? await file(flags.initrdPath) : "",
    iso: flags.ipxeBootScript === "" ? await file(flags.isoPath) : "",
    diskImage: await file(flags.diskImagePath),
  };
}

/** Returns the next existing folder on the way to the root. */
async function existingParent(path: string): Promise<string> {
  let folder = path;
  while (!(await exists(folder))) folder = dirname(folder);
  return folder;
}
