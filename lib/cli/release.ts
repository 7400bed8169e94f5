/**
 * Interface releases: which commands, flags and defaults are in force.
 *
 * @module
 */
import { DEFAULT_RELEASE, type Release, RELEASES } from "../distribution.ts";
import { OsctlError } from "../errors.ts";
import type { Environment } from "../platform/system.ts";
import type { Flag, FlagTable, FlagValues } from "./flags.ts";

/** The environment variable that selects the release. */
const RELEASE_VARIABLE = "OSCTL_INTERFACE";

/**
 * The release `OSCTL_INTERFACE` selects; the newest when it is unset or empty.
 *
 * @throws {OsctlError} of kind `usage` for a release that does not exist.
 */
export function selectedRelease(env: Environment): Release {
  const text = env.get(RELEASE_VARIABLE) || DEFAULT_RELEASE;
  const release = RELEASES.find((known) => known === text);
  if (release) return release;
  throw new OsctlError("usage", `unknown interface release "${text}" in ${RELEASE_VARIABLE}`, {
    hint: `set it to ${RELEASES.join(" or ")}, or leave it out`,
  });
}

/** Something that exists from one release to another. */
interface Spanning {
  since?: Release | undefined;
  until?: Release | undefined;
}

/** Whether a definition exists in `release`. */
export function existsIn({ since, until }: Spanning, release: Release): boolean {
  const at = RELEASES.indexOf(release);
  return (since === undefined || RELEASES.indexOf(since) <= at) &&
    (until === undefined || RELEASES.indexOf(until) >= at);
}

/** A value, or one value for each release. */
export function forRelease<T>(value: T | Readonly<Record<Release, T>>, release: Release): T {
  const isTable = typeof value === "object" && value !== null && !Array.isArray(value) &&
    RELEASES.every((known) => Object.hasOwn(value, known));
  return isTable ? (value as Readonly<Record<Release, T>>)[release] : value as T;
}

/** A flag's default as declared: `<home>` stays as it is. */
export function declaredDefault<T>(flag: Flag<T>, release: Release): T {
  return flag.default === undefined ? flag.zero : forRelease<T>(flag.default, release);
}

/** A flag's default as a story receives it: `<home>` is the home directory. */
export function effectiveDefault<T>(flag: Flag<T>, release: Release, home: string): T {
  const fill = (text: string) => text.replaceAll("<home>", home);
  const value: unknown = declaredDefault(flag, release);
  const filled = typeof value === "string"
    ? fill(value)
    : Array.isArray(value)
    ? value.map((item) => fill(String(item)))
    : value;
  return filled as T;
}

/** The values that a story receives when none of the flags is given. */
export function defaultsOf<Table extends FlagTable>(
  table: Table,
  release: Release,
  home: string,
): FlagValues<Table> {
  const values = Object.entries(table).map(([key, flag]) =>
    [key, effectiveDefault(flag, release, home)] as const
  );
  return Object.fromEntries(values) as FlagValues<Table>;
}
