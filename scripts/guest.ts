/**
 * Builds the guest of virtual machines for tests of local clusters: Debian's cloud kernel, and an
 * initial RAM disk in which a sandbox node is the first process, in metal mode.
 *
 * - The node takes its address and host name by DHCP, and its configuration from `talos.config=` on
 *   the kernel command line.
 * - Its state is an ext4 file system on the whole of `/dev/vda`, or in memory without such a disk. No
 *   boot loader is installed: every boot needs kernel and initial RAM disk.
 * - Reset, reboot and shutdown act on the machine; the power button (ACPI) shuts down.
 *
 * The packages come from the package manager of Debian, into a cache folder.
 *
 * @module
 */
import { bundle } from "./bundle.ts";
import { type Entry, programEntries, runtimeEntries } from "./image.ts";

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
export function guestCache(): string {
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
  const [version] = await list(`${system}/lib/modules`);
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
    text("init", INIT),
    // A node without it is not ready.
    text("etc/hosts", "127.0.0.1 localhost\n::1 localhost\n", 0o644),
    text("etc/udhcpc.script", DHCP_SCRIPT),
    text("etc/acpi/PWRF/00000080", "#!/bin/busybox sh\nkill -TERM 1\n"),
  ];
  await writeInitrd(guest.initrd, entries);
  return guest;
}

/** First process: prepares the system and becomes the node. */
const INIT = `#!/bin/busybox sh
/bin/busybox --install -s /bin
export PATH=/bin:/usr/bin HOME=/ PLATFORM=metal DENO_NO_UPDATE_CHECK=1
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs devtmpfs /dev
mkdir -p /dev/pts
mount -t devpts devpts /dev/pts
mount -t tmpfs tmpfs /run
mount -t tmpfs tmpfs /tmp
mount -t cgroup2 cgroup2 /sys/fs/cgroup
exec </dev/null >/dev/console 2>&1
for module in /lib/modules/*.ko; do insmod "$module"; done
ip link set lo up
wait=0
while [ ! -e /sys/class/net/eth0 ] && [ $wait -lt 100 ]; do usleep 100000; wait=$((wait + 1)); done
if [ -b /dev/vda ]; then
  mount -t ext4 /dev/vda /mnt 2>/dev/null || { mke2fs -q /dev/vda && mount -t ext4 /dev/vda /mnt; }
  mkdir -p /mnt/state /mnt/var
  mount -o bind /mnt/state /system/state
  mount -o bind /mnt/var /var
fi
hostname "node-$(tr -d : </sys/class/net/eth0/address)"
ip link set eth0 up
udhcpc -i eth0 -n -q -t 20 -T 1 -O hostname -O mtu -s /etc/udhcpc.script || echo "no address by DHCP"
for word in $(cat /proc/cmdline); do
  case $word in
    talos.hostname=*) hostname "\${word#*=}" ;;
    talos.config=*) url=\${word#*=} ;;
  esac
done
if [ -n "$url" ] && [ ! -e "/system/state/$(hostname)/node.json" ]; then
  tries=0
  until wget -q -O /run/config.part "$url" && mv /run/config.part /run/config.yaml; do
    tries=$((tries + 1))
    [ $tries -lt 60 ] || { echo "no configuration from $url"; break; }
    sleep 1
  done
fi
mkdir -p /var/cache/deno
export DENO_DIR=/var/cache/deno
acpid -l /run/acpid.log -p /run/acpid.pid
exec /usr/bin/deno run --allow-all --no-prompt --no-lock --quiet /usr/lib/osctl/main.js cluster node-run
`;

/** Applies a DHCP lease. */
const DHCP_SCRIPT = `#!/bin/busybox sh
[ "$1" = bound ] || exit 0
ip address add "$ip/\${mask:-24}" dev "$interface"
[ -z "$mtu" ] || ip link set "$interface" mtu "$mtu"
for gateway in $router; do ip route add default via "$gateway" dev "$interface"; done
for server in $dns; do echo "nameserver $server"; done >/run/resolv.conf
ln -sf /run/resolv.conf /etc/resolv.conf
[ -z "$hostname" ] || hostname "$hostname"
`;

