import type { ConfigRelease } from "./types.ts";

/** Reports whether a feature of `since` is missing in `release`. */
export function isLater(since: ConfigRelease | undefined, release: ConfigRelease): boolean {
  return since !== undefined && minor(since) > minor(release);
}

function minor(release: ConfigRelease): number {
  return Number(release.slice("v1.".length));
}
