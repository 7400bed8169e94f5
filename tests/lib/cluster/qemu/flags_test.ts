/** Flags of virtual machines: disks, encryption, settings of configurations, firmware. */
import { deepEqual, equal, match, rejects, throws } from "node:assert/strict";
import { flashSlots } from "../../../../lib/cluster/qemu/architecture.ts";
import { planDisks } from "../../../../lib/cluster/qemu/disks.ts";
import { copyFirmware, findFirmware } from "../../../../lib/cluster/qemu/firmware.ts";
import { machineSettings, needsKms } from "../../../../lib/cluster/qemu/machine_settings.ts";
import { planCluster } from "../../../../lib/cluster/plan_cluster.ts";
import type { CreateFlags } from "../../../../lib/cluster/create_flags.ts";
import type { Release } from "../../../../lib/distribution.ts";
import { createFlagValues } from "../../../helpers/create_flag_values.ts";
import { fakeSystem } from "../../../helpers/fake_system.ts";

const MIB = 2 ** 20;
const system = fakeSystem();

const disksOf = (given: Partial<CreateFlags>, release: Release = "v1.8") =>
  planDisks(createFlagValues(given, { release }).flags, release);

function settingsOf(given: Partial<CreateFlags>, release: Release = "v1.8", minor = 8) {
  const request = createFlagValues(given, { release });
  const settings = machineSettings({
    plan: planCluster(request, system),
    disks: planDisks(request.flags, release),
    flags: request.flags,
    architecture: "amd64",
    release,
    random: system.random,
    published: undefined,
  });
  return { ...settings, machine: settings.config({ major: 1, minor })["machine"] };
}

Deno.test("the system disk is virtio, user disks ide, extra disks of workers as set", () => {
  const { controlPlane, worker, user } = disksOf({
    userDisk: ["/var/a:10MB:/var/b:1048576", "/var/c:5MiB"],
    extraDisks: 3,
    extraDisksSize: 8,
    extraDisksDrivers: ["nvme", "scsi"],
  });
  const common = [
    { size: 6144 * MIB, driver: "virtio" },
    { size: Math.ceil((10_000_000 + 3 * MIB) / 4096) * 4096, driver: "ide" },
    { size: 7 * MIB, driver: "ide" },
  ];
  deepEqual(controlPlane, common);
  const extra = ["nvme", "scsi", "ide"].map((driver) => ({ size: 8 * MIB, driver }));
  deepEqual(worker, [...common, ...extra]);
  deepEqual(user.map(({ device }) => device), [
    "/dev/disk/by-id/ata-QEMU_HARDDISK_QM00001",
    "/dev/disk/by-id/ata-QEMU_HARDDISK_QM00003",
  ]);
});

Deno.test("v1.4 has virtio disks only", () => {
  const { worker, user } = disksOf({ userDisk: ["/var/a:1MB"], extraDisks: 1 }, "v1.4");
  deepEqual(worker.map(({ driver }) => driver), ["virtio", "virtio", "virtio"]);
  equal(user[0]?.device, "/dev/vdb");
});

Deno.test("invalid disks are usage errors", () => {
  const invalid: Partial<CreateFlags>[] = [
    { userDisk: ["/var/a"] },
    { userDisk: ["/data:1MB"] },
    { userDisk: ["/variable:1MB"] },
    { userDisk: ["/var/a:big"] },
    { userDisk: ["/var/a:0"] },
    { extraDisks: 1, extraDisksDrivers: ["floppy"] },
    { extraDisks: -1 },
    { extraDisks: 6 },
    { disk: 0 },
  ];
  for (const flags of invalid) {
    throws(() => disksOf(flags), { kind: "usage" }, JSON.stringify(flags));
  }
});

Deno.test("configurations select the interface by driver, and halt instead of powering off", () => {
  const { networkInterface, machine, installDisk } = settingsOf({ ipv6: true });
  deepEqual(networkInterface, {
    deviceSelector: { driver: "virtio_net" },
    dhcp: true,
    dhcpOptions: { routeMetric: 0, ipv4: true, ipv6: true },
  });
  deepEqual(machine, {
    install: {
      extraKernelArgs: [
        ...["console=ttyS0", "reboot=k", "panic=1", "talos.shutdown=halt"],
        "talos.platform=metal",
      ],
    },
  });
  equal(installDisk, "/dev/vda");
  equal(settingsOf({}, "v1.4").networkInterface["interface"], "eth0");
});

