import type { Value } from "../../../../../lib/machineconfig/data.ts";
import type { ConfigRelease } from "../../../../../lib/machineconfig/schema/types.ts";

/** One run of `machineconfig patch`. */
export interface Case {
  /** Completes "machineconfig patch …". */
  readonly name: string;
  /** The configuration; only the main document by default. */
  readonly config?: string;
  readonly patches: readonly string[];
  /** v1.8 by default. */
  readonly release?: ConfigRelease;
  /** Changed values by path; undefined for removed ones. */
  readonly changes?: Readonly<Record<string, Value | undefined>>;
  /** The error message of a rejected patch. */
  readonly rejected?: RegExp;
  /** Whether only v1.8.1 and later of talosctl support it. */
  readonly final?: true;
  /** How talosctl differs; completes "talosctl …". */
  readonly differs?: string;
}
