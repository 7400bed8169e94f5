/**
 * The kernel command line of direct boots.
 *
 * @module
 */

/** Arguments that every node boots with. */
const DEFAULTS = [
  "init_on_alloc=1",
  "slab_nomerge",
  "pti=on",
  "consoleblank=0",
  "nvme_core.io_timeout=4294967295",
  "printk.devkmsg=on",
  "ima_template=ima-ng",
  "ima_appraise=fix",
  "ima_hash=sha512",
];

/** Arguments of a guest that reboots by leaving QEMU and halts instead of powering off. */
export const RESTART_ARGUMENTS: readonly string[] = [
  "reboot=k",
  "panic=1",
  "talos.shutdown=halt",
  "talos.platform=metal",
];

/** Replaced by the launcher, which knows the port of the configuration service. */
export const CONFIG_URL_PLACEHOLDER = "{TALOS_CONFIG_URL}";

/**
 * Builds the command line. A repeated key is grouped at its first place.
 *
 * @param extra value of `--extra-boot-kernel-args`.
 * @param injectConfig whether the node fetches its configuration from the launcher.
 */
export function buildKernelLine(
  { console, extra, injectConfig }: {
    readonly console: string;
    readonly extra: string;
    readonly injectConfig: boolean;
  },
): string {
  const values = new Map<string, string[]>();
  const add = (argument: string) => {
    const [key = "", ...rest] = argument.split("=");
    values.getOrInsertComputed(key, () => []).push(rest.join("="));
  };
  for (const argument of DEFAULTS) add(argument);
  add(`console=${console}`);
  for (const argument of RESTART_ARGUMENTS) add(argument);
  for (const argument of extra.split(/\s+/)) if (argument !== "") add(argument);
  if (injectConfig) add(`talos.config=${CONFIG_URL_PLACEHOLDER}`);
  return [...values].flatMap(([key, all]) =>
    all.map((value) => value === "" ? key : `${key}=${value}`)
  ).join(" ");
}