Deno.test("endpoints are the control planes, and the gateway or virtual IP for Kubernetes", () => {
  const settings = settingsOf({ controlplanes: 2, controlPlanePort: 7443 });
  deepEqual(settings.endpoints, ["10.5.0.2", "10.5.0.3"]);
  equal(settings.clusterEndpoint, "https://10.5.0.1:7443");
  equal(settings.kubernetesEndpoint, "https://10.5.0.1:7443");
  equal(settingsOf({ useVip: true }).clusterEndpoint, "https://10.5.0.50:6443");
  const ipv6 = settingsOf({ ipv4: false, ipv6: true });
  equal(ipv6.clusterEndpoint, "https://[fd74:616c:a05::1]:6443");
});

Deno.test("each encryption key type has a slot, in order", () => {
  const types = ["uuid", "kms", "tpm", "static"];
  const flags = { encryptState: true, withTpm2: true, diskEncryptionKeyTypes: types };
  const keysOf = (minor: number) => {
    const machine = settingsOf(flags, "v1.8", minor).machine as unknown as {
      systemDiskEncryption: { state: { provider: string; keys: Record<string, unknown>[] } };
    };
    deepEqual(Object.keys(machine.systemDiskEncryption), ["state"]);
    equal(machine.systemDiskEncryption.state.provider, "luks2");
    return machine.systemDiskEncryption.state.keys;
  };
  const keys = keysOf(8);
  deepEqual(keys.slice(0, 3), [
    { nodeID: {}, slot: 0 },
    { kms: { endpoint: "grpc://10.5.0.1:4050" }, slot: 1 },
    { tpm: { checkSecurebootStatusOnEnroll: true }, slot: 2 },
  ]);
  match((keys[3]!["static"] as { passphrase: string }).passphrase, /^[\w+/]{43}=$/);
  deepEqual(keysOf(7)[2], { tpm: {}, slot: 2 });
});

Deno.test("encryption keys need their service", () => {
  const kms = { diskEncryptionKeyTypes: ["kms"], encryptState: false, encryptEphemeral: true };
  equal(needsKms(kms), true);
  equal(needsKms({ ...kms, encryptEphemeral: false }), false);
  const invalid: Partial<CreateFlags>[] = [
    { diskEncryptionKeyTypes: ["password"] },
    { encryptState: true, diskEncryptionKeyTypes: [] },
    { encryptState: true, diskEncryptionKeyTypes: ["tpm"] },
  ];
  for (const flags of invalid) throws(() => settingsOf(flags), { kind: "usage" });
});

Deno.test("firmware of secure boot in any directory comes before other firmware", () => {
  const [code, variables] = flashSlots("amd64", { uefi: true, extra: ["/extra/"] });
  const at = (path: string) => code!.candidates.indexOf(path);
  equal(at("/extra/OVMF.secboot.fd") < at("/usr/share/ovmf/OVMF_CODE_4M.fd"), true);
  equal(variables!.candidates.includes("/extra/OVMF_VARS.fd"), true);
  deepEqual(flashSlots("amd64", { uefi: false, extra: [] }), []);
  equal(flashSlots("arm64", { uefi: false, extra: [] })[0]!.size, 64 * MIB);
});

Deno.test("firmware is found in an additional directory, and copied with padding", async () => {
  const folder = await Deno.makeTempDir();
  try {
    // No directory of the host has these of arm64, unless its package is installed.
    await Deno.writeTextFile(`${folder}/AAVMF_CODE.secboot.fd`, "code");
    await Deno.writeTextFile(`${folder}/QEMU_VARS.fd`, "variables");
    const options = { uefi: true, extra: [folder] };
    const found = await findFirmware("arm64", options);
    const copies = await copyFirmware(found, `${folder}/node`);
    deepEqual(copies, [`${folder}/node-flash0.img`, `${folder}/node-flash1.img`]);
    for (const path of copies) {
      const { size, mode } = await Deno.stat(path);
      deepEqual([size, mode! & 0o777], [64 * MIB, 0o600]);
    }
    await Deno.remove(`${folder}/QEMU_VARS.fd`);
    await Deno.remove(`${folder}/AAVMF_CODE.secboot.fd`);
    if (await isMissing("/usr/share/AAVMF")) {
      await rejects(findFirmware("arm64", options), { hint: /apt-get install qemu-efi-aarch64/ });
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

async function isMissing(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => false, () => true);
}