/** Whether a guest can be built without downloads. */
export async function isGuestCached(cache = guestCache()): Promise<boolean> {
  return await exists(`${cache}/${await findKernel()}`);
}

async function findKernel(): Promise<string> {
  const depends = await output("apt-cache", "depends", KERNEL_PACKAGE);
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
    const download = () => output("sh", "-c", script, scratch, kernel, TOOLS_PACKAGE);
    await download().catch(async () => {
      // The package lists may be older than the archive.
      await output("apt-get", "update", "-q");
      await download();
    });
    for (const name of await list(scratch)) {
      await output("dpkg-deb", "--extract", `${scratch}/${name}`, `${scratch}/root`);
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

async function list(folder: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of Deno.readDir(folder)) names.push(name);
  return names.sort();
}

async function output(command: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command(command, { args, stdin: "null" })
    .output();
  const text = new TextDecoder();
  if (code !== 0) throw new Error(`${command} failed: ${text.decode(stderr).trim()}`);
  return text.decode(stdout);
}

/** Returns the files of modules, each after those that it depends on. Built-in ones have no file. */
async function findModules(folder: string, names: readonly string[]): Promise<string[]> {
  const files = new Map<string, string>();
  const walk = async (path: string): Promise<void> => {
    for await (const { name, isDirectory } of Deno.readDir(path)) {
      if (isDirectory) await walk(`${path}/${name}`);
      else if (name.endsWith(".ko")) files.set(moduleName(name), `${path}/${name}`);
    }
  };
  await walk(`${folder}/kernel`);
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

function moduleName(name: string): string {
  return name.replace(/\.ko$/, "").replaceAll("-", "_");
}

/**
 * Writes a cpio archive ("newc"), which the kernel unpacks. Not compressed: without KVM, zstd takes a
 * quarter of the boot.
 */
async function writeInitrd(path: string, entries: readonly Entry[]): Promise<void> {
  const unique = new Map<string, Entry>(entries.map((entry) => [entry.path, entry]));
  const sorted = [...unique.values()].sort((a, b) => a.path < b.path ? -1 : 1);
  using file = await Deno.open(path, { write: true, create: true, truncate: true });
  const write = async (bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
  };
  let inode = 0;
  for (const { path, content, mode } of sorted) {
    const bytes = typeof content === "object"
      ? await Deno.readFile(content.file)
      : new TextEncoder().encode(content ?? "");
    const type = content === undefined ? 0o040000 : 0o100000;
    const permissions = mode ?? (content === undefined ? 0o755 : 0o644);
    await write(cpioHeader(path, type | permissions, bytes.length, ++inode));
    await write(bytes);
    await write(new Uint8Array(-bytes.length & 3));
  }
  await write(cpioHeader("TRAILER!!!", 0, 0, 0));
}

/** Returns the header of a cpio member with its name, padded to four bytes. */
function cpioHeader(name: string, mode: number, size: number, inode: number): Uint8Array {
  const links = 1;
  const fields = [inode, mode, 0, 0, links, 0, size, 0, 0, 0, 0, name.length + 1, 0];
  const text = `070701${
    fields.map((field) => field.toString(16).padStart(8, "0")).join("")
  }${name}\0`;
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array(bytes.length + (-bytes.length & 3));
  padded.set(bytes);
  return padded;
}

if (import.meta.main) {
  const root = new URL("..", import.meta.url).pathname;
  const chunks = await Deno.makeTempDir({ prefix: "osctl-bundle-" });
  try {
    await bundle(root, chunks);
    await Deno.mkdir(`${root}dist/guest`, { recursive: true });
    const guest = await buildGuest(chunks, `${root}dist/guest`);
    for (const path of Object.values(guest)) {
      const { size } = await Deno.stat(path);
      console.log(`${String(size).padStart(9)}  ${path.slice(root.length)}`);
    }
  } finally {
    await Deno.remove(chunks, { recursive: true });
  }
}
