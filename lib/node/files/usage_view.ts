/**
 * Disk usage of folders and files.
 *
 * @module
 */
import { type Integer, toExactInteger } from "../../output/integer.ts";
import type { View } from "../../output/rows.ts";
import { formatSize } from "../../output/size.ts";

/** A folder with all that is in it, or a file. */
export interface UsageEntry {
  readonly name?: string | null | undefined;
  /** Relative to the path asked for, which itself is `.`. */
  readonly relativeName?: string | null | undefined;
  /** Bytes. */
  readonly size?: Integer;
}

/** The table of sizes, with units when they are for people. */
export function usageView({ humanize }: { humanize: boolean }): View<UsageEntry> {
  return {
    columns: [
      {
        header: "SIZE",
        cell({ size }) {
          const bytes = toExactInteger(size);
          return humanize ? formatSize(bytes) : String(bytes);
        },
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
