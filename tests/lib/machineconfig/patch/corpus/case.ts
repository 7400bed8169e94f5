import type { Value } from "../../../../../lib/machineconfig/data.ts";
import type { ConfigRelease } from "../../../../../lib/machineconfig/schema/types.ts";

/** One run of `machineconfig patch`. */
export interface Case {
  readonly name: string;
  /** The configuration; the main document alone when left out. */
  readonly config?: string;
  readonly patches: readonly string[];
  /** v1.8 when left out. */
  readonly release?: ConfigRelease;
  /** What differs afterwards, by path. What is gone is undefined. */
  readonly changes?: Readonly<Record<string, Value | undefined>>;
  /** The message it is refused with. */
  readonly refused?: RegExp;
  /** Only the original client of the final 1.8 knows it. */
  readonly final?: true;
  /** Why the original client does something else. */
  readonly differs?: string;
}
