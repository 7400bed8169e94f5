/** Flags inherited by every `gen` command, and validation shared by several. */
import { bool, flagName, int } from "../../lib/cli/flags.ts";
import { OsctlError } from "../../lib/errors.ts";
import type { Clock } from "../../lib/platform/system.ts";

/** Overwriting of existing files. */
export const groupFlags = {
  force: bool({ short: "f", help: "overwrite existing files" }),
};

/** Certificate lifetime, whole hours. */
export function hours(standard: number) {
  return int({
    default: standard,
    help: "certificate lifetime, hours",
    placeholder: "hours",
  });
}

/**
 * Requires flags to have a value.
 *
 * @throws {OsctlError} of kind `usage` that names every missing flag.
 */
export function need(flags: Readonly<Record<string, string>>): void {
  const missing = Object.keys(flags).filter((key) => flags[key] === "").map((key) =>
    `--${flagName(key)}`
  );
  if (missing.length === 0) return;
  throw new OsctlError(
    "usage",
    `${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} required`,
    {
      hint: `add ${missing.map((name) => `${name} <${name.slice(2)}>`).join(" ")}`,
    },
  );
}

/** Control and bidirectional formatting characters. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/**
 * Requires names in certificates and file names to be one line of printable text.
 *
 * @throws {OsctlError} of kind `usage` that names the flag.
 */
export function refuseControls(flags: Readonly<Record<string, string>>): void {
  for (const [key, value] of Object.entries(flags)) {
    if (!UNPRINTABLE.test(value)) continue;
    throw new OsctlError("usage", `--${flagName(key)} has control characters`, {
      hint: "remove line breaks, tabs and invisible characters",
    });
  }
}

const LAST_MOMENT = Date.UTC(9999, 11, 31, 23, 59, 59);

/**
 * Returns `--hours` in milliseconds.
 *
 * @throws {OsctlError} of kind `usage` when they are not positive, or the certificate would expire
 * after the year 9999.
 */
export function ttlOf(hours: number, clock: Pick<Clock, "now">): number {
  const ttl = hours * 3_600_000;
  if (hours < 1) {
    throw new OsctlError(
      "usage",
      `invalid value ${hours} for --hours: not positive`,
      {
        hint: "use at least 1",
      },
    );
  }
  if (clock.now() + ttl > LAST_MOMENT) {
    throw new OsctlError(
      "usage",
      `invalid value ${hours} for --hours: expires after the year 9999`,
      {
        hint: "use fewer hours, such as 87600 for ten years",
      },
    );
  }
  return ttl;
}
