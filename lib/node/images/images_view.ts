/**
 * Images of containers.
 *
 * @module
 */
import { formatRfc3339, type Timestamp } from "../../output/go_time.ts";
import { type Integer, toExactInteger } from "../../output/integer.ts";
import type { View } from "../../output/rows.ts";
import { formatSize } from "../../output/size.ts";

/** One image, as a node describes it; size in bytes. */
export interface ImageEntry {
  readonly name?: string | null | undefined;
  readonly digest?: string | null | undefined;
  readonly size?: Integer;
  readonly createdAt?: Timestamp | null | undefined;
}

/** The table of a node's images. Its times are in whole seconds, those of records exact. */
export const imagesView: View<ImageEntry> = {
  columns: [
    { header: "IMAGE", cell: ({ name }) => name ?? "" },
    { header: "DIGEST", cell: ({ digest }) => digest ?? "" },
    { header: "SIZE", cell: ({ size }) => formatSize(toExactInteger(size)) },
    {
      header: "CREATED",
      cell: ({ createdAt }) => formatRfc3339({ seconds: createdAt?.seconds }),
    },
  ],
  fields: {
    image: ({ name }) => name ?? "",
    digest: ({ digest }) => digest || null,
    size: ({ size }) => toExactInteger(size),
    created: ({ createdAt }) => createdAt ? formatRfc3339(createdAt) : null,
  },
};
