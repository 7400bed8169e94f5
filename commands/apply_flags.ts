/**
 * Flags of commands that apply machine configurations.
 *
 * @module
 */
import { yesFlag } from "../lib/cli/yes_flag.ts";
import { bool, duration, oneOf, string } from "../lib/cli/flags.ts";
import { rollingFlags } from "./rolling_flags.ts";

/** Timeout of mode `try`, milliseconds. */
const TRY_TIMEOUT_MS = 60 * 1000;

const modeOptions = {
  short: "m",
  default: "auto",
  help: "when the configuration takes effect; auto reboots if the change requires it",
} as const;

const commonFlags = {
  dryRun: bool({ help: "print what would change, without applying it" }),
  timeout: duration({
    default: TRY_TIMEOUT_MS,
    help: "time after which the node reverts the configuration in mode try",
  }),
  output: oneOf(["text", "json"], {
    short: "o",
    default: "text",
    help: "format of the dry run, or of the progress with --rolling; json contains when each " +
      "changed field takes effect",
    extra: true,
  }),
  ...yesFlag,
};

/** Flags of `patch`. */
export const applyFlags = {
  mode: oneOf(["auto", "no-reboot", "reboot", "staged", "try"], modeOptions),
  ...commonFlags,
  ...rollingFlags,
  namespace: string({ help: "resource namespace (default: the type's own)" }),
};

/** A journal has no secrets, so that it does not contain what was edited. */
const { resume: _, ...flagsOfEdit } = applyFlags;

/** Flags of `edit`. */
export const editFlags = flagsOfEdit;

/** Flags of `apply-config`. */
export const applyConfigFlags = {
  mode: oneOf(["auto", "interactive", "no-reboot", "reboot", "staged", "try"], modeOptions),
  ...commonFlags,
  ...rollingFlags,
};
