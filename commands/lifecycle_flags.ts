/** Flags shared by the commands that reboot, shut down, reset or upgrade nodes. */
import { bool, duration, oneOf } from "../lib/cli/flags.ts";
import { OsctlError } from "../lib/errors.ts";
import { yesFlag } from "../lib/cli/yes_flag.ts";
import { dryRunFlag } from "./safety_flags.ts";
import { SELECTIONS } from "./shared_flags.ts";

const MINUTE_MS = 60_000;

/** Waiting, progress output and confirmation. */
export const lifecycleFlags = {
  debug: bool({ help: "collect kernel logs, and print them for failed nodes; implies --wait" }),
  timeout: duration({ default: 30 * MINUTE_MS, help: "time limit of the whole action" }),
  wait: bool({ default: true, help: "wait until the action is complete" }),
  output: oneOf(["text", "json"], {
    short: "o",
    default: "text",
    extraValues: SELECTIONS,
    help: "output format of the progress; json= lists the fields",
    extra: true,
  }),
  ...dryRunFlag,
  ...yesFlag,
};

/** Limit of the drain of a Kubernetes node. */
export const drainTimeout = duration({
  default: 5 * MINUTE_MS,
  help: "time limit for draining each node",
  extra: true,
});

/** Reboot modes, in the order of their numbers. */
export const REBOOT_MODES = ["default", "powercycle"] as const;

/** Reboot mode of nodes from v1.12 on, which stops no pod or service first. */
export const FORCED_MODE = "force";

/** Returns the number of a reboot mode. */
export function toRebootMode(mode: string): number {
  return [...REBOOT_MODES, FORCED_MODE].findIndex((name) => name === mode);
}

/** Rejects a `--timeout` that ends before the action starts. */
export function checkTimeout(timeout: number): void {
  if (timeout > 0) return;
  throw new OsctlError("usage", "invalid --timeout: not positive", {
    hint: "use a Go duration, such as 10m",
  });
}
