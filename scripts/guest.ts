/**
 * Builds the guest of virtual machines for tests of local clusters: Debian's cloud kernel, and an
 * initial RAM disk in which a sandbox node is the first process, in metal mode.
 *
 * - The node takes its address and host name by DHCP, and its configuration from `talos.config=` on
 *   the kernel command line.
 * - Its state is an ext4 file system on the whole of `/dev/vda`, or in memory without such a disk.
 *   No boot loader is installed: every boot needs kernel and initial RAM disk.
 * - Reset, reboot and shutdown act on the machine; the power button (ACPI) shuts down.
 *
 * The packages come from the package manager of Debian, into a cache folder.
 *
 * @module
 */
import { bundle } from "./bundle.ts";
import { DHCP_SCRIPT, INIT_SCRIPT, POWER_BUTTON_SCRIPT } from "./guest/boot_scripts.ts";
import { writeInitrd } from "./guest/initrd.ts";
import { type Entry, programEntries, runtimeEntries } from "./image/entries.ts";
import { listFiles, listNames } from "./list_files.ts";
import { ROOT } from "./project.ts";
import { runCommand } from "./run_command.ts";

/** Packages of the kernel, and of its tools in the RAM disk. */
const KERNEL_PACKAGE = "linux-image-cloud-amd64";
const TOOLS_PACKAGE = "busybox-static";

/** Kernel modules to load, with those that they depend on. */
const MODULES = ["virtio_pci", "virtio_net", "virtio_blk", "virtio-rng", "button", "evdev"];

/** A kernel and its initial RAM disk. */
export interface Guest {
  readonly kernel: string;
  readonly initrd: string;
}

/** Returns the default cache folder, `osctl-guest` in the user's cache. */
function guestCache(): string {
  const cache = Deno.env.get("XDG_CACHE_HOME") || `${Deno.env.get("HOME") ?? "/root"}/.cache`;
  return `${cache}/osctl-guest`;
}

/**
 * Builds a guest.
 *
 * @param chunks folder with the bundle.
 * @param outdir existing folder for `vmlinuz` and `initrd`.
 */
export async function buildGuest(
  chunks: string,
  outdir: string,
  cache = guestCache(),
): Promise<Guest> {
  const system = await extractPackages(cache);
  const [version] = await listNames(`${system}/lib/modules`);
  const modules = await findModules(`${system}/lib/modules/${version}`, MODULES);
  const guest = { kernel: `${outdir}/vmlinuz`, initrd: `${outdir}/initrd` };
  await Deno.copyFile(`${system}/boot/vmlinuz-${version}`, guest.kernel);
  const text = (path: string, content: string, mode = 0o755): Entry => ({ path, content, mode });
  const entries: Entry[] = [
    ...await runtimeEntries(),
    ...await programEntries(chunks),
    ...["bin", "etc/acpi", "etc/acpi/PWRF", "lib/modules", "mnt", "root"].map((path) => ({ path })),
    { path: "bin/busybox", content: { file: `${system}/bin/busybox` }, mode: 0o755 },
    ...modules.map((file, index) => ({
      path: `lib/modules/${String(index).padStart(2, "0")}-${file.split("/").at(-1)}`,
      content: { file },
    })),
    text("init", INIT_SCRIPT),
    // A node without it is not ready.
    text("etc/hosts", "127.0.0.1 localhost\n::1 localhost\n", 0o644),
    text("etc/udhcpc.script", DHCP_SCRIPT),
    text("etc/acpi/PWRF/00000080", POWER_BUTTON_SCRIPT),
  ];
  await writeInitrd(guest.initrd, entries);
  return guest;
}

/** Reports whether a guest can be built without downloads. */
export async function isGuestCached(cache = guestCache()): Promise<boolean> {
  return await exists(`${cache}/${await findKernel()}`);
}

async function findKernel(): Promise<string> {
  const depends = await runCommand("apt-cache", ["depends", KERNEL_PACKAGE]);
  const kernel = /Depends: (linux-image-\S+)/.exec(depends)?.[1];
  if (kernel === undefined) throw new Error(`${KERNEL_PACKAGE} depends on no kernel`);
  return kernel;
}

/** Downloads and extracts the packages once; returns the folder. */
async function extractPackages(cache: string): Promise<string> {
  const kernel = await findKernel();
  const folder = `${cache}/${kernel}`;
  if (await exists(folder)) return folder;
  await Deno.mkdir(cache, { recursive: true });
  const scratch = await Deno.makeTempDir({ dir: cache });
  try {
    const script = 'cd "$0" && apt-get download -q "$@"';
    const download = () => runCommand("sh", ["-c", script, scratch, kernel, TOOLS_PACKAGE]);
    await download().catch(async () => {
      // The package lists may be older than the archive.
      await runCommand("apt-get", ["update", "-q"]);
      await download();
    });
    for (const name of await listNames(scratch)) {
      await runCommand("dpkg-deb", ["--extract", `${scratch}/${name}`, `${scratch}/root`]);
    }
    await Deno.rename(`${scratch}/root`, folder).catch(async (error) => {
      // Another process was faster.
      if (!await exists(folder)) throw error;
    });
  } finally {
    await Deno.remove(scratch, { recursive: true });
  }
  return folder;
}

async function exists(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/**
 * Returns the files of modules, each after those that it depends on. Built-in ones have no file.
 */
async function findModules(folder: string, names: readonly string[]): Promise<string[]> {
  const paths = await listFiles(`${folder}/kernel`, /\.ko$/);
  const files = new Map(paths.map((path) => [moduleName(path), path]));
  const found = new Set<string>();
  const add = async (name: string): Promise<void> => {
    const file = files.get(moduleName(name));
    if (file === undefined || found.has(file)) return;
    const text = new TextDecoder("latin1").decode(await Deno.readFile(file));
    const depends = /\0depends=([^\0]*)\0/.exec(text)?.[1] ?? "";
    for (const one of depends.split(",").filter(Boolean)) await add(one);
    found.add(file);
  };
  for (const name of names) await add(name);
  return [...found];
}

/** Returns the name of a module, also from the path of its file. */
function moduleName(name: string): string {
  return name.replace(/^.*\//, "").replace(/\.ko$/, "").replaceAll("-", "_");
}

if (import.meta.main) {
  const chunks = await Deno.makeTempDir({ prefix: "osctl-bundle-" });
  try {
    await bundle(ROOT, chunks);
    await Deno.mkdir(`${ROOT}dist/guest`, { recursive: true });
    const guest = await buildGuest(chunks, `${ROOT}dist/guest`);
    for (const path of Object.values(guest)) {
      const { size } = await Deno.stat(path);
      console.log(`${String(size).padStart(9)}  ${path.slice(ROOT.length)}`);
    }
  } finally {
    await Deno.remove(chunks, { recursive: true });
  }
}
