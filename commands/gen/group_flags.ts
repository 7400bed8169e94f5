/** The flags every `gen` command inherits, and the rules flags of several of them share. */
import { bool, flagName, int } from "../../lib/cli/flags.ts";
import { OsctlError } from "../../lib/errors.ts";
import type { Clock } from "../../lib/platform/system.ts";

/** May existing files go. */
export const groupFlags = {
  force: bool({ short: "f", help: "replace files that already exist" }),
};

/** How long a certificate is valid, in whole hours. */
export function hours(standard: number) {
  return int({
    default: standard,
    help: "hours from now until the certificate expires",
    placeholder: "hours",
  });
}

/**
 * Makes sure that flags without which the command makes no sense have a value.
 *
 * @throws {OsctlError} of kind `usage` that names every missing one.
 */
export function need(flags: Readonly<Record<string, string>>): void {
  const missing = Object.keys(flags).filter((key) => flags[key] === "").map((key) =>
    `--${flagName(key)}`
  );
  if (missing.length === 0) return;
  throw new OsctlError("usage", `${missing.join(", ")} must be given`, {
    hint: `add ${missing.map((name) => `${name} <${name.slice(2)}>`).join(" ")}`,
  });
}

/** What would break the line of whoever prints it, or change the direction of writing. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/**
 * Makes sure that names which people will read in certificates and lists of files are one line of
 * plain text.
 *
 * @throws {OsctlError} of kind `usage` that names the flag.
 */
export function refuseControls(flags: Readonly<Record<string, string>>): void {
  for (const [key, value] of Object.entries(flags)) {
    if (!UNPRINTABLE.test(value)) continue;
    throw new OsctlError("usage", `--${flagName(key)} has control characters`, {
      hint: "leave out line breaks, tabs and whatever else is invisible",
    });
  }
}

const LAST_MOMENT = Date.UTC(9999, 11, 31, 23, 59, 59);

/**
 * The milliseconds of `--hours`.
 *
 * @throws {OsctlError} of kind `usage` when they are not positive, or the certificate would expire
 * after the last year that fits into one.
 */
export function ttlOf(hours: number, clock: Pick<Clock, "now">): number {
  const ttl = hours * 3_600_000;
  if (hours < 1) {
    throw new OsctlError("usage", `--hours is ${hours}, so the certificate would never be valid`, {
      hint: "give at least 1",
    });
  }
  if (clock.now() + ttl > LAST_MOMENT) {
    throw new OsctlError("usage", `--hours is ${hours}, which ends after the year 9999`, {
      hint: "give fewer hours; 87600 are ten years",
    });
  }
  return ttl;
}
