/** Launch descriptions and command lines, compared with recorded ones of talosctl. */
import { deepEqual, equal, rejects, throws } from "node:assert/strict";
import { parseArchitecture } from "../../../../lib/cluster/qemu/architecture.ts";
import {
  buildArguments,
  buildTpmArguments,
  type LaunchState,
} from "../../../../lib/cluster/qemu/arguments.ts";
import { countCpus } from "../../../../lib/cluster/qemu/create_machines.ts";
import { ipamRecords } from "../../../../lib/cluster/qemu/ipam.ts";
import { buildKernelLine } from "../../../../lib/cluster/qemu/kernel_line.ts";
import {
  type LaunchConfig,
  readLaunchConfig,
  writeLaunchConfig,
} from "../../../../lib/cluster/qemu/launch_config.ts";
import { hasPartitions } from "../../../../lib/cluster/qemu/partitions.ts";
import { endingOf } from "../../../../lib/cluster/qemu/virtual_machine.ts";

interface Recorded {
  readonly config: LaunchConfig;
  readonly arguments: string;
  readonly mac: string;
}

const DATA = new URL("../../../data/qemu/", import.meta.url);
const recorded: Readonly<Record<string, Recorded>> = JSON.parse(
  await Deno.readTextFile(new URL("reference_launch.json", DATA)),
);
const worker = recorded["gocl-worker-1"]!;

const state: LaunchState = {
  tap: "tap0",
  mac: worker.mac,
  pxeOnce: false,
  isDiskBootable: false,
  hasDirectIo: true,
  qmpSockets: [],
};

const argumentsOf = (changes: Partial<LaunchConfig>, other: Partial<LaunchState> = {}) =>
  buildArguments({ ...worker.config, ...changes }, { ...state, ...other });

/** Returns the words that follow an option. */
const valuesOf = (args: readonly string[], option: string) =>
  args.flatMap((word, index) => word === option ? [args[index + 1]] : []);

Deno.test("QEMU gets the arguments of talosctl, in its order", () => {
  for (const { config, mac, arguments: expected } of Object.values(recorded)) {
    const url = `http://10.5.0.1:${config.APIPort}/config.yaml`;
    const KernelArgs = config.KernelArgs.replace("{TALOS_CONFIG_URL}", url);
    const args = buildArguments({ ...config, KernelArgs }, { ...state, mac });
    equal(args.join(" "), expected);
  }
});

Deno.test("the kernel line groups repeated keys as talosctl", () => {
  const line = { console: "ttyS0", extra: " console=tty0 foo ", injectConfig: true };
  equal(buildKernelLine(line), worker.config.KernelArgs);
  const without = buildKernelLine({ ...line, extra: "", injectConfig: false });
  equal(without.includes("talos.config"), false);
  equal(without.endsWith("talos.platform=metal"), true);
});

Deno.test("the records of ipam.db equal talosctl's", async () => {
  const text = await Deno.readTextFile(new URL("reference_ipam.db", DATA));
  const records = Object.values(recorded).flatMap(({ config, mac }) => ipamRecords(config, mac));
  equal(records.map((record) => `${JSON.stringify(record)}\n`).join(""), text);
});

Deno.test("a disk with partitions is booted instead of the kernel or the ISO", () => {
  const booted = argumentsOf({}, { isDiskBootable: true });
  deepEqual(valuesOf(booted, "-kernel"), []);
  const always = argumentsOf({ BootloaderEnabled: false }, { isDiskBootable: true });
  deepEqual(valuesOf(always, "-kernel"), ["/boot/vmlinuz"]);
  const iso = argumentsOf({ ISOPath: "/a.iso" });
  deepEqual([valuesOf(iso, "-cdrom"), valuesOf(iso, "-kernel")], [["/a.iso"], []]);
  const network = argumentsOf({ KernelImagePath: "" });
  deepEqual([valuesOf(network, "-cdrom"), valuesOf(network, "-kernel")], [[], []]);
});

