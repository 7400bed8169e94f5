/**
 * Interface releases: selection of commands, flags and defaults.
 *
 * @module
 */
import { DEFAULT_RELEASE, type Release, RELEASES } from "../distribution.ts";
import { OsctlError } from "../errors.ts";
import type { Environment, System } from "../platform/system.ts";
import type { Flag, FlagTable, FlagValues } from "./flags.ts";

/** Environment variable that selects the release. */
const RELEASE_VARIABLE = "OSCTL_INTERFACE";

/**
 * Returns the release that `OSCTL_INTERFACE` selects; the newest when unset or empty.
 *
 * @throws {OsctlError} of kind `usage` for a release that does not exist.
 */
export function selectedRelease(env: Environment): Release {
  const text = env.get(RELEASE_VARIABLE) || DEFAULT_RELEASE;
  const release = RELEASES.find((known) => known === text);
  if (release) return release;
  throw new OsctlError("usage", `unknown interface release "${text}" in ${RELEASE_VARIABLE}`, {
    hint: `set it to ${RELEASES.join(" or ")}, or unset it`,
  });
}

/** Returns whether the environment selects no other release than the newest. */
export function isDefaultRelease(env: Environment): boolean {
  return (env.get(RELEASE_VARIABLE) || DEFAULT_RELEASE) === DEFAULT_RELEASE;
}

/** A range of releases. */
interface Spanning {
  since?: Release | undefined;
  until?: Release | undefined;
}

/** Returns whether a definition exists in `release`. */
export function existsIn({ since, until }: Spanning, release: Release): boolean {
  const at = RELEASES.indexOf(release);
  return (since === undefined || RELEASES.indexOf(since) <= at) &&
    (until === undefined || RELEASES.indexOf(until) >= at);
}

/** Returns a value, or the one for a release. */
export function forRelease<T>(value: T | Readonly<Record<Release, T>>, release: Release): T {
  const isTable = typeof value === "object" && value !== null && !Array.isArray(value) &&
    RELEASES.every((known) => Object.hasOwn(value, known));
  return isTable ? (value as Readonly<Record<Release, T>>)[release] : value as T;
}

/** Returns a flag's default as declared, with `<home>`. */
export function declaredDefault<T>(flag: Flag<T>, release: Release): T {
  return flag.default === undefined ? flag.zero : forRelease<T>(flag.default, release);
}

/** Returns a flag's default with `<home>` replaced by the home directory. */
export function effectiveDefault<T>(
  flag: Flag<T>,
  release: Release,
  system: Pick<System, "home">,
): T {
  const fill = (text: string) => text.replaceAll("<home>", () => system.home);
  const value: unknown = declaredDefault(flag, release);
  const filled = typeof value === "string"
    ? fill(value)
    : Array.isArray(value)
    ? value.map((item) => fill(String(item)))
    : value;
  return filled as T;
}

/** Returns the flag values of an empty command line. */
export function defaultsOf<Table extends FlagTable>(
  table: Table,
  release: Release,
  system: Pick<System, "home">,
): FlagValues<Table> {
  const values = Object.entries(table).map(([key, flag]) =>
    [key, effectiveDefault(flag, release, system)] as const
  );
  return Object.fromEntries(values) as FlagValues<Table>;
}
