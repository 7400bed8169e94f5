/** Values of the flags of `cluster create` without a command line. */
import { createFlags } from "../../commands/cluster/create_flags.ts";
import { groupFlags } from "../../commands/cluster/group_flags.ts";
import type { CreateFlags } from "../../lib/cluster/create_flags.ts";
import type { CreateRequest } from "../../lib/cluster/types.ts";
import type { Flag } from "../../lib/cli/flags.ts";
import { declaredDefault } from "../../lib/cli/release.ts";
import type { Release } from "../../lib/distribution.ts";

/** Returns a request with the defaults of a release, and `given` flags. */
export function createFlagValues(
  given: Partial<CreateFlags>,
  { release = "v1.8", stateFolder = "/nonexistent" }: { release?: Release; stateFolder?: string } =
    {},
): CreateRequest {
  const defaults = Object.entries({ ...groupFlags, ...createFlags }).map(([key, flag]) =>
    [key, declaredDefault(flag as Flag<unknown>, release)] as const
  );
  const flags = { ...Object.fromEntries(defaults), ...given } as CreateFlags;
  return { flags, given: new Set(Object.keys(given)), release, stateFolder };
}
