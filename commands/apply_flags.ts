/**
 * Flags of commands that apply machine configurations.
 *
 * @module
 */
import { yesFlag } from "../lib/cli/yes_flag.ts";
import { bool, duration, oneOf, string, strings } from "../lib/cli/flags.ts";
import { inClusterFlags, LOCAL_FLAGS, toArguments } from "./in_cluster_flags.ts";
import { rollingFlags } from "./rolling_flags.ts";

/** Timeout of mode `try`, milliseconds. */
const TRY_TIMEOUT_MS = 60 * 1000;

const modeOptions = {
  short: "m",
  default: "auto",
  help: "when the configuration takes effect; auto reboots if the change requires it",
} as const;

/**
 * Mismatches of configuration and node that a command accepts, as `MISMATCH_KINDS` of
 * `lib/machineconfig/identity`, which is too heavy for a command's flags.
 */
export const acceptMismatch = strings({
  help: "apply a configuration although it is of another cluster, role, hostname, address or " +
    "release",
  placeholder: "kind",
  values: ["cluster", "role", "hostname", "address", "release"],
  extra: true,
});

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
  acceptMismatch,
  ...yesFlag,
};

/** Flags of `patch`. */
export const applyFlags = {
  mode: oneOf(["auto", "no-reboot", "reboot", "staged", "try"], modeOptions),
  ...commonFlags,
  ...rollingFlags,
  ...inClusterFlags,
  namespace: string({ help: "resource namespace (default: the type's own)" }),
};

/**
 * A journal has no secrets, so that it does not contain what was edited. Manifests are written to a file,
 * and the editor needs the terminal: `patch` and `apply-config` print them.
 */
const { resume: _resume, manifests: _manifests, ...flagsOfEdit } = applyFlags;

/** Flags of `edit`. */
export const editFlags = flagsOfEdit;

/** Flags of `apply-config`. */
export const applyConfigFlags = {
  mode: oneOf(["auto", "interactive", "no-reboot", "reboot", "staged", "try"], modeOptions),
  ...commonFlags,
  ...rollingFlags,
  ...inClusterFlags,
};

/** Returns the arguments of the command in the pod that applies the configurations. */
export function toConfigArguments(
  values: Readonly<Record<string, unknown>>,
  given: ReadonlySet<string>,
): string[] {
  return toArguments({ ...rollingFlags, acceptMismatch }, values, given, LOCAL_FLAGS);
}
