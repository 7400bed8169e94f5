import { yesFlag } from "../../lib/cli/yes_flag.ts";
import { bool, string } from "../../lib/cli/flags.ts";
import { plainDryRunFlag } from "../safety_flags.ts";
import { command } from "../wiring.ts";

/** Timeout of a wipe: a disk without discard is overwritten, milliseconds. */
const WIPE_TIMEOUT_MS = 24 * 60 * 60 * 1000;

/** Wipe methods, in the order of their numbers. */
const METHODS = ["FAST", "ZEROES"] as const;

export default command("disk")
  .summary("Wipe disks or partitions without volumes")
  .changesNodes("asks")
  .details(
    "Requires nodes of v1.9 or later; in maintenance mode, of v1.13 or later. Wipes the " +
      "devices, named without /dev/, on every node. FAST removes file system signatures, " +
      "ZEROES overwrites the whole device. Nodes reject devices that a volume or another disk " +
      "uses.",
  )
  .extra()
  .args({ device: "<device>..." }, { device: "blockDevice" })
  .flags({
    method: string({
      default: "FAST",
      values: METHODS,
      help: "wipe method",
    }),
    dropPartition: bool({ help: "remove a partition after the wipe; nodes of v1.10 or later" }),
    skipVolumeCheck: bool({ help: "wipe devices of volumes", hidden: true }),
    skipSecondaryCheck: bool({ help: "wipe devices that other disks use", hidden: true }),
    insecure: bool({
      short: "i",
      help: "use the maintenance service, without client authentication",
    }),
    ...plainDryRunFlag,
    ...yesFlag,
  })
  .example("osctl wipe disk sdb -n 10.5.0.2", "Remove the signatures of a disk")
  .example("osctl wipe disk sdb -n 10.5.0.2 --dry-run", "Print the device without wiping it")
  .example(
    "osctl wipe disk sdb1 sdb2 --drop-partition -n 10.5.0.2",
    "Wipe and remove two partitions",
  )
  .run(async (context, { args, flags }) => {
    const { StorageService } = await import("../../proto/storage.ts");
    const { requireSuccess } = await import("../../lib/client/mod.ts");
    const { insecure, dropPartition, skipVolumeCheck, skipSecondaryCheck } = flags;
    const method = METHODS.findIndex((name) => name === flags.method);
    const devices = args.device.map((device) => ({
      device,
      method,
      dropPartition,
      skipVolumeCheck,
      skipSecondaryCheck,
    }));
    await using client = await context.openClient({ connection: flags, insecure });
    const { confirmOrPrint } = await import("../../lib/console/confirm_disruption.ts");
    const { describeDevices } = await import("../../lib/console/describe_devices.ts");
    const isConfirmed = await confirmOrPrint(context, {
      action: `Wipe ${args.device.join(", ")}`,
      connection: flags,
      yes: flags.yes,
      isDryRun: flags.dryRun,
      client,
      insecure,
      isIrreversible: true,
      notes: await describeDevices(context, client, args.device),
    });
    if (!isConfirmed) return;
    const options = { timeoutMs: WIPE_TIMEOUT_MS };
    requireSuccess(await client.call(StorageService.BlockDeviceWipe, { devices }, options));
  });
