/**
 * OVMF in QEMU leaves setup mode with our variables, starts an EFI program signed by our key, and
 * refuses one signed by another. systemd-boot enrols the variables, as on a node.
 */
import assert from "node:assert/strict";
import {
  decodeAuthenticatedVariable,
  VARIABLES,
  WRITE_ATTRIBUTES,
} from "../../lib/secureboot/authenticated_variable.ts";
import { runCommand } from "../helpers/run_command.ts";
import { isInstalled } from "../helpers/terminal.ts";
import { run } from "../lib/secureboot/fixtures.ts";

const CODE = "/usr/share/OVMF/OVMF_CODE_4M.secboot.fd";
const VARS = "/usr/share/OVMF/OVMF_VARS_4M.fd";
const BOOT_LOADER = "/usr/lib/systemd/boot/efi/systemd-bootx64.efi";
/** Prints a dialog and waits. */
const PROGRAM = "/usr/lib/efitools/x86_64-linux-gnu/HelloWorld.efi";

/** Maximum time of a boot without KVM, milliseconds: 5 s on an idle machine. */
const BOOT_MS = 180_000;
const POLL_MS = 250;

/** Returns the missing packages of Debian. */
function missingPackages(): string[] {
  const programs = {
    "qemu-system-x86": "qemu-system-x86_64",
    sbsigntool: "sbsign",
    dosfstools: "mkfs.vfat",
    mtools: "mcopy",
  };
  const files = { ovmf: CODE, "systemd-boot-efi": BOOT_LOADER, efitools: PROGRAM };
  return [
    ...Object.entries(programs).filter(([, program]) => !isInstalled(program)),
    ...Object.entries(files).filter(([, path]) => !isFile(path)),
  ].map(([name]) => name);
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

const isSupported = Deno.build.os === "linux" && Deno.build.arch === "x86_64";
const missing = isSupported ? missingPackages() : [];
if (missing.length > 0 && Deno.env.has("CI")) throw new Error(`missing: ${missing.join(", ")}`);

/** Boots a disk and returns the output up to `end`, or to the reboot, and the errors of QEMU. */
async function boot(path: string, disk: string, end?: RegExp): Promise<string> {
  const log = `${path}/${disk}.log`;
  const secure = ["-global", "driver=cfi.pflash01,property=secure,value=on"];
  const flash = "if=pflash,format=raw";
  const qemu = new Deno.Command("qemu-system-x86_64", {
    args: [
      ...["-accel", "tcg", "-cpu", "max", "-machine", "q35,smm=on", "-m", "256", ...secure],
      ...["-display", "none", "-nodefaults", "-no-reboot", "-serial", `file:${log}`],
      ...["-drive", `${flash},unit=0,readonly=on,file=${CODE}`],
      ...["-drive", `${flash},unit=1,file=${path}/vars.fd`],
      ...["-drive", `file=${path}/${disk},format=raw,if=virtio`],
    ],
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  let hasEnded = false;
  const ended = qemu.output().finally(() => hasEnded = true);
  const read = async () => isFile(log) ? await Deno.readTextFile(log) : "";
  try {
    for (let waited = 0; waited < BOOT_MS && !hasEnded; waited += POLL_MS) {
      if (end?.test(await read())) break;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    assert.ok(end !== undefined || hasEnded, `no reboot: ${await read()}`);
  } finally {
    if (!hasEnded) qemu.kill();
    const { stderr } = await ended;
    await Deno.writeFile(log, stderr, { append: true });
  }
  const text = await read();
  await Deno.remove(log);
  return text;
}

Deno.test({
  name: missing.length === 0
    ? "firmware enrols our variables and refuses images of other keys"
    : `firmware enrols our variables (skipped: missing ${missing.join(", ")})`,
  ignore: !isSupported || missing.length > 0,
  fn: async () => {
    const path = await Deno.makeTempDir();
    try {
      const gen = async (...args: string[]) => {
        const { code, stderr } = await runCommand(["gen", "secureboot", ...args], { cwd: path });
        assert.equal(code, 0, stderr);
      };
      const must = async (program: string, ...args: string[]) => {
        const { code, output } = await run(path, program, ...args);
        assert.equal(code, 0, output);
      };
      const createDisk = async (disk: string, program: string, keys: string) => {
        const cert = `${keys}/uki-signing-cert.pem`;
        const signing = ["--key", `${keys}/uki-signing-key.pem`, "--cert", cert];
        await must("sbsign", ...signing, "--output", "signed.efi", program);
        await Deno.writeFile(`${path}/${disk}`, new Uint8Array());
        await Deno.truncate(`${path}/${disk}`, 40 * 2 ** 20);
        await must("mkfs.vfat", "-F", "32", disk);
        await must("mmd", "-i", disk, "::EFI", "::EFI/BOOT");
        await must("mcopy", "-i", disk, "signed.efi", "::EFI/BOOT/BOOTX64.EFI");
      };
      await gen("uki");
      await gen("uki", "-o", "other");
      await gen("database");
      await Deno.copyFile(VARS, `${path}/vars.fd`);
      await createDisk("enrol.img", BOOT_LOADER, "_out");
      await Deno.writeTextFile(`${path}/loader.conf`, "timeout 1\nsecure-boot-enroll force\n");
      await must("mmd", "-i", "enrol.img", "::loader", "::loader/keys", "::loader/keys/auto");
      await must("mcopy", "-i", "enrol.img", "loader.conf", "::loader/");
      const files = ["PK", "KEK", "db"].map((name) => `_out/${name}.auth`);
      await must("mcopy", "-i", "enrol.img", ...files, "::loader/keys/auto/");
      await createDisk("ours.img", PROGRAM, "_out");
      await createDisk("other.img", PROGRAM, "other");

      // In setup mode, firmware starts everything.
      const started = /starting Boot0001 "UEFI Non-Block Boot Device"/;
      const refused = /failed to load Boot0001 "UEFI Non-Block Boot Device".*: Access Denied/;
      const either = new RegExp(`${started.source}|${refused.source}`);
      assert.match(await boot(path, "other.img", either), started);

      assert.match(await boot(path, "enrol.img"), /Enrolling secure boot keys/);
      const variables = (await Deno.readFile(`${path}/vars.fd`)).toHex();
      for (const file of files) {
        const bytes = await Deno.readFile(`${path}/${file}`);
        const { payload } = decodeAuthenticatedVariable(bytes, file);
        assert.ok(variables.includes(payload.toHex()), `${file} is not in the firmware`);
      }

      assert.match(await boot(path, "ours.img", either), started);
      assert.match(await boot(path, "other.img", either), refused);
    } finally {
      await Deno.remove(path, { recursive: true });
    }
  },
});

const ENROLLER = "virt-fw-vars";
const hasEnroller = isInstalled(ENROLLER) && isFile(VARS);
if (isSupported && !hasEnroller && Deno.env.has("CI")) throw new Error(`missing: ${ENROLLER}`);

Deno.test({
  name: hasEnroller
    ? "virt-fw-vars enrols our variables into firmware and prints them back"
    : `virt-fw-vars enrols our variables (skipped: missing ${ENROLLER} of PyPI's virt-firmware)`,
  ignore: !isSupported || !hasEnroller,
  fn: async () => {
    const path = await Deno.makeTempDir();
    try {
      for (const kind of ["uki", "database"]) {
        const { code, stderr } = await runCommand(["gen", "secureboot", kind], { cwd: path });
        assert.equal(code, 0, stderr);
      }
      const variables = await Promise.all(
        (["PK", "KEK", "db"] as const).map(async (name) => {
          const file = `${name}.auth`;
          const bytes = await Deno.readFile(`${path}/_out/${file}`);
          const { payload } = decodeAuthenticatedVariable(bytes, file);
          return { name, guid: VARIABLES[name], attr: WRITE_ATTRIBUTES, data: payload.toHex() };
        }),
      );
      await Deno.writeTextFile(`${path}/ours.json`, JSON.stringify({ version: 2, variables }));
      const enrol = ["-i", VARS, "--set-json", "ours.json", "-o", "vars.fd"];
      const enrolled = await run(path, ENROLLER, ...enrol);
      assert.equal(enrolled.code, 0, enrolled.output);
      const printed = await run(
        path,
        ENROLLER,
        "-i",
        "vars.fd",
        "--output-json",
        "back.json",
        "-pv",
      );
      assert.equal(printed.code, 0, printed.output);
      const back = JSON.parse(await Deno.readTextFile(`${path}/back.json`)) as {
        variables: typeof variables;
      };
      for (const one of variables) {
        const { name, guid, data } = back.variables.find(({ name }) => name === one.name)!;
        assert.deepEqual({ name, guid, data }, { name: one.name, guid: one.guid, data: one.data });
        const pattern = new RegExp(`name=${name} .*\\n *siglist type=guid:EfiCertX509 count=1\\n`);
        assert.match(printed.output, pattern);
      }
    } finally {
      await Deno.remove(path, { recursive: true });
    }
  },
});
