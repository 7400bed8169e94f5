/**
 * View of disk usage.
 *
 * @module
 */
import { type Integer, toExactInteger } from "../../output/integer.ts";
import type { View } from "../../output/rows.ts";
import { formatSize } from "../../output/size.ts";

/** A file, or a directory with its contents. */
export interface UsageEntry {
  readonly name?: string | null | undefined;
  /** Relative to the requested path, which is `.`. */
  readonly relativeName?: string | null | undefined;
  /** Bytes. */
  readonly size?: Integer;
}

/** Returns the view of disk usage. `humanize`: sizes with units. */
export function usageView({ humanize }: { humanize: boolean }): View<UsageEntry> {
  return {
    name: "path",
    columns: [
      {
        header: "SIZE",
        cell({ size }) {
          const bytes = toExactInteger(size);
          return humanize ? formatSize(bytes) : String(bytes);
        },
        key: ({ size }) => toExactInteger(size),
      },
      { header: "NAME", cell: ({ relativeName }) => relativeName ?? "" },
    ],
    fields: {
      name: ({ relativeName }) => relativeName ?? "",
      path: ({ name }) => name ?? "",
      size: ({ size }) => toExactInteger(size),
    },
  };
}