Deno.test("a wrong clock, emulation and network boots change single arguments", () => {
  const bad = argumentsOf({ BadRTC: true });
  deepEqual(valuesOf(bad, "-cpu"), ["max,-kvmclock"]);
  deepEqual(valuesOf(bad, "-rtc"), ["base=2011-11-11T11:11:00,clock=rt"]);
  const emulated = argumentsOf({ EnableKVM: false });
  deepEqual(valuesOf(emulated, "-machine"), ["q35"]);
  const arm = argumentsOf({ ArchitectureData: "arm64" });
  deepEqual(valuesOf(arm, "-machine"), ["virt,gic-version=max,accel=kvm"]);
  equal(arm.includes("tpm-tis-device,tpmdev=tpm0"), true);
  const pxe = argumentsOf({}, { pxeOnce: true });
  deepEqual(valuesOf(pxe, "-boot"), ["order=nc,reboot-timeout=5000"]);
});

Deno.test("disks use the page cache without O_DIRECT, and paths may contain commas", () => {
  const args = argumentsOf({
    DiskPaths: ["/a,b.disk", "/c.disk"],
    DiskDrivers: ["virtio", "nvme"],
  }, { hasDirectIo: false });
  const drives = valuesOf(args, "-drive").filter((word) => word!.includes(".disk"));
  deepEqual(drives, [
    "format=raw,if=virtio,file=/a,,b.disk,cache=writeback,",
    "id=nvme1,format=raw,if=none,file=/c.disk,discard=unmap,cache=writeback",
  ]);
});

Deno.test("swtpm gets absolute paths only", () => {
  const paths = buildTpmArguments("/state/n-tpm2").flatMap((word) =>
    word.match(/[a-z]+=\S+/g) ?? []
  );
  equal(paths.length > 3, true);
  for (const path of paths) equal(/=(\/|unixio,path=\/)/.test(path), true, path);
});

Deno.test("processor shares are rounded half to even, and below 2 is 1", () => {
  const counts = [0.5, 1, 1.49, 1.5, 2, 2.5, 3.5, 4].map((share) => countCpus(share * 1e9));
  deepEqual(counts, [1, 1, 1, 2, 2, 2, 4, 4]);
});

Deno.test("a reboot restarts the machine, a shutdown leaves it off, an error fails it", () => {
  const endings = ["guest-reset", "guest-shutdown", "host-signal", "guest-panic", undefined]
    .map((reason) => endingOf({ success: true, reason }));
  deepEqual(endings, ["restart", "off", "off", "restart", "restart"]);
  equal(endingOf({ success: false, reason: "guest-reset" }), "failed");
});

Deno.test("launch descriptions are private files that are read again", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const path = `${folder}/node.config`;
    await writeLaunchConfig(path, worker.config);
    equal((await Deno.stat(path)).mode! & 0o777, 0o600);
    deepEqual(await readLaunchConfig(path), worker.config);
    await Deno.writeTextFile(path, "{}");
    await rejects(readLaunchConfig(path), /invalid launch description/);
    await Deno.writeTextFile(path, "null");
    await rejects(readLaunchConfig(path), /invalid launch description/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a disk counts as partitioned when its table has an entry", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const disk = new Uint8Array(64 * 512);
    const path = `${folder}/disk`;
    const write = () => Deno.writeFile(path, disk);
    await write();
    equal(await hasPartitions(path), false);
    const view = new DataView(disk.buffer);
    disk.set(new TextEncoder().encode("EFI PART"), 512);
    view.setBigUint64(512 + 72, 2n, true);
    view.setUint32(512 + 80, 128, true);
    view.setUint32(512 + 84, 128, true);
    await write();
    equal(await hasPartitions(path), false);
    disk[2 * 512 + 3 * 128] = 1;
    await write();
    equal(await hasPartitions(path), true);
    await Deno.writeFile(path, new Uint8Array(100));
    equal(await hasPartitions(path), false);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("an unknown architecture is a usage error", () => {
  throws(() => parseArchitecture("riscv64"), /unsupported architecture "riscv64"/);
});
